import { command, withClient } from "./command.ts";

interface Repaired {
  jersey_id: string;
  upvotes: number;
  downvotes: number;
  was_upvotes: number;
  was_downvotes: number;
}

await command(({ env, say }) =>
  withClient(env, async (client) => {
    const { rows } = await client.query<Repaired>("select * from public.recount_votes()");
    for (const row of rows) {
      say(
        `${row.jersey_id}: up ${row.was_upvotes} → ${row.upvotes}, down ${row.was_downvotes} → ${row.downvotes}`,
      );
    }
    say(rows.length === 0 ? "every counter is right" : `${rows.length} jerseys repaired`);
  }),
);
