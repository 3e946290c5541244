import type { ReactNode } from "react";

/** A number with its label, as an entry of a `<dl>`. */
export function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse gap-1">
      <dt className="caption">{label}</dt>
      <dd className="numeral text-3xl md:text-4xl">{value}</dd>
    </div>
  );
}

/** A text with its label, as an entry of a `<dl>`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-1 self-end">
      <dt className="caption">{label}</dt>
      <dd className="text-lg font-semibold">{children}</dd>
    </div>
  );
}
