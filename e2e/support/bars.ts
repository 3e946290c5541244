import type { Page } from "@playwright/test";

/**
 * The controls in fixed and sticky parts of a page that something else covers at some scroll position, in words. A
 * finger that aims at their middle would press that instead.
 */
export async function coveredBars(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const CONTROLS = "button, a[href], input, select, textarea, summary";
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}"`;

    function layerOf(element: Element): Element | null {
      for (let at: Element | null = element; at; at = at.parentElement) {
        if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
      }
      return null;
    }

    /** The middle of what the window and the scrolling ancestors show of a control. */
    function middleOf(element: Element): [x: number, y: number] | undefined {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      [left, top] = [Math.max(left, 0), Math.max(top, 0)];
      [right, bottom] = [Math.min(right, innerWidth), Math.min(bottom, innerHeight)];
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        if (overflowX !== "visible")
          [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        if (overflowY !== "visible")
          [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      }
      if (right - left < 8 || bottom - top < 8) return undefined;
      return [(left + right) / 2, (top + bottom) / 2];
    }

    const header = document.querySelector("header.sticky");
    const fixed = [...document.querySelectorAll(CONTROLS)].flatMap((element) => {
      const layer = layerOf(element);
      return layer ? [{ element, layer }] : [];
    });
    const problems = new Set<string>();
    for (let y = 0; ; y += 60) {
      scrollTo({ top: y, behavior: "instant" });
      await new Promise(requestAnimationFrame);
      for (const { element, layer } of fixed) {
        const isInView =
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !element.closest(".sr-only, [inert]");
        const middle = isInView && middleOf(element);
        const hit = middle && document.elementFromPoint(...middle);
        if (!hit || layer.contains(hit)) continue;
        // What is no longer stuck leaves the window below the site's bar.
        if (header?.contains(hit) && getComputedStyle(layer).position === "sticky") continue;
        problems.add(`${nameOf(hit.closest(CONTROLS) ?? hit)} lies over ${nameOf(element)}`);
      }
      if (y >= document.documentElement.scrollHeight - innerHeight) break;
    }
    scrollTo({ top: 0, behavior: "instant" });
    return [...problems];
  });
}
