import type { CSSProperties, ReactNode, Ref } from "react";

import type { JerseySummary } from "../domain/jersey.ts";
import { cx } from "../ui/cx.ts";

/** Name for the view transition from card to page; only one frame at a time may have it. */
export const SHARED_FRAME = "jersey";

/** Square frame of a jersey, tinted at the corners with the team's first colour. */
export function JerseyFrame({
  jersey,
  isShared = false,
  ref,
  className,
  children,
}: {
  jersey: Pick<JerseySummary, "teams">;
  /** True for the page's own photo: it has the name `SHARED_FRAME`. */
  isShared?: boolean;
  ref?: Ref<HTMLDivElement>;
  className?: string;
  children: ReactNode;
}) {
  const color = jersey.teams?.colors[0];
  const style = {
    ...(color && { "--team": color }),
    ...(isShared && { viewTransitionName: SHARED_FRAME }),
  } as CSSProperties;
  return (
    <div
      ref={ref}
      className={cx("jersey-frame relative aspect-square overflow-hidden bg-surface", className)}
      style={style}
    >
      {children}
    </div>
  );
}
