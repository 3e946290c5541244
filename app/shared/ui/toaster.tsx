import { X } from "lucide-react";
import type { CSSProperties } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { toast, Toaster } from "sonner";

import { aboveBars, freePlace } from "./toast-place.ts";

/** Width of a toast, and its distance from the sides of the window, in pixels. */
const WIDTH = 416;
const SIDE = 24;
const NARROW_SIDE = 16;

const colors = {
  "--normal-bg": "var(--raised)",
  "--normal-text": "var(--ink)",
  "--normal-border": "var(--line)",
  "--width": `${WIDTH}px`,
  fontFamily: "var(--font-sans)",
} as CSSProperties;

const BUTTON = "h-9! rounded-full! px-4! text-sm! pointer-coarse:h-11!";

/** Below this width a toast is as wide as the window: sonner's own limit. */
const NARROW = "(max-width: 600px)";

/** The usual height of a toast with its text on two lines, and of one with a button below it. In pixels. */
const HEIGHT = 72;
const BUTTON_HEIGHT = 112;

// A React root of its own: the page doesn't load or render the toast library before the first
// toast.
const host = document.createElement("div");
document.body.append(host);
const root = createRoot(host);

/** Milliseconds for which a page must have stayed as it is before a toast is placed again. */
const PAUSE_MS = 200;

let watching: MutationObserver | undefined;
/** A screen reader announces what changes in a region that it has seen; so long the first toast waits, in milliseconds. */
const REGION_SEEN_MS = 100;

let isSeen: Promise<unknown> | undefined;

/**
 * Returns `toast` after rendering its region, at the end of the window, on a phone where nothing is pressed (docs/product/site.md 18.7).
 * @param words the accessible names of the region and of the button that closes a toast
 * @param hasButton true if the toast that follows has a button
 */
export async function toaster(words: { region: string; close: string }, hasButton: boolean) {
  const place = () => render(words, hasButton ? BUTTON_HEIGHT : HEIGHT);
  place();
  watching?.disconnect();
  let pause: ReturnType<typeof setTimeout>;
  // The next page may have something to press there.
  const observer = new MutationObserver(() => {
    clearTimeout(pause);
    pause = setTimeout(() => {
      if (document.querySelector("[data-sonner-toast]")) place();
      else observer.disconnect();
    }, PAUSE_MS);
  });
  observer.observe(document.querySelector("main") ?? document.body, {
    childList: true,
    subtree: true,
  });
  watching = observer;
  isSeen ??= new Promise((resolve) => setTimeout(resolve, REGION_SEEN_MS));
  await isSeen;
  return toast;
}

function render(words: { region: string; close: string }, height: number): void {
  const isNarrow = matchMedia(NARROW).matches;
  const columns = isNarrow
    ? { left: NARROW_SIDE, right: innerWidth - NARROW_SIDE }
    : { left: innerWidth - SIDE - WIDTH, right: innerWidth - SIDE };
  const bottom = isNarrow ? freePlace(height, columns) : aboveBars(columns) + SIDE;
  flushSync(() =>
    root.render(
      <Toaster
        position={isNarrow ? "bottom-center" : "bottom-right"}
        // Several would need more room than there is.
        visibleToasts={isNarrow ? 1 : 3}
        offset={{ bottom, right: SIDE }}
        mobileOffset={{ bottom }}
        containerAriaLabel={words.region}
        style={colors}
        closeButton
        icons={{ close: <X aria-hidden className="size-5" /> }}
        // A long button stands under the text.
        toastOptions={{
          style: { fontSize: "0.9375rem", flexWrap: "wrap", paddingRight: "3.25rem" },
          closeButtonAriaLabel: words.close,
          classNames: {
            content: "basis-[65%]! has-[~[data-cancel]]:basis-[85%]!",
            actionButton: BUTTON,
            cancelButton: `${BUTTON} bg-surface! text-ink!`,
            closeButton:
              "top-1/2! right-1! left-auto! size-11! -translate-y-1/2 transform-none! border-0! bg-transparent!",
          },
        }}
      />,
    ),
  );
}
