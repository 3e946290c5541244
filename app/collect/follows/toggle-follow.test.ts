import { afterEach, expect, test, vi } from "vitest";

import { toast } from "../../shared/components/toast.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { loadAllMessages } from "../../shared/i18n/messages.ts";
import { followedIds } from "../data/follows/follows.ts";
import { changeFollow } from "./toggle-follow.ts";

await loadAllMessages();

const { queryKey } = followedIds("zoe");
const team = { type: "team", id: "lens", name: "RC Lens" } as const;

afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

/** The list as the page shows it while the write is on its way, and after it has failed: there is no site. */
async function shownDuringFollow() {
  vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(toast, "error").mockImplementation(() => {});
  const shown: unknown[] = [];
  const end = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated") shown.push(query.state.data);
  });
  await changeFollow("zoe", team, true, "fr");
  end();
  return shown;
}

test("a follow isn't taken for the whole list of follows", async () => {
  await shownDuringFollow();
  expect(queryClient.getQueryData(queryKey)).toBeUndefined();
});

test("a follow is added to the known ones at once, and removed if it can't be stored", async () => {
  queryClient.setQueryData(queryKey, ["nantes"]);
  expect(await shownDuringFollow()).toContainEqual(["nantes", "lens"]);
  expect(queryClient.getQueryData(queryKey)).toEqual(["nantes"]);
});
