import { useId } from "react";

import { designFor, shirtContent, VIEW_BOX, type ShirtFacts } from "#app/domain/shirt/index.ts";

export interface ShirtProps extends ShirtFacts {
  /** What a screen reader says; without it the drawing is decoration beside a text. */
  label?: string;
  className?: string;
}

/** The drawn shirt that stands in for a missing photo, in the team's colours. */
export function Shirt({ label, className, ...facts }: ShirtProps) {
  const content = shirtContent({ ...designFor(facts), idPrefix: `shirt${useId()}` });
  return (
    <svg
      viewBox={VIEW_BOX}
      className={className}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      // Safe: the renderer writes nothing of its input but colours, digits and letters.
      dangerouslySetInnerHTML={{ __html: content }}
    />
  );
}
