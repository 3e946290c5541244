const MAX_CODES = 4096;
const MAX_BITS = 11;

/**
 * Returns how many bytes of a GIF's codes are needed: up to the code that ends them, or that completes
 * the pixels.
 * @param bits of a color's number
 * @param pixels of the frame
 */
export function endOfCodes(codes: Buffer, bits: number, pixels: number): number {
  // More bits has no code. No decoder shows such a frame.
  if (bits > MAX_BITS) return 0;
  const clear = 2 ** bits;
  const lengths = new Uint16Array(MAX_CODES).fill(1);
  let [next, width] = [clear + 2, bits + 1];
  let [previous, shown] = [-1, 0];
  let [held, heldBits] = [0, 0];
  for (let at = 0; at < codes.length;) {
    while (heldBits < width && at < codes.length) {
      held |= codes[at++]! << heldBits;
      heldBits += 8;
    }
    if (heldBits < width) break;
    const code = held & (2 ** width - 1);
    held >>>= width;
    heldBits -= width;
    if (code === clear) {
      [next, width, previous] = [clear + 2, bits + 1, -1];
      continue;
    }
    if (code === clear + 1) return at;
    if (previous >= 0 && next < MAX_CODES) {
      lengths[next++] = lengths[previous]! + 1;
      if (next === 2 ** width && width < 12) width += 1;
    }
    shown += lengths[code]!;
    if (shown > pixels) return at;
    previous = code;
  }
  return codes.length;
}
