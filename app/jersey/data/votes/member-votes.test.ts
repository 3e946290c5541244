import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { queryClient } from "../../../shared/data/query-client.ts";
import { toggled, type Vote } from "../../../shared/domain/vote.ts";
import { voteKeys } from "./keys.ts";
import { castVote, knownVote, watchVote } from "./member-votes.ts";
import { readVoteStates, type VoteState, writeVote } from "./votes.ts";

// Another file of this worker may have loaded them without the mocks.
vi.hoisted(() => vi.resetModules());
vi.mock("./votes.ts", () => ({
  readVoteStates: vi.fn<typeof readVoteStates>(),
  writeVote: vi.fn<typeof writeVote>(),
}));
vi.mock("../../../shared/data/browser.ts", () => ({
  browserClient: async () => ({
    auth: { getSession: async () => ({ data: { session: { user: { id: "ann" } } } }) },
  }),
}));

const read = vi.mocked(readVoteStates);
const write = vi.mocked(writeVote);

const fresh: VoteState = { vote: null, upvotes: 10, downvotes: 2 };
const ends: (() => void)[] = [];

beforeEach(() => {
  vi.stubGlobal("navigator", { onLine: true });
  read.mockReset().mockImplementation(async (_client, _voter, ids) => {
    return new Map(ids.map((id) => [id, fresh]));
  });
  write.mockReset().mockResolvedValue();
});

afterEach(() => {
  for (const end of ends.splice(0)) end();
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** What the page of a member shows of a jersey, at present. */
function watched(id = "j", voter = "ann"): { vote: VoteState | undefined } {
  const shown: { vote: VoteState | undefined } = { vote: undefined };
  ends.push(watchVote(voter, id, () => (shown.vote = knownVote(voter, id))));
  return shown;
}

/** A jersey whose vote has been read. */
async function known() {
  const shown = watched();
  await vi.waitFor(() => expect(shown.vote).toMatchObject(fresh));
  return shown;
}

const click = (vote: Vote) => castVote("ann", "j", (current) => toggled(current, vote));
const written = () => write.mock.calls.map(([, , , vote]) => vote);

test("reads the votes of a page in one request", async () => {
  const [, shown] = ["a", "b", "a"].map((id) => watched(id));
  await vi.waitFor(() => expect(shown!.vote).toMatchObject(fresh));
  expect(read.mock.calls.map(([, voter, ids]) => [voter, ids])).toEqual([["ann", ["a", "b"]]]);
});

test("shows a vote at once and saves it", async () => {
  const shown = await known();
  const slow = Promise.withResolvers<void>();
  write.mockReturnValueOnce(slow.promise);
  const done = click("up");
  await vi.waitFor(() =>
    expect(shown.vote).toMatchObject({ vote: "up", upvotes: 11, downvotes: 2 }),
  );
  slow.resolve();
  await done;
  expect(write.mock.calls.map(([, ...vote]) => vote)).toEqual([["ann", "j", "up"]]);
  expect(shown.vote).toMatchObject({ vote: "up", upvotes: 11, downvotes: 2 });
});

test("removes a vote that is cast again, and switches to the other", async () => {
  const shown = watched();
  await click("up");
  await click("down");
  await vi.waitFor(() =>
    expect(shown.vote).toMatchObject({ vote: "down", upvotes: 10, downvotes: 3 }),
  );
  await click("down");
  await vi.waitFor(() => expect(shown.vote).toMatchObject(fresh));
  expect(written()).toEqual(["up", "down", null]);
});

test("presses before the vote has been read count one after the other", async () => {
  await Promise.all([click("up"), click("down"), click("down")]);
  expect(written()).toEqual([null]);
});

test("a vote is saved although the cache is emptied meanwhile, as at a sign-in", async () => {
  await known();
  const done = click("up");
  queryClient.clear();
  await done;
  expect(written()).toEqual(["up"]);
});

test("saves the last choice when clicks arrive during a write", async () => {
  const shown = watched();
  await click("up");
  const first = Promise.withResolvers<void>();
  write.mockReturnValueOnce(first.promise);
  const all = [click("down")];
  await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(2));
  all.push(click("down"), click("up"));
  await vi.waitFor(() =>
    expect(shown.vote).toMatchObject({ vote: "up", upvotes: 11, downvotes: 2 }),
  );
  first.resolve();
  await Promise.all(all);
  expect(written()).toEqual(["up", "down", "up"]);
  expect(shown.vote).toMatchObject({ vote: "up", upvotes: 11, downvotes: 2 });
});

test("a read that began before a vote doesn't take it back", async () => {
  const shown = watched();
  await click("up");
  const slow = Promise.withResolvers<Map<string, VoteState>>();
  read.mockReturnValueOnce(slow.promise);
  void queryClient.invalidateQueries({ queryKey: voteKeys.all });
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  await click("down");
  slow.resolve(new Map([["j", { vote: "up", upvotes: 11, downvotes: 2 }]]));
  await slow.promise;
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown.vote).toMatchObject({ vote: "down", upvotes: 10, downvotes: 3 });
});

test("a read during a write doesn't take it back either", async () => {
  const shown = await known();
  const slow = Promise.withResolvers<void>();
  write.mockReturnValueOnce(slow.promise);
  const done = click("up");
  await vi.waitFor(() => expect(write).toHaveBeenCalled());
  await queryClient.invalidateQueries({ queryKey: voteKeys.all });
  expect(read).toHaveBeenCalledTimes(2);
  slow.resolve();
  await done;
  expect(shown.vote).toMatchObject({ vote: "up", upvotes: 11, downvotes: 2 });
});

test("rolls a failed vote back to the state of the database", async () => {
  const shown = watched();
  await click("up");
  write.mockRejectedValueOnce(new Error("offline"));
  await expect(click("down")).rejects.toThrow("offline");
  await vi.waitFor(() =>
    expect(shown.vote).toMatchObject({ vote: "up", upvotes: 11, downvotes: 2 }),
  );
});

test("rolls back past the presses that were joined", async () => {
  const shown = watched();
  await click("up");
  const first = Promise.withResolvers<void>();
  write.mockReturnValueOnce(first.promise);
  const all = [click("down")];
  await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(2));
  all.push(click("down"));
  write.mockRejectedValueOnce(new Error("offline"));
  first.reject(new Error("offline"));
  await expect(Promise.all(all)).rejects.toThrow("offline");
  await Promise.allSettled(all);
  await vi.waitFor(() =>
    expect(shown.vote).toMatchObject({ vote: "up", upvotes: 11, downvotes: 2 }),
  );
});

test("shows nothing to another member", async () => {
  const shown = watched();
  await click("up");
  await vi.waitFor(() => expect(shown.vote).toMatchObject({ vote: "up" }));
  const slow = Promise.withResolvers<Map<string, VoteState>>();
  read.mockReturnValueOnce(slow.promise);
  expect(watched("j", "bob").vote).toBeUndefined();
  queryClient.clear();
  expect(watched().vote).toBeUndefined();
});

test("ignores an answer that arrives after the member has signed out", async () => {
  const late = Promise.withResolvers<Map<string, VoteState>>();
  read.mockReturnValueOnce(late.promise);
  const shown = watched();
  await vi.waitFor(() => expect(read).toHaveBeenCalled());
  // The page of a visitor watches no votes.
  ends.pop()!();
  queryClient.clear();
  late.resolve(new Map([["j", fresh]]));
  await late.promise;
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown.vote).toBeUndefined();
});

test("a jersey that the member can't see has no vote to cast", async () => {
  read.mockResolvedValue(new Map());
  await expect(click("up")).rejects.toThrow("can't be voted on");
});

test("revalidates votes changed in another tab or device, but only the loaded ones", async () => {
  const shown = await known();
  read.mockResolvedValue(new Map([["j", { vote: "up" as const, upvotes: 12, downvotes: 2 }]]));
  for (const id of ["elsewhere", "j"]) {
    void queryClient.invalidateQueries({ queryKey: voteKeys.of(id) });
  }
  await vi.waitFor(() => expect(shown.vote).toMatchObject({ vote: "up", upvotes: 12 }));
  expect(read.mock.calls.map(([, voter, ids]) => [voter, ids])).toEqual([
    ["ann", ["j"]],
    ["ann", ["j"]],
  ]);
  // A click continues from the revalidated state.
  await click("up");
  expect(written()).toEqual([null]);
});
