import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { SESSION_KEY } from "../../shared/data/browser.ts";

/** Anew for each test: the module remembers a token that no storage takes. */
let { claimGames, movingPlayer, playerSeed, readingPlayer } = {} as typeof import("./player.ts");

const rpc = vi.hoisted(() => vi.fn<(name: string, values: object) => void>());
vi.mock("../../shared/data/browser.ts", async (original) => ({
  ...(await original<object>()),
  browserClient: async () => ({
    rpc: (...args: Parameters<typeof rpc>) => ({ throwOnError: async () => rpc(...args) }),
  }),
}));

const entries = new Map<string, string>();
const ofTab = new Map<string, string>();
const storage = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});

beforeEach(async () => {
  vi.resetModules();
  ({ claimGames, movingPlayer, playerSeed, readingPlayer } = await import("./player.ts"));
  entries.clear();
  rpc.mockReset();
  ofTab.clear();
  vi.stubGlobal("localStorage", storage(entries));
  vi.stubGlobal("sessionStorage", storage(ofTab));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a token of 256 bits is made at the first move, and stays for thirty days after the last", () => {
  expect(readingPlayer()).toEqual({});
  const { player } = movingPlayer();
  expect(player).toMatch(/^[\w-]{43}$/);
  expect(readingPlayer()).toEqual({ player });
  vi.advanceTimersByTime(29 * 24 * 60 * 60 * 1000);
  expect(movingPlayer()).toEqual({ player });
  vi.advanceTimersByTime(29 * 24 * 60 * 60 * 1000);
  expect(readingPlayer()).toEqual({ player });
  vi.advanceTimersByTime(2 * 24 * 60 * 60 * 1000);
  expect(readingPlayer()).toEqual({});
  expect(entries.size).toBe(0);
  expect(movingPlayer()).not.toEqual({ player });
});

test("a member plays without a token; the visitor's goes once its games are the account's", async () => {
  const { player } = movingPlayer();
  entries.set(SESSION_KEY, "{}");
  expect(readingPlayer()).toEqual({});
  expect(movingPlayer()).toEqual({});
  rpc.mockImplementationOnce(() => {
    throw new Error("offline");
  });
  await expect(claimGames()).rejects.toThrow("offline");
  await Promise.all([claimGames(), claimGames()]);
  await claimGames();
  const call = ["claim_daily", { player }];
  expect(rpc.mock.calls).toEqual([call, call]);
  entries.delete(SESSION_KEY);
  expect(readingPlayer()).toEqual({});
});

test("what is drawn for a visitor stays with the first move, and for a member is the account's", () => {
  const seed = playerSeed();
  expect(playerSeed()).toBe(seed);
  expect(readingPlayer()).toEqual({});
  expect(entries.size).toBe(0);
  expect(movingPlayer()).toEqual({ player: seed });
  expect(playerSeed()).toBe(seed);
  expect(ofTab.size).toBe(0);
  entries.set(SESSION_KEY, JSON.stringify({ user: { id: "member" } }));
  expect(playerSeed()).toBe("member");
});

test("a visitor claims nothing", async () => {
  movingPlayer();
  await claimGames();
  expect(rpc).not.toHaveBeenCalled();
});

test("where storage is forbidden, one token serves as long as the page is open", async () => {
  vi.stubGlobal("localStorage", undefined);
  const { player } = movingPlayer();
  expect(movingPlayer()).toEqual({ player });
  expect(readingPlayer()).toEqual({ player });
});
