import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

const PUBLIC = join(import.meta.dirname, "../public");

/** The colour around the mark where a system crops icons to its own shape. */
const GROUND = "#171a26";

/**
 * Makes the icons of public/ from favicon.svg: `node scripts/icons.ts`. They are committed, so a
 * build needs no renderer.
 */
const svg = await readFile(join(PUBLIC, "favicon.svg"));

/** The mark with its rounded corners; or without them and smaller, on a full background. */
function icon(size: number, mark = size): Promise<Buffer> {
  const drawn = sharp(svg, { density: 72 * Math.ceil(mark / 32) }).resize(mark, mark);
  if (mark === size) return drawn.png({ compressionLevel: 9, palette: true }).toBuffer();
  const edge = Math.round((size - mark) / 2);
  return drawn
    .extend({
      top: edge,
      bottom: size - mark - edge,
      left: edge,
      right: size - mark - edge,
      background: GROUND,
    })
    .flatten({ background: GROUND })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** An .ico file with one PNG, for clients that request /favicon.ico without reading the page. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one image
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/**
 * The picture of a shared link if the server has no time to draw the page's own (app/site/resources/og).
 */
function share(): Promise<Buffer> {
  const mark = sharp(svg, { density: 72 * 10 })
    .resize(320, 320)
    .toBuffer();
  return mark.then((input) =>
    sharp({ create: { width: 1200, height: 630, channels: 3, background: GROUND } })
      .composite([{ input }])
      .jpeg({ quality: 84, mozjpeg: true })
      .toBuffer(),
  );
}

const files: Record<string, Buffer> = {
  "share.jpg": await share(),
  "favicon.ico": ico(await icon(48), 48),
  "apple-touch-icon.png": await icon(180, 160),
  "icon-192.png": await icon(192),
  "icon-512.png": await icon(512),
  // The mark must fit into a circle of four fifths of the icon.
  "icon-maskable.png": await icon(512, 400),
};
for (const [name, bytes] of Object.entries(files)) await writeFile(join(PUBLIC, name), bytes);
