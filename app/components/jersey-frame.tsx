import type { CSSProperties, ReactNode } from "react";

import type { JerseySummary } from "../domain/jersey.ts";
import { cx } from "./ui/cx.ts";

/**
 * What a jersey is exhibited in: a calm square whose corners take a breath of the team's first
 * colour. `isShared` names it for the transition from a card to its page; one at a time may be.
 */
export function JerseyFrame({
  jersey,
  isShared,
  className,
  children,
}: {
  jersey: Pick<JerseySummary, "teams">;
  isShared: boolean;
  className?: string;
  children: ReactNode;
}) {
  const color = jersey.teams?.colors[0];
  const style = {
    ...(color && { "--team": color }),
    ...(isShared && { viewTransitionName: "jersey" }),
  } as CSSProperties;
  return (
    <div
      className={cx("jersey-frame relative aspect-square overflow-hidden bg-surface", className)}
      style={style}
    >
      {children}
    </div>
  );
}
