import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Catalogue } from "./catalogue.ts";
import { storeCatalogue } from "./insert-catalogue.ts";
import { progressLog } from "./progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("progress is logged every five seconds, with the counts of that moment", () => {
  const lines: unknown[] = [];
  const report = progressLog(
    { info: (...line: unknown[]) => lines.push(line) } as never,
    "drawing",
  );
  for (let pictures = 1; pictures <= 12; pictures++) {
    vi.advanceTimersByTime(1000);
    report({ pictures, of: 12 });
  }
  expect(lines).toEqual([
    [{ pictures: 5, of: 12 }, "drawing"],
    [{ pictures: 10, of: 12 }, "drawing"],
  ]);
});

test("the catalogue is stored in parts, and each part is reported", async () => {
  const reports: unknown[] = [];
  const query = (_: string, [rows]: [string]) => ({
    rowCount: (JSON.parse(rows) as unknown[]).length,
  });
  const season = { code: "2025", name: "2025" };
  const catalogue = {
    ...{ competitions: [], brands: [], teams: [], aliases: [], participations: [] },
    seasons: Array.from({ length: 2500 }, () => season),
  } as Catalogue;
  const added = await storeCatalogue({ query } as never, catalogue, (done) => reports.push(done));
  expect(added.seasons).toBe(2500);
  expect(reports).toEqual([1000, 2000, 2500].map((rows) => ({ table: "seasons", rows, of: 2500 })));
});
