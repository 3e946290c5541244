/** What a leaderboard can be of, besides all jerseys (`public.leaderboard()`). */
export const BOARD_SCOPES = ["sport", "season", "competition", "brand", "color"] as const;

export type BoardScope = (typeof BOARD_SCOPES)[number];

export interface Board {
  scope: BoardScope;
  /** Sport, code of the season, slug of the competition or of the brand's name, or colour. */
  value: string;
}

export function isBoardScope(value: string): value is BoardScope {
  return (BOARD_SCOPES as readonly string[]).includes(value);
}

/** True for what a value can look like; there may still be no such board. */
export function isBoardValue(value: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) && value.length <= 80;
}

/** The votes that count for the ranking, and the bound by which it orders. */
export interface Standing {
  upvotes: number;
  downvotes: number;
  /** Lower bound of the 95 % Wilson interval, from 0 to 1; null below ten votes. */
  best: number | null;
}

/**
 * The bound as people read it: at least this share of all who would vote like the jersey. Rounded
 * down, so that it never promises more.
 */
export function likedByAtLeast(best: number): number {
  // 0.29 × 100 is a little less than 29.
  return Math.floor(best * 100 + 1e-9) / 100;
}
