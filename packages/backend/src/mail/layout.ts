export function paragraph(line: string): string {
  return `<p>${escape(line)}</p>`;
}

export function button(link: string, label: string): string {
  return `<p><a class="button" href="${escape(link)}">${escape(label)}</a></p>`;
}

export function anchor(link: string, label: string): string {
  return `<a href="${escape(link)}">${escape(label)}</a>`;
}

/** A picture with what it shows and a line beside it. */
export interface PictureRow {
  link: string;
  /** Its address. */
  picture: string;
  title: string;
  note: string;
}

/** Rows of small square pictures, as a table: mail programs know no other way to put a text beside a picture. */
export function pictureRows(rows: readonly PictureRow[]): string {
  const lines = rows.map(({ link, picture, title, note }) => {
    const image = `<img src="${escape(picture)}" alt="${escape(title)}" width="80" height="80">`;
    return `<tr><td class="picture" width="96"><a href="${escape(link)}">${image}</a></td><td>${anchor(link, title)}<br><span class="quiet">${escape(note)}</span></td></tr>`;
  });
  return `<table role="presentation" class="rows" width="100%" cellpadding="0" cellspacing="0">${lines.join("\n")}</table>`;
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
 * Returns the HTML of a mail. It has no remote fonts, and no pictures but those that its body names, so that no third party
 * learns that the mail was opened.
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
h2 { margin: 32px 0 0; font-size: 18px; line-height: 1.25; }
h2 + p { margin: 4px 0 8px; }
a { color: #0b57d0; overflow-wrap: anywhere; }
h2 a, .rows a { color: inherit; }
.rows { margin: 8px 0; border-collapse: collapse; }
.rows td { padding: 8px 0; vertical-align: middle; }
.rows .picture { width: 96px; }
.rows a { font-weight: 700; text-decoration: none; }
.rows img { display: block; overflow: hidden; width: 80px; height: 80px; border-radius: 8px; background: #f2efea; color: #5d5a53; font-size: 11px; line-height: 1.2; }
.button { display: inline-block; padding: 14px 24px; border-radius: 8px; background: #1b1a17; color: #ffffff; font-weight: 700; text-decoration: none; }
.code { margin: 4px 0 16px; font: 700 32px/1.25 ui-monospace, "SF Mono", Consolas, monospace; letter-spacing: 6px; }
blockquote { margin: 16px 0; padding: 4px 0 4px 16px; border-left: 4px solid #d8d4cb; white-space: pre-line; overflow-wrap: anywhere; }
.quiet, footer { font-size: 14px; color: #5d5a53; }
footer { max-width: 520px; margin: 16px auto 0; padding: 0 32px; }
@media (max-width: 480px) {
  body { padding: 16px 8px; }
  main { padding: 24px 16px; }
  footer { padding: 0 16px; }
}
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
