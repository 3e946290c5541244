import type { League } from "./leagues.ts";

/** What a card says of a competition, in the language of its page. */
export interface CompetitionSummary {
  id: string;
  name: string;
  slug: string;
  league: League;
  /** The country's name; null for what spans several. */
  country: string | null;
}
