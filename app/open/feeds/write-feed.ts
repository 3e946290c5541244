import { FEED_TYPES, type FeedFormat } from "../../shared/address/feed-path.ts";
import { escapeHtml } from "../../shared/domain/escape-html.ts";
import { SHARE_SIZE } from "../../shared/head/share-image.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import type { Feed, FeedEntry } from "./feed.ts";

const AUTHOR = "Maillothèque";

/** Where a feed is read. */
interface Place {
  siteUrl: string;
  /** The feed's own path. */
  path: string;
  lang: Language;
}

type Write = (feed: Feed, place: Place) => string;

/** Atom (RFC 4287) and JSON Feed 1.1. */
export const WRITERS: Record<FeedFormat, Write> = {
  atom(feed, { siteUrl, path, lang }) {
    const link = (rel: string, type: string, href: string) =>
      `<link rel="${rel}" type="${type}" href="${escapeHtml(siteUrl + href)}"/>\n`;
    const entries = feed.entries.map(
      (entry) => `<entry>
<id>${escapeHtml(entry.id)}</id>
<title>${escapeHtml(entry.title)}</title>
<published>${entry.at}</published>
<updated>${entry.at}</updated>
${link("alternate", "text/html", entry.page)}<content type="html">${escapeHtml(content(entry, siteUrl))}</content>
</entry>
`,
    );
    return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${lang}">
<id>${escapeHtml(siteUrl + path)}</id>
<title>${escapeHtml(feed.title)}</title>
<author><name>${AUTHOR}</name></author>
<updated>${newest(feed)}</updated>
${link("self", FEED_TYPES.atom, path)}${link("alternate", "text/html", feed.page)}${entries.join("")}</feed>
`;
  },

  json(feed, { siteUrl, path, lang }) {
    return JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: feed.title,
      home_page_url: siteUrl + feed.page,
      feed_url: siteUrl + path,
      language: lang,
      authors: [{ name: AUTHOR }],
      items: feed.entries.map((entry) => ({
        id: entry.id,
        url: siteUrl + entry.page,
        title: entry.title,
        content_html: content(entry, siteUrl),
        image: siteUrl + entry.picture,
        date_published: entry.at,
      })),
    });
  },
};

/** Atom requires a date, also of a feed without entries. */
function newest({ entries }: Feed): string {
  const dates = entries.map(({ at }) => at).sort();
  return dates.at(-1) ?? new Date(0).toISOString();
}

function content({ page, picture, text }: FeedEntry, siteUrl: string): string {
  const { width, height } = SHARE_SIZE;
  return `<p><a href="${escapeHtml(siteUrl + page)}"><img src="${escapeHtml(siteUrl + picture)}" alt="" width="${width}" height="${height}"></a></p><p>${escapeHtml(text)}</p>`;
}
