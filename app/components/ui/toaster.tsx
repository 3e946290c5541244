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

// A root of its own: the page's tree neither knows nor pays for toasts until there is one.
const host = document.createElement("div");
document.body.append(host);
const root = createRoot(host);

/** `toast` with its region called by that name. */
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
