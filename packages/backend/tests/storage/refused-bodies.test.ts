import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
beforeAll(async () => void (fixture = await startStorageFixture()));
afterAll(() => fixture.close());

/** Ways to be refused before the content matters. */
const REFUSALS: [string, () => [path: string, headers: Record<string, string>]][] = [
  [
    "a wrong type",
    () => [fixture.name("tiff"), { authorization: owner(), "content-type": "image/tiff" }],
  ],
  ["an invalid key", () => ["a//b.webp", { authorization: owner(), "content-type": "image/webp" }]],
  ["no token", () => [fixture.name(), { "content-type": "image/webp" }]],
  [
    "another member's folder",
    () => [
      fixture.name(),
      { authorization: `Bearer ${fixture.stranger.token}`, "content-type": "image/webp" },
    ],
  ],
  [
    "an encoding",
    () => [
      fixture.name(),
      { authorization: owner(), "content-type": "image/webp", "content-encoding": "gzip" },
    ],
  ],
];
const owner = () => `Bearer ${fixture.owner.token}`;

describe.each(REFUSALS)("%s", (_, request) => {
  test("is answered for every size, and the connection goes on", async () => {
    const webp = await picture();
    for (const size of [500, 600, 700, 800, 3000]) {
      const [path, headers] = request();
      const refused = await fetch(`${fixture.site.url}/storage/v1/object/photos/${path}`, {
        method: "POST",
        headers,
        body: randomBytes(size * 1024),
      });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toHaveProperty("statusCode");
      for (let count = 0; count < 2; count += 1) {
        const { error } = await fixture.owner.photos.upload(fixture.name(), webp, {
          contentType: "image/webp",
        });
        expect(error).toBeNull();
      }
    }
  });

  test("is answered to a sender who takes longer than a second", async () => {
    const [path, headers] = request();
    let part = 0;
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 150));
        if (part++ < 8) controller.enqueue(randomBytes(50 * 1024));
        else controller.close();
      },
    });
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      headers,
      body: slow,
      duplex: "half",
    };
    const refused = await fetch(`${fixture.site.url}/storage/v1/object/photos/${path}`, init);
    expect(refused.status).toBe(400);
    expect(part).toBe(9);
  });
});
