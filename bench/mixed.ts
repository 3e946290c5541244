/**
 * What one machine carries: visitors and members on a million jerseys, more and more at a time. Of a
 * hundred views, 33 go to two hundred hot pages, 57 to any jersey, team or competition, 4 are
 * searches, 4 catalogues with filters and 2 what a member has; beside each there is a call to the
 * REST service, beside a hundred a vote, beside a thousand an upload. Each row says what a view costs
 * in milliseconds of processor, of the server and of PostgreSQL; the visitors' own don't count, though
 * they run on the same machine.
 *
 *     npm run bench -- mixed [--servers 2] [--jerseys 1000000] [--seconds 20] [--at-once 1,4,16,64]
 */
import sharp from "sharp";
import { createClient } from "@supabase/supabase-js";
import { randomInt, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";

import { href } from "../app/shared/address/paths.ts";
import { catalogueSearch, parseCatalogue } from "../app/browse/domain/catalogue-query.ts";
import { jerseyParams } from "../app/shared/domain/jersey.ts";
import { type Site, startSite } from "../tests/support/site.ts";
import { COMBINATIONS } from "./scale/catalogue-filters.ts";
import { BENCH_DATA, startBenchServer } from "./scale/database.ts";
import { percentile } from "./scale/measure.ts";
import { familyOf, processorTimeOf } from "./support/process.ts";
import { report, table } from "./support/report.ts";

const { values: given } = parseArgs({
  options: {
    servers: { type: "string", default: "1" },
    jerseys: { type: "string", default: "1000000" },
    seconds: { type: "string", default: "20" },
    "at-once": { type: "string", default: "1,4,16,64,256" },
  },
});
const SECONDS = Number(given.seconds);
const MEMBERS = 40;
/** Each visitor has an address of its own, as behind a proxy. */
const SETTINGS = {
  SEED: "none",
  TRUST_PROXY: "true",
  AUTH_AUTOCONFIRM: "true",
  LOG_LEVEL: "error",
};
const LANGUAGES = ["fr", "en", "es", "pt"] as const;

interface Member {
  id: string;
  token: string;
}

/** What visitors know. */
interface Targets {
  hot: string[];
  tail: string[];
  searches: string[];
  filters: string[];
  jerseys: string[];
  members: Member[];
  picture: Buffer;
}

/** Answers of one kind. */
interface Answers {
  times: number[];
  failed: Record<string, number>;
}

const database = await startBenchServer();
const url = await database.copied(Number(given.jerseys), "mixed");
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
const sites: Site[] = [];
try {
  for (let server = 0; server < Number(given.servers); server += 1) {
    sites.push(await startSite({ DATABASE_URL: url, ...SETTINGS }));
  }
  const targets = await know(sites[0]!);
  console.log("warming up");
  await visit(targets, 16, SECONDS);
  const rows: (string | number)[][] = [];
  for (const atOnce of given["at-once"].split(",").map(Number)) {
    rows.push(await measure(targets, atOnce));
    await sleep(2_000);
  }
  const head = ["at once", "views/s", "server ms", "PostgreSQL ms", "views/s and core"];
  const lines = table([...head, "page p50", "page p99", "call p50", "call p99", "failed"], rows);
  console.log(lines.join("\n"));
  const best = Math.max(...rows.map((row) => Number(row[1])));
  const summary = `${given.servers} servers: at most ${best} views per second.`;
  await report(`mixed-${given.servers}`, lines, given.servers === "1" ? undefined : summary);
} finally {
  agent.destroy();
  for (const site of sites) await site.stop();
  await database.drop(url);
  await database.stop();
}

async function measure(targets: Targets, atOnce: number): Promise<(string | number)[]> {
  const before = await times();
  const { pages, calls } = await visit(targets, atOnce, SECONDS);
  const after = await times();
  const views = pages.times.length;
  const [server, postgres] = after.map((time, index) => (time - before[index]!) / views) as [
    number,
    number,
  ];
  const failed = [...Object.entries(pages.failed), ...Object.entries(calls.failed)];
  return [
    atOnce,
    (views / SECONDS).toFixed(0),
    server.toFixed(2),
    postgres.toFixed(2),
    (1_000 / (server + postgres)).toFixed(0),
    ...[pages, calls].flatMap(({ times: all }) =>
      [0.5, 0.99].map((share) => `${percentile(all, share).toFixed(0)} ms`),
    ),
    failed.map(([what, count]) => `${count} × ${what}`).join(", ") || "0",
  ];
}

/** Milliseconds of processor so far: of all servers, and of PostgreSQL. */
async function times(): Promise<[number, number]> {
  const postmaster = Number(
    (await readFile(join(BENCH_DATA, "pg/postmaster.pid"), "utf8")).split("\n")[0],
  );
  const sum = async (pids: number[]) =>
    (await Promise.all(pids.map((pid) => processorTimeOf(pid).catch(() => 0)))).reduce(
      (a, b) => a + b,
      0,
    );
  return [await sum(sites.map(({ pid }) => pid)), await sum(familyOf(postmaster))];
}

/** Visitors who go on one after the other, `atOnce` at any time. */
async function visit(targets: Targets, atOnce: number, seconds: number) {
  const pages: Answers = { times: [], failed: {} };
  const calls: Answers = { times: [], failed: {} };
  const end = performance.now() + seconds * 1_000;
  const visitor = async () => {
    while (performance.now() < end) await view(targets, pages, calls);
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
  return { pages, calls };
}

async function view(targets: Targets, pages: Answers, calls: Answers): Promise<void> {
  const headers = { "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
  const share = randomInt(100);
  const member = any(targets.members);
  const asMember = {
    ...headers,
    authorization: `Bearer ${member.token}`,
    apikey: sites[0]!.anonKey,
  };
  const asVisitor = { ...headers, apikey: sites[0]!.anonKey };
  if (share < 33) await ask(pages, any(targets.hot), headers);
  else if (share < 90) await ask(pages, any(targets.tail), headers);
  else if (share < 94) await ask(pages, any(targets.searches), headers);
  else if (share < 98) await ask(pages, any(targets.filters), headers);
  else {
    await ask(pages, "/account", headers);
    await ask(calls, `/rest/v1/copies?select=*&limit=60`, asMember);
  }
  const ids = Array.from({ length: 24 }, () => any(targets.jerseys));
  await ask(
    calls,
    `/rest/v1/jerseys?select=id,title,team,score,jersey_images(url)&id=in.(${ids.join()})`,
    asVisitor,
  );
  if (randomInt(100) === 0) {
    const body = JSON.stringify({
      jersey_id: any(targets.jerseys),
      voter_id: member.id,
      vote: "up",
    });
    const prefer = "resolution=merge-duplicates,return=minimal";
    const sent = { ...asMember, "content-type": "application/json", prefer };
    await ask(
      calls,
      "/rest/v1/jersey_votes?on_conflict=jersey_id,voter_id",
      sent,
      Buffer.from(body),
    );
  }
  if (randomInt(1_000) === 0) {
    const path = `/storage/v1/object/jerseys/${member.id}/${randomUUID()}.jpg`;
    await ask(calls, path, { ...asMember, "content-type": "image/jpeg" }, targets.picture);
  }
}

function ask(
  answers: Answers,
  path: string,
  headers: IncomingHttpHeaders,
  body?: Buffer,
): Promise<void> {
  const began = performance.now();
  const encoding = { "accept-encoding": "br" };
  return new Promise((resolve) => {
    const fail = (what: string) => {
      answers.failed[what] = (answers.failed[what] ?? 0) + 1;
      resolve();
    };
    const outgoing = request(
      any(sites).url + path,
      {
        agent,
        method: body ? "POST" : "GET",
        headers: {
          ...headers,
          ...encoding,
          ...(body && { "content-length": String(body.length) }),
        },
      },
      (response) => {
        response.on("error", (error) => fail(error.message));
        response.on("end", () => {
          const status = response.statusCode ?? 0;
          if (status >= 400) return fail(`${status} ${kindOf(path)}`);
          answers.times.push(performance.now() - began);
          resolve();
        });
        response.resume();
      },
    );
    outgoing.on("error", (error) => fail(error.message));
    outgoing.end(body);
  });
}

async function know(site: Site): Promise<Targets> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const jerseys = await client.query<
    Parameters<typeof jerseyParams>[0] & { team_id: string; competition_id: string; title: string }
  >(
    `select id, team_slug, kit_type_slug, year, team_id, competition_id, title from jerseys
     tablesample system (1) where status = 'approved' and is_active order by random() limit 8000`,
  );
  const best = await client.query<Parameters<typeof jerseyParams>[0]>(
    `select id, team_slug, kit_type_slug, year from jerseys where status = 'approved' and is_active order by score desc, id limit 180`,
  );
  await client.end();
  const address = (row: Parameters<typeof jerseyParams>[0]) =>
    href("jersey", jerseyParams(row), any([...LANGUAGES]));
  const fixed = (["home", "catalogue", "sports", "trends", "competitions"] as const).flatMap(
    (screen) => LANGUAGES.map((lang) => href(screen, {}, lang)),
  );
  const rows = jerseys.rows;
  const tail = rows.map((row, index) => {
    if (index % 10 === 8 && row.team_id) return href("team", { teamId: row.team_id }, "fr");
    return address(row);
  });
  const words = rows.slice(0, 2_000).map(({ title }) => title.split(" ").slice(0, 2).join(" "));
  const members: Member[] = [];
  for (let number = 0; number < MEMBERS; number += 1) {
    const { auth } = createClient(site.url, site.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { "x-forwarded-for": `10.9.${number}.1` } },
    });
    const { data, error } = await auth.signUp({
      email: `${randomUUID()}@example.test`,
      password: "un-maillot-par-jour",
    });
    if (error) throw error;
    members.push({ id: data.user!.id, token: data.session!.access_token });
  }
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  return {
    hot: [...fixed, ...best.rows.map(address)],
    tail,
    searches: words.map((text) => `/recherche?q=${encodeURIComponent(text)}`),
    filters: COMBINATIONS.map(({ filter, sort }) => {
      const params = new URLSearchParams({ ...(sort && { sort }) });
      for (const [name, value] of Object.entries(filter)) {
        for (const one of [value].flat()) params.append(name, String(one));
      }
      return `/catalogue${catalogueSearch(parseCatalogue(params).query)}`;
    }),
    jerseys: rows.map(({ id }) => id),
    members,
    picture: await sharp({
      create: { width: 1_600, height: 1_600, channels: 3, background: "#999", noise },
    })
      .jpeg()
      .toBuffer(),
  };
}

function any<T>(list: T[]): T {
  return list[randomInt(list.length)]!;
}

/** What was asked for: `jersey`, `catalogue`, `rest/v1/copies`. */
function kindOf(path: string): string {
  const [, ...segments] = path
    .split("?")[0]!
    .replace(/^\/(en|es|pt)(?=\/|$)/, "")
    .split("/");
  return segments.slice(0, segments[0] === "rest" ? 3 : 1).join("/") || "home";
}
