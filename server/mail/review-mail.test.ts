import { expect, test } from "vitest";

import { LANGUAGES } from "../../app/shared/i18n/languages.ts";
import { composeReviewMail } from "./review-mail.ts";

const SITE = "https://maillotheque.example";
const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";
const CLAIM = {
  member_id: "9b2f1d9c-5f0a-4f0e-8f6b-0b8f2c1d3e4f",
  key: KEY,
  email: "zoe@example.org",
  lang: "fr",
  day: "2026-11-27",
  amount: 7,
  // Tuesday in Paris already.
  oldest: "2026-11-23T23:30:00Z",
};

test("says how much waits and since when, and how to end it", () => {
  const mail = composeReviewMail(CLAIM, SITE);
  expect(mail.subject).toMatch(/7 demandes attendent/);
  expect(mail.text).toContain("la plus ancienne depuis le mardi 24 novembre");
  expect(mail.text).toContain(`${SITE}/reviews/${KEY}/stop?lang=fr`);
  expect(mail.link).toBe(`${SITE}/admin`);
  expect(mail.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
});

test.each(LANGUAGES)("has a text for one in %s, and one id a day", (lang) => {
  const mail = composeReviewMail({ ...CLAIM, lang, amount: 1 }, SITE);
  expect(mail.subject).toContain("1");
  expect(mail.text + mail.html).not.toMatch(/\{\w+\}/);
  expect(composeReviewMail({ ...CLAIM, day: "2026-11-28" }, SITE).messageId).not.toBe(
    mail.messageId,
  );
});
