import { rating } from "../../lib/rating.ts";
import type { Client } from "../client.ts";

export interface SiteRating {
  /** 0 to 5. */
  value: number;
  count: number;
}

/** The sum over all jerseys changes slowly and costs a look at each. */
const LIFETIME_MS = 10 * 60_000;

const known = new WeakMap<Client, { since: number; rating: Promise<SiteRating | undefined> }>();

/** What all votes come to; nothing where nobody has voted, or where they can't be read. */
export function siteRating(client: Client, now = Date.now()): Promise<SiteRating | undefined> {
  const last = known.get(client);
  if (last && now - last.since < LIFETIME_MS) return last.rating;
  const read = readRating(client).catch((error: unknown) => {
    console.error("the votes could not be summed up", error);
    known.delete(client);
    return undefined;
  });
  known.set(client, { since: now, rating: read });
  return read;
}

async function readRating(client: Client): Promise<SiteRating | undefined> {
  const { data } = await client
    .rpc("vote_totals", undefined, { get: true })
    .single()
    .throwOnError();
  const votes = { upvotes: data.upvotes ?? 0, downvotes: data.downvotes ?? 0 };
  const value = rating(votes);
  return value === undefined ? undefined : { value, count: votes.upvotes + votes.downvotes };
}
