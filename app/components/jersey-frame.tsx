import type { CSSProperties, ReactNode } from "react";

import type { JerseySummary } from "../domain/jersey.ts";
import { cx } from "./ui/cx.ts";

/**
 * Square frame of a jersey, tinted at the corners with the team's first colour. `isShared` sets the
 * name for the view transition from card to page; only one frame at a time may have it.
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
