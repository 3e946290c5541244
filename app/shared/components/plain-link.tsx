import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Link, type LinkProps, PrefetchPageLinks } from "react-router";

/** Delay before prefetching; the router's own links use the same. */
const PREFETCH_DELAY_MS = 100;

let pressed: Element | undefined;

/** The link of a list that was followed last. */
export const lastPressed = (): Element | undefined => pressed;

/** True for a click that navigates in this tab: not for a new tab, a download or a context menu. */
export function isPlainClick(event: MouseEvent | globalThis.MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || defaultPrevented);
}

/**
 * Link to a page that is fetched as soon as the pointer or the focus stays on it. The router's own `prefetch="intent"`
 * does so without a network too, where it reloads the page.
 */
export function PlainLink({
  onClick,
  ...props
}: Omit<LinkProps, "to" | "prefetch"> & {
  /** An absolute path, with its query and fragment. */
  to: string;
}) {
  const [isMeant, intend, desist] = useIntent();
  return (
    <>
      <Link
        discover="none" // the browser has all routes
        {...props}
        onClick={(event) => {
          onClick?.(event);
          if (isPlainClick(event)) pressed = event.currentTarget;
        }}
        onFocus={intend}
        onBlur={desist}
        onMouseEnter={intend}
        onMouseLeave={desist}
        onTouchStart={intend}
      />
      {isMeant && <PrefetchPageLinks page={props.to} />}
    </>
  );
}

/**
 * Detects that the pointer or focus stays on an element. Returns the state and the handlers for
 * entering and leaving.
 */
function useIntent() {
  const [isMeant, setMeant] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const desist = () => {
    clearTimeout(timer.current);
    setMeant(false);
  };
  const intend = () => {
    clearTimeout(timer.current);
    // Without a network the router reloads the page when it can't fetch the other one's code.
    timer.current = setTimeout(() => setMeant(navigator.onLine), PREFETCH_DELAY_MS);
  };
  return [isMeant, intend, desist] as const;
}
