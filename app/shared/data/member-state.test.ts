import { beforeEach, expect, test, vi } from "vitest";

import { readMemberState } from "./member-state.ts";
import { noteWrite } from "./writes.ts";

const ask = vi.hoisted(() => {
  // Another file of this worker may have loaded them without the mock.
  vi.resetModules();
  return vi.fn<() => object>();
});
vi.mock("./browser.ts", () => ({
  browserClient: async () => ({
    rpc: () => ({ single: () => ({ throwOnError: async () => ({ data: ask() }) }) }),
  }),
}));

beforeEach(() => {
  noteWrite();
  ask.mockReset().mockReturnValue({ copies: 1, unread: 2 });
});

test("blocks of one page ask once together", async () => {
  const [copies, unread] = await Promise.all([
    readMemberState("ann", "copies"),
    readMemberState("ann", "unread"),
  ]);
  expect([copies.copies, unread.unread]).toEqual([1, 2]);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("who reads theirs again gets a new answer", async () => {
  await readMemberState("ann", "copies");
  ask.mockReturnValue({ copies: 5 });
  expect((await readMemberState("ann", "copies")).copies).toBe(5);
});

test("an answer from before a write isn't used after it, nor another member's", async () => {
  await readMemberState("ann", "unread");
  noteWrite();
  ask.mockReturnValue({ copies: 6 });
  expect((await readMemberState("ann", "copies")).copies).toBe(6);
  ask.mockReturnValue({ unread: 0 });
  expect((await readMemberState("bob", "unread")).unread).toBe(0);
  expect(ask).toHaveBeenCalledTimes(3);
});
