import type { CopyDetails } from "./copy-details.ts";
import type { Color } from "../../../shared/domain/colors.ts";
import type { StoredSummary, StoredTeam, TeamNames } from "../../../shared/domain/jersey.ts";
import type { KitType } from "../../../shared/domain/kit-types.ts";
import type { SportOfShirt } from "../../../shared/domain/leagues.ts";

export const MAX_COPY_PHOTOS = 6;

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
  league: SportOfShirt;
  competition?: string;
  season?: string;
  year?: number;
  kit_type?: KitType;
  brand?: string;
  /** These words aren't shown to others: a removed jersey's, or those from before the member's names were reset. */
  gone?: true;
  unsaid?: true;
  /** Its team, where the catalogue has it; read with the copy, not stored. */
  teams?: StoredTeam & {
    id?: string;
    short_name?: string | null;
    competition?: { name?: string; slug: string } | null;
  };
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
