import { type Logger, migrateProject } from "@maillotheque/backend";
import type { SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";

import { SITE_OPTIONS } from "../backend-options.ts";
import { findAccount, grantRole } from "../roles.ts";
import { seed } from "../../catalogue/seed/seed.ts";
import type { SeedTarget } from "../../catalogue/seed/target.ts";
import { StartError } from "../start-error.ts";
import { connectToProject } from "./database.ts";

const BUCKET = "jerseys";

/** Milliseconds. The project's services read the new schema within seconds. */
const SCHEMA_WAIT = 30_000;

export interface Project {
  url: string;
  serviceKey: string;
  databaseUrl: string;
  /** With the project's secret key. */
  client: SupabaseClient;
}

export interface SetupOptions {
  content: "catalogue" | "demo" | "none";
  /** The first administrator's address. */
  admin?: string;
  log: Logger;
  /** Called after each step with what it has done. */
  say(line: string): void;
  /** Pixels per side of the demo's pictures. */
  pictureSize?: number;
}

/**
 * Brings a Supabase project to the current schema, fills it, and makes its first administrator.
 * Each step does only what is missing, so it can be repeated at any time.
 */
export async function setUpProject(
  project: Project,
  { content, admin, log, say, pictureSize }: SetupOptions,
): Promise<void> {
  const database = await connectToProject(project.databaseUrl);
  try {
    say(await makeBucket(project, database));
    const applied = await migrateProject(database, SITE_OPTIONS.migrations, log);
    say(applied.length > 0 ? `schema: ${applied.length} migrations applied` : "schema: current");
    if (applied.length > 0) await showSchema(project, database);
    if (content === "none") say("content: none asked for");
    else say(await fill(project, content, log, pictureSize));
    say(admin ? await makeAdmin(project, database, admin) : "administrator: none asked for");
  } finally {
    await database.end();
  }
}

/**
 * Makes the bucket through the project's interface and looks for it in the database. This proves
 * that the key has the rights it needs, and that both belong to one project.
 */
async function makeBucket({ client, url }: Project, database: pg.Client): Promise<string> {
  const known = await client.storage.getBucket(BUCKET);
  if (known.error && !isMissing(known.error)) throw known.error;
  if (known.error) {
    // The migrations set what it takes.
    const { error } = await client.storage.createBucket(BUCKET, { public: true });
    if (error && !/already exists/i.test(error.message)) throw error;
  }
  const { data, error } = await client.storage.getBucket(BUCKET);
  if (error) throw error;
  const { rows } = await database.query<{ created_at: Date }>(
    "select created_at from storage.buckets where id = $1",
    [BUCKET],
  );
  if (rows[0]?.created_at.getTime() !== new Date(data.created_at).getTime()) {
    throw new StartError(`SUPABASE_DB_URL: this is the database of another project than ${url}`);
  }
  return known.error ? `bucket ${BUCKET}: made` : `bucket ${BUCKET}: exists`;
}

function isMissing(error: { message: string; status?: number; statusCode?: string }): boolean {
  return (
    error.status === 404 || error.statusCode === "404" || /bucket not found/i.test(error.message)
  );
}

/** Asks the services to read the schema again, and waits until they know it. */
async function showSchema({ client, url }: Project, database: pg.Client): Promise<void> {
  await database.query("notify pgrst, 'reload schema'");
  const deadline = Date.now() + SCHEMA_WAIT;
  for (;;) {
    const { error } = await client.rpc("offer_visitor_reports");
    if (!error) return;
    if (!error.code?.startsWith("PGRST20")) throw error;
    if (Date.now() > deadline) {
      throw new StartError(`${url} doesn't show the new schema yet: run this command again`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

async function fill(
  project: Project,
  kind: "catalogue" | "demo",
  log: Logger,
  pictureSize?: number,
): Promise<string> {
  const pool = new pg.Pool({ connectionString: project.databaseUrl, max: 2 });
  pool.on("error", () => {});
  const backend: SeedTarget = {
    pool,
    apiKeys: { service: project.serviceKey },
    // The seed's own requests name no host.
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      return fetch(new Request(project.url + pathname + search, request));
    },
  };
  const COUNT = `select (select count(*) from public.teams)::integer as teams,
    (select count(*) from public.jerseys)::integer as jerseys`;
  type Counts = { teams: number; jerseys: number };
  try {
    const before = (await pool.query<Counts>(COUNT)).rows[0]!;
    await seed({ backend, kind, log, ...(pictureSize && { pictureSize }) });
    const after = (await pool.query<Counts>(COUNT)).rows[0]!;
    const added = `${after.teams - before.teams} teams and ${after.jerseys - before.jerseys} jerseys added`;
    return `content (${kind}): ${added}`;
  } finally {
    await pool.end();
  }
}

/**
 * Grants the role. Without an account one is made, confirmed and without a password: its reader sets
 * one by the link “forgot password”.
 */
async function makeAdmin({ client }: Project, database: pg.Client, email: string): Promise<string> {
  let id = await findAccount(database, email);
  if (id) return `administrator: ${await grantRole(database, id, email, "admin")}`;
  const { data, error } = await client.auth.admin.createUser({ email, email_confirm: true });
  if (error) throw error;
  id = data.user.id;
  const granted = await grantRole(database, id, email, "admin");
  return `administrator: ${granted}; set a password by “forgot password” on the site`;
}
