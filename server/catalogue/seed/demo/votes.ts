import { seededRandom } from "./deterministic.ts";
import type { PlannedJersey } from "./plan.ts";

export interface PlannedVote {
  jersey_id: string;
  /** Index among the demonstration's voters. */
  voter: number;
  vote: "up" | "down";
  /** Days since it was cast. */
  vote_age: number;
}

/** The number of voting accounts: enough for the podium. */
export const VOTERS = 140;
const PODIUM = [131, 118, 107];
/** Has no common divisor with {@link VOTERS}: counting in such steps reaches every voter once. */
const STEP = 37;

/** Realistic votes: a few jerseys with many upvotes, a long tail, some disputed. */
export function planVotes(jerseys: readonly PlannedJersey[]): PlannedVote[] {
  return jerseys.flatMap(({ id, key, rank, age }) => {
    const up =
      PODIUM[rank] ?? Math.round(4 + 88 * Math.exp(-rank / 45) + 3 * seededRandom(`${key} up`));
    const disputed = rank > 40 && seededRandom(`${key} disputed`) < 0.08;
    const share = disputed ? 0.7 : 0.02 + 0.16 * seededRandom(`${key} down`);
    const down = Math.min(VOTERS - up, Math.round(up * share));
    const first = Math.floor(seededRandom(`${key} voters`) * VOTERS);
    return Array.from({ length: up + down }, (_, index): PlannedVote => ({
      jersey_id: id,
      voter: (first + index * STEP) % VOTERS,
      vote: index < up ? "up" : "down",
      // Members find most jerseys soon after they arrive, and go on finding them.
      vote_age: age * (1 - seededRandom(`${key} vote ${index}`) ** 2),
    }));
  });
}
