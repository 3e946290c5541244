import { expect, test } from "vitest";

import { LANGUAGES } from "../i18n/languages.ts";
import { feedPath, type FeedSubject, parseFeedPath } from "./feed-path.ts";

const ID = "6d0bdd0b-0e9a-4f0c-a7e0-3f4d7a6c2b11";

test("a feed's path contains its subject, language and format", () => {
  const subjects: FeedSubject[] = [
    { kind: "daily" },
    { kind: "latest" },
    ...(["team", "competition", "brand", "list"] as const).map((kind) => ({ kind, id: ID })),
  ];
  for (const subject of subjects) {
    for (const lang of LANGUAGES) {
      for (const format of ["atom", "json"] as const) {
        expect(parseFeedPath(feedPath(subject, lang, format))).toEqual({ subject, lang, format });
      }
    }
  }
  // Readers have subscribed to it.
  expect(feedPath({ kind: "daily" }, "fr", "atom")).toBe("/feed/fr.atom");
});

test.each([
  "/feed/",
  "/feed/de.atom",
  "/feed/fr.rss",
  "/feed/fr.atom.atom",
  "/feed/team.fr.atom",
  "/feed/team/1.fr.atom",
  `/feed/member/${ID}.fr.atom`,
  `/feed/team/${ID}.fr.atom/`,
  `/feed/latest/${ID}.fr.atom`,
  `/feed/team/${ID.toUpperCase()}.fr.atom`,
])("%s is no feed", (path) => {
  expect(parseFeedPath(path)).toBeUndefined();
});
