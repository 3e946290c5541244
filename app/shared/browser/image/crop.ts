import type { Dimensions } from "./dimensions.ts";

export interface Crop extends Dimensions {
  x: number;
  y: number;
}

/** The largest part of `source`, around its centre, with the proportions of `target`. */
export function centreCrop(source: Dimensions, target: Dimensions): Crop {
  const scale = Math.min(source.width / target.width, source.height / target.height);
  const width = target.width * scale;
  const height = target.height * scale;
  return { x: (source.width - width) / 2, y: (source.height - height) / 2, width, height };
}
