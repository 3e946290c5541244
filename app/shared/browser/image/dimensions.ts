import type { ImageKind } from "./kind.ts";

export interface Dimensions {
  width: number;
  height: number;
}

/**
 * The size in pixels in an image's header. An image too large for memory is refused before it is
 * decoded. Undefined for headers of other formats or without a size: then decoding decides.
 */
export function announcedDimensions(bytes: Uint8Array, kind: ImageKind): Dimensions | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return READERS[kind]?.(view);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // the file ends inside its header
    throw error;
  }
}

const READERS: Partial<Record<ImageKind, (view: DataView) => Dimensions | undefined>> = {
  png: (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  gif: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  bmp: (view) => ({
    width: Math.abs(view.getInt32(18, true)),
    height: Math.abs(view.getInt32(22, true)), // negative if rows are stored from the top
  }),
  jpeg,
  webp,
};

/** Walks the segments until a frame header (SOF0–SOF15, without DHT, JPG and DAC between them). */
function jpeg(view: DataView): Dimensions | undefined {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webp(view: DataView): Dimensions | undefined {
  const format = view.getUint32(12);
  if (format === 0x56503820) {
    // "VP8 "
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (format === 0x5650384c) {
    // "VP8L": two 14-bit numbers, each one less than the size
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (format === 0x56503858) {
    // "VP8X": two 24-bit numbers, each one less than the size
    const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    return { width: uint24(24) + 1, height: uint24(27) + 1 };
  }
  return undefined;
}
