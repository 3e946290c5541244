/** docs/product.md 11.1; the database enforces it too (`jersey_images_five_per_jersey`). */
export const MAX_IMAGES = 5;

/** The shorter side of a photo, in pixels: below it a photo is refused (docs/product.md 11.14). */
export const LEAST_SIDE = 400;

/** Below this shorter side, in pixels, the form advises against a photo. */
export const ADVISED_SIDE = 800;
