import { type Ref, useId } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { type Color, COLORS, MAX_COLORS } from "../../shared/domain/colors.ts";
import { ColorName } from "../../shared/components/color-swatch.tsx";

interface ColorFieldProps {
  /** The main one first. */
  value: readonly Color[];
  onChange: (colors: Color[]) => void;
  help?: string;
  error?: string | undefined;
  /** The first control, for the focus. */
  ref?: Ref<HTMLInputElement>;
}

/** The colours of a jersey: up to three of the fourteen, one of which is the main colour. */
export function ColorField({ value, onChange, help, error, ref }: ColorFieldProps) {
  const { t } = useTranslation(["submit", "facts"]);
  const id = useId();
  const isFull = value.length >= MAX_COLORS;
  const toggle = (color: Color) =>
    onChange(value.includes(color) ? value.filter((one) => one !== color) : [...value, color]);
  return (
    <fieldset
      aria-describedby={`${id}-error ${id}-help`}
      aria-invalid={error ? true : undefined}
      className="grid min-w-0 gap-2"
    >
      <legend className="mb-1.5 text-sm font-semibold">{t("facts:colors")}</legend>
      <div className="flex flex-wrap gap-2">
        {COLORS.map((color, index) => (
          <Choice
            key={color}
            type="checkbox"
            color={color}
            ref={index === 0 ? ref : undefined}
            checked={value.includes(color)}
            disabled={isFull && !value.includes(color)}
            onChange={() => toggle(color)}
          />
        ))}
      </div>
      {value.length > 1 && (
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="float-left mr-2 text-sm text-muted">{t("fields.mainColor")}</legend>
          {COLORS.filter((color) => value.includes(color)).map((color) => (
            <Choice
              key={color}
              type="radio"
              name={`${id}-main`}
              color={color}
              checked={value[0] === color}
              onChange={() => onChange([color, ...value.filter((one) => one !== color)])}
            />
          ))}
        </fieldset>
      )}
      {/* Always rendered: a live region announces only changes of existing content. */}
      <p id={`${id}-error`} aria-live="polite" className="text-sm text-danger empty:hidden">
        {error}
      </p>
      <p id={`${id}-help`} className="text-sm text-muted empty:hidden">
        {help}
      </p>
    </fieldset>
  );
}

/** A colour to tick or to select. The whole pill is the target. */
function Choice({
  color,
  ref,
  ...input
}: {
  type: "checkbox" | "radio";
  name?: string;
  color: Color;
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
  ref?: Ref<HTMLInputElement> | undefined;
}) {
  return (
    <label className="flex min-h-11 items-center gap-2 rounded-full border border-line px-3 text-sm has-checked:border-ink has-checked:bg-surface has-disabled:text-muted">
      <input {...input} ref={ref} className="size-4 shrink-0 accent-ink" />
      <ColorName color={color} />
    </label>
  );
}
