import { picture, startAnother } from "@maillotheque/backend/testing";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
let webp: Buffer<ArrayBuffer>;
beforeAll(async () => {
  fixture = await startStorageFixture();
  webp = await picture("webp", 400, 400);
});
afterAll(() => fixture.close());

const query = (text: string, values: unknown[] = []) =>
  fixture.site.backend.pool.query(text, values);

/** Starts another server on the same database and files; it cleans up on start. */
async function restart(): Promise<void> {
  await (await startAnother(fixture.site)).close();
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(fixture.site.dataDir, "storage/objects"), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

async function uploaded(): Promise<{ name: string; version: string }> {
  const name = fixture.name();
  await fixture.owner.jerseys.upload(name, webp, { contentType: "image/webp" });
  const { data } = await fixture.owner.jerseys.info(name);
  return { name, version: data!.version };
}

test("several servers in parallel find files that no image ever showed", async () => {
  const [forgotten, recent, shown] = [await uploaded(), await uploaded(), await uploaded()];
  await query(
    `with season as (insert into seasons (code, name) values ('2024-25', '2024-2025') returning id),
     competition as (
       insert into competitions (league, name) values ('SOCCER', 'Ligue 1') returning id),
     jersey as (
       insert into jerseys (league, competition_id, season_id, team, title, author_id)
       select 'SOCCER', competition.id, season.id, 'Lens', 'Rayé', null from competition, season
       returning id)
     insert into jersey_images (jersey_id, url)
     select id, '/storage/v1/object/public/jerseys/${shown.name}' from jersey`,
  );
  // The trigger that records the time of every change would overwrite this one.
  await query("alter table storage.objects disable trigger user");
  await query(
    `update storage.objects set created_at = now() - interval '2 days',
       updated_at = now() - interval '2 days' where name = any($1)`,
    [[forgotten.name, shown.name]],
  );
  await query("alter table storage.objects enable trigger user");
  await Promise.all([restart(), restart(), restart()]);
  await restart(); // The files noted by one of them may have come after its clean-up.
  const stored = await storedFiles();
  expect(stored).not.toContain(forgotten.version);
  expect(stored).toEqual(expect.arrayContaining([recent.version, shown.version]));
});
