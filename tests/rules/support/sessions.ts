import type pg from "pg";

import type { Scenario } from "./rules.ts";

/** A session in the auth service's format. */
export async function openSession(
  system: Scenario["system"],
  member: string,
  { aal = "aal1", userAgent = "Chromium", ip = "192.0.2.7" } = {},
): Promise<string> {
  const { rows } = await system(
    `insert into auth.sessions (user_id, aal, user_agent, ip) values ($1, $2, $3, $4) returning id`,
    [member, aal, userAgent, ip],
  );
  return rows[0].id;
}

export async function enrolFactor(
  system: Scenario["system"],
  member: string,
  status = "verified",
): Promise<void> {
  await system(
    "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', $2)",
    [member, status],
  );
}

/** Runs one statement with the token of a session; a failure undoes that statement only. */
export async function inSession(
  { system }: Scenario,
  member: string,
  session: string,
  text: string,
  values: readonly unknown[] = [],
  aal = "aal1",
): Promise<pg.QueryResult> {
  const claims = { role: "authenticated", sub: member, session_id: session, aal };
  await system("savepoint in_session");
  try {
    await system(
      "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
      [JSON.stringify(claims)],
    );
    return await system(text, values);
  } catch (error) {
    await system("rollback to savepoint in_session");
    throw error;
  } finally {
    await system("reset role");
    await system("select set_config('request.jwt.claims', '', true)");
  }
}

/** The same in a session opened for it. */
export async function inNewSession(
  scenario: Scenario,
  member: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> {
  const session = await openSession(scenario.system, member);
  return inSession(scenario, member, session, text, values);
}
