import { afterEach, expect, test } from "vitest";

import { queryClient } from "../../shared/data/query-client.ts";
import { copyPages } from "../data/copies/copies.ts";
import { shelfMembershipQuery } from "../data/shelves/shelf-membership.ts";
import { type UnsentCopy, unsentCopies } from "../data/unsent/unsent.ts";
import type { Copy } from "../domain/copies/copy.ts";
import { showDiscarded } from "./member-offline.ts";

afterEach(() => queryClient.clear());

test.each([
  ["isn't owned any more", { waiting: [], stored: [] }, false],
  ["stays owned if another copy waits", { waiting: ["jersey"], stored: [] }, true],
  ["stays owned if a copy is stored", { waiting: [], stored: ["jersey"] }, true],
  ["has nothing to do with others", { waiting: ["other"], stored: ["other"] }, false],
])("the jersey of a discarded copy %s", async (_, { waiting, stored }, isOwned) => {
  const { queryKey } = shelfMembershipQuery("zoe", "jersey");
  queryClient.setQueryData(queryKey, { collection: true, wishlist: false });
  queryClient.setQueryData(
    unsentCopies("zoe").queryKey,
    waiting.map((jerseyId) => ({ jerseyId }) as UnsentCopy),
  );
  queryClient.setQueryData(copyPages("zoe").queryKey, {
    pages: [stored.map((id) => ({ jersey: { id } }) as Copy)],
    pageParams: [undefined],
  });
  await showDiscarded("zoe", "jersey");
  expect(queryClient.getQueryData(queryKey)?.collection).toBe(isOwned);
});
