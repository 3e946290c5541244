import type { Color } from "../../../shared/domain/colors.ts";
import type { StoredSummary, TeamNames } from "../../../shared/domain/jersey.ts";
import type { KitType } from "../../../shared/domain/kit-types.ts";
import type { League } from "../../../shared/domain/leagues.ts";

export const SIZE_SCALES = ["adult", "women", "youth"] as const;
type SizeScale = (typeof SIZE_SCALES)[number];

export const VERSIONS = ["replica", "player_issue", "match_worn", "other"] as const;
export type Version = (typeof VERSIONS)[number];

/** The best first. */
export const CONDITIONS = ["new_with_tags", "new", "very_good", "good", "worn", "damaged"] as const;
export type Condition = (typeof CONDITIONS)[number];

export const MAX_COPY_PHOTOS = 6;

/** What its owner says about a copy, column for column; nothing of it is required. */
export interface CopyDetails {
  size_scale: SizeScale | null;
  /** As on the label: M, 42, 12-13 years. */
  size: string | null;
  version: Version | null;
  condition: Condition | null;
  printed_name: string | null;
  printed_number: string | null;
  is_signed: boolean;
  signed_by: string | null;
  certificate: string | null;
  /** With two decimals at most; never without a currency. */
  price: number | null;
  /** ISO 4217. */
  currency: string | null;
  /** A year, a month or a day: `2019`, `2019-07`, `2019-07-31`. */
  bought_on: string | null;
  bought_from: string | null;
  lent_to: string | null;
  /** Like `bought_on`. */
  lent_since: string | null;
  storage_place: string | null;
  notes: string | null;
}

export interface CopyPhoto {
  id: string;
  /** Name of the file in bucket `copies`, which only the owner reads. */
  path: string;
  /** True if it may appear on a picture to share. */
  is_shown: boolean;
}

/** The jersey of a copy, with the facts that a collection is sorted and counted by. */
export interface CopiedJersey extends StoredSummary {
  team_id: string | null;
  season: { code: string };
  competition: { id: string; name: string; slug: string };
  brand: string | null;
  colors: Color[];
  /** Missing in what was stored for lack of a network. */
  called?: TeamNames | null;
}

/** What is left of a jersey that was deleted. */
export interface FormerJersey {
  title: string;
  team: string;
  league: League;
  competition?: string;
  season?: string;
  year?: number;
  kit_type?: KitType;
  brand?: string;
  /** Those of its team, where the catalogue has it; read with the copy, not stored. */
  colors?: readonly string[];
}

/** A copy as its owner reads it. */
export interface Copy extends CopyDetails {
  id: string;
  created_at: string;
  /** Version for optimistic locking (`saveCopy`). */
  updated_at: string;
  /** Null if it was deleted, or hidden from its owner. */
  jersey: CopiedJersey | null;
  former_jersey: FormerJersey | null;
  /** The cover first. */
  photos: CopyPhoto[];
}
