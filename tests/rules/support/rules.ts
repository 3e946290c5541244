import { randomUUID } from "node:crypto";
import pg from "pg";

import { createTestDatabase } from "../../support/database.ts";

export const PERSONAS = ["visitor", "owner", "stranger", "admin"] as const;
/** Members that only some tests have. */
const GUESTS = ["reviewer", "otherReviewer", "member", "trusted"] as const;
export type Guest = (typeof GUESTS)[number];
export type Persona = (typeof PERSONAS)[number] | Guest;
type Member = Exclude<Persona, "visitor">;

/** Number of rows read or written, or the code of the error. */
export type Outcome = number | string;

type Values = readonly unknown[];

/** A connection inside a transaction that is rolled back when the scenario ends. */
export interface Scenario {
  /** Runs one statement with a persona's role and claims; a failure undoes that statement only. */
  as(persona: Persona, text: string, values?: Values): Promise<pg.QueryResult>;
  /** The same, returned as an {@link Outcome}. */
  outcome(persona: Persona, text: string, values?: Values): Promise<Outcome>;
  /** Runs one statement without rules. */
  system(text: string, values?: Values): Promise<pg.QueryResult>;
  /** Derives all that is only read, as a running site does a moment after a write. */
  derived(): Promise<void>;
}

export interface Rules {
  url: string;
  ids: Record<Member, string>;
  scenario<T>(play: (scenario: Scenario) => Promise<T>): Promise<T>;
  /** The result of the same statement for each persona, each from the same state. */
  everyone(
    text: string,
    values?: Values,
  ): Promise<Record<(typeof PERSONAS)[number], Outcome> & Partial<Record<Guest, Outcome>>>;
  /** Runs and commits statements without rules. */
  system(text: string, values?: Values): Promise<pg.QueryResult>;
  /** Derives all that is only read, as a running site does a moment after a write. */
  derived(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A separate database with the three members; every scenario is rolled back.
 * @param migrations Another folder than the site's, for the tests of a migration
 * @param guests Further members
 */
export async function createRules(
  migrations?: string,
  guests: readonly Guest[] = [],
): Promise<Rules> {
  const database = await createTestDatabase(migrations);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const ids: Record<Member, string> = {
    owner: randomUUID(),
    stranger: randomUUID(),
    admin: randomUUID(),
    reviewer: randomUUID(),
    otherReviewer: randomUUID(),
    member: randomUUID(),
    trusted: randomUUID(),
  };
  for (const name of ["owner", "stranger", "admin", ...guests] as const) {
    await addMember(client, ids[name], name);
    if (name === "reviewer" || name === "otherReviewer") {
      await client.query("insert into user_roles (user_id, role) values ($1, 'reviewer')", [
        ids[name],
      ]);
    }
  }
  await client.query("insert into user_roles (user_id, role) values ($1, 'admin')", [ids.admin]);
  // A sign-up doesn't get this name; a command may give it.
  await client.query("update profiles set username = 'admin' where id = $1", [ids.admin]);

  async function as(persona: Persona, text: string, values: Values = []) {
    await client.query("savepoint statement");
    try {
      await client.query(
        "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
        identity(persona, ids),
      );
      return await client.query(text, [...values]);
    } catch (error) {
      await client.query("rollback to savepoint statement");
      throw error;
    } finally {
      await client.query("reset role");
      await client.query("select set_config('request.jwt.claims', '', true)");
    }
  }

  const scenario: Scenario = {
    as,
    outcome: (...statement) => outcome(as(...statement)),
    system: (text, values = []) => client.query(text, [...values]),
    async derived() {
      while ((await client.query("select derive() as taken")).rows[0].taken > 0);
    },
  };
  const rules: Rules = {
    url: database.url,
    ids,
    async scenario(play) {
      await client.query("begin");
      try {
        return await play(scenario);
      } finally {
        await client.query("rollback");
      }
    },
    async everyone(text, values) {
      const outcomes = {} as Record<Persona, Outcome>;
      for (const persona of [...PERSONAS, ...guests]) {
        outcomes[persona] = await rules.scenario(({ outcome }) => outcome(persona, text, values));
      }
      return outcomes;
    },
    system: scenario.system,
    derived: scenario.derived,
    async close() {
      await client.end();
      await database.drop();
    },
  };
  return rules;
}

/** Creates an account like the auth service; the database's trigger adds the profile. */
async function addMember(
  client: Pick<pg.Client, "query">,
  id: string,
  username: string,
): Promise<void> {
  await client.query("insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)", [
    id,
    `${id}@example.test`,
    { username },
  ]);
}

/** Role and claims of a persona, in the form for `set_config`. */
export function identity(persona: Persona, ids: Record<Member, string>): [string, string] {
  if (persona === "visitor") return ["anon", JSON.stringify({ role: "anon" })];
  return ["authenticated", JSON.stringify({ role: "authenticated", sub: ids[persona] })];
}

/** Affected rows, or PostgreSQL's SQLSTATE. */
export async function outcome(query: Promise<pg.QueryResult>): Promise<Outcome> {
  try {
    return (await query).rowCount ?? 0;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code) return error.code;
    throw error;
  }
}
