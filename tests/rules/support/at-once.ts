import pg from "pg";
import { expect, onTestFinished } from "vitest";

import { identity, type Persona, type Rules, type Scenario } from "./rules.ts";

interface Begun {
  result: pg.QueryResult;
  commit: () => Promise<unknown>;
}

/** Requests at once: connections of their own for the running test, whose transactions are committed. */
export function atOnce(rules: () => Rules) {
  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: rules().url });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  /** Executes a statement of a persona, and leaves its transaction open. */
  async function begun(
    persona: Persona,
    text: string,
    values: readonly unknown[] = [],
    connection?: pg.Client,
  ): Promise<Begun> {
    const client = connection ?? (await connect());
    await client.query("begin");
    await client.query(
      "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
      identity(persona, rules().ids),
    );
    try {
      const result = await client.query(text, [...values]);
      return { result, commit: () => client.query("commit") };
    } catch (error) {
      await client.query("rollback");
      throw error;
    }
  }

  async function run(
    persona: Persona,
    text: string,
    values?: readonly unknown[],
    connection?: pg.Client,
  ): Promise<pg.QueryResult> {
    const client = connection ?? new pg.Client({ connectionString: rules().url });
    if (!connection) await client.connect();
    try {
      const { result, commit } = await begun(persona, text, values, client);
      await commit();
      return result;
    } finally {
      if (!connection) await client.end();
    }
  }

  /** Like a scenario of which everything is committed. */
  const committed: Pick<Scenario, "as" | "system"> = {
    as: run,
    system: (text, values) => rules().system(text, values),
  };

  /** The same; resolves to the error's message if the statement is refused. */
  const attempt = (...statement: Parameters<typeof begun>): Promise<pg.QueryResult | string> =>
    run(...statement).catch((error: pg.DatabaseError) => {
      // Anything else is a fault: a deadlock, a broken constraint, an error of ours.
      if (!error.code?.startsWith("PT4")) throw error;
      return error.message;
    });

  /** What `late` comes to if it is begun before the other's commit: it waits for it. */
  async function meanwhile<T>(
    { commit }: Pick<Begun, "commit">,
    late: () => Promise<T>,
  ): Promise<T> {
    // A connection of its own: what is late may wait on that of the rules.
    const watcher = await connect();
    const outcome = late();
    outcome.catch(() => undefined);
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await watcher.query(waiting)).rowCount).toBe(1);
    await commit();
    return outcome;
  }

  return { connect, begun, run, committed, attempt, meanwhile };
}
