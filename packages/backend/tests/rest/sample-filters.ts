import type { SupabaseClient } from "@supabase/supabase-js";
import fc from "fast-check";

/** One column of every type for which a filter has a meaning. */
export const TABLE = /* sql */ `
  create table samples (
    id int primary key, t text, n numeric, i int, d date, at timestamptz, b boolean, u uuid,
    ta text[], ia int[], r int4range, j jsonb
  )`;

/** Has a value in every column, so that every filter that fails on a value does fail. */
export const FULL = [
  "a",
  "1",
  1,
  "2026-01-01",
  "2026-01-01",
  true,
  null,
  "{a,null}",
  "{1}",
  "[1,3)",
  "{}",
];

export type Query = ReturnType<ReturnType<SupabaseClient["from"]>["select"]>;

/** A filter in the client's notation and the same in SQL. */
export interface Filter {
  name: string;
  apply: (query: Query) => Query;
  /** With `$` for each of `values`, in turn. */
  sql: string;
  values: unknown[];
}

// Few pieces, so that values coincide; each has a meaning in one of the grammars.
const text = fc
  .array(
    fc.constantFrom(...`a|A|b|"|'|,|(|)|{|}|[|\\|%|_|*|.|:|-|;|&|+|=|é|日|💥| |null|$1`.split("|")),
    {
      maxLength: 3,
    },
  )
  .map((pieces) => pieces.join(""));
const whole = fc.integer({ min: -3, max: 3 });
const number = fc.oneof(
  whole.map(String),
  fc.constantFrom("0.10", "-0", "1e2", "NaN", "Infinity", "99999999999999999999.5"),
);
const date = fc.constantFrom("2024-02-29", "2026-01-01", "1899-12-31", "infinity", "0044-03-15 BC");
const time = fc.constantFrom(
  "2026-01-01T00:00:00Z",
  "2026-01-01 01:00:00+01",
  "2026-01-01T00:00:00.000001Z",
  "-infinity",
);
const uuid = fc.constantFrom(
  "00000000-0000-0000-0000-000000000000",
  "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
);
const range = fc.constantFrom("empty", "[1,3)", "[1,3]", "(,2]", "[3,)", "(-3,3)", "[2,2]");
export const texts = fc.array(text, { maxLength: 3 });
const wholes = fc.array(whole, { maxLength: 3 });
export const json = fc.dictionary(
  fc.constantFrom("k", "n"),
  fc.oneof(text, whole, fc.constant(null)),
);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 5 });

export const row = fc.tuple(
  ...[text, number, whole, date, time, fc.boolean(), uuid, texts, wholes, range].map((value) =>
    orNull(value as fc.Arbitrary<unknown>),
  ),
  orNull(json).map((value) => value && JSON.stringify(value)),
);

const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
/** An array in PostgreSQL's notation. */
const literal = (values: readonly (string | number)[]) =>
  `{${values.map((value) => quoted(String(value))).join()}}`;

const SIGNS = { eq: "=", neq: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;
const SCALARS = { t: text, n: number, i: number, d: date, at: time, u: uuid } as const;
const CASTS = { t: "text", n: "numeric", i: "int", d: "date", at: "timestamptz", u: "uuid" };
const column = fc.constantFrom(...(Object.keys(SCALARS) as (keyof typeof SCALARS)[]));
const sign = fc.constantFrom(...(Object.keys(SIGNS) as (keyof typeof SIGNS)[]));

const scalar = column.chain((name) => fc.tuple(fc.constant(name), SCALARS[name]));

const comparison: fc.Arbitrary<Filter> = fc.tuple(scalar, sign).map(([[c, value], operator]) => ({
  name: `${operator} ${c} ${value}`,
  apply: (query) => query[operator as "gt"](c, value),
  sql: `${c} ${SIGNS[operator]} $::${CASTS[c]}`,
  values: [value],
}));

export const distinct: fc.Arbitrary<Filter> = scalar.map(([c, value]) => ({
  name: `isDistinct ${c} ${value}`,
  apply: (query) => query.isDistinct(c, value),
  sql: `${c} is distinct from $::${CASTS[c]}`,
  values: [value],
}));

export const lists: fc.Arbitrary<Filter> = fc
  .tuple(fc.array(text, { maxLength: 4 }), fc.boolean())
  .map(([values, negated]) => {
    // The client doesn't escape quoted values; it leaves that to its caller.
    const plain = values.every((value) => /^[^"\\ ]+$/.test(value));
    const list = `(${values.map(quoted).join()})`;
    const not = negated ? "not." : "";
    return {
      name: `${not}in ${JSON.stringify(values)}`,
      apply: (query) =>
        plain ? query[negated ? "notIn" : "in"]("t", values) : query.filter("t", `${not}in`, list),
      sql: `${negated ? "not " : ""}t = any($::text[])`,
      // One empty text is the same as no value.
      values: [values.length === 1 && values[0] === "" ? [] : values],
    };
  });

const pattern: fc.Arbitrary<Filter> = fc
  .tuple(fc.constantFrom("like", "ilike", "regexMatch", "regexIMatch"), text)
  .map(([how, value]) => {
    const operator = { like: "like", ilike: "ilike", regexMatch: "~", regexIMatch: "~*" }[how]!;
    return {
      name: `${how} ${value}`,
      apply: (query) => query[how as "like"]("t", value),
      sql: `t ${operator} $`,
      values: [how.endsWith("like") ? value.replaceAll("*", "%") : value],
    };
  });

const patterns: fc.Arbitrary<Filter> = fc
  .tuple(
    fc.constantFrom("likeAllOf", "likeAnyOf", "ilikeAllOf", "ilikeAnyOf"),
    fc.array(fc.constantFrom("a%", "%A", "_", "%é%", "%b%", "%"), { minLength: 1, maxLength: 3 }),
  )
  .map(([how, values]) => ({
    name: `${how} ${values.join()}`,
    apply: (query) => query[how as "likeAllOf"]("t", values),
    sql: `t ${how.startsWith("i") ? "ilike" : "like"} ${how.includes("All") ? "all" : "any"}($::text[])`,
    values: [values],
  }));

const CONTAINMENT = { contains: "@>", containedBy: "<@", overlaps: "&&" } as const;
const containment = fc.constantFrom(...(Object.keys(CONTAINMENT) as (keyof typeof CONTAINMENT)[]));
export const arrays: fc.Arbitrary<Filter> = fc
  .oneof(
    fc.tuple(fc.constant("ta"), fc.constant("text[]"), texts),
    fc.tuple(fc.constant("ia"), fc.constant("int[]"), wholes),
  )
  .chain(([c, type, values]) =>
    containment.map((how) => ({
      name: `${how} ${c} ${JSON.stringify(values)}`,
      apply: (query) => query[how](c, type === "int[]" ? (values as number[]) : literal(values)),
      sql: `${c} ${CONTAINMENT[how]} $::${type}`,
      values: [values],
    })),
  );

const RANGES = {
  contains: "@>",
  containedBy: "<@",
  overlaps: "&&",
  rangeGt: ">>",
  rangeGte: "&>",
  rangeLt: "<<",
  rangeLte: "&<",
  rangeAdjacent: "-|-",
} as const;
export const ranges: fc.Arbitrary<Filter> = fc
  .tuple(fc.constantFrom(...(Object.keys(RANGES) as (keyof typeof RANGES)[])), range)
  .map(([how, value]) => ({
    name: `${how} r ${value}`,
    apply: (query) => query[how]("r", value),
    sql: `r ${RANGES[how]} $::int4range`,
    values: [value],
  }));

export const documents: fc.Arbitrary<Filter> = fc.oneof(
  fc.tuple(fc.constantFrom("contains", "containedBy"), json).map(([how, value]) => ({
    name: `${how} j ${JSON.stringify(value)}`,
    apply: (query: Query) => query[how as "contains"]("j", value),
    sql: `j ${how === "contains" ? "@>" : "<@"} $::jsonb`,
    values: [JSON.stringify(value)],
  })),
  text.map((value) => ({
    name: `eq j->>k ${value}`,
    apply: (query: Query) => query.eq("j->>k", value),
    sql: `j->>'k' = $`,
    values: [value],
  })),
  whole.map((value) => ({
    name: `gte j->n ${value}`,
    apply: (query: Query) => query.gte("j->n", value),
    sql: `j->'n' >= $::jsonb`,
    values: [String(value)],
  })),
);

const SEARCH = { plain: "plainto", phrase: "phraseto", websearch: "websearch_to" } as const;
const search: fc.Arbitrary<Filter> = fc
  .tuple(fc.constantFrom(undefined, ...(Object.keys(SEARCH) as (keyof typeof SEARCH)[])), text)
  .map(([type, value]) => ({
    name: `textSearch ${type} ${value}`,
    apply: (query) => query.textSearch("t", value, { config: "simple", ...(type && { type }) }),
    sql: `to_tsvector('simple', t) @@ ${type ? SEARCH[type] : "to"}_tsquery('simple', $)`,
    values: [value],
  }));

export const truth: fc.Arbitrary<Filter> = fc
  .tuple(fc.constantFrom(null, true, false), fc.boolean())
  .map(([value, negated]) => ({
    name: `${negated ? "not " : ""}is ${value}`,
    apply: (query) => (negated ? query.not("b", "is", value) : query.is("b", value)),
    sql: `b is ${negated ? "not " : ""}${value}`,
    values: [],
  }));

/** `or`, `and` and `not` of comparisons, every value in quotes. */
const logic: fc.Arbitrary<Filter> = fc
  .letrec<{ tree: Tree; leaf: Tree; group: Tree }>((tie) => ({
    tree: fc.oneof({ depthSize: "small" }, tie("leaf"), tie("group")),
    leaf: fc.tuple(scalar, sign, fc.boolean()).map(([[c, value], operator, negated]) => ({
      rest: `${c}.${negated ? "not." : ""}${operator}.${quoted(value)}`,
      sql: `${negated ? "not " : ""}${c} ${SIGNS[operator]} $::${CASTS[c]}`,
      values: [value],
    })),
    group: fc
      .tuple(
        fc.constantFrom("and", "or"),
        fc.boolean(),
        fc.array(tie("tree"), { minLength: 1, maxLength: 3 }),
      )
      .map(([kind, negated, terms]) => ({
        rest: `${negated ? "not." : ""}${kind}(${terms.map(({ rest }) => rest).join()})`,
        sql: `${negated ? "not " : ""}(${terms.map(({ sql }) => sql).join(` ${kind} `)})`,
        values: terms.flatMap(({ values }) => values),
      })),
  }))
  .tree.map(({ rest, sql, values }) => ({
    name: `or ${rest}`,
    apply: (query) => query.or(rest),
    sql: `(${sql})`,
    values,
  }));

interface Tree {
  rest: string;
  sql: string;
  values: unknown[];
}

const negation: fc.Arbitrary<Filter> = fc.tuple(scalar, sign).map(([[c, value], operator]) => ({
  name: `not ${operator} ${c} ${value}`,
  apply: (query) => query.not(c, operator, value),
  sql: `not ${c} ${SIGNS[operator]} $::${CASTS[c]}`,
  values: [value],
}));

export const filter = fc.oneof(
  { weight: 3, arbitrary: comparison },
  { weight: 2, arbitrary: logic },
  ...[distinct, lists, pattern, patterns, arrays, ranges, documents, search, truth, negation],
);
