/** Returns EXIF data with the orientation only; no other metadata is worth keeping. */
export function orientationOnly(orientation: number): Buffer {
  const exif = Buffer.alloc(26);
  exif.write("II*\0", "latin1");
  exif.writeUInt32LE(8, 4); // offset of the list of entries
  exif.writeUInt16LE(1, 8); // number of entries
  exif.writeUInt16LE(0x0112, 10); // Orientation
  exif.writeUInt16LE(3, 12); // a 16-bit number
  exif.writeUInt32LE(1, 14); // one value
  exif.writeUInt16LE(orientation, 18);
  return exif; // ends with the offset 0: no further list
}
