import { type ReactNode, useId } from "react";

import { cx } from "../../shared/ui/cx.ts";

/** A chart, or its table, under its title. */
export function Chart({
  title,
  note,
  isWide = false,
  children,
}: {
  title: string;
  note?: ReactNode;
  isWide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx(
        "grid min-w-0 grid-cols-1 content-start gap-4 rounded-2xl bg-surface p-5 sm:p-7",
        isWide && "lg:col-span-2",
      )}
    >
      <h3 id={id} className="heading text-xl">
        {title}
      </h3>
      {children}
      {note && <p className="text-sm text-muted">{note}</p>}
    </section>
  );
}
