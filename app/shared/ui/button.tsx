import type { ComponentProps } from "react";

import { cx } from "./cx.ts";

const VARIANTS = {
  default: "bg-ink text-paper hover:bg-ink/85",
  destructive: "bg-danger text-danger-ink hover:bg-danger/85",
  outline: "border border-control bg-transparent text-ink hover:border-ink hover:bg-surface",
  secondary: "bg-surface text-ink hover:bg-line",
  ghost: "text-ink hover:bg-surface",
  link: "rounded-sm text-ink underline decoration-control underline-offset-4 hover:decoration-ink",
  hero: "bg-accent text-accent-ink hover:bg-accent/80",
};

const SIZES = {
  default: "min-h-11 px-5 py-1 text-sm",
  sm: "min-h-9 px-3.5 py-1 text-sm pointer-coarse:min-h-11",
  lg: "min-h-13 px-7 py-1 text-base",
  icon: "size-11",
};

export interface ButtonVariants {
  variant?: keyof typeof VARIANTS | undefined;
  size?: keyof typeof SIZES | undefined;
}

/** Classes of a button, for links too: `className={button({ variant: "hero" })}`. */
export function button({
  variant = "default",
  size = "default",
  className,
}: ButtonVariants & { className?: string | undefined } = {}): string {
  const isLink = variant === "link";
  return cx("button", VARIANTS[variant], SIZES[size], isLink && "min-h-0! p-0!", className);
}

/** What has to be typed or chosen before a button does something. */
export interface Lack {
  /** Selects its field in the button's form or dialog; without it, the first one. */
  field?: string;
  /** Shown at the field, in the reader's language. */
  text: string;
}

/** Moves the focus to the field that is missing, and says so there until something is typed. */
function askFor(pressed: HTMLButtonElement, { field = "input, select, textarea", text }: Lack) {
  const frame = pressed.closest("form, [role=dialog]");
  const control = frame?.querySelector<HTMLInputElement>(`:is(${field}):not([type=hidden])`);
  if (!control) return;
  control.setCustomValidity(text);
  control.reportValidity();
  const clear = () => control.setCustomValidity("");
  document.addEventListener("input", clear, { once: true, capture: true });
}

/**
 * A button. One that `lacks` something is pale; pressed all the same, it says what. While it is `busy` with its write, with a
 * spinner in place of its icon, or `disabled`, presses do nothing, and it keeps the focus: browsers take it from a
 * disabled button. Only one that sends a form is disabled for the browser, too, so that Enter in a field sends nothing before scripts run.
 */
export function Button({
  variant,
  size,
  className,
  type = "button",
  busy,
  disabled = false,
  lacks,
  onClick,
  ...props
}: ComponentProps<"button"> &
  ButtonVariants & { busy?: boolean; lacks?: Lack | false | undefined }) {
  const isInert = busy === true || disabled;
  return (
    <button
      type={type}
      disabled={disabled && !busy && type === "submit"}
      aria-disabled={isInert || lacks ? true : undefined}
      data-busy={busy || undefined}
      // A double click is one write (app/site/single-presses.ts).
      data-once={busy !== undefined || variant === "destructive" || undefined}
      className={button({ variant, size, className })}
      onClick={(event) => {
        // Enter in a field presses the button too.
        if (isInert || lacks) event.preventDefault();
        if (lacks && !isInert) askFor(event.currentTarget, lacks);
        else if (!event.defaultPrevented) onClick?.(event);
      }}
      {...props}
    />
  );
}
