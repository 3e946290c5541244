import { useState } from "react";

import type { Waiting } from "../data/review/queue.ts";

/**
 * The row that is open: at first the oldest that the reviewer can decide on, then the chosen one, after a decision the one that takes its
 * place. What somebody else decides on meanwhile stays open, so that nobody decides on another thing than the one they were looking at.
 */
export function useOpened(rows: Waiting[]) {
  const [chosen, setChosen] = useState<{ id?: string; place?: number; row?: Waiting | undefined }>(
    {},
  );
  const [decided, setDecided] = useState<string[]>([]);
  const found = rows.findIndex(({ id }) => id === chosen.id);
  const isGone = found === -1 && chosen.row !== undefined && !decided.includes(chosen.row.id);
  const wanted = chosen.place ?? rows.findIndex(({ is_mine }) => !is_mine);
  const place = found === -1 ? Math.max(0, Math.min(wanted, rows.length - 1)) : found;
  const row = isGone ? chosen.row : rows[place];
  // One that was chosen and isn't there yet comes with the next reading.
  const isAwaited = chosen.id !== undefined && chosen.row === undefined && found === -1;
  if (row && (row !== chosen.row || place !== chosen.place) && !isAwaited) {
    setChosen({ id: row.id, row, place });
  }
  return {
    row,
    place,
    isGone,
    choose(id: string, at: number) {
      setDecided((known) => known.filter((other) => other !== id));
      setChosen({ id, place: at });
    },
    /** These rows leave the queue by the reviewer's own decision. */
    leave: (ids: string[]) => setDecided((known) => [...known, ...ids]),
  };
}
