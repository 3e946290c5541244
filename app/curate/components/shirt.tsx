import { useId } from "react";

import {
  designFor,
  shirtContent,
  VIEW_BOX,
  type ShirtFacts,
} from "#app/shared/domain/shirt/index.ts";

export interface ShirtProps extends ShirtFacts {
  /** Accessible name. Without it the drawing is decoration beside a text. */
  label?: string;
  className?: string;
}

/** The shirt drawing in the team's colours, which replaces a missing photo. */
export function Shirt({ label, className, ...facts }: ShirtProps) {
  const content = shirtContent({ ...designFor(facts), idPrefix: `shirt${useId()}` });
  return (
    <svg
      viewBox={VIEW_BOX}
      className={className}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      // Safe: the renderer emits only colours, digits and letters of its input.
      dangerouslySetInnerHTML={{ __html: content }}
    />
  );
}
