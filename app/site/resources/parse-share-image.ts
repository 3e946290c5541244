import { isDay } from "../../shared/domain/day.ts";
import { seasonName } from "../../shared/domain/season.ts";
import { leagueOfSport } from "../../shared/domain/sports.ts";
import { isUuid } from "../../shared/domain/uuid.ts";
import { isLanguage } from "../../shared/i18n/languages.ts";
import { SHARE_KINDS, type ShareKind, SITE_PICTURE } from "../../shared/head/share-image.ts";

/** Kinds with a second picture for stories, 9:16. */
const TALL: readonly ShareKind[] = ["member", "year", "list"];

/** The kind and id in a path; undefined if it isn't a share picture's. */
export function parseShareImage(kind: string | undefined, file: string | undefined) {
  const [id = "", lang, ending, ...rest] = (file ?? "").split(".");
  const known = SHARE_KINDS.find((each) => each === kind);
  if (!known || !isLanguage(lang) || ending !== "jpg" || rest.length > 0) return undefined;
  return isIdOf(known, id) ? { kind: known, id: id.toLowerCase(), lang } : undefined;
}

function isIdOf(kind: ShareKind, id: string): boolean {
  if (kind === "site") return id === SITE_PICTURE;
  if (kind === "trends") return id === SITE_PICTURE || leagueOfSport(id) !== undefined;
  if (kind === "jersey") return isUuid(id.replace(/_small$/, ""));
  if (TALL.includes(kind)) return isUuid(id.replace(/_tall$/, ""));
  if (kind === "daily") return isDay(id);
  return kind === "season" ? seasonOfShareId(id) !== undefined : isUuid(id);
}

/** The inverse of `seasonShareId`; undefined for any other text. */
export function seasonOfShareId(id: string) {
  const [competitionId = "", code = "", ...rest] = id.split("_");
  const isSeason = isUuid(competitionId) && seasonName(code) !== undefined && rest.length === 0;
  return isSeason ? { competitionId, code } : undefined;
}
