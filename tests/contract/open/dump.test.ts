import { createHash, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";

import { DUMP_FILE_NAMES } from "../../../app/open/domain/dump-files.ts";
import { FORMATS } from "../../../app/open/domain/manifest.ts";
import { newestDump } from "../../../server/open/newest-dump.ts";
import { makeDump } from "../../../server/open/make-dump.ts";
import { type BackendFixture, startBackendFixture } from "../../support/backend-fixture.ts";
import { times } from "../../support/long.ts";
import {
  copyOf,
  derived,
  download,
  dumpNow,
  dumpOptions,
  follow,
  rowsIn,
  SITE_URL,
  sorted,
} from "./support.ts";
import { createWorld, type World } from "./world.ts";

let site: BackendFixture;
let world: World;
beforeAll(async () => {
  site = await startBackendFixture();
  world = await createWorld(site, 1);
});
afterAll(() => site.close());

test("every file says the same in its three formats, and is what its manifest says", async () => {
  const manifest = await dumpNow(site);
  const empty = manifest.files.filter(({ rows }) => rows === 0).map(({ name }) => name);
  expect([...new Set(empty)]).toEqual(["redirects"]);
  expect(manifest.files).toHaveLength(DUMP_FILE_NAMES.length * FORMATS.length);
  expect(manifest).toMatchObject({ site: SITE_URL, schemaVersion: 1 });
  for (const name of DUMP_FILE_NAMES) {
    const [csv, ndjson, parquet] = await Promise.all(
      FORMATS.map((format) => rowsIn(manifest, name, format)),
    );
    expect(csv, name).toEqual(ndjson);
    expect(parquet, name).toEqual(ndjson);
  }
  for (const { name, format, rows, bytes, sha256 } of manifest.files) {
    const content = await download(manifest, name, format);
    expect(content.length).toBe(bytes);
    expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
    expect(await rowsIn(manifest, name, format)).toHaveLength(rows);
  }
  const { data } = await site.anon.from("dumps").select("manifest").single().throwOnError();
  expect(data!.manifest).toEqual(manifest);
  const stored = await fetch(manifest.files[0]!.url.replace("jerseys.csv.gz", "manifest.json"));
  expect(await stored.json()).toEqual(manifest);
  expect(await readdir(site.dataDir)).not.toContain("dump");
});

test("nothing that a visitor can't read is in any file", async () => {
  const word = `m${randomUUID().replaceAll("-", "")}`;
  const [one] = world.members;
  const { rows } = await site.sql(
    "select id, league, competition_id, season_id, team_id from jerseys where status = 'approved' and is_active limit 1",
  );
  const { id, ...of } = rows[0];
  const values = [of.league, of.competition_id, of.season_id, of.team_id, one];
  const hidden = { pending: true, rejected: true, approved: false };
  for (const [status, isActive] of Object.entries(hidden)) {
    await site.sql(
      `insert into jerseys (league, competition_id, season_id, team_id, author_id, title, edition, status, is_active)
       values ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
      [...values, `${word} ${status}`, status, isActive],
    );
  }
  await site.sql("update jerseys set description = $2 where id = $1", [id, word]);
  await site.sql("insert into copies (owner_id, jersey_id, notes) values ($1, $2, $3)", [
    one,
    id,
    word,
  ]);
  await site.sql("insert into lists (member_id, title) values ($1, $2)", [one, word]);
  await site.sql("insert into comments (jersey_id, author_id, body) values ($1, $2, $3)", [
    id,
    one,
    word,
  ]);
  await site.sql("insert into teams (name, competition_id, is_active) values ($1, $2, false)", [
    word,
    of.competition_id,
  ]);
  const manifest = await dumpNow(site);
  const changes: object[] = [];
  for (let after = 0; ;) {
    const { data } = await site.anon.rpc("open_changes", { after }).throwOnError();
    if (data.length === 0) break;
    changes.push(...data);
    after = data.at(-1).number;
  }
  const texts = [JSON.stringify(changes)];
  for (const name of DUMP_FILE_NAMES) {
    for (const format of FORMATS) texts.push(JSON.stringify(await rowsIn(manifest, name, format)));
  }
  for (const text of texts) {
    expect(text).not.toContain(word);
    expect(text).not.toContain("Mot secret");
    for (const member of world.members) expect(text).not.toContain(member);
  }
});

test.each([1, 2, 3].slice(0, times(1, 3)))(
  "a night's dump and what changed since are the next night's, over seven nights (%i)",
  async () => {
    const kinds = new Set<string>();
    let before = await dumpNow(site);
    let changed = 0;
    for (let night = 0; night < 7; night += 1) {
      for (let n = 0; n < 40; n += 1) await world.act();
      await derived(site);
      const copy = await copyOf(before);
      changed += await follow(site.anon, copy, before.change);
      const next = await dumpNow(site);
      const now = await copyOf(next);
      expect(sorted(copy)).toEqual(sorted(now));
      for (const line of now.redirects.values()) kinds.add(JSON.parse(line).kind);
      before = next;
    }
    expect(changed).toBeGreaterThan(100);
    // Whoever has no dump reads everything.
    const empty = Object.fromEntries(DUMP_FILE_NAMES.map((name) => [name, new Map()]));
    await follow(site.anon, empty as never, 0);
    expect(sorted(empty as never)).toEqual(sorted(await copyOf(before)));
    expect([...kinds].toSorted()).toEqual(["jersey", "team"]);
    expect([...world.done].toSorted()).toEqual([
      "merge_jerseys",
      "merge_teams",
      "remove_jersey",
      "undo",
    ]);
  },
);

test("one server makes the night's dump, once", async () => {
  await site.sql("update dumps set taken_at = taken_at - interval '1 day'");
  const made = await Promise.all([1, 2, 3].map(() => makeDump(dumpOptions(site))));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await makeDump(dumpOptions(site))).toBeUndefined();
});

test("a replica is read; one that is away is passed over", async () => {
  const options = dumpOptions(site);
  // Its files go once there is a newer one of the day.
  const own = sorted(await copyOf((await makeDump(options, { isForced: true }))!));
  for (const replicaUrl of [site.databaseUrl, "postgres://nobody@127.0.0.1:1/nothing"]) {
    const manifest = (await makeDump({ ...options, replicaUrl }, { isForced: true }))!;
    expect(sorted(await copyOf(manifest))).toEqual(own);
  }
});

test("a job that stands still is told after 26 hours", async () => {
  const check = () => site.service.rpc("check_dump");
  const age = async () => {
    const found = await newestDump(fetch, { url: site.url, anonKey: site.backend.apiKeys.anon });
    return (Date.now() - found!.getTime()) / 3_600_000;
  };
  await dumpNow(site);
  expect((await check()).error).toBeNull();
  expect(await age()).toBeLessThan(1);
  await site.sql("update dumps set taken_at = taken_at - interval '25 hours 50 minutes'");
  expect((await check()).error).toBeNull();
  await site.sql("update dumps set taken_at = taken_at - interval '11 minutes'");
  expect((await check()).error?.message).toBe("dump_too_old");
  expect(await age()).toBeGreaterThan(26);
});
