/*
 * Overlays (dialogs, zoom, search) that the browser's Back closes, one at a time. Each open overlay has an
 * entry of its own in the history: a copy of the page's entry with the number of overlays. The router
 * never sees these entries.
 */

interface Overlay {
  /** Asks the overlay to close; it may ask its reader first and stay open. */
  close: () => void;
}

/** The top one is the last. */
const open: Overlay[] = [];
/** Run once the entries of closed overlays are gone. */
const waiting: (() => void)[] = [];
/** Index in the router's history of the page on which overlays are open or being closed. */
let page: number | undefined;
let isPlanned = false;
/** Navigations that run beneath the open overlays, whose entries have left the history meanwhile. */
let beneath = 0;
/** True while the browser goes back because of `reconcile`. */
let isGoing = false;

/** Number of overlays that the current entry of the history stands for. */
const entries = (): number => (history.state as { overlays?: number } | null)?.overlays ?? 0;
const pageIndex = () => (history.state as { idx?: number } | null)?.idx;

/** Called before the router starts: on the window the listeners run in the order in which they were added, captured or not. */
export function listenBeforeRouter(): void {
  addEventListener("popstate", onPop);
}

/**
 * Adds an open overlay on top of the others.
 * @returns removes it when it is closed, by whatever means
 */
export function addOverlay(overlay: Overlay): () => void {
  open.push(overlay);
  plan();
  return () => {
    open.splice(open.indexOf(overlay), 1);
    plan();
  };
}

/**
 * Calls `next`, such as a navigation, when the overlays that are being closed have left the history. A
 * navigation before that would be undone, and its requests stopped.
 */
export function afterClosing(next: () => void): void {
  // React removes the overlay in a microtask.
  setTimeout(() => {
    waiting.push(next);
    plan();
  });
}

/**
 * Runs a navigation of the page beneath overlays that stay open, such as a filter in a sheet. Their entries come
 * back on top of the page's.
 * @param navigate done when the page is in the history
 */
export function beneathOverlays(navigate: () => Promise<void>): void {
  beneath++;
  waiting.push(() => {
    void navigate().finally(() => {
      beneath--;
      plan();
    });
  });
  plan();
}

/** One step for all overlays that open and close at the same moment. */
function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  queueMicrotask(reconcile);
}

/** Makes the history have one entry per open overlay. */
function reconcile(): void {
  isPlanned = false;
  if (isGoing) return;
  page = pageIndex();
  const wanted = beneath > 0 ? 0 : open.length;
  const surplus = entries() - wanted;
  if (surplus > 0) {
    isGoing = true;
    history.go(-surplus);
    return;
  }
  for (let n = entries() + 1; n <= wanted; n++) {
    history.pushState({ ...(history.state as object), overlays: n }, "");
  }
  for (const next of waiting.splice(0)) next();
}

function onPop(event: PopStateEvent): void {
  const wasGoing = isGoing;
  isGoing = false;
  if (!wasGoing && open.length === 0) return;
  // Another page: the router's task.
  if (pageIndex() !== page) return;
  // Otherwise the router would load the page again.
  event.stopImmediatePropagation();
  if (!wasGoing) for (let n = open.length - 1; n >= entries(); n--) open[n]?.close();
  // After React has removed what closed: an overlay that stays open gets its entry back.
  setTimeout(plan);
}
