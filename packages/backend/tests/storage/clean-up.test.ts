import { randomUUID } from "node:crypto";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startAnother } from "../../src/testing/test-backend.ts";
import { picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
let webp: Buffer<ArrayBuffer>;
beforeAll(async () => {
  fixture = await startStorageFixture();
  webp = await picture();
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
  await fixture.owner.photos.upload(name, webp, { contentType: "image/webp" });
  const { data } = await fixture.owner.photos.info(name);
  return { name, version: data!.version };
}

describe("every stored file belongs to an object", () => {
  test("after deletions and replacements", async () => {
    const [removed, replaced] = [await uploaded(), await uploaded()];
    await fixture.owner.photos.remove([removed.name]);
    await fixture.owner.photos.update(replaced.name, await picture("webp", 20, 20), {
      contentType: "image/webp",
    });
    const { rows } = await query("select version from storage.objects");
    expect((await storedFiles()).sort()).toEqual(rows.map((row) => row.version).sort());
    expect((await query("select from backend.storage_leftovers")).rowCount).toBe(0);
  });

  test("after parallel replacements of one file", async () => {
    const { name } = await uploaded();
    const images = await Promise.all(
      [10, 20, 30, 40, 50, 60].map((side) => picture("webp", side, side)),
    );
    const results = await Promise.all(
      images.map((image) =>
        fixture.owner.photos.update(name, image, { contentType: "image/webp" }),
      ),
    );
    expect(results.map((result) => result.error)).toEqual(images.map(() => null));
    await restart();
    const { rows } = await query("select version from storage.objects");
    expect((await storedFiles()).sort()).toEqual(rows.map((row) => row.version).sort());
    const { data } = await fixture.visitor.photos.download(name);
    expect(images).toContainEqual(Buffer.from(await data!.arrayBuffer()));
  });

  test("after rows were deleted by SQL", async () => {
    const { name, version } = await uploaded();
    await expect(query("delete from storage.objects where name = $1", [name])).rejects.toThrow(
      "Direct deletion from storage tables is not allowed",
    );
    const client = await fixture.site.backend.pool.connect();
    await client.query("begin");
    await client.query("set local storage.allow_delete_query = 'true'");
    await client.query("delete from storage.objects where name = $1", [name]);
    await client.query("commit");
    client.release();
    await restart();
    expect(await storedFiles()).not.toContain(version);
  });

  test("after a crash between the file and its row", async () => {
    const [abandoned, underWay] = [randomUUID(), randomUUID()];
    for (const [version, due] of [
      [abandoned, "now() - interval '1 minute'"],
      [underWay, "now() + interval '1 minute'"],
    ]) {
      const folder = join(fixture.site.dataDir, "storage/objects", version!.slice(0, 2));
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, version!), webp);
      await query(`insert into backend.storage_leftovers values ($1, ${due})`, [version]);
    }
    await restart();
    const stored = await storedFiles();
    expect(stored).not.toContain(abandoned);
    expect(stored).toContain(underWay);
  });

  test("after a crash in the middle of an upload", async () => {
    const incoming = join(fixture.site.dataDir, "storage/incoming");
    const [old, recent] = [join(incoming, randomUUID()), join(incoming, randomUUID())];
    await writeFile(old, "half");
    await writeFile(recent, "half");
    const yesterday = Date.now() / 1000 - 86_400;
    await utimes(old, yesterday, yesterday);
    await restart();
    expect((await readdir(incoming)).map((name) => join(incoming, name))).toEqual([recent]);
  });
});

describe("files whose image was deleted", () => {
  const request = (name: string) =>
    query("insert into public.storage_deletions (bucket_id, name) values ('photos', $1)", [name]);

  test("are deleted with their rows", async () => {
    const gone = await uploaded();
    await request(gone.name);
    await request(`${fixture.owner.id}/never-was.webp`);
    await restart();
    expect((await query("select from public.storage_deletions")).rowCount).toBe(0);
    expect(await storedFiles()).not.toContain(gone.version);
    expect((await fixture.visitor.photos.exists(gone.name)).data).toBe(false);
  });

  test("are retried after a failure, without delaying the others", async () => {
    const [stuck, free] = [await uploaded(), await uploaded()];
    await query(`
      create function public.refuse() returns trigger language plpgsql as $$
      begin
        if old.name = '${stuck.name}' then raise exception 'not now'; end if;
        return old;
      end $$;
      create trigger refuse before delete on storage.objects for each row execute function public.refuse()`);
    await request(stuck.name);
    await request(free.name);
    await restart();
    const { rows } = await query(
      "select name, attempts, retry_at > now() as later from public.storage_deletions",
    );
    expect(rows).toEqual([{ name: stuck.name, attempts: 1, later: true }]);
    expect(await storedFiles()).not.toContain(free.version);

    await query("drop function public.refuse cascade");
    await query("update public.storage_deletions set retry_at = now()");
    await restart();
    expect(await storedFiles()).not.toContain(stuck.version);
  });
});
