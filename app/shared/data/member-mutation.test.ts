import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";

import { runMemberMutation } from "./member-mutation.ts";
import { queryClient } from "./query-client.ts";

const queryKey = ["list"];

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** A write that is shown at once. There is no site: it fails, and what it invalidates is read again. */
const write = (list: string) =>
  runMemberMutation({
    scope: { id: "list" },
    write: async () => {},
    invalidates: [queryKey],
    onMutate: () => void queryClient.setQueryData(queryKey, list),
  }).catch(() => undefined);

test("what the writes of a scope invalidate is read once, after the last of them", async () => {
  vi.stubGlobal("navigator", { onLine: true });
  const shown: unknown[] = [];
  queryClient.setQueryData(queryKey, "old");
  const observer = new QueryObserver(queryClient, { queryKey, queryFn: async () => "stored" });
  const leave = observer.subscribe(() => {});
  const end = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") shown.push(event.action.data);
  });
  await Promise.all([write("first"), write("second")]);
  end();
  leave();
  expect(shown).toEqual(["first", "second", "stored"]);
});
