import { escapeHtml } from "../../shared/domain/escape-html.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { translator } from "../../shared/i18n/translations.ts";
import type { Embedded } from "./read-embedded.ts";

/** Links leave the frame. */
const OUT = 'target="_blank" rel="noopener"';

/** A jersey as another site shows it in a frame: without scripts, as high as the frame. */
export function embedPage(shown: Embedded, siteUrl: string, lang: Language): string {
  const { title, facts, picture, credit, licence } = shown;
  const page = escapeHtml(siteUrl + shown.page);
  const view = translator(lang, "elsewhere")("embed.view");
  return framed(
    lang,
    title,
    `<link rel="canonical" href="${page}">`,
    `<a class="picture" href="${page}" ${OUT} tabindex="-1" aria-hidden="true"><img src="${escapeHtml(picture)}" alt=""></a>
<div><h1><a href="${page}" ${OUT}>${escapeHtml(title)}</a></h1>
<p>${escapeHtml(facts)}</p>
<p class="small">${escapeHtml(credit)} · <a href="${escapeHtml(licence.url)}" target="_blank" rel="license noopener">${escapeHtml(licence.name)}</a></p>
<p><a class="view" href="${page}" ${OUT}>${escapeHtml(view)}</a></p></div>`,
  );
}

/** The same for a jersey that isn't public, whether it exists or not. */
export function missingEmbedPage(siteUrl: string, lang: Language): string {
  const t = translator(lang, "elsewhere");
  const title = t("embed.missing");
  return framed(
    lang,
    title,
    "",
    `<div><h1>${escapeHtml(title)}</h1>
<p><a class="view" href="${escapeHtml(siteUrl)}/" ${OUT}>${escapeHtml(t("embed.site"))}</a></p></div>`,
  );
}

/** The colours are those of the site (`app/shared/styles/app.css`), which the frame doesn't load. */
function framed(lang: Language, title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>${escapeHtml(title)} | Maillothèque</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
${head}<style>
:root{color-scheme:light dark;--paper:light-dark(#fbfaf6,#0c1118);--wash:light-dark(#f2f0ea,#151c25);--ink:light-dark(#1b1510,#f2efea);--muted:light-dark(#615952,#a9b0bb);--line:light-dark(#dcd8cf,#333b47)}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:flex;flex-direction:column;border:1px solid var(--line);background:var(--paper);color:var(--ink);font:1rem/1.45 system-ui,sans-serif}
.picture{flex:1 1 8rem;min-height:8rem;height:0;background:var(--wash)}
img{display:block;width:100%;height:100%;object-fit:contain}
div{display:grid;gap:.375rem;padding:.875rem 1rem 1rem;overflow-wrap:anywhere}
h1{margin:0;font-size:1.25rem;line-height:1.2}h1 a{text-decoration:none}p{margin:0}.small{font-size:.8125rem;color:var(--muted)}
a{color:inherit;text-underline-offset:.2em}.view{display:inline-flex;align-items:center;min-height:2.75rem;font-weight:600}
a:focus-visible{outline:3px solid currentColor;outline-offset:2px}
</style></head>
<body><main style="display:contents">
${body}
</main></body></html>
`;
}
