import { expect, test } from "vitest";

import { copyPlaces } from "./copy-places.ts";
import type { CopyEntry } from "./filter.ts";

test("copies with the same title have numbers, the oldest first, however they are sorted", () => {
  const entry = (id: string, created_at: string, title: string) =>
    ({ copy: { id, created_at }, facts: { title } }) as CopyEntry;
  const entries = [
    entry("a", "2026-03", "OM 1993"),
    entry("b", "2026-02", "PSG"),
    entry("c", "2026-01", "OM 1993"),
    entry("d", "2026-03", "OM 1993"),
  ];
  const titleOf = ({ facts }: CopyEntry) => facts.title ?? "";
  for (const sorted of [entries, entries.toReversed()]) {
    expect(Object.fromEntries(copyPlaces(sorted, titleOf))).toEqual({ c: 1, a: 2, d: 3 });
  }
});
