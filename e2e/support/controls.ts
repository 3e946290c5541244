import type { Page } from "@playwright/test";

/**
 * What is wrong with the visible controls of a page, in words: two that cover each other by more than a pixel, and
 * one that leaves its card or the screen. A control with a box is what a finger aims at: links in running text have
 * none, and the link that covers its card (`.stretched`) lies below the card's buttons on purpose.
 */
export async function controlProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // What is skipped below the screen has the box of a guess.
    const everything = new CSSStyleSheet();
    everything.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets = [everything];

    interface Control {
      element: Element;
      box: DOMRect;
      name: string;
    }
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}"`;

    const isInView = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest(".sr-only, [inert]");

    /** Fixed and sticky parts lie over what scrolls below them. */
    function layerOf(element: Element): Element | null {
      for (let at: Element | null = element; at; at = at.parentElement) {
        if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
      }
      return null;
    }

    /** The part of a box that its scrolling ancestors show. */
    function clipped(element: Element): DOMRect {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      // A button may lie in a field's padding.
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      const isField = element.matches("input");
      const shown = {
        left: left + (isField ? Number.parseFloat(paddingLeft) : 0),
        top,
        right: right - (isField ? Number.parseFloat(paddingRight) : 0),
        bottom,
      };
      for (let at = element.parentElement; at; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        if (overflowX !== "visible") {
          shown.left = Math.max(shown.left, box.left);
          shown.right = Math.min(shown.right, box.right);
        }
        if (overflowY !== "visible" && at !== document.body && at !== document.documentElement) {
          shown.top = Math.max(shown.top, box.top);
          shown.bottom = Math.min(shown.bottom, box.bottom);
        }
      }
      return new DOMRect(
        shown.left,
        shown.top,
        Math.max(0, shown.right - shown.left),
        Math.max(0, shown.bottom - shown.top),
      );
    }

    const controls: Control[] = [
      ...document.querySelectorAll("button, a[href], input, select, textarea, summary"),
    ]
      .filter((element) => isInView(element) && !element.matches(".stretched, .stretched *"))
      .filter((element) => getComputedStyle(element).display !== "inline")
      .map((element) => ({ element, box: clipped(element), name: nameOf(element) }))
      .filter(({ box }) => box.width > 1 && box.height > 1);

    const problems: string[] = [];
    for (const { element, box, name } of controls) {
      const card = element.closest(".card")?.getBoundingClientRect();
      if (card && (box.left < card.left - 1 || box.right > card.right + 1)) {
        problems.push(
          `${name} leaves its card: ${box.left}–${box.right}, ${card.left}–${card.right}`,
        );
      }
      if (layerOf(element) && (box.left < -1 || box.right > innerWidth + 1)) {
        problems.push(`${name} leaves the screen`);
      }
    }
    const sorted = controls
      .map((control) => ({ ...control, layer: layerOf(control.element) }))
      .toSorted((a, b) => a.box.top - b.box.top);
    for (const [n, one] of sorted.entries()) {
      for (const other of sorted.slice(n + 1)) {
        if (other.box.top >= one.box.bottom - 1) break;
        if (one.layer !== other.layer) continue;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const width =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height =
          Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (width > 1 && height > 1) {
          problems.push(
            `${one.name} and ${other.name} overlap by ${Math.round(width)} × ${Math.round(height)} px`,
          );
        }
      }
    }
    return problems;
  });
}
