import type { JerseySummary } from "./jersey.ts";
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

/** A competition with the jersey of it that is rated best, if it has any. */
export interface CompetitionWithBest {
  competition: CompetitionSummary;
  best?: JerseySummary | undefined;
}
