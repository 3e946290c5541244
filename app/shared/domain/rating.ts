export interface Votes {
  upvotes: number;
  downvotes: number;
}

/** Share of upvotes, 0 to 1; undefined without votes. */
export function share({ upvotes, downvotes }: Votes): number | undefined {
  const total = upvotes + downvotes;
  return total > 0 ? upvotes / total : undefined;
}

/** The displayed rating, 0 to 5: upvotes divided by total votes times 5 (docs/product/jersey.md 5.6). */
export function rating(votes: Votes): number | undefined {
  const up = share(votes);
  return up === undefined ? undefined : up * 5;
}
