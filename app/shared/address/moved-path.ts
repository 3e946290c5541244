import { href } from "./paths.ts";
import { leagueOfSport } from "../domain/sports.ts";
import { languageOf } from "../i18n/languages.ts";

/** The rankings that have become one page, and each of them with what it was of. */
const RANKINGS =
  /^(?:\/(?:en|es|pt))?\/(?:classements|leaderboards|clasificaciones|classificacoes)$/;
const RANKING =
  /^(?:\/(?:en|es|pt))?\/(?:classement|leaderboard|clasificacion|classificacao)\/(sport|season|competition|brand|color)\/([a-z0-9-]+)$/i;

/** Where a page is that had another address once; undefined for any other address. */
export function movedPath(pathname: string): string | undefined {
  const year = /^\/es\/mi-ano\/(\d{4})$/i.exec(pathname)?.[1];
  if (year) return href("year", { year }, "es");
  const lang = languageOf(pathname);
  const trends = href("trends", {}, lang);
  if (RANKINGS.test(pathname)) return trends;
  const [, scope, value = ""] = RANKING.exec(pathname.toLowerCase()) ?? [];
  if (scope === undefined) return undefined;
  const league = scope === "sport" && leagueOfSport(value);
  if (scope === "sport") return league ? `${trends}?league=${league}` : trends;
  const began = value.slice(0, 4);
  const filter = scope === "season" ? { from: began, to: began } : { [scope]: value };
  return `${href("catalogue", {}, lang)}?${new URLSearchParams(filter)}`;
}
