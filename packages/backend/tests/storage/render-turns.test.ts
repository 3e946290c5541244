import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { HEADERS } from "../../src/http/headers.ts";
import { picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
let large: Buffer<ArrayBuffer>;
let small: string;
let heavy: string;
beforeAll(async () => {
  fixture = await startStorageFixture();
  large = await picture("jpeg", 1500, 1000);
  small = await stored(await picture("png", 40, 30), "png");
});
beforeEach(async () => void (heavy = await stored(large, "jpeg")));
afterAll(() => fixture.close());

async function stored(content: Buffer<ArrayBuffer>, type: string): Promise<string> {
  const name = fixture.name(type);
  const { error } = await fixture.owner.photos.upload(name, content, {
    contentType: `image/${type}`,
  });
  expect(error).toBeNull();
  return name;
}

/** Requests a rendering from an address, and reads it. */
async function render(name: string, query: string, caller: string, signal?: AbortSignal) {
  const answer = await fetch(
    `${fixture.site.url}/storage/v1/render/image/public/photos/${name}?${query}`,
    { headers: { [HEADERS.clientAddress]: caller }, ...(signal && { signal }) },
  );
  await answer.arrayBuffer();
  return answer.status;
}

/** Renderings of a large picture as AVIF, each of another width. */
const WIDTHS = [300, 310, 320, 330, 340, 350, 360, 370];
const flood = (caller: string, signal?: AbortSignal) =>
  WIDTHS.map((width) => render(heavy, `width=${width}&format=avif`, caller, signal));

test("many large renderings of one caller don't delay another's small image", async () => {
  let done = 0;
  const floods = flood("192.0.2.1").map((work) => work.then(() => (done += 1)));
  await Promise.race(floods);
  const before = done;
  expect(await render(small, "width=20", "192.0.2.2")).toBe(200);
  // Those that ran when it was requested, and those that started beside it.
  expect(done - before).toBeLessThanOrEqual(3);
  await Promise.all(floods);
});

test("addresses of one network are one caller", async () => {
  let done = 0;
  const floods = [1, 2, 3, 4].flatMap((host) => {
    const widths = WIDTHS.slice(host * 2 - 2, host * 2);
    return widths.map((width) =>
      render(heavy, `width=${width}&format=avif`, `2001:db8::${host}`).then(() => (done += 1)),
    );
  });
  await Promise.race(floods);
  const before = done;
  expect(await render(small, "width=21", "2001:db8:1::1")).toBe(200);
  expect(done - before).toBeLessThanOrEqual(3);
  await Promise.all(floods);
});

test("renderings whose client has left are not made", async () => {
  const left = new AbortController();
  const floods = flood("192.0.2.3", left.signal);
  await Promise.race(floods);
  left.abort();
  await Promise.allSettled(floods);
  // The same caller: its turn comes after whatever it left behind.
  expect(await render(small, "width=22", "192.0.2.3")).toBe(200);
  const { data } = await fixture.owner.photos.info(heavy);
  const { version } = data!;
  const variants = join(fixture.site.dataDir, "storage/variants", version.slice(0, 2), version);
  expect((await readdir(variants)).length).toBeLessThan(WIDTHS.length - 2);
});

test("inspecting uploads takes turns too", async () => {
  let done = 0;
  const uploads = Array.from({ length: 8 }, async () => {
    const name = fixture.name("jpeg");
    const answer = await fetch(`${fixture.site.url}/storage/v1/object/photos/${name}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${fixture.owner.token}`,
        "content-type": "image/jpeg",
        [HEADERS.clientAddress]: "192.0.2.4",
      },
      body: large,
    });
    expect(answer.status).toBe(200);
    done += 1;
  });
  await Promise.race(uploads);
  const before = done;
  expect(await render(small, "width=23", "192.0.2.5")).toBe(200);
  expect(done - before).toBeLessThanOrEqual(4);
  await Promise.all(uploads);
});
