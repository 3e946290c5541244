import { afterEach, expect, test } from "vitest";

import { queryClient } from "../../../shared/data/query-client.ts";
import { applyShelfChange, shelfMembershipQuery } from "./shelf-membership.ts";

afterEach(() => queryClient.clear());

const change = { userId: "zoe", jerseyId: "jersey", shelf: "collection", isOnShelf: true } as const;
const stored = { collection: true, wishlist: true };
const query = { ...shelfMembershipQuery("zoe", "jersey"), queryFn: async () => stored };

test("a change of one shelf doesn't tell what the other has, however often it is told", async () => {
  applyShelfChange(change);
  applyShelfChange(change);
  expect(queryClient.getQueryData(query.queryKey)).toMatchObject({ collection: true });
  expect(await queryClient.fetchQuery(query)).toEqual(stored);
});

test("a change of a membership that was read is shown without another read", async () => {
  const read = { collection: false, wishlist: false };
  queryClient.setQueryData(query.queryKey, read);
  applyShelfChange(change);
  expect(await queryClient.fetchQuery(query)).toEqual({ ...read, collection: true });
});
