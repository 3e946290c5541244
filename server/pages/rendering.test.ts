import { expect, test } from "vitest";

import { fetchForPages, rendered } from "./rendering.ts";

const ONE = "ebc56b8e-8524-5db0-bbfa-74fbfc6a3c06";
const OTHER = "c5c67fe1-ed41-5f07-b748-1895527dd1a3";

test("a rendering knows the rows that it named and that it got, and no other's", async () => {
  const fetch = fetchForPages(async (request) => Response.json({ id: OTHER, url: request.url }));
  const answers = await Promise.all([
    rendered(async () => (await fetch(`http://backend/?id=eq.${ONE}`)).json()),
    rendered(() => fetch("http://backend/", { method: "POST", body: `{"id":"${ONE}"}` })),
    rendered(async () => "a page that reads nothing"),
  ]);
  expect(answers[0]?.result).toEqual({ id: OTHER, url: `http://backend/?id=eq.${ONE}` });
  expect(answers.map((answer) => [...answer!.ids])).toEqual([[ONE, OTHER], [ONE, OTHER], []]);
});

test("the reads of a page belong together", async () => {
  const together: unknown[] = [];
  const fetch = fetchForPages(async (_request, page) => {
    together.push(page);
    return new Response(null, { status: 204 });
  });
  await rendered(() => Promise.all([fetch("http://backend/"), fetch("http://backend/")]));
  await rendered(() => fetch("http://backend/"));
  await fetch("http://backend/");
  expect(together[0]).toBe(together[1]);
  expect(new Set(together).size).toBe(3);
  expect(together[3], "outside of a page").toBeUndefined();
});

test("a rendering sends no more requests after the first failure", async () => {
  let attempts = 0;
  const fetch = fetchForPages(async () => {
    attempts += 1;
    return new Response(null, { status: 503 });
  });
  const { promise: over, resolve: end } = Promise.withResolvers<unknown>();
  const page = await rendered(async () => {
    await fetch("http://backend/first");
    end(await fetch("http://backend/again").catch((error: Error) => error.name));
    return "a page";
  });
  expect(page).toBeUndefined();
  expect(await over).toBe("AbortError");
  expect(attempts).toBe(1);

  // The next page sends its own requests.
  await rendered(() => fetch("http://backend/first"));
  expect(attempts).toBe(2);
});

test("what is no text stays as it is", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const headers = { "content-type": "image/webp" };
  const fetch = fetchForPages(async () => new Response(bytes, { headers }));
  const page = await rendered(async () => (await fetch("http://backend/photo.webp")).arrayBuffer());
  expect(new Uint8Array(page!.result)).toEqual(bytes);
});
