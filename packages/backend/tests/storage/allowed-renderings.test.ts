import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
let name: string;
let avif: string;
beforeAll(async () => {
  fixture = await startStorageFixture({
    storage: {
      renderings: {
        photos: { widths: [160, 320], qualities: [75, 90], formats: ["origin", "webp"] },
      },
    },
  });
  [name, avif] = (await Promise.all(
    (["png", "avif"] as const).map(async (format) => {
      const path = fixture.name(format);
      const content = await picture(format, 400, 300);
      const { error } = await fixture.owner.photos.upload(path, content, {
        contentType: `image/${format}`,
      });
      if (error) throw error;
      return path;
    }),
  )) as [string, string];
});
afterAll(() => fixture.close());

const rendered = (kind: string, query: string, headers: Record<string, string> = {}) =>
  fetch(`${fixture.site.url}/storage/v1/render/image/${kind}/photos/${name}?${query}`, { headers });

const ALLOWED = [
  "width=160&height=160&quality=75",
  "width=320&height=320&quality=90&resize=contain",
  "width=160&height=160&quality=75&resize=cover&format=webp",
  "width=160&height=160&quality=75&format=origin",
];
const REFUSED = [
  ["width", ""],
  ["width", "quality=75"],
  ["width", "width=161&height=161&quality=75"],
  ["width", "height=160&quality=75"],
  ["width", "width=99999&height=99999&quality=75"],
  ["height", "width=160&height=320&quality=75"],
  ["height", "width=160&quality=75"],
  ["quality", "width=160&height=160"],
  ["quality", "width=160&height=160&quality=76"],
  ["resize", "width=160&height=160&quality=75&resize=fill"],
  ["format", "width=160&height=160&quality=75&format=avif"],
] as const;

test.each(ALLOWED)("anyone gets %s", async (query) => {
  expect((await rendered("public", query)).status).toBe(200);
  const headers = { authorization: `Bearer ${fixture.owner.token}` };
  expect((await rendered("authenticated", query, headers)).status).toBe(200);
});

describe.each(REFUSED)("the wrong %s in '%s'", (parameter, query) => {
  test.each(["visitor", "owner"] as const)("is refused to the %s", async (persona) => {
    const headers = { authorization: `Bearer ${fixture[persona].token}` };
    for (const kind of ["public", "authenticated"]) {
      const answer = await rendered(kind, query, headers);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: "InvalidRequest",
        message: expect.stringContaining(`querystring/${parameter}: expected`),
      });
    }
  });

  test("isn't rendered by an address signed for the file", async () => {
    const { data } = await fixture.owner.photos.createSignedUrl(name, 60);
    const { searchParams } = new URL(data!.signedUrl);
    const answer = await rendered("sign", `${query}&token=${searchParams.get("token")}`);
    expect(answer.status).toBe(400);
  });
});

// Without any value, the address would be one of the file.
test.each(REFUSED.filter(([, query]) => query !== ""))(
  "the wrong %s in '%s' isn't signed for a member",
  async (_, query) => {
    const transform = Object.fromEntries(new URLSearchParams(query)) as never;
    const { error } = await fixture.owner.photos.createSignedUrl(name, 60, { transform });
    expect(error).toMatchObject({ statusCode: "400" });
  },
);

test("the service key has any size rendered, and signs addresses for it", async () => {
  const headers = { authorization: `Bearer ${fixture.service.token}` };
  expect((await rendered("authenticated", "width=33", headers)).status).toBe(200);
  const transform = { width: 44 };
  const { data } = await fixture.service.photos.createSignedUrl(name, 60, { transform });
  expect((await fetch(data!.signedUrl)).status).toBe(200);
});

test("an AVIF is rendered as WebP, because encoding AVIF is slow", async () => {
  const address = `${fixture.site.url}/storage/v1/render/image/public/photos/${avif}`;
  for (const format of ["", "&format=origin"]) {
    const answer = await fetch(`${address}?${ALLOWED[0]}${format}`, { headers: { accept: "*/*" } });
    expect(answer.headers.get("content-type")).toBe("image/webp");
  }
});

test("another bucket has any size rendered", async () => {
  await fixture.service.client.storage.createBucket("free", { public: true });
  const content = await picture("png");
  const free = fixture.service.client.storage.from("free");
  await free.upload("a.png", content, { contentType: "image/png" });
  const { publicUrl } = free.getPublicUrl("a.png", { transform: { width: 33 } }).data;
  expect((await fetch(publicUrl)).status).toBe(200);
});
