/** What holds neighbours of a button. */
const GROUP = "ul, ol, table, form, section, [role=dialog]";

/** Fields are left out: a phone would open its keyboard. */
const TARGET = "a[href], button:not(:disabled)";

/**
 * When the focused element leaves the page, as a removed item of a list does with its button, browsers give the focus to
 * the page, and a screen reader starts again at the top. Here it goes to what stands in its place, or else before it, in
 * the same list or section; to the section if that has nothing left to press.
 */
export function keepFocus(): void {
  let last: EventTarget | null = null;
  addEventListener("focusin", ({ target }) => (last = target));
  new MutationObserver((records) => {
    if (!(last instanceof HTMLElement) || last.isConnected) return;
    const lost = last;
    last = null;
    if (document.activeElement !== document.body) return;
    const record = records.find(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(lost)),
    );
    if (record) focusNear(record);
  }).observe(document, { childList: true, subtree: true });
}

function focusNear({ target, previousSibling }: MutationRecord): void {
  const group = target instanceof Element ? target.closest<HTMLElement>(GROUP) : null;
  if (!group?.isConnected) return;
  const before = previousSibling?.isConnected ? previousSibling : undefined;
  const follows = (node: Node, element: Element) =>
    Boolean(node.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
  const isAfter = (element: Element) =>
    before ? follows(before, element) && !before.contains(element) : follows(target, element);
  const near = [...group.querySelectorAll<HTMLElement>(TARGET)].filter((element) =>
    element.checkVisibility(),
  );
  const next =
    near.find((element) => target.contains(element) && isAfter(element)) ??
    near.findLast((element) => !isAfter(element)) ??
    near[0] ??
    group;
  if (next === group) group.tabIndex = -1;
  next.focus({ preventScroll: true });
}
