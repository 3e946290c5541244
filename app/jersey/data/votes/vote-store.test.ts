import { beforeEach, expect, test, vi } from "vitest";

import { toggled, type Vote } from "../../../shared/domain/vote.ts";
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

test("reads the votes of a page in one request", async () => {
  const published = vi.fn<() => void>();
  store.onChange = published;
  for (const id of ["a", "b", "a"]) store.want(id);
  await vi.waitFor(() => expect(published).toHaveBeenCalledOnce());
  expect(read.mock.calls).toEqual([["ann", ["a", "b"]]]);
  expect(store.voteState("b")).toEqual(fresh);
});

test("shows a vote at once and saves it", async () => {
  store.want("j");
  await vi.waitFor(() => expect(store.voteState("j")).toBeDefined());
  const written = click("up");
  expect(store.voteState("j")).toEqual({ vote: "up", upvotes: 11, downvotes: 2 });
  await written;
  expect(write.mock.calls).toEqual([["ann", "j", "up"]]);
});

test("removes a vote that is cast again, and switches to the other", async () => {
  await click("up");
  await click("down");
  expect(store.voteState("j")).toEqual({ vote: "down", upvotes: 10, downvotes: 3 });
  await click("down");
  expect(store.voteState("j")).toEqual(fresh);
  expect(write.mock.calls.map(([, , vote]) => vote)).toEqual(["up", "down", null]);
});

test("saves the last choice when clicks arrive during a write", async () => {
  await click("up");
  const first = Promise.withResolvers<void>();
  write.mockReturnValueOnce(first.promise);
  const all = [click("down"), click("down"), click("up")];
  expect(store.voteState("j")).toEqual({ vote: "up", upvotes: 11, downvotes: 2 });
  first.resolve();
  await Promise.all(all);
  expect(write.mock.calls.map(([, , vote]) => vote)).toEqual(["up", "down", "up"]);
});

test("a read that began before a vote doesn't take it back", async () => {
  await click("up");
  const slow = Promise.withResolvers<Map<string, VoteState>>();
  read.mockReturnValueOnce(slow.promise);
  store.want("j");
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  await click("down");
  slow.resolve(new Map([["j", { vote: "up", upvotes: 11, downvotes: 2 }]]));
  await slow.promise;
  await Promise.resolve();
  expect(store.voteState("j")).toEqual({ vote: "down", upvotes: 10, downvotes: 3 });
});

test("rolls a failed vote back to the state of the database", async () => {
  await click("up");
  write.mockRejectedValueOnce(new Error("offline"));
  await expect(click("down")).rejects.toThrow("offline");
  expect(store.voteState("j")).toEqual({ vote: "up", upvotes: 11, downvotes: 2 });
});

test("shows nothing to another member", async () => {
  await click("up");
  store.setVoter("bob");
  expect(store.voteState("j")).toBeUndefined();
  store.setVoter(undefined);
  await expect(click("up")).rejects.toThrow("nobody is signed in");
});

test("ignores an answer that arrives after the member has signed out", async () => {
  const late = Promise.withResolvers<Map<string, VoteState>>();
  read.mockReturnValueOnce(late.promise);
  store.want("j");
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  store.setVoter(undefined);
  late.resolve(new Map([["j", fresh]]));
  await late.promise;
  expect(store.voteState("j")).toBeUndefined();
});

test("revalidates votes changed in another tab or device, but only the loaded ones", async () => {
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
  // A click continues from the revalidated state.
  await click("up");
  expect(write.mock.calls).toEqual([["ann", "j", null]]);
});
