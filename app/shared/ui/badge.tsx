import type { ComponentProps } from "react";

import { cx } from "./cx.ts";
import { LEAGUE_COLORS } from "./league-colors.ts";

const TONES = {
  neutral: "bg-surface text-ink",
  outline: "border border-control text-ink",
  accent: "bg-accent text-accent-ink",
  success: "bg-success text-success-ink",
  danger: "bg-danger text-danger-ink",
  ...LEAGUE_COLORS,
};

/** A short label: a status, or a league in its colour (`tone="NBA"`). */
export function Badge({
  tone = "neutral",
  className,
  ...props
}: ComponentProps<"span"> & { tone?: keyof typeof TONES | undefined }) {
  return <span className={cx("badge", TONES[tone], className)} {...props} />;
}
