import { command, withClient } from "./command.ts";

interface Repaired {
  jersey_id: string;
  upvotes: number;
  downvotes: number;
  was_upvotes: number;
  was_downvotes: number;
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

interface Count {
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
    const { rows: catalogue } = await client.query<Count>(
      "select * from public.recount_catalogue()",
    );
    for (const { what, counted, was } of catalogue) say(`catalogue, ${what}: ${was} → ${counted}`);
    const repaired = [jerseys, standings, catalogue].map(({ length }) => length);
    const nothing = repaired.every((count) => count === 0);
    say(
      nothing
        ? "every counter is right"
        : `repaired: ${repaired[0]} jerseys, ${repaired[1]} standings, ${repaired[2]} rows of the catalogue`,
    );
  }),
);
