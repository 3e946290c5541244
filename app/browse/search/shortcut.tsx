import { useSyncExternalStore } from "react";

import { cx } from "../../shared/ui/cx.ts";

const never = () => () => {};

function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

/** True for the key stroke that opens the search dialog: ⌘K on Apple systems, otherwise Ctrl+K. */
export function isShortcut(event: KeyboardEvent): boolean {
  const command = isApple() ? event.metaKey : event.ctrlKey;
  return command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
}

/**
 * The shortcut's keys for the visitor's keyboard. Only the browser can determine them, not the
 * server.
 */
export function ShortcutKeys({ className }: { className?: string }) {
  const apple = useSyncExternalStore(never, isApple, () => false);
  return (
    <kbd
      aria-hidden
      className={cx(
        "rounded-md border border-control px-1.5 py-0.5 font-sans text-xs font-semibold text-muted pointer-coarse:hidden",
        className,
      )}
    >
      {apple ? "⌘ K" : "Ctrl K"}
    </kbd>
  );
}
