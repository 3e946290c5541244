/** docs/product/contribute.md 11.1; the database enforces it too (`jersey_images_five_per_jersey`). */
export const MAX_IMAGES = 5;
/** Of all contributors together (`jersey_images_twenty_per_jersey`). */
export const MAX_IMAGES_OF_ALL = 20;

/** How many more images a member may add to a jersey with these files; a file is in its contributor's folder. */
export function roomForImages(paths: readonly (string | null)[], memberId: string): number {
  const own = paths.filter((path) => path?.startsWith(`${memberId}/`)).length;
  return Math.max(0, Math.min(MAX_IMAGES - own, MAX_IMAGES_OF_ALL - paths.length));
}

/** Licences of photos; the database knows the same ones (`jersey_images_licence_known`). */
export const LICENCES = ["CC-BY-SA-4.0", "shown-here-only"] as const;

export type Licence = (typeof LICENCES)[number];

/** What a member says about photos that they add. */
export interface ImageRights {
  /** True if they say that the photos are their own or that they may share them. */
  isStated: boolean;
  licence: Licence;
}

/** The rights as columns of `jersey_images`. */
export function rightsColumns({ isStated, licence }: ImageRights) {
  return { rights_stated: isStated, licence };
}

/** The shorter side of a photo, in pixels: below it a photo is refused (docs/product/contribute.md 11.18). */
export const LEAST_SIDE = 400;

/** Below this shorter side, in pixels, the form advises against a photo. */
export const ADVISED_SIDE = 800;

/** A photo's file, in bytes. The bucket refuses larger ones too. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** Megapixels. A good camera has 60; a bitmap of 100 takes 400 MB while it is decoded. */
export const MAX_MEGAPIXELS = 100;

/** The side of the catalogue's square, in pixels, and its quality, 0 to 1. */
export const CATALOGUE_SIDE = 1200;
export const CATALOGUE_QUALITY = 0.9;
