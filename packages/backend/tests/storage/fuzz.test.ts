import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
let name: string;
beforeAll(async () => {
  fixture = await startStorageFixture();
  name = fixture.name();
  await fixture.owner.photos.upload(name, await picture(), { contentType: "image/webp" });
});
afterAll(() => fixture.close());

const ROUTES = [
  "object",
  "object/public",
  "object/authenticated",
  "object/info",
  "object/info/public",
  "object/sign",
  "object/upload/sign",
  "object/list",
  "object/move",
  "object/copy",
  "render/image/public",
  "render/image/authenticated",
  "render/image/sign",
  "bucket",
  "upload/resumable",
];

const odd = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("..", "%2e%2e%2f", "\0", "\ud800", "photos", "*", "'; drop table x; --", "1e999"),
);
const segment = odd.map((text) => encodeURIComponent(text.toWellFormed()));
const request = fc.record({
  method: fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"),
  route: fc.constantFrom(...ROUTES),
  path: fc.oneof(
    fc.array(segment, { maxLength: 4 }).map((segments) => segments.join("/")),
    fc
      .array(fc.constantFrom("%", "%zz", "a", "/", "%00", "..;", "%ff"), { maxLength: 8 })
      .map((parts) => parts.join("")),
    fc.constant("photos/existing"),
  ),
  query: fc.dictionary(
    fc.constantFrom(
      "width",
      "height",
      "quality",
      "resize",
      "format",
      "token",
      "download",
      "apikey",
    ),
    odd,
  ),
  headers: fc.dictionary(
    fc.constantFrom(
      "range",
      "if-none-match",
      "if-modified-since",
      "if-range",
      "accept",
      "x-upsert",
      "x-metadata",
      "cache-control",
    ),
    fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom("bytes=0-0", "bytes=-99999999999999999999", "bytes=9-1", "true"),
    ),
  ),
  type: fc.constantFrom(
    "application/json",
    "image/webp",
    'image/png; a="b',
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "text/html\ttext",
    "",
  ),
  body: fc.oneof(
    fc.json(),
    fc.uint8Array({ maxLength: 300 }),
    odd.map((value) =>
      JSON.stringify({
        prefix: value,
        prefixes: [value],
        paths: [value],
        expiresIn: 60,
        bucketId: "photos",
        sourceKey: value,
        destinationKey: value,
        name: value,
        search: value,
      }),
    ),
    odd.map(
      (value) =>
        `--x\r\nContent-Disposition: form-data; name="${value}"; filename="${value}"\r\n\r\n${value}\r\n--x--`,
    ),
  ),
  persona: fc.constantFrom("visitor", "owner", "stranger", "service", "nobody"),
});

test("no request causes a server error", async () => {
  await fc.assert(
    fc.asyncProperty(
      request,
      async ({ method, route, path, query, headers, type, body, persona }) => {
        const url = new URL(
          `http://localhost/storage/v1/${route}/${path.replace("existing", name)}`,
        );
        for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
        const sent = new Headers({ "content-type": type });
        for (const [key, value] of Object.entries(headers)) {
          if (/^[\t -~]*$/.test(value)) sent.set(key, value);
        }
        if (persona !== "nobody") {
          sent.set("authorization", `Bearer ${fixture[persona].token}`);
        }
        const hasBody = !["GET", "HEAD"].includes(method);
        const answer = await fixture.site.backend.fetch(
          new Request(url, {
            method,
            headers: sent,
            ...(hasBody && { body: new Blob([body as BlobPart]) }),
          }),
        );
        await answer.arrayBuffer();
        expect(answer.status).toBeLessThan(500);
      },
    ),
    { numRuns: 1500 },
  );
});
