import type { CSSProperties } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { toast, Toaster } from "sonner";

const colors = {
  "--normal-bg": "var(--raised)",
  "--normal-text": "var(--ink)",
  "--normal-border": "var(--line)",
  fontFamily: "var(--font-sans)",
} as CSSProperties;

// A React root of its own: the page doesn't load or render the toast library before the first
// toast.
const host = document.createElement("div");
document.body.append(host);
const root = createRoot(host);

/** Returns `toast` after rendering its region under that accessible name. */
export function toaster(label: string): typeof toast {
  flushSync(() =>
    root.render(
      <Toaster
        position="bottom-right"
        containerAriaLabel={label}
        style={colors}
        toastOptions={{ style: { fontSize: "0.9375rem" } }}
      />,
    ),
  );
  return toast;
}
