import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ApiError } from "../errors.ts";
import { parseSelect, type SelectItem } from "./select.ts";

/** Returns the items in a short form, without unset members. */
function summarised(items: SelectItem[]): unknown[] {
  return items.map((item) =>
    item.kind === "embed"
      ? {
          embed: [
            item.spread ? "..." : "",
            item.alias ? `${item.alias}:` : "",
            item.target,
            item.hint ? `!${item.hint}` : "",
            item.inner ? "!inner" : "",
          ].join(""),
          items: summarised(item.items),
        }
      : [
          item.alias ? `${item.alias}:` : "",
          item.field.name,
          ...item.field.path.map(({ arrow, key }) => `${arrow}${key}`),
          item.cast ? `::${item.cast}` : "",
          item.aggregate ? `.${item.aggregate}` : "",
        ].join(""),
  );
}

function thrownBy(run: () => unknown): Error | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

describe("select", () => {
  test.each<[string, unknown[]]>([
    ["*", ["*"]],
    ["id,name", ["id", "name"]],
    [" id , name ", ["id", "name"]],
    ["title:name", ["title:name"]],
    ["id::text,n:id::bigint", ["id::text", "n:id::bigint"]],
    ["when:created_at::timestamp with time zone", ["when:created_at::timestamp with time zone"]],
    ["a:data->b->>c::int", ["a:data->b->>c::int"]],
    ["count()", ["*.count"]],
    ["total:score.sum()", ["total:score.sum"]],
    ["counted", ["counted"]],
    ["teams(id)", [{ embed: "teams", items: ["id"] }]],
    ["teams()", [{ embed: "teams", items: [] }]],
    ["home:teams!home_id!inner(*)", [{ embed: "home:teams!home_id!inner", items: ["*"] }]],
    ["teams!inner!fk(*)", [{ embed: "teams!fk!inner", items: ["*"] }]],
    ["teams!left(id)", [{ embed: "teams", items: ["id"] }]],
    ["...teams(name),id", [{ embed: "...teams", items: ["name"] }, "id"]],
    ["a(b(c),d),e", [{ embed: "a", items: [{ embed: "b", items: ["c"] }, "d"] }, "e"]],
    ['"x,y":"a b"', ["x,y:a b"]],
  ])("%s", (text, items) => {
    expect(summarised(parseSelect(text))).toEqual(items);
  });

  test.each([
    "id,",
    ",id",
    "id)",
    "a(b",
    "a(b))",
    "id:",
    "id::",
    "a!(b)",
    "id name(",
    "a->(b)",
    ":a",
  ])("refuses %j", (text) => {
    expect(() => parseSelect(text)).toThrow(ApiError);
  });

  test("embeds are bounded in depth and number", () => {
    const nested = (depth: number) => `${"a(".repeat(depth)}b${")".repeat(depth)}`;
    expect(parseSelect(nested(8))).toHaveLength(1);
    expect(() => parseSelect(nested(9))).toThrow(ApiError);
    expect(() => parseSelect(nested(100_000))).toThrow(ApiError);
    expect(() => parseSelect(Array.from({ length: 51 }, () => "a()").join())).toThrow(ApiError);
  });

  test("whatever it is given, it answers or refuses", () => {
    const piece = fc.oneof(
      fc.constantFrom("a", "b", "(", ")", ",", ":", "::", "!", "inner", "->", "...", '"', "*", "."),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const refused = thrownBy(() => parseSelect(pieces.join("")));
        expect([undefined, ApiError]).toContain(refused?.constructor);
      }),
    );
  });
});
