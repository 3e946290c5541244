import { expect, test } from "vitest";

import { reportingFetch, unlessBackendAway } from "./unavailable.ts";

test("a rendering sends no more requests after the first failure", async () => {
  let attempts = 0;
  const fetch = reportingFetch(async () => {
    attempts += 1;
    return new Response(null, { status: 503 });
  });
  const { promise: over, resolve: end } = Promise.withResolvers<unknown>();
  const rendered = await unlessBackendAway(async () => {
    await fetch("http://backend/first");
    end(await fetch("http://backend/again").catch((error: Error) => error.name));
    return "a page";
  });
  expect(rendered).toBeUndefined();
  expect(await over).toBe("AbortError");
  expect(attempts).toBe(1);

  // The next page sends its own requests.
  await unlessBackendAway(() => fetch("http://backend/first"));
  expect(attempts).toBe(2);
});
