import { blankAv1 } from "./av1.ts";
import { blankBox, boxesIn, leadingBoxes, Reader, unreadable, type Box } from "./boxes.ts";
import { readItems, type Item } from "./avif-items.ts";

const BRANDS = new Set(["avif", "mif1", "mif2", "miaf", "MA1A", "MA1B"]);
/** More than any encoder names. */
const MAX_BRANDS = 32;
const PARTS_OF_META = ["hdlr", "pitm", "iloc", "iinf", "iref", "iprp", "idat"];

/**
 * Returns an AVIF in which only the main picture is left, with its transparency: every box and every
 * byte that it doesn't need is blanked in place, because parts of the file are addressed by their
 * offset. What follows the last needed box is cut. An animation becomes its still picture.
 * @throws {StorageError} if the file can't be read as one
 */
export function stripAvif(original: Buffer): Buffer {
  const file = Buffer.from(original);
  const { boxes } = leadingBoxes(file, 0, file.length);
  const [head, ...others] = boxes;
  const meta = others.filter(({ type }) => type === "meta");
  if (head?.type !== "ftyp" || meta.length !== 1) throw unreadable();
  cleanHead(file, head);

  const parts = new Map<string, Box>();
  const metaReader = new Reader(file, meta[0]!);
  if (metaReader.number(4) !== 0) throw unreadable();
  for (const box of boxesIn(file, metaReader.at, meta[0]!.end)) {
    if (!PARTS_OF_META.includes(box.type)) blankBox(file, box);
    else if (parts.has(box.type)) throw unreadable();
    else parts.set(box.type, box);
  }
  const items = readItems(file, parts);
  cleanHandler(file, parts.get("hdlr"));

  const stores = others.filter(({ type }) => type === "mdat");
  const idat = parts.get("idat");
  const needed = items.flatMap((item) => rangesOf(item, stores, idat));
  for (const store of idat ? [...stores, idat] : stores) blankGaps(file, store, needed);
  for (const item of items) cleanContent(file, item, rangesOf(item, stores, idat));

  const isNeeded = (box: Box) =>
    box === meta[0] || needed.some(({ start }) => start >= box.content && start < box.end);
  const last = others.findLastIndex(isNeeded);
  for (const box of others) if (!isNeeded(box)) blankBox(file, box);
  return file.subarray(0, others[last]!.end);
}

/** The names of formats that the file follows. An animation's are those of a still picture then. */
function cleanHead(file: Buffer, head: Box): void {
  const brands = (head.end - head.content) / 4;
  if (!Number.isInteger(brands) || brands < 3 || brands > MAX_BRANDS) throw unreadable();
  for (let at = head.content; at < head.end; at += 4) {
    const brand = file.toString("latin1", at, at + 4);
    if (at === head.content + 4) file.fill(0, at, at + 4);
    else if (brand === "avis") file.write("avif", at, "latin1");
    else if (!BRANDS.has(brand)) file.write("mif1", at, "latin1");
  }
}

/** It says that the items are pictures; the rest is room for a name. */
function cleanHandler(file: Buffer, handler: Box | undefined): void {
  if (!handler) throw unreadable();
  const reader = new Reader(file, handler);
  reader.number(8);
  if (reader.text(4) !== "pict") throw unreadable();
  file.fill(0, handler.content, handler.content + 8);
  reader.blankRest();
}

interface Range {
  start: number;
  end: number;
}

/** Where an item's bytes are in the file. */
function rangesOf(item: Item, stores: Box[], idat: Box | undefined): Range[] {
  return item.extents.map(({ offset, length }) => {
    const start = item.isInside ? (idat?.content ?? 0) + offset : offset;
    const end = start + length;
    const home = item.isInside
      ? idat
      : stores.find((store) => start >= store.content && end <= store.end);
    if (!home || length === 0 || end > home.end) throw unreadable();
    return { start, end };
  });
}

function blankGaps(file: Buffer, store: Box, needed: Range[]): void {
  let at = store.content;
  for (const { start, end } of needed.toSorted((one, other) => one.start - other.start)) {
    if (end <= at || start >= store.end) continue;
    if (start > at) file.fill(0, at, start);
    at = end;
  }
  file.fill(0, at, store.end);
}

function cleanContent(file: Buffer, item: Item, ranges: Range[]): void {
  const content = Buffer.concat(ranges.map(({ start, end }) => file.subarray(start, end)));
  if (item.type === "grid") {
    // Version, flags, rows, columns, width and height, of two or four bytes.
    if (content.length !== ((content[1] ?? 0) & 1 ? 12 : 8)) throw unreadable();
    return;
  }
  blankAv1(content);
  let at = 0;
  for (const { start, end } of ranges) {
    content.copy(file, start, at, at + end - start);
    at += end - start;
  }
}
