import { createClient } from "@supabase/supabase-js";
import { expect, test, vi } from "vitest";

import type { Client } from "../../../shared/data/client.ts";
import { newestSeason } from "./newest-season.ts";

/** A season with a line-up. */
const season = (name: string) => ({ name, entries: [{ team_id: "t" }] });

/** A client of a backend that answers so. */
function clientOf(answer: () => Promise<Response>): Client {
  return createClient("http://backend.test", "key", {
    auth: { persistSession: false },
    global: { fetch: answer },
  });
}

test("a page doesn't fail, and doesn't wait for long, for a season that can't be read", async () => {
  const client = clientOf(() => new Promise(() => undefined));
  vi.useFakeTimers();
  try {
    const season = newestSeason(client);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await season).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

test("pages that are asked for while the first one reads the season have it, too", async () => {
  let calls = 0;
  const client = clientOf(async () => {
    calls++;
    return Response.json([season("2025-2026")]);
  });
  expect(await Promise.all([newestSeason(client), newestSeason(client)])).toEqual([
    "2025-2026",
    "2025-2026",
  ]);
  expect(calls).toBe(1);
});

test("the last known season is shown while it is read again, and if that fails", async () => {
  const answers = [
    async () => Response.json([season("2024-2025")]),
    async () => Response.json([season("2025-2026")]),
    async () => Promise.reject(new Error("away")),
  ];
  let calls = 0;
  const client = clientOf(() => (answers[calls++] ?? answers[2]!)());
  const later = async (ms: number) => vi.advanceTimersByTimeAsync(ms);
  vi.useFakeTimers();
  try {
    expect(await newestSeason(client)).toBe("2024-2025");
    expect(await newestSeason(client)).toBe("2024-2025");
    expect(calls).toBe(1);
    await later(5_001);
    expect(await newestSeason(client)).toBe("2024-2025");
    await later(1);
    expect(await newestSeason(client)).toBe("2025-2026");
    await later(5_001);
    expect(await newestSeason(client)).toBe("2025-2026");
    await later(20_000);
    expect(await newestSeason(client)).toBe("2025-2026");
  } finally {
    vi.useRealTimers();
  }
});
