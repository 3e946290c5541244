import type { KitType } from "./kit-types.ts";
import type { League } from "./leagues.ts";

interface JerseyPhoto {
  /**
   * Name of the file in bucket `jerseys`; null for an image stored elsewhere, which is not shown.
   */
  path: string | null;
  /** Lists leave it out, because the title is beside the photo. */
  alt?: string | null;
}

declare const isLocal: unique symbol;

/**
 * A team's name in the reader's language, as `teamName()` and `localJersey()` make it. What shows a
 * team takes no other text.
 */
export type LocalName = string & { readonly [isLocal]: true };

/** What decides a team's name, beside the name that is stored with the jersey. */
export interface StoredTeam {
  colors: string[];
  country?: string | null;
  competition?: { slug: string } | null;
}

/** A jersey with its team as it is stored. */
export interface StoredJersey {
  title: string;
  team: string;
  /** Null for a free text. */
  teams: StoredTeam | null;
}

/** What a team is called besides its name. */
export interface TeamNames {
  short_name: string | null;
  aliases: { alias: string }[];
}

/** A jersey on a card. */
export interface JerseySummary {
  id: string;
  title: string;
  team: LocalName;
  team_slug: string;
  kit_type: KitType | null;
  kit_type_slug: string;
  year: number | null;
  league: League;
  score: number;
  upvotes: number;
  downvotes: number;
  /** What a member's list says about it, on that list's page. */
  note?: string | null;
  /** Names and numbers on a member's copies of it, on the page where they show them. */
  printed?: string[];
  /** The address of a member's photo of it, there, where the catalogue has none. */
  shownPhoto?: string;
  /** True of a member's shirt without a page, in a list of theirs: it is drawn, and leads nowhere. */
  isPageless?: true;
  /** The cover first. */
  images: JerseyPhoto[];
  /** The team's row with its colours as `#rrggbb`; not every jersey has one. */
  teams: { colors: string[] } | null;
}

/** A jersey of a list as it is stored. */
export type StoredSummary = Omit<JerseySummary, "team" | "teams"> & StoredJersey;

/** The address segment for an unknown year (docs/product/site.md 2.6). */
export const UNKNOWN_YEAR = "annee-inconnue";

/** The parameters of a jersey's canonical address. */
export function jerseyParams(
  jersey: Pick<JerseySummary, "id" | "team_slug" | "kit_type_slug" | "year">,
) {
  return {
    teamSlug: jersey.team_slug,
    kitType: jersey.kit_type_slug,
    year: jersey.year === null ? UNKNOWN_YEAR : String(jersey.year),
    id: jersey.id,
  };
}

/** True if a title says the team already, as most do: then nothing says it once more beside it. */
export function namesTeam({ title, team }: { title: string; team: string }): boolean {
  return title.includes(team);
}

/** True if a title says the year already, mostly as a season's first. */
export function namesYear({ title, year }: { title: string; year: number | null }): boolean {
  return year !== null && title.includes(String(year));
}
