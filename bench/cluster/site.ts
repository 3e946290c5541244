import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";

import { connected } from "../support/connected.ts";
import { FOLDER, HOME, type Machine, PASSWORD } from "./machine.ts";
import { asAccount, makeFolder, Service } from "./process.ts";

export const ROOT = join(import.meta.dirname, "../..");
const [DATABASE_PORT, WEB_PORT] = [5000, 8080];
export const WEB_PORTS = [3001, 3002];
export const SITE_URL = `http://${HOME}:${WEB_PORT}`;
export const DATABASE_URL = `postgres://site:${PASSWORD}@${HOME}:${DATABASE_PORT}/site`;

const dataDirOf = (port: number) => join(FOLDER, `data${port}`);

/** haproxy: to the database that is the primary, and to the web servers. */
export function startBalancer(machines: Machine[]): Service {
  const databases = machines.map(
    ({ name, address }) => `  server ${name} ${address}:5432 check port 8008`,
  );
  const servers = WEB_PORTS.map((port) => `  server web${port} ${HOME}:${port} check`);
  const settings = join(FOLDER, "haproxy.cfg");
  writeFileSync(
    settings,
    `global
  maxconn 2000
defaults
  timeout connect 2s
  timeout client 2m
  timeout server 2m
  retries 3
  option redispatch 1
listen primary
  bind ${HOME}:${DATABASE_PORT}
  mode tcp
  option httpchk OPTIONS /primary
  http-check expect status 200
  timeout check 2s
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${databases.join("\n")}
listen web
  bind ${HOME}:${WEB_PORT}
  mode http
  option forwardfor
  option httpchk GET /healthz
  # A page that a server can't give, the other one may have kept; what writes is not repeated.
  retry-on conn-failure empty-response response-timeout 503
  http-request disable-l7-retry unless METH_GET
  default-server inter 1s fall 2 rise 1
${servers.join("\n")}
`,
  );
  return new Service(
    asAccount("/usr/sbin/haproxy", "-db", "-f", settings),
    join(FOLDER, "haproxy.log"),
  );
}

/** The role and the database of the site, as on a managed service. */
export async function createDatabase(): Promise<void> {
  const url = `postgres://postgres:${PASSWORD}@${HOME}:${DATABASE_PORT}/postgres`;
  await connected(url, async (admin) => {
    await admin.query(`create role site login createrole password '${PASSWORD}'`);
    await admin.query("create database site owner site");
  });
}

export function startWebServer(port: number): Service {
  const settings = {
    ...{ NODE_ENV: "production", NODE_DISABLE_COMPILE_CACHE: "1", HOST: HOME, PORT: String(port) },
    ...{ SITE_URL, DATABASE_URL, DATA_DIR: makeFolder(dataDirOf(port)), SEED: "catalogue" },
    ...{ TRUST_PROXY: "true", AUTH_AUTOCONFIRM: "true", LOG_LEVEL: "warn" },
  };
  const command = asAccount("env", `--chdir=${ROOT}`, process.execPath, "server/main.ts");
  return new Service(command, join(FOLDER, `web${port}.log`), settings);
}

export function anonKey(): string {
  return readFileSync(join(dataDirOf(WEB_PORTS[0]!), "anon-key"), "utf8").trim();
}

/** Public jerseys to vote on, of nobody. */
export async function createJerseys(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into jerseys (title, author_id, league, competition_id, season_id, team, status)
     select 'Maillot ' || n, null, 'SOCCER',
       (select id from competitions where league = 'SOCCER' order by name limit 1),
       (select id from seasons where code = '2024-25'), 'Les Verts ' || n, 'approved'
     from generate_series(1, $1) n returning id`,
    [count],
  );
  return rows.map(({ id }) => id);
}
