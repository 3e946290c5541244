import { rating } from "../../../shared/domain/rating.ts";
import type { Client } from "../../../shared/data/client.ts";

export interface SiteRating {
  /** 0 to 5. */
  value: number;
  count: number;
}

/** The rating of all votes together; undefined without votes or if they can't be read. */
export async function siteRating(client: Client): Promise<SiteRating | undefined> {
  const { data, error } = await client.rpc("vote_totals", undefined, { get: true }).single();
  if (error) {
    console.error("the votes could not be summed up", error);
    return undefined;
  }
  const votes = { upvotes: data.upvotes ?? 0, downvotes: data.downvotes ?? 0 };
  const value = rating(votes);
  return value === undefined ? undefined : { value, count: votes.upvotes + votes.downvotes };
}
