import { describe, expect, test } from "vitest";

import { composeMail } from "./compose.ts";
import { LANGUAGES, type MailKind } from "./texts.ts";

const KINDS = Object.keys(LANGUAGES.fr.kinds) as MailKind[];
const LINK = "https://maillotheque.example/auth/v1/verify?token=abc&type=signup";

describe.each(Object.keys(LANGUAGES))("in %s", (language) => {
  test.each(KINDS)("%s has all it needs", (kind) => {
    const hasLink = kind !== "reauthentication";
    const { subject, text, html } = composeMail({
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
    expect(html).not.toMatch(/https?:\/\/(?!maillotheque\.example)/);
  });
});

test("whatever is put in is escaped", () => {
  const { html } = composeMail({
    kind: "email-change-current",
    language: "fr",
    link: `https://x/?a=1&b="><script>`,
    newEmail: `<b>"x"&$&</b>@example.org`,
  });
  expect(html).not.toContain("<script>");
  expect(html).toContain("&lt;b&gt;&quot;x&quot;&amp;$&amp;&lt;/b&gt;@example.org");
});

test("an unknown language is French", () => {
  for (const language of [undefined, null, 7, "xx", "toString", { fr: true }]) {
    expect(composeMail({ kind: "recovery", language }).subject).toBe(
      "Choisissez un nouveau mot de passe",
    );
  }
});
