import { command, withClient } from "./command.ts";

interface Repaired {
  jersey_id: string;
  upvotes: number;
  downvotes: number;
  was_upvotes: number;
  was_downvotes: number;
}

interface Author {
  author_id: string;
  jerseys: string;
  rejected: string;
  was_jerseys: string;
  was_rejected: string;
}

interface Kit {
  team_id: string;
  year: number;
  kit_type_slug: string;
  jerseys: string;
  was: string;
}

interface Standing {
  jersey_id: string;
  upvotes: number;
  downvotes: number;
  rising: number;
  was_upvotes: number;
  was_downvotes: number;
  was_rising: number;
}

interface Sum {
  what: string;
  counted: string;
  was: string;
}

await command(({ env, say }) =>
  withClient(env, async (client) => {
    const { rows: jerseys } = await client.query<Repaired>("select * from public.recount_votes()");
    for (const row of jerseys) {
      say(
        `${row.jersey_id}: up ${row.was_upvotes} → ${row.upvotes}, down ${row.was_downvotes} → ${row.downvotes}`,
      );
    }
    const { rows: standings } = await client.query<Standing>(
      "select * from public.recount_standings()",
    );
    for (const row of standings) {
      say(
        `counting for ${row.jersey_id}: up ${row.was_upvotes} → ${row.upvotes}, down ${row.was_downvotes} → ${row.downvotes}, rising ${row.was_rising} → ${row.rising}`,
      );
    }
    // After the jerseys: the sums are computed from their counters.
    const { rows: sums } = await client.query<Sum>("select * from public.recount_sums()");
    for (const { what, counted, was } of sums) say(`${what}: ${was} → ${counted}`);
    const { rows: authors } = await client.query<Author>("select * from public.recount_authors()");
    for (const row of authors) {
      say(
        `submitted by ${row.author_id}: ${row.was_jerseys} → ${row.jerseys}, rejected ${row.was_rejected} → ${row.rejected}`,
      );
    }
    const { rows: kits } = await client.query<Kit>("select * from public.recount_kits()");
    for (const { team_id: team, year, kit_type_slug: kit, jerseys: counted, was } of kits) {
      say(`of team ${team}, ${kit} ${year || "without a year"}: ${was} → ${counted}`);
    }
    const { rows: catalogue } = await client.query<Sum>("select * from public.recount_catalogue()");
    for (const { what, counted, was } of catalogue) say(`catalogue, ${what}: ${was} → ${counted}`);
    const repaired = [jerseys, standings, sums, authors, kits, catalogue].map(
      ({ length }) => length,
    );
    const nothing = repaired.every((count) => count === 0);
    say(
      nothing
        ? "every counter is right"
        : `repaired: ${repaired[0]} jerseys, ${repaired[1]} standings, ${repaired[2]} sums, ${repaired[3]} authors, ${repaired[4]} kits, ${repaired[5]} rows of the catalogue`,
    );
  }),
);
