import { expect, test } from "vitest";

import { countFound, type Found, NOTHING, otherJerseys } from "./search.ts";

const jerseys = (...ids: string[]) => ids.map((id) => ({ id })) as Found["jerseys"];

test("counts and shows a jersey once that is also among those of the time asked for", () => {
  const kits = { jerseys: jerseys("a", "b") } as NonNullable<Found["kits"]>;
  const found: Found = { ...NOTHING, jerseys: jerseys("b", "c"), kits };
  expect(otherJerseys(found)).toEqual(jerseys("c"));
  expect(countFound(found)).toBe(3);
  expect(countFound(NOTHING)).toBe(0);
});
