import type pg from "pg";

import type { Logger } from "../logger.ts";
import { DatabaseProblem } from "./embedded/problem.ts";
import { makeRoles, neededRoles, requestRoles } from "./roles.ts";

const OLDEST_VERSION = 150_000;
/** The difference of clocks that is worth a warning, in seconds. */
const CLOCK_TOLERANCE = 60;

const SCRIPT =
  "run the script that `npm run database-roles` prints, once, as a role that may (docs/operations.md)";

interface State {
  role: string;
  database: string;
  version: number;
  read_only: boolean;
  makes_roles: boolean;
  makes_schemas: boolean;
  former_owner: string | null;
  missing: string[];
  foreign: string[];
  made_for_others: boolean;
  now: number;
}

/** `$1`: all roles that are needed, `$2`: those of requests, `$3`: how a role is taken on. */
const STATE = `
  select current_user as role, current_database() as database,
    pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as read_only,
    rolsuper or rolcreaterole as makes_roles,
    has_database_privilege(current_database(), 'create')
      and pg_has_role((select nspowner from pg_namespace where nspname = 'public'), 'usage')
      as makes_schemas,
    (select nspowner::regrole::text from pg_namespace
      where nspname = 'supabase_migrations' and not pg_has_role(nspowner, 'usage')) as former_owner,
    array(select role from unnest($1::text[]) role
      where not exists (select from pg_roles where rolname = role)
      order by array_position($1::text[], role)) as missing,
    array(select rolname::text from pg_roles
      where rolname = any ($2::text[]) and not pg_has_role(oid, $3)
      order by array_position($2::text[], rolname::text)) as foreign,
    coalesce((select not exists (
        select from aclexplode(nspacl) join pg_roles on pg_roles.oid = grantee
        where rolname = any ($2::text[]))
      from pg_namespace where nspname = 'auth'
        and exists (
          select from pg_namespace where nspname = 'supabase_migrations')), false) as made_for_others,
    extract(epoch from clock_timestamp())::float8 as now
  from pg_roles where rolname = current_user`;

/**
 * Checks that migrations can be applied, and makes the roles that they need. Nothing of the schema
 * is made before.
 * @throws {DatabaseProblem} with one line for the operator
 */
export async function makeUsable(client: pg.Client, prefix: string, log: Logger): Promise<void> {
  const version = await versionOf(client);
  const began = Date.now();
  const { rows } = await client.query<State>(STATE, [
    neededRoles(prefix),
    requestRoles(prefix),
    version >= 160_000 ? "set" : "member",
  ]);
  const state = rows[0]!;
  const ahead = Math.round(state.now - (began + Date.now()) / 2_000);
  if (Math.abs(ahead) >= CLOCK_TOLERANCE) {
    log.warn(
      { seconds: ahead },
      `the database's clock is ${Math.abs(ahead)} s ${ahead > 0 ? "ahead of" : "behind"} this server's: let both follow the same time server`,
    );
  }
  assertOwner(state);
  await prepareRoles(client, state, prefix);
}

async function versionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::integer as version",
  );
  const version = rows[0]!.version;
  if (version < OLDEST_VERSION) throw new DatabaseProblem("PostgreSQL 15 or newer is needed");
  return version;
}

function assertOwner(state: State): void {
  const { role, database } = state;
  if (state.read_only) {
    throw new DatabaseProblem(
      `the database ${database} is read-only here: set DATABASE_URL to the address of the primary`,
    );
  }
  if (state.former_owner) {
    throw new DatabaseProblem(
      `the tables in the database ${database} belong to the role ${state.former_owner}, not to ${role}: connect as that role, or hand them over: ${SCRIPT}`,
    );
  }
  if (!state.makes_schemas) {
    throw new DatabaseProblem(
      `the role ${role} doesn't own the database ${database}: connect as its owner, or make the role its owner: ${SCRIPT}`,
    );
  }
  if (state.made_for_others) {
    throw new DatabaseProblem(
      `the database ${database} belongs to a site with another DATABASE_ROLE_PREFIX: set that one, or give this site a database of its own`,
    );
  }
}

async function prepareRoles(
  client: pg.Client,
  { role, missing, foreign, makes_roles }: State,
  prefix: string,
): Promise<void> {
  if (missing.length === 0 && foreign.length === 0) return;
  if (!makes_roles && missing.length > 0) {
    throw new DatabaseProblem(
      `the role ${role} may not create the roles ${missing.join(", ")}: ${SCRIPT}`,
    );
  }
  try {
    if (makes_roles) return void (await client.query(makeRoles(prefix, role)));
  } catch (error) {
    // A role that another one created can only be given by that one.
    if ((error as { code?: string }).code !== "42501") throw error;
  }
  throw new DatabaseProblem(
    `the role ${role} may not use the roles ${foreign.join(", ")} of another site on this server: set DATABASE_ROLE_PREFIX for roles of its own, or ${SCRIPT}`,
  );
}
