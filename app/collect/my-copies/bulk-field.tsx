import { type ReactElement, useId } from "react";

/** What a control of the dialog gets from its field. */
export interface BulkControl {
  "aria-label": string;
  "aria-describedby": string;
}

/** A detail that can be changed: the tick stands before the label, the control below both. */
export function BulkField({
  label,
  tick,
  isChosen,
  problem,
  children,
  onChoose,
}: {
  label: string;
  /** What the tick says to those who don't see the label. */
  tick: string;
  isChosen: boolean;
  problem: string | undefined;
  children: (control: BulkControl) => ReactElement;
  onChoose: (isChosen: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="grid grid-cols-1">
      <label
        htmlFor={id}
        className="flex min-h-11 items-center gap-3 justify-self-start text-sm font-semibold"
      >
        <input
          id={id}
          type="checkbox"
          aria-label={tick}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
          className="size-5 shrink-0 accent-ink"
        />
        {label}
      </label>
      {children({ "aria-label": label, "aria-describedby": `${id}-error` })}
      <p id={`${id}-error`} aria-live="polite" className="mt-1 text-sm text-danger empty:hidden">
        {problem}
      </p>
    </div>
  );
}
