import type { Statement } from "@maillotheque/backend/testing";
import { SUMMARY } from "../../app/shared/data/jerseys/columns.ts";
import type { Subject } from "../../tests/support/reads.ts";

/** A request that every contestant receives. */
export interface Call {
  path: string;
  headers?: Record<string, string>;
  /** Makes it a `POST`. */
  body?: string;
  /** The member who sends it; a visitor if undefined. */
  member?: string;
}

/** The SQL of our REST interface for a request. */
export interface Known {
  role: string;
  statements: Statement[];
}

const PUBLIC = "status=eq.approved&is_active=eq.true";
const COVER = "order=score.desc,id.desc&images.order=position&images.limit=1";
// Lite takes every table with two foreign keys for a junction, so it needs to hear which is meant.
const UNAMBIGUOUS = "competition:competitions!teams_competition_id_fkey(";
const select = encodeURIComponent(
  SUMMARY.replaceAll(" ", "").replace("competition:competitions(", UNAMBIGUOUS),
);
const LEAGUES = ["NBA", "NFL", "NHL", "SOCCER", "ESPORT"];
const WORDS =
  `paris, lakers 2023, maillot domicile, real madrid, bayern, liverpool away, nike, third,
  olympique marseille, barcelona 2019`.split(/,\s+/);

const vote = (jersey_id: string, voter_id: string, vote: string) =>
  JSON.stringify({ jersey_id, voter_id, vote });

/** The compared calls, each with many different subjects. */
export function calls(subjects: Subject[]): Record<string, Call[]> {
  const places = [
    ...LEAGUES.map((league) => `league=eq.${league}`),
    ...subjects.map((subject) => `competition_id=eq.${subject.competition_id}`),
    ...subjects.map((subject) => `team_id=eq.${subject.team_id}`),
  ];
  return {
    "list of 24 with cover": places.map((where) => ({
      path: `/rest/v1/jerseys?select=${select}&${PUBLIC}&${where}&${COVER}&limit=24`,
    })),
    search: WORDS.map((words) => ({
      path: `/rest/v1/rpc/search_jerseys?query=${encodeURIComponent(words)}&max_results=5&select=id,title,team,kit_type,year`,
    })),
    "exact count": places.map((where) => ({
      // Not HEAD: the load generator waits for a body.
      path: `/rest/v1/jerseys?select=id&${PUBLIC}&${where}&limit=1`,
      headers: { prefer: "count=exact" },
    })),
    "vote upsert": subjects.flatMap(({ member }, voter) =>
      subjects.flatMap(({ ids }) =>
        ids.slice(0, 4).map((jersey_id, index) => ({
          path: "/rest/v1/jersey_votes?on_conflict=jersey_id%2Cvoter_id",
          headers: {
            "content-type": "application/json",
            prefer: "resolution=merge-duplicates,return=minimal",
          },
          body: vote(jersey_id, member, (index + voter) % 2 ? "up" : "down"),
          member,
        })),
      ),
    ),
  };
}
