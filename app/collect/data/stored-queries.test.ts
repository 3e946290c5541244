import { expect, test } from "vitest";

import { cut, MOST_ROWS } from "./stored-queries.ts";

type Stored = Parameters<typeof cut>[0];
const query = (data: unknown) =>
  ({ queryHash: "q", queryKey: ["q"], state: { data } }) as unknown as Stored;
const rows = (length: number) => Array.from({ length }, (_, n) => n);

test("stores the first pages of a list that is too long, and other data whole", () => {
  const pages = [rows(60), rows(1000), rows(MOST_ROWS - 1060), rows(1)];
  const stored = cut(query({ pages, pageParams: [undefined, 1, 2, 3] }));
  expect(stored.state.data).toEqual({ pages: pages.slice(0, 3), pageParams: [undefined, 1, 2] });
  const few = query({ pages: [rows(3)], pageParams: [undefined] });
  expect(cut(few)).toEqual(few);
  const wishes = query(new Map([["jersey", { size: "M" }]]));
  expect(cut(wishes)).toBe(wishes);
});
