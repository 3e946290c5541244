import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from "react";
import { PrefetchPageLinks, useNavigate } from "react-router";

/** As long as the router's own links wait before they believe that they are meant. */
const HESITATION = 100;

/** Whether a click asks for the page here, not for a new tab, a download or a menu. */
export function isPlainClick(event: MouseEvent | globalThis.MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey || defaultPrevented);
}

/**
 * A link to a page of this site, given by its whole path, for lists with dozens of them: does what
 * the router's `<Link prefetch="intent">` does, which costs ten times as much because each first
 * works out where it is.
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

/** Whether somebody stays on an element for a moment, and what to call when they come and go. */
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
    timer.current = setTimeout(() => setMeant(true), HESITATION);
  };
  return [isMeant, intend, desist] as const;
}
