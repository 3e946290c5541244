import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { reviewKeys } from "./keys.ts";
import type { SubmissionRow } from "./queue-rows.ts";

const COLUMNS =
  "id, author_id, title, season_id, team_slug, kit_type, kit_type_slug, year, league, teams(colors), images:jersey_images(path)";

/** Few: a reviewer looks at each. */
const MOST = 4;

type Submitted = Pick<
  SubmissionRow["detail"]["jersey"],
  "id" | "team_slug" | "kit_type" | "season_id" | "year"
>;

/**
 * Jerseys that may be duplicates: with a similar picture, or of the same team in the same season or year, unless both say
 * another kit type.
 */
export function likelyDuplicates(jersey: Submitted) {
  return queryOptions({
    queryKey: reviewKeys.duplicates(jersey.id),
    queryFn: async () => {
      const client = await browserClient();
      const [pictures, kits] = await Promise.all([
        fetchSamePictures(client, jersey.id),
        fetchSameKits(client, jersey),
      ]);
      const all = new Map([...pictures, ...kits].map((other) => [other.id, other]));
      const found = [...all.values()].map((other) => {
        const isKit = kits.some(({ id }) => id === other.id);
        const sameKit = isKit && other.kit_type === jersey.kit_type;
        return {
          ...other,
          samePicture: pictures.some(({ id }) => id === other.id),
          sameKit,
          /** One of the two doesn't say its kit type. */
          perhapsSameKit: isKit && !sameKit,
          /** The same team, kit and season, not the year alone. */
          isSure: sameKit && other.season_id === jersey.season_id,
        };
      });
      return found.toSorted((one, other) => Number(other.isSure) - Number(one.isSure));
    },
  });
}

const jerseys = (client: Client) =>
  client
    .from("jerseys")
    .select(COLUMNS)
    .neq("status", "rejected")
    .is("jersey_images.suggestion_id", null)
    .order("position", { referencedTable: "jersey_images" })
    .limit(1, { referencedTable: "jersey_images" });

async function fetchSamePictures(client: Client, id: string) {
  const { data: near } = await client.rpc("same_pictures", { jersey_id: id }).throwOnError();
  const ids = near.flatMap(({ other_id }) => other_id ?? []);
  if (ids.length === 0) return [];
  const { data } = await jerseys(client).in("id", ids).throwOnError();
  return data.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

async function fetchSameKits(client: Client, jersey: Submitted) {
  const sameTime = [`season_id.eq.${jersey.season_id}`];
  if (jersey.year !== null) sameTime.push(`year.eq.${jersey.year}`);
  let found = jerseys(client).eq("team_slug", jersey.team_slug);
  if (jersey.kit_type) found = found.or(`kit_type.eq.${jersey.kit_type},kit_type.is.null`);
  const { data } = await found
    .or(sameTime.join(","))
    .neq("id", jersey.id)
    .order("score", { ascending: false })
    .limit(MOST)
    .throwOnError();
  return data;
}
