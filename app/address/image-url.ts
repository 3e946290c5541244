/** The widths images are asked for in: few, so that caches are shared. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1200] as const;

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** How an image fills its square: cut to it, or whole within it. */
export type Fit = "cover" | "contain";

/**
 * The address of a right-sized copy of a file in the bucket `jerseys`, made by the storage service.
 * `backend` is its origin, empty where it is the site's own.
 */
export function imageUrl(
  backend: string,
  path: string,
  { width, fit = "cover" }: { width: ImageWidth; fit?: Fit },
): string {
  return rendered(backend, path) + inWidth(width, fit);
}

/** A page names dozens of images, each in several widths: what is before these is made once. */
function rendered(backend: string, path: string): string {
  const name = path.split("/").map(encodeURIComponent).join("/");
  return `${backend}/storage/v1/render/image/public/jerseys/${name}`;
}

function inWidth(width: ImageWidth, fit: Fit): string {
  // To cover is what is done unasked.
  const resize = fit === "cover" ? "" : `&resize=${fit}`;
  return `?width=${width}&height=${width}${resize}&quality=75`;
}

/** The same image in every width from `smallest` to `largest`, for `srcset`. */
export function imageSet(
  backend: string,
  path: string,
  {
    smallest = 160,
    largest,
    fit = "cover",
  }: { smallest?: ImageWidth | undefined; largest: ImageWidth; fit?: Fit },
): string {
  const address = rendered(backend, path);
  return IMAGE_WIDTHS.filter((width) => width >= smallest && width <= largest)
    .map((width) => `${address}${inWidth(width, fit)} ${width}w`)
    .join(", ");
}

/** Which file of the bucket `jerseys` is behind a public address, as the database reads it. */
export function storedPath(url: string): string | undefined {
  const [, name] = /\/storage\/v1\/object\/public\/jerseys\/([^?#]+)/.exec(url) ?? [];
  return name?.replaceAll("%20", " ");
}
