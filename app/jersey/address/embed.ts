import { escapeHtml } from "../../shared/domain/escape-html.ts";
import type { Language } from "../../shared/i18n/languages.ts";

/** The frame in which other sites show a jersey, in CSS pixels. It shrinks with its column. */
export const EMBED_SIZE = { width: 400, height: 560 } as const;

/** The address of a jersey's embed; the server stores it in this spelling only (`stored-pages.ts`). */
export function embedPath(jerseyId: string, lang: Language): string {
  return `/embed/jersey/${jerseyId}?lang=${lang}`;
}

interface Embedded {
  id: string;
  /** Read out in place of the frame. */
  title: string;
}

/** The HTML that another site takes over to show a jersey. */
export function embedCode(
  siteUrl: string,
  { id, title }: Embedded,
  lang: Language,
  { width, height }: { width: number; height: number } = EMBED_SIZE,
): string {
  const address = escapeHtml(siteUrl + embedPath(id, lang));
  return `<iframe src="${address}" title="${escapeHtml(title)}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`;
}

/** The address at which the same is told to programs, for a page of the site (https://oembed.com). */
export function oembedPath(pageUrl: string): string {
  return `/oembed?${new URLSearchParams({ url: pageUrl, format: "json" })}`;
}
