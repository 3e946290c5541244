import { type ReactNode, useEffect, useRef } from "react";

import { keepSpace, keptSpace } from "../../shared/browser/kept-space.ts";

/** Without a change of height, everything is there. In milliseconds. */
const QUIET = 1000;

/**
 * What only members find on a page, once a page. It has the height of their last visit until it is read, so that what
 * follows doesn't move. Before the first paint a script sets the height (`site/theme/first-paint.tsx`).
 */
export function KeptSpace({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--kept-space", `${keptSpace()}px`);
    let timer: ReturnType<typeof setTimeout>;
    const observer = new ResizeObserver(([entry]) => {
      clearTimeout(timer);
      timer = setTimeout(() => keepSpace(Math.round(entry!.contentRect.height)), QUIET);
    });
    observer.observe(content.current!);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      style.removeProperty("--kept-space");
    };
  }, []);
  return (
    <div className="kept-space">
      <div ref={content}>{children}</div>
    </div>
  );
}
