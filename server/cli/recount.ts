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
    // After the jerseys: their counters are what is summed up.
    const { rows: sums } = await client.query<Sum>("select * from public.recount_sums()");
    for (const { what, counted, was } of sums) say(`${what}: ${was} → ${counted}`);
    const { rows: authors } = await client.query<Author>("select * from public.recount_authors()");
    for (const row of authors) {
      say(
        `submitted by ${row.author_id}: ${row.was_jerseys} → ${row.jerseys}, rejected ${row.was_rejected} → ${row.rejected}`,
      );
    }
    const nothing = jerseys.length + sums.length + authors.length === 0;
    say(
      nothing
        ? "every counter is right"
        : `${jerseys.length} jerseys, ${sums.length} sums and ${authors.length} authors repaired`,
    );
  }),
);
