import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from "react";
import { PrefetchPageLinks, useNavigate } from "react-router";

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

interface PlainLinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** An absolute path, with its query and fragment. */
  to: string;
  viewTransition?: boolean;
  preventScrollReset?: boolean;
}

/**
 * Link to a page that is fetched as soon as the pointer or the focus stays on it. The router's `<Link
 * prefetch="intent">` does so without a network too, where it reloads the page, and costs ten times as much because each
 * resolves its route.
 */
export function PlainLink({
  to,
  viewTransition = false,
  preventScrollReset = false,
  onClick,
  children,
  ...props
}: PlainLinkProps) {
  const navigate = useNavigate();
  const [isMeant, intend, desist] = useIntent();
  return (
    <>
      <a
        {...props}
        href={to}
        onClick={(event) => {
          onClick?.(event);
          if (!isPlainClick(event)) return;
          event.preventDefault();
          pressed = event.currentTarget;
          const { href, origin } = location;
          // As a browser does: the address of this page again adds nothing to the history.
          const replace = new URL(to, origin).href === href;
          void navigate(to, { viewTransition, preventScrollReset, replace });
        }}
        onFocus={intend}
        onBlur={desist}
        onMouseEnter={intend}
        onMouseLeave={desist}
        onTouchStart={intend}
      >
        {children}
      </a>
      {isMeant && <PrefetchPageLinks page={to} />}
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
