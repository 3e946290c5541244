export interface Votes {
  upvotes: number;
  downvotes: number;
}

/**
 * The displayed rating, 0 to 5: upvotes divided by total votes times 5; undefined without votes
 * (docs/product/jersey.md 5.6).
 */
export function rating({ upvotes, downvotes }: Votes): number | undefined {
  const total = upvotes + downvotes;
  return total > 0 ? (upvotes / total) * 5 : undefined;
}
