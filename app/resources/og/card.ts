import type { JerseySummary } from "../../domain/jersey.ts";
import type { League } from "../../domain/leagues.ts";

/** Who is shown by a photo or, where there is none, by a drawn shirt. */
export type Pictured = Pick<
  JerseySummary,
  "league" | "kit_type" | "team_slug" | "year" | "images" | "teams"
>;

/** What the picture of a shared link says. */
export interface ShareCard {
  /** One fills the left side; of several, four do. */
  pictured: Pictured[];
  league?: { id: League; name: string } | undefined;
  /** Above the title, small. */
  caption?: string | undefined;
  title: string;
  /** Below the title. */
  facts: string[];
  /** Set like the number on a back. */
  figures: { value: string; label: string }[];
  /** The language, as it calls itself. */
  language: string;
}
