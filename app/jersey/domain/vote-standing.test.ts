import { expect, test } from "vitest";

import { votesCountIn } from "./vote-standing.ts";

const NOW = Date.parse("2026-03-02T12:00:00Z");
const confirmed = { email_confirmed_at: "2026-03-01T00:00:00Z" };

test.each([
  ["an old account", { created_at: "2020-01-01T00:00:00Z", ...confirmed }, 0],
  ["a day-old account", { created_at: "2026-03-01T12:00:00Z", ...confirmed }, 0],
  ["an account of this morning", { created_at: "2026-03-02T06:00:00Z", ...confirmed }, 18 * 3600],
  [
    "a confirmed number",
    { created_at: "2026-03-02T11:00:00Z", phone_confirmed_at: "x" },
    23 * 3600,
  ],
  ["an unconfirmed account", { created_at: "2020-01-01T00:00:00Z" }, undefined],
])("votes of %s", (_, account, seconds) => {
  expect(votesCountIn(account, NOW)).toBe(seconds);
});
