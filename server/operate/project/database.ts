import pg from "pg";

import { StartError } from "../start-error.ts";

/** Where a project's page tells the address of its database. */
const WHERE = "take the “session pooler” address under “Connect” in the project's dashboard";

const TRANSACTION_POOLER_PORT = "6543";

/**
 * Connects to the database of a project as the role that owns its schema.
 * @throws {StartError} in one line, if the migrations couldn't be applied on this connection
 */
export async function connectToProject(address: string): Promise<pg.Client> {
  const { host, port } = new URL(address);
  if (port === TRANSACTION_POOLER_PORT) {
    throw new StartError(`SUPABASE_DB_URL: port ${port} shares sessions; ${WHERE} (port 5432)`);
  }
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 10_000 });
  // Its next query reports the error.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "28P01" || code === "28000") {
      throw new StartError(`SUPABASE_DB_URL: ${message}; the dashboard can set a new password`);
    }
    throw new StartError(
      `SUPABASE_DB_URL: no connection to ${host} (${message || code}); ${WHERE}`,
    );
  }
  try {
    await assertUsable(client);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

interface Found {
  version: number;
  read_only: boolean;
  is_project: boolean;
  may_create: boolean;
  /** Whether our first migration was applied. */
  is_ours: boolean;
  tables: number;
  role: string;
}

/** By the system catalogues alone: a role without rights may look into no other schema. */
const FOUND = `
  with tables as (
    select oid, relnamespace::regnamespace::text || '.' || relname as name
    from pg_class where relkind in ('r', 'p'))
  select current_setting('server_version_num')::integer as version,
    pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only,
    (select count(*) = 2 from tables where name in ('auth.users', 'storage.objects')) as is_project,
    has_database_privilege(current_database(), 'create')
      and has_schema_privilege('public', 'create')
      and coalesce((select has_table_privilege(oid, 'trigger') from tables where name = 'auth.users'),
        false) as may_create,
    exists (
      select from pg_proc where pronamespace::regnamespace::text = 'private' and proname = 'fold'
    ) as is_ours,
    (select count(*)::integer from tables where name like 'public.%') as tables,
    current_user as role`;

async function assertUsable(client: pg.Client): Promise<void> {
  const found = (await client.query<Found>(FOUND)).rows[0]!;
  const problem = problemOf(found);
  if (problem) throw new StartError(`SUPABASE_DB_URL: ${problem}`);
}

function problemOf(found: Found): string | undefined {
  if (found.version < 150_000) return "PostgreSQL 15 or newer is needed; upgrade the project";
  if (found.read_only) return `a copy that can only be read; ${WHERE}`;
  if (!found.is_project) return `not the database of a Supabase project; ${WHERE}`;
  if (!found.may_create) {
    return `the role ${found.role} may not make tables; connect as the role postgres of the project`;
  }
  if (found.tables > 0 && !found.is_ours) {
    return "the database contains the tables of something else; use a project of its own";
  }
  return undefined;
}
