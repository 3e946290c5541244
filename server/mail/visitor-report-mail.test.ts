import { describe, expect, test } from "vitest";

import { LANGUAGES } from "../../app/shared/i18n/languages.ts";
import type { VisitorReportClaim } from "./claims.ts";
import { composeVisitorReportMail } from "./visitor-report-mail.ts";

const SITE = "https://maillotheque.example";
const MAIL: VisitorReportClaim = {
  id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  email: "ana@example.org",
  lang: "fr",
  kind: "confirm",
  party: "notifier",
  target_type: "jersey",
  title: "Maillot vert",
  note: null,
  reason: "Ma photo.\n<script>",
  token: "abc",
  jersey_id: null,
  team_slug: null,
  kit_type_slug: null,
  year: null,
  username: null,
  done: null,
  is_again: false,
};

describe.each(LANGUAGES)("in %s", (lang) => {
  test.each([
    ["confirm", "notifier"],
    ["upheld", "notifier"],
    ["dismissed", "notifier"],
    ["removed", "notifier"],
    ["upheld", "author"],
    ["dismissed", "author"],
  ] as const)("%s for the %s names the event, its reason and the next step", (kind, party) => {
    for (const target_type of ["jersey", "comment", "profile"] as const) {
      const note = kind === "confirm" ? null : "Vu par la modération.";
      const mail = composeVisitorReportMail(
        { ...MAIL, lang, kind, party, target_type, note },
        SITE,
      );
      const step = kind === "confirm" ? "confirm" : "contest";
      // Decided in their favour.
      const hasStep = !(kind === "dismissed" && party === "author");
      for (const part of [mail.text, mail.html]) {
        expect(part).toContain("Maillot vert");
        expect(part.includes(`?${step}=abc`)).toBe(hasStep);
        expect(part).not.toMatch(/undefined|\{title\}/);
        expect(part).toContain(note ?? "Ma photo.");
      }
      expect(mail.html).not.toContain("<script");
      expect(mail.html).toContain(`<html lang="${lang}">`);
    }
  });
});

test("without a token leads to the page, if there is one", () => {
  const decided = { ...MAIL, kind: "upheld", token: null } as const;
  expect(composeVisitorReportMail(decided, SITE).link).toBeUndefined();
  const shown = { jersey_id: MAIL.id, team_slug: "psg", kit_type_slug: "home", year: 2019 };
  const { link } = composeVisitorReportMail({ ...decided, ...shown, lang: "en" }, SITE);
  expect(link).toBe(`${SITE}/en/jersey/psg/home/2019/${MAIL.id}`);
  const member = { target_type: "profile", title: "Kiko", username: "kiko_9", lang: "pt" } as const;
  expect(composeVisitorReportMail({ ...decided, ...member }, SITE).link).toBe(
    `${SITE}/pt/member/kiko_9`,
  );
});

test("says what was done about the report, and that an earlier decision was contested", () => {
  const decided = { ...MAIL, kind: "upheld", token: null } as const;
  const done = (mail: Partial<VisitorReportClaim>) =>
    composeVisitorReportMail({ ...decided, ...mail }, SITE).text;
  expect(done({ done: "corrected" })).toContain("y ont donné suite. La page du maillot a été");
  expect(done({ done: "other" })).not.toContain("corrigée");
  expect(done({ done: "hidden", is_again: true })).toMatch(/contestée.*masqué/);
});

test("says after a contest how the comment or list stands now", () => {
  const again = { ...MAIL, party: "author", token: null, is_again: true } as const;
  const said = (mail: Partial<VisitorReportClaim>) =>
    composeVisitorReportMail({ ...again, ...mail }, SITE).text;
  for (const target_type of ["comment", "list"] as const) {
    expect(said({ kind: "dismissed", target_type })).toContain("Ce contenu est visible.");
    expect(said({ kind: "upheld", target_type, done: "hidden" })).toContain(
      "Ce contenu est masqué.",
    );
    expect(said({ kind: "dismissed", target_type, is_again: false })).not.toContain("visible");
  }
});
