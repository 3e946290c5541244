import { picture } from "@maillotheque/backend/testing";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
let [webp, other]: Buffer<ArrayBuffer>[] = [];
let name: string;
let stored: Buffer;
const options = { contentType: "image/webp" };
const OTHERS = ["visitor", "stranger", "admin"] as const;

const files = (persona: "owner" | (typeof OTHERS)[number]) =>
  fixture[persona].client.storage.from("copies");

beforeAll(async () => {
  fixture = await startStorageFixture();
  [webp, other] = [await picture("webp", 400, 400), await picture("webp", 410, 410)];
});
afterAll(() => fixture.close());

beforeEach(async () => {
  name = fixture.name();
  const { error } = await files("owner").upload(name, webp!, options);
  if (error) throw error;
  stored = await ownBytes();
});

async function ownBytes(): Promise<Buffer> {
  const { data } = await files("owner").download(name);
  return Buffer.from(await data!.arrayBuffer());
}

/** What a client learns from a failure: it must be the same for a file that doesn't exist. */
const outcomeWithout = ({ data, error }: { data: unknown; error: unknown }, fileName: string) =>
  JSON.stringify([data, error]).replaceAll(fileName, "…");

describe.each(OTHERS)("%s learns nothing of a photo", (persona) => {
  test.each([
    ["download", (file: string) => files(persona).download(file)],
    ["rendering", (file: string) => files(persona).download(file, { transform: { width: 100 } })],
    ["information", (file: string) => files(persona).info(file)],
    ["a signed address", (file: string) => files(persona).createSignedUrl(file, 60)],
    ["signed addresses", (file: string) => files(persona).createSignedUrls([file], 60)],
    ["an address to upload to", (file: string) => files(persona).createSignedUploadUrl(file)],
    ["an upload", (file: string) => files(persona).upload(file, other!, options)],
    ["a replacement", (file: string) => files(persona).update(file, other!, options)],
    ["a removal", (file: string) => files(persona).remove([file])],
    ["a move", (file: string) => files(persona).move(file, `${randomUUID()}/a.webp`)],
    ["a copy", (file: string) => files(persona).copy(file, `${randomUUID()}/a.webp`)],
    [
      "a copy in another bucket",
      (file: string) =>
        files(persona).copy(file, `${randomUUID()}/a.webp`, { destinationBucket: "jerseys" }),
    ],
    [
      "a list",
      (file: string) => files(persona).list(file.split("/")[0]!, { search: file.split("/")[1]! }),
    ],
  ])("by %s", async (_, ask) => {
    const missing = fixture.name();
    expect(outcomeWithout(await ask(name), name)).toBe(outcomeWithout(await ask(missing), missing));
    expect(await ownBytes()).toEqual(stored);
  });

  test("by the address of a public file", async () => {
    for (const route of ["object/public", "render/image/public", "object/info/public", "object"]) {
      const answer = (file: string) =>
        fetch(`${fixture.site.url}/storage/v1/${route}/copies/${file}`).then((response) =>
          response.text(),
        );
      expect(await answer(name)).toBe(await answer(fixture.name()));
    }
  });
});

test("its owner reads it, for themselves alone", async () => {
  const { data } = await files("owner").createSignedUrl(name, 60);
  const answer = await fetch(data!.signedUrl);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toMatch(/^private/);
});

test("nobody gets it in another size: a small version is beside it", async () => {
  const transform = { width: 101, height: 33, quality: 51 };
  for (const error of [
    (await files("owner").download(name, { transform })).error,
    (await files("owner").createSignedUrl(name, 60, { transform })).error,
  ]) {
    expect(error).not.toBeNull();
  }
});

test("its owner replaces, moves or swaps no file, by a signed address neither", async () => {
  expect((await files("owner").update(name, other!, options)).error).not.toBeNull();
  expect((await files("owner").move(name, fixture.name())).error).not.toBeNull();
  expect((await files("owner").createSignedUploadUrl(name, { upsert: true })).error).not.toBeNull();
  const free = fixture.name();
  const { data } = await files("owner").createSignedUploadUrl(free);
  expect((await files("owner").upload(free, webp!, options)).error).toBeNull();
  const late = await files("visitor").uploadToSignedUrl(free, data!.token, other!, options);
  expect(late.error).not.toBeNull();
});

test.each([
  ["text", Buffer.from("<script>"), "image/webp"],
  ["a PNG that says WebP", () => picture("png", 400, 400), "image/webp"],
  ["a type that isn't allowed", () => picture("png", 400, 400), "image/png"],
])("no photo: %s", async (_, content, contentType) => {
  const body = typeof content === "function" ? await content() : content;
  const { error } = await files("owner").upload(fixture.name(), body, { contentType });
  expect(Number((error as unknown as { statusCode: string }).statusCode)).toBeLessThan(500);
});

test("an address that was signed earlier leads nowhere after its photo", async () => {
  const { data } = await files("owner").createSignedUrl(name, 3_000_000);
  await files("owner").remove([name]);
  expect((await fetch(data!.signedUrl)).status).toBe(400);
});
