import type { ReactNode } from "react";

/** A number and what it counts, in a `<dl>`: set like the number on a back. */
export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse gap-1">
      <dt className="caption">{label}</dt>
      <dd className="numeral text-4xl">{value}</dd>
    </div>
  );
}

/** The same for what is no number. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1 self-end">
      <dt className="caption">{label}</dt>
      <dd className="text-lg font-semibold">{children}</dd>
    </div>
  );
}
