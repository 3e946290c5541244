import type pg from "pg";

import { command, withClient } from "./command.ts";

interface Rebuilt {
  /** The last id of this step; null after the last. */
  last: string | null;
  wrong: { what: string; id: string; was: string | null; is: string | null }[];
}

/** How many jerseys are derived in one transaction, for which votes wait. */
const STEP = 1_000;

async function rebuild(client: pg.Client, after: string | null): Promise<Rebuilt> {
  const { rows } = await client.query<{ step: Rebuilt }>("select public.rebuild($1, $2) as step", [
    after,
    STEP,
  ]);
  return rows[0]!.step;
}

await command(({ env, say }) =>
  withClient(env, async (client) => {
    let after: string | null = null;
    let repaired = 0;
    do {
      const { last, wrong } = await rebuild(client, after);
      for (const { what, id, was, is } of wrong) {
        say(`${what} ${id}: ${was ?? "none"} → ${is ?? "none"}`);
      }
      repaired += wrong.length;
      after = last;
    } while (after !== null);
    say(repaired === 0 ? "everything is right" : `repaired: ${repaired}`);
  }),
);
