/** docs/product.md 11.1; the database enforces it too (`jersey_images_five_per_jersey`). */
export const MAX_IMAGES = 5;

/** Licences of photos; the database knows the same ones (`jersey_images_licence_known`). */
export const LICENCES = ["CC-BY-SA-4.0", "shown-here-only"] as const;

export type Licence = (typeof LICENCES)[number];

/** The key of a licence's text: a point in a key means a level. */
export const LICENCE_KEYS = { "CC-BY-SA-4.0": "free", "shown-here-only": "hereOnly" } as const;

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

/** The shorter side of a photo, in pixels: below it a photo is refused (docs/product.md 11.18). */
export const LEAST_SIDE = 400;

/** Below this shorter side, in pixels, the form advises against a photo. */
export const ADVISED_SIDE = 800;
