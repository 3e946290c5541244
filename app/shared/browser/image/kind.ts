/** The image formats that browsers may be able to decode. */
export type ImageKind = "jpeg" | "png" | "gif" | "webp" | "bmp" | "avif" | "heic";

/** How many leading bytes `imageKind` needs. */
export const KIND_BYTES = 32;

const SIGNATURES: [ImageKind, RegExp][] = [
  ["jpeg", /^\xff\xd8\xff/],
  ["png", /^\x89PNG\r\n\x1a\n/],
  ["gif", /^GIF8[79]a/],
  ["webp", /^RIFF[^]{4}WEBP/],
  ["bmp", /^BM/],
  ["avif", /^[^]{4}ftyp(?:avif|avis)/],
  ["heic", /^[^]{4}ftyp(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1)/],
];

/**
 * The format of a file by its first bytes. File names and declared types are unreliable: cameras,
 * chat programs and people rename files.
 */
export function imageKind(head: Uint8Array): ImageKind | undefined {
  const text = String.fromCharCode(...head.subarray(0, KIND_BYTES));
  return SIGNATURES.find(([, signature]) => signature.test(text))?.[0];
}
