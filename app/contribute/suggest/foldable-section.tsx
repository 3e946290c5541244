import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";

/** A part of the form under its heading; with `fold`, a press on the heading shows it. */
export function FoldableSection({
  title,
  fold,
  children,
}: {
  title: ReactNode;
  /** How it begins; without it, it can't be folded. */
  fold?: "open" | "closed" | undefined;
  children: ReactNode;
}) {
  const id = useId();
  const [begins] = useState(fold);
  const heading = (
    <h2 id={id} className="heading text-xl">
      {title}
    </h2>
  );
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      {begins === undefined ? (
        <>
          {heading}
          {children}
        </>
      ) : (
        <details open={begins === "open"} className="fold border-t border-line">
          <summary className="min-h-12 justify-between gap-3">
            {heading}
            <ChevronDown aria-hidden />
          </summary>
          <div className="grid grid-cols-1 gap-4 pt-2 pb-4">{children}</div>
        </details>
      )}
    </section>
  );
}
