import type { MailKind } from "@maillotheque/backend";
import { composeMail } from "@maillotheque/backend/testing";
import { describe, expect, test } from "vitest";

import { SITE_NAME, SITE_OPTIONS } from "../operate/backend-options.ts";
import { MAIL_TEXTS } from "./texts/texts.ts";

const style = { siteName: SITE_NAME, ...SITE_OPTIONS.mail };
const KINDS = Object.keys(MAIL_TEXTS.fr.account.kinds) as MailKind[];
const LINK = "https://maillotheque.example/auth/v1/verify?token=abc&type=signup";

describe.each(Object.keys(MAIL_TEXTS))("in %s", (language) => {
  test.each(KINDS)("%s has all required texts", (kind) => {
    const hasLink = kind !== "reauthentication";
    const { subject, text, html } = composeMail(style, {
      kind,
      language,
      link: hasLink ? LINK : undefined,
      code: "012345",
      newEmail: "new@example.org",
    });
    expect(subject).not.toMatch(/[!¡{}]/);
    expect(text).not.toMatch(/[!¡{}]|undefined|\n{3}/);
    expect(text).toContain("012345");
    expect(text.includes(LINK)).toBe(hasLink);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain('<p class="brand">Maillothèque</p>');
    expect(html).not.toContain("undefined");
    expect(html).not.toMatch(/https?:\/\/(?!maillotheque\.example)/);
  });
});

test("separates a label and its link as each language does", () => {
  const text = (language: string) =>
    composeMail(style, { kind: "recovery", language, link: LINK }).text;
  expect(text("fr")).toContain("Choisir un mot de passe\u00a0:\n");
  expect(text("en")).toContain("Choose a password:\n");
});

test("uses French for an unknown language", () => {
  expect(composeMail(style, { kind: "recovery", language: "xx" }).subject).toBe(
    "Choisissez un nouveau mot de passe",
  );
});
