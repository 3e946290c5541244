const HEAD_LENGTH = 12;
/** What a file consists of, with the lengths of its numbers. Each but the frames is there once. */
const LENGTHS: Record<string, number> = {
  VP8X: 10,
  ICCP: Infinity,
  ANIM: 6,
  ANMF: Infinity,
  ALPH: Infinity,
  "VP8 ": Infinity,
  VP8L: Infinity,
};
const PIXELS = new Set(["VP8 ", "VP8L"]);
const HAS_XMP = 0x04;
const HAS_EXIF = 0x08;
const HAS_PROFILE = 0x20;
/** Numbers of a frame, before its own chunks. */
const FRAME_HEAD = 16;

interface Chunk {
  type: string;
  content: Buffer;
}

/**
 * Returns a WebP without camera data, descriptions and unknown chunks.
 * @param exif to insert, if any
 */
export function stripWebp(file: Buffer, exif?: Buffer): Buffer {
  const whole = HEAD_LENGTH - 4 + file.readUInt32LE(4);
  // Truncated: unchanged, because the decoder refuses it.
  if (whole > file.length + 1) return file;
  const chunks = chunksOf(file.subarray(HEAD_LENGTH, Math.min(whole, file.length)));
  const extension = chunks.find(({ type }) => type === "VP8X");
  const parts = chunks.flatMap(({ type, content }) => {
    if (type === "VP8X") {
      const head = Buffer.from(content);
      head[0] = (head[0]! & ~(HAS_XMP | HAS_EXIF)) | (exif ? HAS_EXIF : 0);
      return [chunk(type, head)];
    }
    // Without the extended format, there is one chunk; without its mark, no profile.
    if (!extension && !PIXELS.has(type)) return [];
    if (type === "ICCP" && !(extension!.content[0]! & HAS_PROFILE)) return [];
    return [chunk(type, type === "ANMF" ? plainFrame(content) : content)];
  });
  // Only the extended format can contain an orientation, so a file with one has that format.
  if (exif && extension) parts.push(chunk("EXIF", exif));
  const head = Buffer.from(file.subarray(0, HEAD_LENGTH));
  head.writeUInt32LE(
    parts.reduce((sum, part) => sum + part.length, HEAD_LENGTH - 8),
    4,
  );
  return Buffer.concat([head, ...parts]);
}

/** Returns the chunks for pixels, colors and animation, without what they don't need. */
function chunksOf(content: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  const seen = new Set<string>();
  for (let at = 0; at + 8 <= content.length;) {
    const size = content.readUInt32LE(at + 4);
    const type = content.toString("latin1", at, at + 4);
    // Of two pictures, a decoder shows the first.
    const kind = PIXELS.has(type) ? "pixels" : type;
    const length = LENGTHS[type];
    if (length !== undefined && (type === "ANMF" || !seen.has(kind))) {
      seen.add(kind);
      chunks.push({ type, content: content.subarray(at + 8, at + 8 + Math.min(size, length)) });
    }
    at += 8 + size + (size % 2);
  }
  return chunks;
}

function plainFrame(content: Buffer): Buffer {
  const inside = chunksOf(content.subarray(FRAME_HEAD)).filter(
    ({ type }) => type === "ALPH" || PIXELS.has(type),
  );
  return Buffer.concat([
    content.subarray(0, FRAME_HEAD),
    ...inside.map(({ type, content: own }) => chunk(type, own)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, "latin1");
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
