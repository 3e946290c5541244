import { SUMMARY } from "../../app/data/jerseys/columns.ts";
import type { Statement } from "../../packages/backend/src/database/flush.ts";
import type { Subject } from "../scale/subjects.ts";

/** A request as every contestant gets it. */
export interface Asked {
  method: "GET" | "HEAD" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** The member who asks; a visitor otherwise. */
  member?: string;
}

/** What our REST interface makes of a request. */
export interface Known {
  statements: Statement[];
}

const PUBLIC = "status=eq.approved&is_active=eq.true";
const COVER = "order=score.desc,id.desc&images.order=position&images.limit=1";
const select = encodeURIComponent(SUMMARY.replaceAll(" ", ""));
const LEAGUES = ["NBA", "NFL", "NHL", "SOCCER", "ESPORT"];
const WORDS = [
  "paris",
  "lakers 2023",
  "maillot domicile",
  "real madrid",
  "bayern",
  "liverpool away",
  "nike",
  "third",
  "olympique marseille",
  "barcelona 2019",
]; // a visitor types these

/** The calls that are compared, each about something else every time. */
export function calls(subjects: Subject[]): Record<string, Asked[]> {
  const get = (path: string): Asked => ({ method: "GET", path: `/rest/v1/${path}`, headers: {} });
  const places = [
    ...LEAGUES.map((league) => `league=eq.${league}`),
    ...subjects.map((subject) => `competition_id=eq.${subject.competition_id}`),
    ...subjects.map((subject) => `team_id=eq.${subject.team_id}`),
  ];
  return {
    "list of 24 with cover": places.map((where) =>
      get(`jerseys?select=${select}&${PUBLIC}&${where}&${COVER}&limit=24`),
    ),
    search: WORDS.map((words) =>
      get(
        `rpc/search_jerseys?query=${encodeURIComponent(words)}&max_results=5&select=id,title,team,kit_type,year`,
      ),
    ),
    "exact count": places.map((where) => ({
      // Not HEAD, which the load generator doesn't know to have no body.
      method: "GET",
      path: `/rest/v1/jerseys?select=id&${PUBLIC}&${where}&limit=1`,
      headers: { prefer: "count=exact" },
    })),
    "vote upsert": subjects.flatMap((voter) =>
      subjects.flatMap(({ ids }) =>
        ids.slice(0, 4).map((jersey_id, index): Asked => ({
          method: "POST",
          path: "/rest/v1/jersey_votes?on_conflict=jersey_id%2Cvoter_id",
          headers: {
            "content-type": "application/json",
            prefer: "resolution=merge-duplicates,return=minimal",
          },
          body: JSON.stringify({
            jersey_id,
            voter_id: voter.member,
            vote: (index + Number.parseInt(voter.member.slice(0, 2), 16)) % 2 ? "up" : "down",
          }),
          member: voter.member,
        })),
      ),
    ),
  };
}

export function keyOf({ method, path, body = "" }: Asked): string {
  return `${method} ${path} ${body}`;
}
