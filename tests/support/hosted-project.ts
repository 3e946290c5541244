import { silentLogger, startEmbeddedDatabase } from "@maillotheque/backend";
import { startTestBackend, type TestBackend } from "@maillotheque/backend/testing";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

import { SITE_OPTIONS } from "../../server/operate/backend-options.ts";

/** Creates the role in which a hosted project applies migrations; its password is its name. */
export const projectRole = (name: string) =>
  `create role ${name} login createrole createdb bypassrls nosuperuser password '${name}'`;

/**
 * The known rights of the role `postgres` in a hosted project: it creates roles and owns the
 * database, but is no superuser. `auth` and `storage` belong to their services; in them it may only
 * add triggers on accounts and policies on files.
 */
export const platformOf = (name: string) => `
  alter default privileges for role ${name} in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role ${name} in schema public
    grant all on sequences to anon, authenticated, service_role;
  alter default privileges for role ${name} in schema public
    grant all on functions to anon, authenticated, service_role;
  do $$
  declare
    service text;
    item text;
  begin
    foreach service in array array['auth', 'storage'] loop
      execute format('alter schema %I owner to supabase_%s_admin', service, service);
      execute format('grant usage on schema %I to ${name}', service);
      for item in
        select format('table %s', oid::regclass) from pg_class
        where relnamespace = service::regnamespace and relkind = 'r'
        union all
        select format('function %s', oid::regprocedure) from pg_proc
        where pronamespace = service::regnamespace
      loop
        execute format('alter %s owner to supabase_%s_admin', item, service);
        execute format('grant all on %s to ${name} with grant option', item);
      end loop;
    end loop;
  end $$;
  grant all on schema extensions to ${name};
  grant anon, authenticated, service_role to ${name} with admin option;
  -- The platform lets it make policies on files; PostgreSQL knows no such right apart from
  -- ownership, so what else that would allow is refused below.
  grant supabase_storage_admin to ${name};
  create function public.refuse() returns event_trigger language plpgsql as $$
  declare
    command record;
  begin
    for command in select * from pg_event_trigger_ddl_commands() loop
      if session_user = '${name}' and command.object_identity ~ '(^| on )(auth|storage)\\.'
        and command.command_tag not in ('CREATE POLICY', 'ALTER POLICY', 'CREATE TRIGGER', 'COMMENT') then
        raise 'not in a hosted project: % %', command.command_tag, command.object_identity;
      end if;
    end loop;
  end $$;
  create event trigger ${name} on ddl_command_end execute function public.refuse();
`;

export interface HostedProject extends TestBackend {
  /** The database as the project's owner knows it: no superuser, no owner of `auth` and `storage`. */
  ownerUrl: string;
}

export interface HostedServer {
  startProject(): Promise<HostedProject>;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL whose roles have the attributes of a hosted project's. Roles belong to a whole
 * server, and in ours no role reads past row-level security.
 */
export async function startHostedServer(): Promise<HostedServer> {
  const directory = await mkdtemp(join(tmpdir(), "hosted-"));
  const nothing = await mkdtemp(join(tmpdir(), "no-migrations-"));
  await chmod(directory, 0o755);
  const database = await startEmbeddedDatabase({ directory, log: silentLogger });
  await runSql(database.superuserUrl, "alter role service_role bypassrls");
  return {
    startProject: () => startProject(database.superuserUrl, nothing),
    async stop() {
      await database.stop();
      await rm(directory, { recursive: true });
      await rm(nothing, { recursive: true });
    },
  };
}

/** Starts the services of a new project: a backend without a schema of ours, on a database of such a role. */
async function startProject(superuserUrl: string, migrations: string): Promise<HostedProject> {
  const name = `project_${randomUUID().replaceAll("-", "")}`;
  const site = await startTestBackend(superuserUrl, {
    ...SITE_OPTIONS,
    mail: { from: "Maillothèque <bonjour@localhost>", ...SITE_OPTIONS.mail },
    migrations,
  });
  const { pathname } = new URL(site.databaseUrl);
  await runSql(
    site.databaseUrl,
    `${projectRole(name)};
     alter database ${pathname.slice(1)} owner to ${name};
     ${platformOf(name)};
     alter schema supabase_migrations owner to ${name};
     alter table supabase_migrations.schema_migrations owner to ${name}`,
  );
  const owner = Object.assign(new URL(site.databaseUrl), { username: name, password: name });
  return { ...site, ownerUrl: owner.href };
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** The settings with which an operator runs commands on a project. */
export const settingsOf = (project: HostedProject): Record<string, string> => ({
  PATH: process.env.PATH ?? "",
  // Compiled files of earlier starts.
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
  LOG_LEVEL: "silent",
  DATA_DIR: project.dataDir,
  SITE_URL: "https://shirts.example.org",
  SUPABASE_URL: project.url,
  SUPABASE_ANON_KEY: project.backend.apiKeys.anon,
  SUPABASE_SERVICE_KEY: project.backend.apiKeys.service,
  SUPABASE_DB_URL: project.ownerUrl,
});

/** Runs a command on a project; returns the lines that it prints. */
export async function runOn(
  project: HostedProject,
  script: string,
  changes: Record<string, string> = {},
): Promise<string[]> {
  const env = { ...settingsOf(project), ...changes };
  const { stdout } = await promisify(execFile)(process.execPath, [`server/cli/${script}.ts`], {
    env,
  });
  return stdout.trim().split("\n");
}
