import { type DETAIL_LIST, DETAIL_NAMES } from "../../domain/copies/copy-details.ts";

/** Names as the client's types read them in a query. */
type Joined<List extends readonly { name: string }[]> = List extends readonly [
  infer First extends { name: string },
  ...infer Rest extends readonly { name: string }[],
]
  ? Rest extends readonly []
    ? First["name"]
    : `${First["name"]}, ${Joined<Rest>}`
  : never;

/** What owners say about their copies. */
export const DETAILS = DETAIL_NAMES.join(", ") as Joined<typeof DETAIL_LIST>;
