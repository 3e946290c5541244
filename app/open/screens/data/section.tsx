import type { ReactNode } from "react";

/** A part of the page with its heading. */
export function Section({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 id={id} className="heading text-2xl md:text-3xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
