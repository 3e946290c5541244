import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { Manifest } from "../../app/open/domain/manifest.ts";
import { type BackendFixture, startBackendFixture } from "../support/backend-fixture.ts";
import { plainEnvironment } from "../support/server.ts";

const JERSEYS = 1_000_000;
/** Of the process that writes, however many rows it has. */
const MOST_MEGABYTES = 256;

let site: BackendFixture;
beforeAll(async () => {
  site = await startBackendFixture();
  // Without what a write sets in motion, and without what only queries need.
  await site.sql(`
    alter table competitions disable trigger user;
    alter table seasons disable trigger user;
    alter table jerseys disable trigger user;
    do $$ declare name regclass; begin
      for name in select indexrelid from pg_index where indrelid = 'jerseys'::regclass and not indisprimary loop
        execute 'drop index ' || name;
      end loop;
    end $$;
    insert into competitions (id, league, sport, name, slug) values ('00000000-0000-4000-8000-000000000001', 'SOCCER', 'SOCCER', 'Ligue 1', 'ligue-1');
    insert into seasons (id, code, name) values ('00000000-0000-4000-8000-000000000002', '1998', '1998');
    insert into jerseys (league, competition_id, season_id, team, title, year, kit_type, colors, pattern, sponsor, edition, product_codes, price, external_link, status)
    select 'SOCCER', '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002',
      'Équipe ' || mod(n, 800), 'Maillot ' || md5(n::text), 1950 + mod(n, 75), 'home', array['red', 'white'], 'stripes',
      'Sponsor ' || mod(n, 900), 'Édition ' || n, array['AB-' || n], mod(n, 9000) / 100.0, 'https://example.org/' || md5(n::text), 'approved'
    from generate_series(1, ${JERSEYS}) n`);
});
afterAll(() => site.close());

test("a dump of a million jerseys takes little memory", async () => {
  const child = spawn(process.execPath, ["server/cli/dump.ts"], {
    env: {
      ...plainEnvironment(),
      DATABASE_URL: site.databaseUrl,
      DATA_DIR: site.dataDir,
      SITE_URL: site.url,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  let peak = 0;
  const read = (path: string) => readFile(path, "utf8").catch(() => "");
  const watch = setInterval(async () => {
    const writers = await read(`/proc/${child.pid}/task/${child.pid}/children`);
    for (const pid of writers.split(" ").filter(Boolean)) {
      const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(await read(`/proc/${pid}/status`)) ?? [];
      if (kilobytes) peak = Math.max(peak, Number(kilobytes) / 1024);
    }
  }, 200);
  const [code] = await once(child, "exit");
  clearInterval(watch);
  expect(code).toBe(0);
  const { data } = await site.anon.from("dumps").select("manifest").single().throwOnError();
  const { files } = data!.manifest as Manifest;
  for (const { rows } of files.filter(({ name }) => name === "jerseys")) expect(rows).toBe(JERSEYS);
  expect(peak, "megabytes").toBeGreaterThan(0);
  expect(Math.round(peak), "megabytes").toBeLessThan(MOST_MEGABYTES);
});
