import { afterEach, expect, test } from "vitest";

import { queryClient } from "../../../shared/data/query-client.ts";
import { copyKeys } from "./keys.ts";
import { refreshCopies } from "./take-out.ts";

afterEach(() => queryClient.clear());

test("a read that began before a change doesn't answer who asks after it", async () => {
  const queryKey = copyKeys.ofJersey("zoe", "jersey");
  const before = Promise.withResolvers<string[]>();
  const early = queryClient.fetchQuery({ queryKey, queryFn: () => before.promise });
  const ending = early.then(
    () => "answered",
    (error: Error) => error.message,
  );
  refreshCopies("zoe");
  const late = queryClient.fetchQuery({ queryKey, queryFn: () => Promise.resolve(["copy"]) });
  before.resolve([]);
  expect(await late).toEqual(["copy"]);
  expect(await ending).toBe("CancelledError");
});
