export function paragraph(line: string): string {
  return `<p>${escape(line)}</p>`;
}

export function button(link: string, label: string): string {
  return `<p><a class="button" href="${escape(link)}">${escape(label)}</a></p>`;
}

export function anchor(link: string, label: string): string {
  return `<a href="${escape(link)}">${escape(label)}</a>`;
}

/** Escapes a text for HTML content and quoted attributes. */
export function escape(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

export interface MailPage {
  /** The name at the top. */
  brand: string;
  language: string;
  title: string;
  /** HTML. */
  body: string;
  /** HTML. */
  footer: string;
}

/**
 * Returns the HTML of a mail. It has no images and no remote fonts, so that no third party learns
 * that the mail was opened.
 */
export function page({ brand, language, title, body, footer }: MailPage): string {
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
blockquote { margin: 16px 0; padding: 4px 0 4px 16px; border-left: 4px solid #d8d4cb; white-space: pre-line; overflow-wrap: anywhere; }
.quiet, footer { font-size: 14px; color: #5d5a53; }
footer { max-width: 520px; margin: 16px auto 0; padding: 0 32px; }
@media (prefers-color-scheme: dark) {
  body { background: #141311; color: #f1efea; }
  main { background: #1f1e1b; }
  a { color: #8ab4f8; }
  .button { background: #f1efea; color: #1b1a17; }
  .quiet, footer { color: #b3afa6; }
  blockquote { border-color: #4a4741; }
}
</style>
</head>
<body>
<main>
<p class="brand">${escape(brand)}</p>
<h1>${escape(title)}</h1>
${body}
</main>
<footer>${footer}</footer>
</body>
</html>
`;
}
