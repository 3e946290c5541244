import { accessContext, reader } from "../../../shared/data/access.ts";
import type { Client } from "../../../shared/data/client.ts";
import { type SitemapKind, type SitemapRow, sitemapRows } from "../../data/sitemap/sitemap.ts";
import { type Language, LANGUAGES } from "../../../shared/i18n/languages.ts";
import { alternates } from "../../../shared/address/paths.ts";
import { TEXT_SCREENS } from "../../../shared/address/screens.ts";
import { type FacetCounts, universe } from "../../../browse/data/jerseys/catalogue.ts";
import {
  catalogueSearch,
  EMPTY_QUERY,
  LIST_FILTERS,
  PHOTOS,
  withDecade,
  withOne,
  withToggled,
} from "../../../browse/domain/catalogue-query.ts";
import { jerseyParams } from "../../../shared/domain/jersey.ts";
import { LEAGUES } from "../../../shared/domain/leagues.ts";
import { sportSlug } from "../../../shared/domain/sports.ts";
import type { Route } from "./+types/sitemap-part.ts";
import { CATALOGUE_FILE, MOST_ROWS, parsePart, type Part, rangeOf } from "./parts.ts";
import { URL_SET_END, URL_SET_START, urlEntries, xmlResponse, xmlStream } from "./xml.ts";

/** `/sitemap/{file}`: pages of one kind, or the pages without parameters. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { siteUrl } = context.get(accessContext);
  if (params.file === "pages.xml") {
    return xmlResponse(singlePages(siteUrl));
  }
  if (params.file === CATALOGUE_FILE) {
    return xmlResponse(filteredPages(siteUrl, await universe(reader(context), EMPTY_QUERY)));
  }
  const part = parsePart(params.file);
  if (!part) return new Response("Not Found", { status: 404 });
  return xmlStream(entriesOf(reader(context), part, siteUrl));
}

function singlePages(siteUrl: string): string {
  const lists = ["home", "catalogue", "competitions", "sports", "trends", "today"] as const;
  const screens = [...lists, "data" as const, "report" as const, ...TEXT_SCREENS].map((screen) =>
    alternates(screen, {}),
  );
  const sports = LEAGUES.map((league) => alternates("sport", { sport: sportSlug(league) }));
  const entries = [...screens, ...sports].map((paths) => urlEntries(siteUrl, paths));
  return URL_SET_START + entries.join("") + URL_SET_END;
}

/** The catalogue with one filter, of every value that shows something (docs/product/browse.md 22). */
function filteredPages(siteUrl: string, counts: FacetCounts): string {
  const queries = [
    ...LIST_FILTERS.flatMap((filter) =>
      Object.keys(counts[filter] ?? {}).map((value) => withToggled(EMPTY_QUERY, filter, value)),
    ),
    ...Object.keys(counts.decade ?? {}).map((start) => withDecade(EMPTY_QUERY, Number(start))),
    ...PHOTOS.filter((photo) => counts.photo?.[photo]).map((photo) =>
      withOne(EMPTY_QUERY, "photo", photo),
    ),
  ];
  const paths = alternates("catalogue", {});
  const entries = queries.map((query) => {
    const search = catalogueSearch(query);
    const filtered = LANGUAGES.map((lang) => [lang, paths[lang] + search]);
    return urlEntries(siteUrl, Object.fromEntries(filtered) as Record<Language, string>);
  });
  return URL_SET_START + entries.join("") + URL_SET_END;
}

const PATHS: Record<SitemapKind, (row: SitemapRow) => Record<Language, string>> = {
  jerseys: ({ id, team_slug = "", kit_type_slug = "", year = null }) =>
    alternates("jersey", jerseyParams({ id, team_slug, kit_type_slug, year })),
  teams: ({ id }) => alternates("team", { teamId: id }),
  competitions: ({ id }) => alternates("competition", { competitionId: id }),
  seasons: ({ competition_id: competitionId = "", code: season = "" }) =>
    alternates("season", { competitionId, season }),
  brands: ({ id }) => alternates("brand", { brandId: id }),
};

/** Rows written at a time: about 150 kB. */
const ROWS_AT_ONCE = 50;

async function* entriesOf(client: Client, part: Part, siteUrl: string): AsyncGenerator<string> {
  let text = URL_SET_START;
  let left = MOST_ROWS;
  for await (const rows of sitemapRows(client, part.kind, rangeOf(part))) {
    for (let at = 0; at < rows.length && left > 0; at += ROWS_AT_ONCE) {
      const some = rows.slice(at, at + Math.min(ROWS_AT_ONCE, left));
      left -= some.length;
      yield text + some.map((row) => participationOf(row, part.kind, siteUrl)).join("");
      text = "";
    }
    if (left <= 0) break;
  }
  yield text + URL_SET_END;
}

function participationOf(row: SitemapRow, kind: SitemapKind, siteUrl: string): string {
  const changed = row.updated_at ?? row.moderated_at ?? row.created_at;
  return urlEntries(siteUrl, PATHS[kind](row), changed);
}
