import { AuthClient } from "@supabase/supabase-js";
import { afterEach, expect, test, vi } from "vitest";

import { withLocalExpiry } from "./local-expiry.ts";

afterEach(() => vi.useRealTimers());

const HOUR = 3_600;

/** A session as the server answers it at noon by its own clock. */
const NOON = Date.UTC(2026, 10, 27, 12) / 1_000;
const session = (number: number) => ({
  access_token: `x.${btoa(JSON.stringify({ exp: NOON + HOUR }))}.${number}`,
  refresh_token: `refresh-${number}`,
  token_type: "bearer",
  expires_in: HOUR,
  expires_at: NOON + HOUR,
  user: { id: "0f8fad5b-d9cb-469f-a165-70867728950e" },
});

test.each([-3, 0, 3])(
  "a device whose clock is %d hours off keeps its token for an hour",
  async (off) => {
    vi.useFakeTimers({ now: (NOON + off * HOUR) * 1_000 });
    let asked = 0;
    const entries = new Map<string, string>();
    const client = new AuthClient({
      url: "https://example.org/auth/v1",
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => entries.get(key) ?? null,
        setItem: (key, value) => void entries.set(key, value),
        removeItem: (key) => void entries.delete(key),
      },
      fetch: async (input) => withLocalExpiry(String(input), Response.json(session((asked += 1)))),
    });
    await client.signInWithPassword({ email: "ana@example.org", password: "un-maillot-par-jour" });
    for (let page = 0; page < 3; page += 1) await client.getSession();
    expect(asked).toBe(1);
    vi.setSystemTime((NOON + off * HOUR + HOUR) * 1_000);
    await client.getSession();
    expect(asked).toBe(2);
  },
);

test("other answers stay as they are", async () => {
  const rows = Response.json([{ expires_in: 1 }]);
  expect(await withLocalExpiry("https://example.org/rest/v1/rows", rows)).toBe(rows);
  const refused = Response.json({ expires_in: 1 }, { status: 400 });
  expect(await withLocalExpiry("https://example.org/auth/v1/token", refused)).toBe(refused);
});
