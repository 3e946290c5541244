/** docs/product.md 11.1; the database enforces it too (`jersey_images_five_per_jersey`). */
export const MAX_IMAGES = 5;
