import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";

import { LEAGUE_COLORS } from "./league-colors.ts";

const badge = cva("badge", {
  variants: {
    tone: {
      neutral: "bg-surface text-ink",
      outline: "border border-control text-ink",
      accent: "bg-accent text-accent-ink",
      success: "bg-success text-success-ink",
      danger: "bg-danger text-danger-ink",
      ...LEAGUE_COLORS,
    },
  },
  defaultVariants: { tone: "neutral" },
});

/** A short label: a status, or a league in its colour (`tone="NBA"`). */
export function Badge({
  tone,
  className,
  ...props
}: ComponentProps<"span"> & VariantProps<typeof badge>) {
  return <span className={badge({ tone, className })} {...props} />;
}
