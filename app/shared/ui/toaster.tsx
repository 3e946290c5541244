import type { CSSProperties } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { toast, Toaster } from "sonner";

const colors = {
  "--normal-bg": "var(--raised)",
  "--normal-text": "var(--ink)",
  "--normal-border": "var(--line)",
  "--width": "26rem",
  fontFamily: "var(--font-sans)",
} as CSSProperties;

/** Below this width a toast is as wide as the window: sonner's own limit. */
const NARROW = "(max-width: 600px)";

// A React root of its own: the page doesn't load or render the toast library before the first
// toast.
const host = document.createElement("div");
document.body.append(host);
const root = createRoot(host);

/** A screen reader announces what changes in a region that it has seen; so long the first toast waits, in milliseconds. */
const REGION_SEEN_MS = 100;

let isSeen: Promise<unknown> | undefined;

/**
 * Returns `toast` after rendering its region under that accessible name. On a phone it is over the bar
 * at the top: below, it would cover buttons and fields (docs/product/site.md 18.7).
 */
export async function toaster(label: string): Promise<typeof toast> {
  const isNarrow = matchMedia(NARROW).matches;
  flushSync(() =>
    root.render(
      <Toaster
        position={isNarrow ? "top-center" : "bottom-right"}
        // There, several would cover the bar's search and menu for as long.
        visibleToasts={isNarrow ? 1 : 3}
        mobileOffset={{ top: "0.5rem" }}
        containerAriaLabel={label}
        style={colors}
        // A long button stands under the text.
        toastOptions={{
          style: { fontSize: "0.9375rem", flexWrap: "wrap" },
          classNames: { content: "basis-[65%]!" },
        }}
      />,
    ),
  );
  isSeen ??= new Promise((resolve) => setTimeout(resolve, REGION_SEEN_MS));
  await isSeen;
  return toast;
}
