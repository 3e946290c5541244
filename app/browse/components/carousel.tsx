import { type ReactNode, useEffect, useRef, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { StepButton } from "../../jersey/components/step-button.tsx";
import { cx } from "../../shared/ui/cx.ts";

/** Which ends a scroller has reached. */
function useEnds() {
  const ref = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ start: true, end: false });
  useEffect(() => {
    const rail = ref.current;
    if (!rail) return;
    const look = () => {
      const start = rail.scrollLeft < 8;
      const end = rail.scrollLeft + rail.clientWidth > rail.scrollWidth - 8;
      setEnds((was) => (was.start === start && was.end === end ? was : { start, end }));
    };
    const resized = new ResizeObserver(look);
    resized.observe(rail);
    rail.addEventListener("scroll", look, { passive: true });
    return () => {
      resized.disconnect();
      rail.removeEventListener("scroll", look);
    };
  }, []);
  return { ref, ...ends };
}

/**
 * A row of slides in a native scroller with snap points. It works by touch, wheel and keyboard, and
 * without scripts; the buttons are an addition. `heading` is to their left.
 */
export function Carousel({
  label,
  labelledBy,
  heading,
  busy,
  className,
  children,
}: {
  /** Its name, or the id of the heading with its name. */
  label?: string;
  labelledBy?: string;
  heading: ReactNode;
  /** True while other slides load. */
  busy?: boolean;
  className?: string;
  /** The slides, `<li>` elements. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { ref, start, end } = useEnds();
  const leaf = (direction: 1 | -1) =>
    ref.current?.scrollBy({ left: direction * ref.current.clientWidth * 0.8 });
  return (
    <section
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-roledescription={t("carousel.role")}
      aria-busy={busy}
    >
      <div className="page flex items-end justify-between gap-4 [&>:first-child]:min-w-0">
        {heading}
        <div className={cx("hidden gap-2 md:flex", start && end && "invisible")}>
          <StepButton
            to="previous"
            variant="outline"
            aria-label={t("carousel.previous")}
            isEnd={start}
            onStep={() => leaf(-1)}
          />
          <StepButton
            to="next"
            variant="outline"
            aria-label={t("carousel.next")}
            isEnd={end}
            onStep={() => leaf(1)}
          />
        </div>
      </div>
      <ul
        ref={ref}
        className={cx(
          // Full width; the first slide is aligned with the page's text.
          "flex snap-x snap-mandatory scroll-smooth gap-4 overflow-x-auto overscroll-x-contain px-[max(var(--gutter),calc((100vw-var(--page))/2))] py-3 [scroll-padding-inline:max(var(--gutter),calc((100vw-var(--page))/2))] [scrollbar-width:none] md:gap-6 [&>li]:shrink-0 [&>li]:snap-start",
          className,
        )}
      >
        {children}
      </ul>
    </section>
  );
}
