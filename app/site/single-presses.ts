/** Buttons for which a double click is one press: those that send or destroy, and switches, which a second press would turn back. */
const ONCE = "button:is([type=submit], [aria-pressed], [data-once])";

/** Drops the second click of a double click, before React sees it. */
export function dropSecondClicks(): void {
  const drop = (event: MouseEvent) => {
    if (event.detail < 2 || !(event.target instanceof Element)) return;
    if (!event.target.closest(ONCE)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("click", drop, true);
}
