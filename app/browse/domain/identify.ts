import {
  type CatalogueQuery,
  EMPTY_QUERY,
  type Filter,
  isSet,
  parseCatalogue,
} from "./catalogue-query.ts";

/** What people see of a shirt whose name they don't know, in the order in which they are asked (docs/product/browse.md 31). */
export const LOOKS = [
  "color",
  "pattern",
  "sport",
  "brand",
  "years",
  "sponsor",
  "kit",
] as const satisfies Filter[];

export type Look = (typeof LOOKS)[number];

/** What an address says of a shirt, and the code of its label. */
export interface SeenShirt {
  query: CatalogueQuery;
  looks: Look[];
  /** As it was typed; empty if none was. */
  code: string;
}

const LONGEST_CODE = 30;

/** Reads an address; what the catalogue can't know is left out. */
export function seenShirt(params: URLSearchParams): SeenShirt {
  const { query } = parseCatalogue(params);
  const seen = Object.fromEntries(
    LOOKS.flatMap((look) => fieldsOf(look).map((name) => [name, query[name]])),
  );
  return {
    query: { ...EMPTY_QUERY, ...seen },
    looks: LOOKS.filter((look) => isSet(query, look)),
    code: (params.get("label") ?? "").trim().slice(0, LONGEST_CODE),
  };
}

const fieldsOf = (look: Look) => (look === "years" ? (["from", "to"] as const) : ([look] as const));

/** A jersey that may be it, with what agrees with what was seen, and what doesn't. */
export interface Candidate<Jersey> {
  jersey: Jersey;
  agrees: Look[];
  differs: Look[];
}

/**
 * The candidates, those that agree most first.
 * @param found lists of jerseys with what each list leaves out, the shortest first
 */
export function ranked<Jersey extends { id: string }>(
  looks: readonly Look[],
  found: readonly { jerseys: readonly Jersey[]; without: readonly Look[] }[],
): Candidate<Jersey>[] {
  const known = new Set<string>();
  return found.flatMap(({ jerseys, without }) =>
    jerseys.flatMap((jersey) => {
      if (known.has(jersey.id)) return [];
      known.add(jersey.id);
      return {
        jersey,
        agrees: looks.filter((look) => !without.includes(look)),
        differs: [...without],
      };
    }),
  );
}
