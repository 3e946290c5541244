import type { JerseySummary } from "./jersey.ts";
import type { League } from "./leagues.ts";

/** A competition on a card, in the language of its page. */
export interface CompetitionSummary {
  id: string;
  name: string;
  slug: string;
  league: League;
  /** The country's name; null if the competition spans several. */
  country: string | null;
}

/** A competition with its best rated jersey, if it has any. */
export interface CompetitionWithBest {
  competition: CompetitionSummary;
  best?: JerseySummary | undefined;
}
