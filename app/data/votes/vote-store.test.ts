import { beforeEach, expect, test, vi } from "vitest";

import { toggled, type Vote } from "../../domain/vote.ts";
import { VoteStore, type VoteBackend } from "./vote-store.ts";
import type { VoteState } from "./votes.ts";

const read = vi.fn<VoteBackend["read"]>();
const write = vi.fn<VoteBackend["write"]>();
const fresh: VoteState = { vote: null, upvotes: 10, downvotes: 2 };

let store: VoteStore;

beforeEach(() => {
  read.mockReset().mockImplementation(async (_voter, ids) => new Map(ids.map((id) => [id, fresh])));
  write.mockReset().mockResolvedValue();
  store = new VoteStore({ read, write });
  store.setVoter("ann");
});

const click = (vote: Vote) => store.cast("j", (current) => toggled(current, vote));

test("what a page asks for at once is read in one request", async () => {
  const published = vi.fn<() => void>();
  store.subscribe(published);
  for (const id of ["a", "b", "a"]) store.want(id);
  await vi.waitFor(() => expect(published).toHaveBeenCalledOnce());
  expect(read.mock.calls).toEqual([["ann", ["a", "b"]]]);
  expect(store.voteState("b")).toEqual(fresh);
});

test("a vote shows at once and is written", async () => {
  store.want("j");
  await vi.waitFor(() => expect(store.voteState("j")).toBeDefined());
  const written = click("up");
  expect(store.voteState("j")).toEqual({ vote: "up", upvotes: 11, downvotes: 2 });
  await written;
  expect(write.mock.calls).toEqual([["ann", "j", "up"]]);
});

test("the same vote again takes it back, the other switches", async () => {
  await click("up");
  await click("down");
  expect(store.voteState("j")).toEqual({ vote: "down", upvotes: 10, downvotes: 3 });
  await click("down");
  expect(store.voteState("j")).toEqual(fresh);
  expect(write.mock.calls.map(([, , vote]) => vote)).toEqual(["up", "down", null]);
});

test("clicks while one is being written end in the last wish, in order", async () => {
  await click("up");
  const first = Promise.withResolvers<void>();
  write.mockReturnValueOnce(first.promise);
  const all = [click("down"), click("down"), click("up")];
  expect(store.voteState("j")).toEqual({ vote: "up", upvotes: 11, downvotes: 2 });
  first.resolve();
  await Promise.all(all);
  expect(write.mock.calls.map(([, , vote]) => vote)).toEqual(["up", "down", "up"]);
});

test("a vote that could not be written goes back to what the database holds", async () => {
  await click("up");
  write.mockRejectedValueOnce(new Error("offline"));
  await expect(click("down")).rejects.toThrow("offline");
  expect(store.voteState("j")).toEqual({ vote: "up", upvotes: 11, downvotes: 2 });
});

test("another member sees nothing of it", async () => {
  await click("up");
  store.setVoter("bob");
  expect(store.voteState("j")).toBeUndefined();
  store.setVoter(undefined);
  await expect(click("up")).rejects.toThrow("nobody is signed in");
});

test("an answer that arrives after the member left is dropped", async () => {
  const late = Promise.withResolvers<Map<string, VoteState>>();
  read.mockReturnValueOnce(late.promise);
  store.want("j");
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  store.setVoter(undefined);
  late.resolve(new Map([["j", fresh]]));
  await late.promise;
  expect(store.voteState("j")).toBeUndefined();
});

test("what another tab or device has done is read again, and only what is known here", async () => {
  store.want("j");
  await vi.waitFor(() => expect(store.voteState("j")).toEqual(fresh));
  read.mockResolvedValue(new Map([["j", { vote: "up" as const, upvotes: 12, downvotes: 2 }]]));
  store.refresh("elsewhere");
  store.refresh("j");
  await vi.waitFor(() => expect(store.voteState("j")).toMatchObject({ vote: "up", upvotes: 12 }));
  expect(read.mock.calls).toEqual([
    ["ann", ["j"]],
    ["ann", ["j"]],
  ]);
  // The next click starts from that state.
  await click("up");
  expect(write.mock.calls).toEqual([["ann", "j", null]]);
});
