import { type ReactElement, type ReactNode, cloneElement, useId } from "react";

import { cx } from "./cx.ts";

interface ControlProps {
  id?: string;
  required?: boolean;
  "aria-describedby"?: string;
  "aria-invalid"?: boolean;
}

/**
 * A form field: label, control, error, help. The control is the only child; it receives its id,
 * `aria-describedby` and `aria-invalid` from here.
 */
export function Field({
  label,
  help,
  error,
  required = false,
  className,
  children,
}: {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  /** Marks the label with an asterisk and sets `required` on the control. */
  required?: boolean;
  className?: string;
  children: ReactElement<ControlProps>;
}) {
  const own = useId();
  const id = children.props.id ?? own;
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = cx(children.props["aria-describedby"], errorId, helpId) || undefined;
  return (
    <div className={cx("grid gap-1.5", className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        {required && (
          <span aria-hidden className="text-danger">
            {" *"}
          </span>
        )}
      </label>
      {cloneElement(children, {
        id,
        required: required || children.props.required,
        "aria-describedby": describedBy,
        "aria-invalid": error ? true : children.props["aria-invalid"],
      })}
      {/* Always rendered: a live region announces only changes of existing content. */}
      <p id={`${id}-error`} aria-live="polite" className="text-sm text-danger empty:hidden">
        {error}
      </p>
      {help && (
        <p id={helpId} className="text-sm text-muted">
          {help}
        </p>
      )}
    </div>
  );
}
