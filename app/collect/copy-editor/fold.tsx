import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useFormContext } from "react-hook-form";

import type { CopyForm } from "../domain/copies/copy-rules.ts";

/** A part of the form, folded until it is asked for or has a problem. Its head says what it holds. */
export function Fold({
  title,
  names,
  holds,
  children,
}: {
  title: string;
  /** The details in it. */
  names: readonly (keyof CopyForm)[];
  holds: readonly string[];
  children: ReactNode;
}) {
  const fold = useRef<HTMLDetailsElement>(null);
  const { errors, submitCount } = useFormContext<CopyForm>().formState;
  const hasProblem = names.some((name) => errors[name]);
  useEffect(() => {
    if (!hasProblem || submitCount === 0 || !fold.current) return;
    fold.current.open = true;
    // The form focuses its first problem, and can't do so in a folded part.
    if (document.activeElement?.getAttribute("aria-invalid") === "true") return;
    fold.current.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [hasProblem, submitCount]);
  return (
    <details ref={fold} className="fold min-w-0 border-t border-line">
      <summary className="flex min-h-12 items-center gap-3">
        <span className="shrink-0 font-semibold">{title}</span>
        <span className="min-w-0 flex-1 truncate text-right text-sm text-muted">
          {holds.filter(Boolean).join(" · ")}
        </span>
        <ChevronDown aria-hidden className="shrink-0" />
      </summary>
      <div className="grid grid-cols-1 items-start gap-4 pt-1 pb-5 sm:grid-cols-2">{children}</div>
    </details>
  );
}
