import fc from "fast-check";

import type { FuzzRequest } from "./requests.ts";
import { anyBody, anything, encoded, headerValue, odd } from "./values.ts";

export interface RestSchema {
  tables: { name: string; columns: string[] }[];
  functions: { path: string; names: string[] }[];
}

const OPERATORS =
  "eq neq gt gte lt lte like ilike match imatch in is isdistinct fts plfts phfts wfts cs cd ov sl sr nxr nxl adj not.eq not.in eq(any) like(all) fts(french)".split(
    " ",
  );
const CASTS = ["", "", "::text", "::int", "::jsonb", "::nope"];

/** Requests to tables and functions, most of which exist. */
export function restRequests({ tables, functions }: RestSchema): fc.Arbitrary<FuzzRequest> {
  const headers = fc.dictionary(
    fc.constantFrom("prefer", "range", "accept", "accept-profile", "content-profile", "range-unit"),
    fc.oneof(
      headerValue,
      fc.constantFrom(
        "count=exact, return=representation",
        "count=planned",
        "count=estimated",
        "resolution=merge-duplicates, return=minimal",
        "handling=strict, max-affected=1",
        "missing=default, tx=rollback",
        "0-9",
        "9-0",
        "application/vnd.pgrst.object+json",
        "application/vnd.pgrst.plan+json",
        "text/csv",
        "public",
        "private",
      ),
    ),
    { maxKeys: 3 },
  );
  const as = fc.constantFrom("nobody", "anon", "member", "service") as fc.Arbitrary<
    FuzzRequest["as"]
  >;

  const table = fc.constantFrom(...tables).chain(({ name, columns }) => {
    const names = tables.map((other) => other.name);
    const column = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...columns) }, encoded);
    const value = fc.oneof(
      encoded,
      fc.array(encoded, { maxLength: 4 }).map((list) => `(${list.join()})`),
      fc.constantFrom("null", "unknown", "{a,b}", "[1,5)", '("a","b\\")', "%7B%7D"),
    );
    const condition = fc.tuple(fc.constantFrom(...OPERATORS), value).map(([op, v]) => `${op}.${v}`);
    const item: fc.Arbitrary<string> = fc.letrec<{ item: string }>((tie) => ({
      item: fc.oneof(
        { maxDepth: 3 },
        fc.tuple(column, fc.constantFrom(...CASTS)).map((parts) => parts.join("")),
        column.map((c) => `${c}.max()`),
        fc.tuple(column, encoded).map(([c, key]) => `x:${c}->${key}->>0`),
        fc
          .tuple(
            fc.constantFrom("", "...", "a:"),
            fc.constantFrom(...names),
            fc.constantFrom("", "!inner", "!left", "!nope"),
            fc.array(tie("item"), { maxLength: 3 }),
          )
          .map(([spread, other, hint, inner]) => `${spread}${other}${hint}(${inner.join()})`),
      ),
    })).item;
    const parameter = fc.oneof(
      fc.tuple(column, condition).map(([c, test]) => `${c}=${test}`),
      fc.array(item, { maxLength: 4 }).map((items) => `select=${items.join()}`),
      column.map((c) => `order=${c}.desc.nullsfirst`),
      fc.tuple(fc.constantFrom(...names), column).map(([o, c]) => `order=${o}(${c})`),
      encoded.map((n) => `limit=${n}`),
      encoded.map((n) => `offset=${n}`),
      fc.array(column, { maxLength: 3 }).map((list) => `columns=${list.join()}`),
      fc.array(column, { maxLength: 3 }).map((list) => `on_conflict=${list.join()}`),
      fc
        .array(fc.tuple(column, condition), { maxLength: 3 })
        .map((list) => `or=(${list.map((pair) => pair.join(".")).join()})`),
      encoded.map((text) => `and=${text}`),
    );
    const row = fc.dictionary(
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...columns) }, odd),
      anything,
      {
        maxKeys: 6,
      },
    );
    return fc.record({
      method: fc.constantFrom(
        "GET",
        "GET",
        "GET",
        "HEAD",
        "POST",
        "PUT",
        "PATCH",
        "DELETE",
        "OPTIONS",
      ),
      path: fc
        .array(parameter, { maxLength: 5 })
        .map((parameters) => `/rest/v1/${name}?${parameters.join("&")}`),
      headers,
      body: fc.oneof(
        row.map((value) => JSON.stringify(value)),
        fc.array(row, { maxLength: 3 }).map((value) => JSON.stringify(value)),
        anyBody,
      ),
      as,
    });
  });

  const call = fc.constantFrom(...functions).chain(({ path, names }) => {
    const name = names.length ? fc.constantFrom(...names) : fc.constant("x");
    const every = fc.record(Object.fromEntries(names.map((key) => [key, anything])));
    return fc.record({
      method: fc.constantFrom("POST", "POST", "POST", "GET", "DELETE"),
      path: fc
        .array(fc.tuple(name, encoded), { maxLength: 3 })
        .map((pairs) => `/rest/v1${path}?${pairs.map((pair) => pair.join("=")).join("&")}`),
      headers,
      body: fc.oneof(
        every.map((value) => JSON.stringify(value)),
        fc.dictionary(name, anything, { maxKeys: 6 }).map((value) => JSON.stringify(value)),
        anyBody,
      ),
      as,
    });
  });
  return fc.oneof({ weight: 2, arbitrary: table }, call).map((sent) => ({
    ...sent,
    headers: { "content-type": "application/json", ...sent.headers },
  }));
}
