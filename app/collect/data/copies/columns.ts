import { DETAIL_NAMES } from "../../domain/copies/copy-details.ts";

/** Names as the client's types read them in a query. */
type Joined<Names extends readonly string[]> = Names extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? Rest extends readonly []
    ? First
    : `${First}, ${Joined<Rest>}`
  : never;

/** What owners say about their copies. */
export const DETAILS = DETAIL_NAMES.join(", ") as Joined<typeof DETAIL_NAMES>;
