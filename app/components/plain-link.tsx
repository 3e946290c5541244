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

/**
 * Link for lists with dozens of links; `to` is an absolute path. It does what the router's `<Link
 * prefetch="intent">` does, which costs ten times as much because each resolves its route.
 */
export function PlainLink({
  to,
  viewTransition = false,
  children,
  ...props
}: { to: string; viewTransition?: boolean } & Omit<ComponentProps<"a">, "href" | "onClick">) {
  const navigate = useNavigate();
  const [isMeant, intend, desist] = useIntent();
  return (
    <>
      <a
        {...props}
        href={to}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          pressed = event.currentTarget;
          void navigate(to, { viewTransition });
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
    timer.current = setTimeout(() => setMeant(true), PREFETCH_DELAY_MS);
  };
  return [isMeant, intend, desist] as const;
}
