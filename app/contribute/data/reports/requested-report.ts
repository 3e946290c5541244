import type { ReportTarget } from "../../../shared/domain/reported-content.ts";

/** The report that a visitor asked for before signing in. */
let requested: ReportTarget | undefined;
const openers = new Set<() => void>();

/** Opens the dialog of this target's report button, now or as soon as the button is there. */
export function requestReport(target: ReportTarget): void {
  requested = target;
  for (const open of openers) open();
}

/** Calls `open` once if a report on `target` is requested. Returns a function that unsubscribes. */
export function onRequestedReport(target: ReportTarget, open: () => void): () => void {
  const opener = () => {
    if (requested?.type !== target.type || requested.id !== target.id) return;
    requested = undefined;
    open();
  };
  openers.add(opener);
  opener();
  return () => openers.delete(opener);
}
