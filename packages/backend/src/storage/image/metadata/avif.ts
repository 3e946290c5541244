/**
 * Returns an AVIF whose EXIF and XMP data are overwritten in place: other parts of the file are
 * addressed by their offset. The orientation is stored elsewhere in the file.
 * @param found the metadata, as a decoder reads it
 */
export function stripAvif(file: Buffer, found: { exif?: Buffer; xmp?: Buffer }): Buffer {
  const stripped = Buffer.from(file);
  // A decoder may have added a name before the data.
  if (found.exif) blank(stripped, found.exif.subarray(Math.max(0, tiffStart(found.exif))));
  if (found.xmp) blank(stripped, found.xmp);
  return stripped;
}

/** Returns true if a decoder still finds metadata. */
export function hasMoreMetadata({ exif, xmp }: { exif?: Buffer; xmp?: Buffer }): boolean {
  return (exif !== undefined && tiffStart(exif) >= 0) || (xmp?.some((byte) => byte !== 0) ?? false);
}

function tiffStart(exif: Buffer): number {
  const little = exif.indexOf("II*\0", 0, "latin1");
  return little >= 0 ? little : exif.indexOf("MM\0*", 0, "latin1");
}

function blank(file: Buffer, content: Buffer): void {
  if (content.length === 0) return;
  for (let at = file.indexOf(content); at >= 0; at = file.indexOf(content, at + content.length)) {
    file.fill(0, at, at + content.length);
  }
}
