import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

import { DATABASE_PORT, WEB_PORT } from "./balancer.ts";
import { PASSWORD } from "./machine.ts";
import { HOME } from "./network.ts";
import { asAccount, makeFolder, Service } from "./process.ts";

const ROOT = join(import.meta.dirname, "../..");
const ROLE = "site";
export const DATABASE_NAME = ROLE;

export const SITE_URL = `http://${HOME}:${WEB_PORT}`;
export const DATABASE_URL = `postgres://${ROLE}:${PASSWORD}@${HOME}:${DATABASE_PORT}/${ROLE}`;

/** The role and the database of the site, as on a managed service. */
export async function createDatabase(): Promise<void> {
  const admin = new pg.Client({
    connectionString: `postgres://postgres:${PASSWORD}@${HOME}:${DATABASE_PORT}/postgres`,
  });
  await admin.connect();
  await admin.query(`create role ${ROLE} login createrole password '${PASSWORD}'`);
  await admin.query(`create database ${ROLE} owner ${ROLE}`);
  await admin.end();
}

export function startWebServer(port: number, home: string): Service {
  const dataDir = makeFolder(dataDirOf(port, home));
  const settings = {
    NODE_ENV: "production",
    NODE_DISABLE_COMPILE_CACHE: "1",
    HOST: HOME,
    PORT: String(port),
    SITE_URL,
    DATA_DIR: dataDir,
    DATABASE_URL,
    SEED: "catalogue",
    TRUST_PROXY: "true",
    AUTH_AUTOCONFIRM: "true",
    LOG_LEVEL: "warn",
  };
  const command = asAccount("env", `--chdir=${ROOT}`, process.execPath, "server/main.ts");
  return new Service(`web${port}`, command, join(home, `web${port}.log`), settings);
}

export function anonKey(port: number, home: string): string {
  return readFileSync(join(dataDirOf(port, home), "anon-key"), "utf8").trim();
}

function dataDirOf(port: number, home: string): string {
  return join(home, `data${port}`);
}

/** Public jerseys to vote on; their author is the first member. */
export async function createJerseys(count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `insert into jerseys (title, author_id, league, competition_id, season_id, team, status)
     select 'Maillot ' || n, (select id from auth.users limit 1), 'SOCCER',
       (select id from competitions where league = 'SOCCER' order by name limit 1),
       (select id from seasons where code = '2024-25'), 'Les Verts ' || n, 'approved'
     from generate_series(1, $1) n returning id`,
    [count],
  );
  await client.end();
  return rows.map(({ id }) => id);
}
