/** Shirt drawings: the placeholder of a jersey without photo, and the pictures of demo jerseys. */
export { tint } from "./color.ts";
export { designFor, type ShirtFacts } from "./design.ts";
export { drawLayers, drawShirt, shirtContent, VIEW_BOX } from "./draw.ts";
export { TRADITIONS } from "./traditions.ts";
export { COLLARS, PATTERNS, SPORTS } from "./types.ts";
export type { ShirtDesign } from "./types.ts";
