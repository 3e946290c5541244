import { beforeAll, expect, test } from "vitest";

import { loadAllMessages } from "../i18n/messages.ts";
import { translator } from "../i18n/translations.ts";
import { suggestTitle } from "./suggested-title.ts";

beforeAll(loadAllMessages);

const FACTS = { team: "Olympique de Marseille", season: "1993-1994", kitType: "home" };

test.each([
  ["fr", "Maillot domicile Olympique de Marseille 1993-1994"],
  ["en", "Olympique de Marseille home jersey 1993-1994"],
  ["es", "Camiseta local Olympique de Marseille 1993-1994"],
  ["pt", "Camisa titular Olympique de Marseille 1993-1994"],
] as const)("suggests a title in %s", (lang, title) => {
  expect(suggestTitle(FACTS, translator(lang, "submit"))).toBe(title);
});

test.each([
  ["fr", "goalkeeper", "Maillot de gardien Olympique de Marseille 1993-1994"],
  ["en", "fourth", "Olympique de Marseille fourth jersey 1993-1994"],
  ["es", "anniversary", "Camiseta conmemorativa Olympique de Marseille 1993-1994"],
  ["pt", "prematch", "Camisa pré-jogo Olympique de Marseille 1993-1994"],
] as const)("suggests a title in %s of a %s jersey", (lang, kitType, title) => {
  expect(suggestTitle({ ...FACTS, kitType }, translator(lang, "submit"))).toBe(title);
});

test("suggests a title without a kit type, and none without team or season", () => {
  const t = translator("fr", "submit");
  const plain = "Maillot Olympique de Marseille 1993-1994";
  expect(suggestTitle({ ...FACTS, kitType: "" }, t)).toBe(plain);
  expect(suggestTitle({ ...FACTS, kitType: "other" }, t)).toBe(plain);
  expect(suggestTitle({ ...FACTS, team: "" }, t)).toBe("");
  expect(suggestTitle({ ...FACTS, season: "" }, t)).toBe("");
});
