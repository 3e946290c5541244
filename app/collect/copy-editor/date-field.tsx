import { useId } from "react";
import { useController } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { PartialDateInputs } from "./partial-date-inputs.tsx";
import type { CopyForm } from "../domain/copies/copy-rules.ts";
import { useProblem } from "./fields.tsx";

/** A date of a copy, of which the year suffices. */
export function DateField({ name }: { name: "bought_on" | "lent_since" }) {
  const { t } = useTranslation("copies");
  const id = useId();
  const problem = useProblem(name);
  const {
    field: { value, onChange, onBlur, ref },
  } = useController<CopyForm, typeof name>({ name });
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="grid gap-1.5">
      <span id={`${id}-label`} className="text-sm font-semibold">
        {t(`fields.${name}`)}
      </span>
      <PartialDateInputs
        value={value}
        ref={ref}
        onChange={onChange}
        onBlur={onBlur}
        aria-describedby={`${id}-help ${id}-error`}
        {...(problem && { "aria-invalid": true })}
      />
      <p id={`${id}-error`} aria-live="polite" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
      <p id={`${id}-help`} className="text-sm text-muted">
        {t("help.bought_on")}
      </p>
    </div>
  );
}
