import type { Votes } from "./rating.ts";

export type Vote = "up" | "down";

/** What a click on `clicked` makes of a vote: the same removes it, the other switches (spec §4). */
export function toggled(current: Vote | null, clicked: Vote): Vote | null {
  return current === clicked ? null : clicked;
}

/** The counters once one member's vote has gone from `from` to `to`. */
export function recounted(votes: Votes, from: Vote | null, to: Vote | null): Votes {
  const moved = (vote: Vote) => Number(to === vote) - Number(from === vote);
  return {
    upvotes: Math.max(0, votes.upvotes + moved("up")),
    downvotes: Math.max(0, votes.downvotes + moved("down")),
  };
}
