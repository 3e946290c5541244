interface StandalonePage {
  lang: string;
  /** The document's title; the heading is shorter. */
  title: string;
  heading: string;
  text: string;
  /** Text of the link that reloads the same address. */
  retry: string;
  /** Seconds after which the page reloads by itself. */
  refresh?: number;
}

/**
 * A self-contained page for when there is no database. It is shown at any requested
 * address; the empty link reloads that address.
 */
export function standalonePage({
  lang,
  title,
  heading,
  text,
  retry,
  refresh,
}: StandalonePage): string {
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
${refresh ? `<meta http-equiv="refresh" content="${refresh}">` : ""}
<style>
:root{color-scheme:light dark;--paper:light-dark(#fbfaf6,#0c1118);--ink:light-dark(#1b1510,#f2efea);--muted:light-dark(#615952,#a9b0bb)}
body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;gap:1rem;padding:2rem;box-sizing:border-box;text-align:center;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 system-ui,sans-serif}
svg{width:9rem;height:auto;fill:none;stroke:var(--muted);stroke-width:.5;stroke-dasharray:1 .7;stroke-linejoin:round}
h1{margin:0;font-size:1.75rem;line-height:1.2}p{margin:0;max-width:32rem;color:var(--muted);text-wrap:balance}
a{display:inline-flex;align-items:center;height:3.25rem;padding:0 1.75rem;margin-top:.5rem;border-radius:99rem;background:var(--ink);color:var(--paper);font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid currentColor;outline-offset:3px}
</style></head>
<body><main style="display:contents">
<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M11 4 4 7.5 2 15l5 1.5V28h18V16.5l5-1.5-2-7.5L21 4c-.8 2.4-2.6 3.8-5 3.8S11.8 6.4 11 4Z"/></svg>
<h1>${heading}</h1><p>${text}</p><a href="">${retry}</a>
</main></body></html>
`;
}
