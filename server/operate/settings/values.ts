import * as z from "zod";

/** What settings can be: kinds of values, each with what a wrong one is told. */

export const text = z.string();

export const address = (protocols: RegExp, expected: string) =>
  z.url({ protocol: protocols, error: `expected ${expected}` });

export const webAddress = address(/^https?$/, "an address such as https://example.org")
  .refine((value) => !/[?#]/.test(value), "must have no ? or #")
  .transform((value) => value.replace(/\/+$/, ""));

export const databaseAddress = (
  expected = "a connection string such as postgres://user:password@host/database",
) => address(/^postgres(ql)?$/, expected);

export const mailAddress = z.email("expected an address such as name@example.org");

export const flag = z
  .enum(["true", "false", "1", "0"], { error: "expected true or false" })
  .transform((value) => value === "true" || value === "1");

export const choice = <const T extends readonly string[]>(...values: T) =>
  z.enum(values, { error: `expected one of ${values.join(", ")}` });

/** What pages show as it is. */
export const line = text
  .max(500, "expected at most 500 characters")
  .regex(/^\P{Cc}+$/u, "expected one line");

export const hours = text.regex(/^[1-9]\d{0,5}$/, "expected a number of hours").transform(Number);

/** Values with commas between. */
export const list = text.transform((values) => values.split(",").map((one) => one.trim()));
