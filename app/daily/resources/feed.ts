import { STORED } from "../../shared/address/cache-control.ts";
import { href } from "../../shared/address/paths.ts";
import { accessContext, reader } from "../../shared/data/access.ts";
import { escapeHtml } from "../../shared/domain/escape-html.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { SHARE_SIZE, shareImagePath } from "../../shared/head/share-image.ts";
import { formatDay } from "../../shared/i18n/format.ts";
import { isLanguage, type Language } from "../../shared/i18n/languages.ts";
import { translator } from "../../shared/i18n/translations.ts";
import { readLatestDays, type ShownDay } from "../data/days.ts";
import { startOf } from "../../shared/domain/day.ts";
import { factsLine } from "../shown/facts-line.ts";
import type { Route } from "./+types/feed.ts";

const ENTRIES = 30;

/** `/feed/{language}.atom`: the shirts of the last days (RFC 4287). */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const [lang, ending, ...rest] = params.file.split(".");
  if (!isLanguage(lang) || ending !== "atom" || rest.length > 0) {
    return new Response("Not Found", { status: 404 });
  }
  const days = await readLatestDays(reader(context), ENTRIES, lang);
  return new Response(atom(days, context.get(accessContext).siteUrl, lang), {
    headers: {
      "Content-Type": "application/atom+xml; charset=utf-8",
      "Cache-Control": STORED,
    },
  });
}

/** What was removed leaves the feed; of what was merged, the entry leads to what it became. */
function atom(days: readonly ShownDay[], siteUrl: string, lang: Language): string {
  const t = translator(lang, "daily");
  const page = siteUrl + href("today", {}, lang);
  const self = `${siteUrl}/feed/${lang}.atom`;
  const updated = days[0] ? startOf(days[0].day) : new Date(0);
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${lang}">
<id>${escapeHtml(self)}</id>
<title>${escapeHtml(t("feedTitle"))}</title>
<author><name>Maillothèque</name></author>
<updated>${updated.toISOString()}</updated>
<link rel="self" type="application/atom+xml" href="${escapeHtml(self)}"/>
<link rel="alternate" type="text/html" href="${escapeHtml(page)}"/>
${days.map((day) => entry(day, siteUrl, lang)).join("")}</feed>
`;
}

function entry({ day, facts, jersey, survivor }: ShownDay, siteUrl: string, lang: Language) {
  const linked = jersey ?? survivor;
  if (!linked) return "";
  const { host } = new URL(siteUrl);
  const page = escapeHtml(siteUrl + href("jersey", jerseyParams(linked), lang));
  const picture = escapeHtml(siteUrl + shareImagePath("daily", day, lang));
  const { width, height } = SHARE_SIZE;
  const content = `<p><a href="${page}"><img src="${picture}" alt="" width="${width}" height="${height}"></a></p><p>${escapeHtml(`${facts.team} · ${factsLine(facts, lang)}`)}</p>`;
  return `<entry>
<id>tag:${escapeHtml(host)},${day}:shirt-of-the-day</id>
<title>${escapeHtml(`${formatDay(day, lang)}: ${linked.title}`)}</title>
<updated>${startOf(day).toISOString()}</updated>
<link rel="alternate" type="text/html" href="${page}"/>
<content type="html">${escapeHtml(content)}</content>
</entry>
`;
}
