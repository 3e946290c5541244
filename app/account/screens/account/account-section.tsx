import { type ReactNode, useEffect, useRef } from "react";

/**
 * A part of the account. Its id is an anchor: `/account/data#leave`.
 * @param props.isNamed The links above it say its title already: only screen readers get it again
 */
export function AccountSection({
  id,
  title,
  isNamed = false,
  children,
}: {
  id: string;
  title: string;
  isNamed?: boolean;
  children: ReactNode;
}) {
  const section = useRef<HTMLElement>(null);

  // The browser looked for the anchor before the section was rendered.
  useEffect(() => {
    if (location.hash === `#${id}`) section.current?.scrollIntoView();
  }, [id]);

  return (
    // `grid-cols-1` lets a wide table scroll in its own frame.
    <section
      ref={section}
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-24 grid-cols-1 content-start gap-4"
    >
      <h2 id={`${id}-title`} className={isNamed ? "sr-only" : "heading text-2xl"}>
        {title}
      </h2>
      {children}
    </section>
  );
}
