import { describe, expect, test } from "vitest";

import { composeMail } from "./compose.ts";
import { defaultMailTexts } from "./default-texts.ts";
import type { MailKind } from "./texts.ts";

const texts = defaultMailTexts("Sample");
const french = {
  ...texts,
  colon: "\u00a0:",
  kinds: {
    ...texts.kinds,
    recovery: { ...texts.kinds.recovery, subject: "Choisissez un nouveau mot de passe" },
  },
};
const style = { siteName: "Sample", texts: { en: texts, fr: french }, defaultLanguage: "fr" };
const KINDS = Object.keys(texts.kinds) as MailKind[];
const LINK = "https://site.example/auth/v1/verify?token=abc&type=signup";

describe.each(Object.keys(style.texts))("in %s", (language) => {
  test.each(KINDS)("%s has all required parts", (kind) => {
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
    expect(html).toContain("color-scheme");
    expect(html).not.toContain("undefined");
    expect(html).not.toMatch(/https?:\/\/(?!site\.example)/);
  });
});

test("escapes every value", () => {
  const { html } = composeMail(style, {
    kind: "email-change-current",
    language: "fr",
    link: `https://x/?a=1&b="><script>`,
    newEmail: `<b>"x"&$&</b>@example.org`,
  });
  expect(html).not.toContain("<script>");
  expect(html).toContain("&lt;b&gt;&quot;x&quot;&amp;$&amp;&lt;/b&gt;@example.org");
});

test("uses the default language for an unknown one", () => {
  for (const language of [undefined, null, 7, "xx", "toString", { fr: true }]) {
    expect(composeMail(style, { kind: "recovery", language }).subject).toBe(
      "Choisissez un nouveau mot de passe",
    );
  }
});
