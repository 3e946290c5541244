import fc from "fast-check";

/** Texts that some layer may interpret. */
export const odd = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.constantFrom(
      "",
      "..",
      "\0",
      "\\u0000",
      "%00",
      "*",
      "null",
      "NaN",
      "-1",
      "1e999",
      "99999999999999999999999",
      "'; drop table x; --",
      '"',
      "{}",
      "(1,2)",
      "2026-13-45",
      "infinity",
      "00000000-0000-4000-8000-000000000000",
      "true",
      "[\u0000]",
      "((((",
      "a".repeat(3_000),
      "\u202e\u200d\ufeff",
      "__proto__",
      "constructor",
    ),
    fc.integer().map(String),
    fc.double().map(String),
    fc.uuid(),
  )
  .map((text) => text.toWellFormed());

/** Members of a body: texts, numbers, null, and nested values. */
export const anything = fc.oneof(odd, odd, fc.jsonValue({ maxDepth: 4 }));

/** A body with some of these members. */
export const bodyWith = (...keys: string[]) =>
  fc
    .dictionary(fc.constantFrom(...keys), anything, { maxKeys: 8 })
    .map((value) => JSON.stringify(value));

export const anyBody = fc.oneof(
  fc.json(),
  odd,
  odd.map((text) => JSON.stringify(text)),
);

export const encoded = odd.map(encodeURIComponent);

/** A query string: `a=…&b=…`. */
export const queryOf = (...keys: string[]) =>
  fc
    .array(fc.tuple(fc.constantFrom(...keys), encoded), { maxLength: 4 })
    .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join("&"));

/** Header values that HTTP allows. */
export const headerValue = fc.oneof(
  fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[^ -~]/g, "")),
  odd.map((text) => text.replaceAll(/[^ -~]/g, "").slice(0, 200)),
);
