/** Buttons for which a double click is one press: those that send or destroy, and switches, which a second press would turn back. */
const ONCE = "button:is([type=submit], [aria-pressed], [data-once])";

/** Taps that are closer than this are one press; browsers count clicks of a mouse themselves. */
const DOUBLE_TAP_MS = 400;
const DOUBLE_TAP_PX = 30;

interface Press {
  timeStamp: number;
  clientX: number;
  clientY: number;
}

/**
 * Drops the second click of a double click, before React sees it: on such a button, and on what has come into its place
 * since.
 */
export function dropSecondClicks(): void {
  let first: (Press & { isOnce: boolean }) | undefined;
  const drop = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const isOnce = event.target.closest(ONCE) !== null;
    if (first && isSecond(event, first) && (isOnce || first.isOnce)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    const { timeStamp, clientX, clientY } = event;
    first = { timeStamp, clientX, clientY, isOnce };
  };
  addEventListener("click", drop, true);
}

function isSecond(event: MouseEvent, first: Press): boolean {
  if (!("pointerType" in event) || event.pointerType !== "touch") return event.detail > 1;
  const distance = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY);
  return event.timeStamp - first.timeStamp < DOUBLE_TAP_MS && distance < DOUBLE_TAP_PX;
}
