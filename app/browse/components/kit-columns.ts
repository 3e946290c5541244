import type { CSSProperties } from "react";

/** More columns than this scroll sideways on a narrow screen, so that a shirt can still be made out. */
const MOST = 5;

/** Classes of a table with a column per kit type, of its heads and of what it scrolls in. */
export function kitColumns(count: number) {
  const isWide = count > MOST;
  return {
    isWide,
    style: { "--kits": count } as CSSProperties,
    head: isWide
      ? "max-lg:static text-[0.65rem] md:text-xs xl:text-base"
      : "text-[0.75rem] md:text-base lg:text-lg",
    /** Scrolling in itself, a table's head can't stay in view. */
    frame: isWide ? "max-lg:overflow-x-auto" : "",
  };
}
