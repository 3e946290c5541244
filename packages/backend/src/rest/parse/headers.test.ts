import { describe, expect, test } from "vitest";

import { ApiError } from "../errors.ts";
import { parseAccept } from "./media.ts";
import { appliedPreferences, parsePreferences } from "./preferences.ts";
import { intersection, parseRangeHeader } from "./range.ts";

describe("Prefer", () => {
  test("is a list in which the first mention of a preference counts", () => {
    expect(
      parsePreferences("return=minimal,count=exact , return=representation, max-affected=3, x=y"),
    ).toEqual({ return: "minimal", count: "exact", maxAffected: 3 });
    expect(parsePreferences(null)).toEqual({});
  });

  test("is refused when strict and unknown", () => {
    const strict = (text: string) => () => parsePreferences(`handling=strict,${text}`);
    expect(strict("x=y")).toThrow(ApiError);
    expect(strict("return=everything")).toThrow(ApiError);
    expect(strict("timezone=Nowhere/At_All")).toThrow(ApiError);
    expect(strict("toString=1")).toThrow(ApiError);
    expect(strict("tx=rollback,timezone=Europe/Paris")()).toEqual({
      handling: "strict",
      timezone: "Europe/Paris",
    });
  });

  test("is acknowledged", () => {
    expect(appliedPreferences({})).toBeUndefined();
    expect(appliedPreferences({ count: "exact", return: "minimal", maxAffected: 1 })).toBe(
      "return=minimal, count=exact",
    );
  });
});

describe("Accept", () => {
  test.each([
    [null, "array"],
    ["*/*", "array"],
    ["application/json", "array"],
    ["text/html, application/xhtml+xml;q=0.9, */*;q=0.1", "array"],
    ["application/vnd.pgrst.object+json", "object"],
    ["application/json;q=0.5, text/csv", "csv"],
  ])("%s", (header, kind) => {
    expect(parseAccept(header).kind).toBe(kind);
  });

  test("may omit nulls", () => {
    expect(parseAccept("application/vnd.pgrst.array+json;nulls=stripped")).toMatchObject({
      kind: "array",
      stripNulls: true,
    });
  });

  test.each(["text/html", "application/vnd.pgrst.plan+json", "application/geo+json", "x"])(
    "refuses %s",
    (header) => {
      expect(() => parseAccept(header)).toThrow(ApiError);
    },
  );
});

describe("Range", () => {
  test("has a start and an end", () => {
    expect(parseRangeHeader("0-9")).toEqual({ offset: 0, limit: 10 });
    expect(parseRangeHeader("10-")).toEqual({ offset: 10 });
    expect(parseRangeHeader("bytes=0-1")).toEqual({});
    expect(() => parseRangeHeader("3-1")).toThrow(ApiError);
  });

  test("is combined with limit", () => {
    expect(intersection({ offset: 2, limit: 5 }, { limit: 4 })).toEqual({ offset: 2, limit: 2 });
    expect(intersection({}, { limit: 4 })).toEqual({ offset: 0, limit: 4 });
    expect(() => intersection({ offset: 9 }, { limit: 4 })).toThrow(ApiError);
  });
});
