/**
 * True for a JPEG or WebP that has nothing but its picture: no place or time of a camera, no author. Anything that is not
 * known counts as metadata.
 */
export function isWithoutMetadata(bytes: Uint8Array, kind: "jpeg" | "webp"): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return kind === "jpeg" ? isPlainJpeg(view) : isPlainWebp(view);
  } catch (error) {
    if (error instanceof RangeError) return false; // it ends early
    throw error;
  }
}

/** JFIF (APP0), the colour profile (APP2), tables and frames; comments and the other APPn are not plain. */
function isPlainJpeg(view: DataView): boolean {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return false;
    const marker = view.getUint8(at + 1);
    // What follows is the picture, up to its end.
    if (marker === 0xda) return endsWith(view, 0xff, 0xd9);
    const isTable = marker >= 0xc0 && marker <= 0xdd;
    if (!isTable && marker !== 0xe0 && marker !== 0xe2) return false;
    at += 2 + view.getUint16(at + 2);
  }
}

function endsWith(view: DataView, ...last: [number, number]): boolean {
  const at = view.byteLength - 2;
  return view.getUint8(at) === last[0] && view.getUint8(at + 1) === last[1];
}

const PLAIN_CHUNKS = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ICCP", "ANIM", "ANMF"]);

function isPlainWebp(view: DataView): boolean {
  const end = 8 + view.getUint32(4, true);
  if (end !== view.byteLength) return false;
  for (let at = 12; at < end;) {
    const name = String.fromCharCode(...[0, 1, 2, 3].map((n) => view.getUint8(at + n)));
    if (!PLAIN_CHUNKS.has(name)) return false;
    const size = view.getUint32(at + 4, true);
    at += 8 + size + (size % 2);
  }
  return true;
}
