import { LANGUAGES, mailLanguage, type MailKind } from "./texts/index.ts";

export interface MailContent {
  kind: MailKind;
  /** The reader's language, as found in their account; anything unknown means French. */
  language: unknown;
  link?: string;
  code?: string;
  newEmail?: string;
}

export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

/** Writes a mail in the reader's language, as plain text and as HTML that says the same. */
export function composeMail(content: MailContent): ComposedMail {
  const language = mailLanguage(content.language);
  const texts = LANGUAGES[language];
  const kind = texts.kinds[content.kind];
  const { link, code } = content;
  const body = kind.body.map((line) => line.replaceAll("{newEmail}", () => content.newEmail ?? ""));
  const beforeCode = link ? texts.orCode : texts.code;

  const text = [
    ...body,
    link && `${kind.action}${language === "fr" ? "\u00a0" : ""}:\n${link}`,
    code && `${beforeCode} ${code}`,
    code && texts.validity,
    kind.afterword,
    `-- \n${texts.signature}`,
  ];
  const html = [
    ...body.map(paragraph),
    link && kind.action && button(link, kind.action),
    code && `<p class="quiet">${escape(beforeCode)}</p>\n<p class="code">${escape(code)}</p>`,
    code && `<p class="quiet">${escape(texts.validity)}</p>`,
    link && `<p class="quiet">${escape(texts.orLink)}<br>${anchor(link, link)}</p>`,
    `<p class="quiet">${escape(kind.afterword)}</p>`,
  ];
  return {
    subject: kind.subject,
    text: `${text.filter(Boolean).join("\n\n")}\n`,
    html: page(language, kind.subject, html.filter(Boolean).join("\n"), texts.signature),
  };
}

function paragraph(line: string): string {
  return `<p>${escape(line)}</p>`;
}

function button(link: string, label: string): string {
  return `<p><a class="button" href="${escape(link)}">${escape(label)}</a></p>`;
}

function anchor(link: string, label: string): string {
  return `<a href="${escape(link)}">${escape(label)}</a>`;
}

function escape(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** No images, no fonts from elsewhere: nothing tells a third party that the mail was opened. */
function page(language: string, title: string, body: string, signature: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(title)}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; padding: 32px 16px; background: #f4f2ee; color: #1b1a17; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 520px; margin: 0 auto; padding: 32px; background: #ffffff; border-radius: 12px; }
.brand { margin: 0 0 24px; font-size: 18px; font-weight: 800; }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; }
a { color: #0b57d0; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 14px 24px; border-radius: 8px; background: #1b1a17; color: #ffffff; font-weight: 700; text-decoration: none; }
.code { margin: 4px 0 16px; font: 700 32px/1.25 ui-monospace, "SF Mono", Consolas, monospace; letter-spacing: 6px; }
.quiet, footer { font-size: 14px; color: #5d5a53; }
footer { max-width: 520px; margin: 16px auto 0; padding: 0 32px; }
@media (prefers-color-scheme: dark) {
  body { background: #141311; color: #f1efea; }
  main { background: #1f1e1b; }
  a { color: #8ab4f8; }
  .button { background: #f1efea; color: #1b1a17; }
  .quiet, footer { color: #b3afa6; }
}
</style>
</head>
<body>
<main>
<p class="brand">Maillothèque</p>
<h1>${escape(title)}</h1>
${body}
</main>
<footer>${escape(signature)}</footer>
</body>
</html>
`;
}
