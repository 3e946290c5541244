/** The image types the service takes. SVG is not among them: it is a document that can run scripts. */
export type ImageType = "image/jpeg" | "image/png" | "image/webp" | "image/gif" | "image/avif";

/** Bytes of a file that tell its type. */
export const SIGNATURE_LENGTH = 64;

/** The type a file's first bytes announce, whatever its name says. */
export function imageType(start: Buffer): ImageType | undefined {
  const text = start.toString("latin1");
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (/^GIF8[79]a/.test(text)) return "image/gif";
  if (text.startsWith("RIFF") && text.startsWith("WEBP", 8)) return "image/webp";
  // The major brand, or one of the compatible ones that follow it.
  if (text.startsWith("ftyp", 4) && /avi[fs]/.test(text.slice(8))) return "image/avif";
  return undefined;
}

/** `Image/JPG; x=y` → `image/jpeg`. */
export function normalType(mimetype: string): string {
  const type = mimetype.split(";", 1)[0]!.trim().toLowerCase();
  return type === "image/jpg" ? "image/jpeg" : type;
}
