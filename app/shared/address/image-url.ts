/**
 * The widths in which images are requested: few, so that caches are shared. The embedded service
 * renders no others for visitors (`server/operate/backend-options.ts`).
 */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1200] as const;

export const IMAGE_QUALITY = 75;

export type ImageWidth = (typeof IMAGE_WIDTHS)[number];

/** How an image fills its square: cropped to it, or whole within it. */
export type Fit = "cover" | "contain";

/**
 * The address of a resized copy of a file in the bucket `jerseys`; the storage service renders it.
 * `backend` is its origin, empty if it is the site's own.
 */
export function imageUrl(
  backend: string,
  path: string,
  { width, fit = "cover" }: { width: ImageWidth; fit?: Fit },
): string {
  return rendered(backend, path) + inWidth(width, fit);
}

/**
 * The part of the address before the size. Cached: a page uses dozens of images, each in several
 * widths.
 */
function rendered(backend: string, path: string): string {
  const name = path.split("/").map(encodeURIComponent).join("/");
  return `${backend}/storage/v1/render/image/public/jerseys/${name}`;
}

function inWidth(width: ImageWidth, fit: Fit): string {
  // The storage service's default is `cover`.
  const resize = fit === "cover" ? "" : `&resize=${fit}`;
  return `?width=${width}&height=${width}${resize}&quality=${IMAGE_QUALITY}`;
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

const PUBLIC = "/storage/v1/object/public/jerseys/";

/**
 * The public address of a file in the bucket `jerseys`, as the database stores it: without a host,
 * because the site may be opened under several.
 */
export function storedUrl(path: string): string {
  return PUBLIC + encodeURI(path);
}

/**
 * The path of a file in the bucket `jerseys`, read from its public address, with or without a host.
 */
export function storedPath(url: string): string | undefined {
  const [, name] =
    /^(?:https?:\/\/[^/?#\\\s]+)?\/storage\/v1\/object\/public\/jerseys\/([^?#]+)/.exec(url) ?? [];
  return name?.replaceAll("%20", " ");
}
