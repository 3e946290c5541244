import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from "../../../shared/i18n/languages.ts";
import { escapeHtml } from "../../../shared/domain/escape-html.ts";

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

export function sitemapIndex(addresses: string[]): string {
  const entries = addresses.map(
    (address) => `<sitemap><loc>${escapeHtml(address)}</loc></sitemap>\n`,
  );
  return `${HEAD}<sitemapindex ${SCHEMA}>\n${entries.join("")}</sitemapindex>\n`;
}

export const URL_SET_START = `${HEAD}<urlset ${SCHEMA} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
export const URL_SET_END = "</urlset>\n";

/** A page once per language, each with links to all languages. */
export function urlEntries(
  siteUrl: string,
  paths: Record<Language, string>,
  changed?: string,
): string {
  const address = (lang: Language) => escapeHtml(siteUrl + paths[lang]);
  const link = (hreflang: string, lang: Language) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${address(lang)}"/>`;
  const links =
    LANGUAGES.map((lang) => link(lang, lang)).join("") + link("x-default", DEFAULT_LANGUAGE);
  const lastmod = changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : "";
  return LANGUAGES.map((lang) => `<url><loc>${address(lang)}</loc>${lastmod}${links}</url>\n`).join(
    "",
  );
}

const ENCODER = new TextEncoder();

/**
 * Streams an XML document. Resolves once the first part is there, so that an unavailable database
 * still sets the status.
 */
export async function xmlStream(texts: AsyncIterator<string>): Promise<Response> {
  const first = await texts.next();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => add(controller, first),
    pull: async (controller) => add(controller, await texts.next()),
    async cancel() {
      await texts.return?.();
    },
  });
  return new Response(body, { headers: XML });
}

function add(
  controller: ReadableStreamDefaultController<Uint8Array>,
  { done, value }: IteratorResult<string>,
): void {
  if (done) controller.close();
  else controller.enqueue(ENCODER.encode(value));
}

export function xmlResponse(text: string): Response {
  return new Response(text, { headers: XML });
}

const XML = {
  "Content-Type": "application/xml; charset=utf-8",
  "Cache-Control": "public, max-age=3600",
};
