import type { Votes } from "./rating.ts";

export type Vote = "up" | "down";

/**
 * The vote after a click: the same button removes it, the other one switches it (docs/product/jersey.md
 * 6.2).
 */
export function toggled(current: Vote | null, clicked: Vote): Vote | null {
  return current === clicked ? null : clicked;
}

/** The counters after one member's vote changed from `from` to `to`. */
export function recounted(votes: Votes, from: Vote | null, to: Vote | null): Votes {
  const moved = (vote: Vote) => Number(to === vote) - Number(from === vote);
  return {
    upvotes: Math.max(0, votes.upvotes + moved("up")),
    downvotes: Math.max(0, votes.downvotes + moved("down")),
  };
}
