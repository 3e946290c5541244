import type { ReactNode } from "react";

/** A part of the form with its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      <legend className="heading mb-4 text-xl">{title}</legend>
      {children}
    </fieldset>
  );
}
