import type { WorkbookWork } from "./read-workbook.ts";
import { type SheetAnswer, sheetsOf } from "./sheets-of.ts";

/** Reads a workbook outside the page's thread. */
self.onmessage = async ({ data: { bytes, rows } }: MessageEvent<WorkbookWork>) => {
  const answer = await sheetsOf(bytes, rows).catch((error: unknown): SheetAnswer => {
    console.error("workbook not read", error);
    return { problem: "unreadable" };
  });
  self.postMessage(answer);
};
