import { describe, expect, it } from "vitest";

import { fold, slug, teamSlug } from "./slug.ts";

describe("slug", () => {
  it.each([
    ["Paris Saint-Germain", "paris-saint-germain"],
    ["Atlético de Madrid", "atletico-de-madrid"],
    ["Côte d’Ivoire", "cote-d-ivoire"],
    ["  1. FC Köln  ", "1-fc-koln"],
    ["Fenerbahçe · İstanbul ığdır", "fenerbahce-istanbul-igdir"],
    ["Śląsk Wrocław, Łódź", "slask-wroclaw-lodz"],
    ["Großaspach — ẞ", "grossaspach-ss"],
    ["Œuvre & Ærø", "oeuvre-aero"],
    ["Зенит, Шахтёр, Динамо Київ", "zenit-shakhter-dinamo-kiiv"],
    ["ΠΑΟΚ Θεσσαλονίκης", "paok-thessalonikis"],
    ["Nº 10 — ﬁnale ½", "no-10-finale-1-2"],
    ["鹿島アントラーズ", ""],
  ])("turns %s into %s", (name, expected) => {
    expect(slug(name)).toBe(expected);
  });

  it("keeps a slug unchanged", () => {
    expect(slug("paris-saint-germain")).toBe("paris-saint-germain");
  });
});

describe("fold", () => {
  it("keeps spaces, punctuation and scripts without a Latin form", () => {
    expect(fold("Côte d’Ivoire / 鹿島")).toBe("cote d'ivoire / 鹿島");
  });
});

describe("teamSlug", () => {
  it("is never empty", () => {
    expect(teamSlug("鹿島アントラーズ")).toBe("equipe");
    expect(teamSlug("Arsenal")).toBe("arsenal");
  });
});
