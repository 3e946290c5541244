import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { VariantCache } from "../../src/storage/render/cache.ts";
import { removeStaleRenderings } from "../../src/storage/render/stale.ts";
import { picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
beforeAll(async () => void (fixture = await startStorageFixture()));
afterAll(() => fixture.close());

async function uploaded(cacheControl: string): Promise<string> {
  const name = fixture.name();
  const answer = await fetch(`${fixture.site.url}/storage/v1/object/photos/${name}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${fixture.owner.token}`,
      "content-type": "image/webp",
      "cache-control": cacheControl,
    },
    body: await picture(),
  });
  expect(answer.status).toBe(200);
  return name;
}

async function cachingOf(address: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(address, { headers });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
  const again = await fetch(address, {
    headers: { ...headers, "if-none-match": answer.headers.get("etag")! },
  });
  expect(again.status).toBe(304);
  expect(again.headers.get("cache-control")).toBe(answer.headers.get("cache-control"));
  return answer.headers.get("cache-control")!;
}

const PUBLIC: [said: string, answered: string][] = [
  ["public, max-age=31536000, immutable", "max-age=3600"],
  ["public, s-maxage=31536000, max-age=31536000", "max-age=3600"],
  ["s-maxage=31536000", "no-cache"],
  ["max-age=99999999999999", "max-age=3600"],
  ["immutable", "no-cache"],
  ["no-store, max-age=0", "max-age=0"],
  ["max-age=60", "max-age=60"],
  ["max-age=3600", "max-age=3600"],
];

test.each(PUBLIC)(
  "a public file whose uploader says “%s” is cached with “%s”, renderings too",
  async (said, answered) => {
    const url = fixture.visitor.photos.getPublicUrl(await uploaded(said)).data.publicUrl;
    expect(await cachingOf(url)).toBe(answered);
    expect(
      await cachingOf(url.replace("/object/", "/object/authenticated/").replace("/public", "")),
    ).toBe(answered);
    const rendering = url.replace("/object/public/", "/render/image/public/");
    expect(await cachingOf(`${rendering}?width=40&height=40`)).toBe(answered);
  },
);

test("a form's number, and a copy's, are held to the same hour", async () => {
  const { photos } = fixture.owner;
  const [one, two] = [fixture.name(), fixture.name()];
  await photos.upload(one, await picture(), {
    contentType: "image/webp",
    cacheControl: "31536000, immutable",
  });
  await photos.copy(one, two, { copyMetadata: false, metadata: { cacheControl: "max-age=86400" } });
  for (const name of [one, two]) {
    expect(await cachingOf(photos.getPublicUrl(name).data.publicUrl)).toBe("max-age=3600");
  }
});

test("what isn't public answers exactly “private, no-store”, whatever its uploader said", async () => {
  const name = await uploaded("public, s-maxage=31536000, max-age=31536000, immutable");
  const { photos, token } = fixture.owner;
  const own = { authorization: `Bearer ${token}` };
  const transform = { width: 40 };
  const signed = (await photos.createSignedUrl(name, 60)).data!.signedUrl;
  const small = (await photos.createSignedUrl(name, 60, { transform })).data!.signedUrl;
  const { pool } = fixture.site.backend;
  await pool.query("update storage.buckets set public = false where id = 'photos'");
  const base = `${fixture.site.url}/storage/v1`;
  const answers = [
    await cachingOf(signed),
    await cachingOf(small),
    await cachingOf(`${base}/object/authenticated/photos/${name}`, own),
    await cachingOf(`${base}/object/photos/${name}`, own),
    await cachingOf(`${base}/render/image/authenticated/photos/${name}?width=40`, own),
  ];
  await pool.query("update storage.buckets set public = true where id = 'photos'");
  expect(new Set(answers)).toEqual(new Set(["private, no-store"]));
  const facts = await fetch(`${base}/object/info/authenticated/photos/${name}`, { headers: own });
  expect(facts.headers.get("cache-control")).toBe("no-store");
});

test("each server deletes its renderings of files that are gone or withheld", async () => {
  const directory = await mkdtemp(join(tmpdir(), "renderings-"));
  const other = new VariantCache(directory, 1e6);
  const { pool } = fixture.site.backend;
  const versions: string[] = [];
  const names: string[] = [];
  for (let made = 0; made < 3; made++) {
    const name = await uploaded("max-age=3600");
    const { rows } = await pool.query("select version from storage.objects where name = $1", [
      name,
    ]);
    names.push(name);
    versions.push(rows[0].version);
    await other.set(rows[0].version, "40x40.webp", Buffer.from("rendered"));
  }
  await fixture.owner.photos.remove([names[0]!]);
  await pool.query(
    `update storage.objects set user_metadata = '{"withheld": true}' where name = $1`,
    [names[1]],
  );
  await removeStaleRenderings(pool, other);
  const left = await Promise.all(versions.map((version) => other.get(version, "40x40.webp")));
  expect(left.map(Boolean)).toEqual([false, false, true]);
  expect(await other.versions()).toEqual([versions[2]]);
  await rm(directory, { recursive: true });
});
