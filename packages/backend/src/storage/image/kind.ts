/** The accepted image types. SVG is not accepted, because it is a document that can run scripts. */
export type ImageType = "image/jpeg" | "image/png" | "image/webp" | "image/gif" | "image/avif";

/** Number of leading bytes that identify a file's type. */
export const SIGNATURE_LENGTH = 64;

/** Returns the type that a file's first bytes identify, regardless of its name. */
export function imageType(start: Buffer): ImageType | undefined {
  const text = start.toString("latin1");
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (/^GIF8[79]a/.test(text)) return "image/gif";
  if (text.startsWith("RIFF") && text.startsWith("WEBP", 8)) return "image/webp";
  // AVIF is the major brand, or one of the compatible brands after it.
  if (text.startsWith("ftyp", 4) && /avi[fs]/.test(text.slice(8))) return "image/avif";
  return undefined;
}

/** `Image/JPG; x=y` → `image/jpeg`. */
export function normalType(mimetype: string): string {
  const type = mimetype.split(";", 1)[0]!.trim().toLowerCase();
  return type === "image/jpg" ? "image/jpeg" : type;
}
