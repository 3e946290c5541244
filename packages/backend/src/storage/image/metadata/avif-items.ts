import { blankAv1 } from "./av1.ts";
import { blankBox, boxesIn, Reader, unreadable, type Box } from "./boxes.ts";

/** A picture, or a part of one. */
export interface Item {
  id: number;
  type: string;
  /** True if its bytes are in the box `idat`, not in the file's own `mdat`. */
  isInside: boolean;
  extents: { offset: number; length: number }[];
}

/** A grid of 16 × 16 tiles has 257. */
const MAX_ITEMS = 600;
/** An item is in one piece, as all encoders write it, or in a few. */
const MAX_PIECES = 32;
const PICTURES = new Set(["av01", "grid"]);
const REFERENCES = new Set(["dimg", "auxl", "prem"]);
const ALPHA = new Set([
  "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0",
  "urn:mpeg:hevc:2015:auxid:1\0",
]);

/**
 * Returns the items that the main picture consists of, and blanks what is said of any other.
 * @param parts the boxes in `meta`, by type
 */
export function readItems(file: Buffer, parts: Map<string, Box>): Item[] {
  const [pitm, iinf, iloc, iprp] = ["pitm", "iinf", "iloc", "iprp"].map((type) => parts.get(type));
  if (!pitm || !iinf || !iloc || !iprp) throw unreadable();
  const types = readTypes(file, iinf);
  const references = readReferences(file, parts.get("iref"), types);
  const properties = readProperties(file, iprp, types);
  const needed = neededItems(file, readPrimary(file, pitm), types, references, properties);
  for (const { id, type, at } of types.values()) {
    // Decoders ignore an item of a kind that they don't know.
    if (!needed.has(id)) file.write("free", at, "latin1");
    else if (!PICTURES.has(type)) throw unreadable();
  }
  for (const { type, ids, box } of references) {
    if (!REFERENCES.has(type) || ids.some((id) => !needed.has(id))) {
      file.write("free", box.start + 4, "latin1");
    }
  }
  cleanProperties(file, properties, needed);
  return readPlaces(file, iloc, types, needed);
}

function readPrimary(file: Buffer, pitm: Box): number {
  const reader = new Reader(file, pitm);
  const id = reader.number(reader.version().version === 0 ? 2 : 4);
  reader.blankRest();
  return id;
}

interface ItemType {
  id: number;
  type: string;
  /** Where the type is in the file. */
  at: number;
}

function readTypes(file: Buffer, iinf: Box): Map<number, ItemType> {
  const reader = new Reader(file, iinf);
  const count = reader.number(reader.version().version === 0 ? 2 : 4);
  const boxes = boxesIn(file, reader.at, iinf.end);
  if (count !== boxes.length || count > MAX_ITEMS) throw unreadable();
  const types = new Map<number, ItemType>();
  for (const box of boxes) {
    const entry = new Reader(file, box);
    const { version } = entry.version();
    if (box.type !== "infe" || (version !== 2 && version !== 3)) throw unreadable();
    const id = entry.number(version === 2 ? 2 : 4);
    if (entry.number(2) !== 0 || types.has(id)) throw unreadable();
    const at = entry.at;
    types.set(id, { id, type: entry.text(4), at });
    // Names, types of texts, addresses.
    entry.blankRest();
  }
  return types;
}

interface Reference {
  type: string;
  from: number;
  to: number[];
  ids: number[];
  box: Box;
}

function readReferences(
  file: Buffer,
  iref: Box | undefined,
  types: Map<number, ItemType>,
): Reference[] {
  if (!iref) return [];
  const reader = new Reader(file, iref);
  const size = reader.version().version === 0 ? 2 : 4;
  return boxesIn(file, reader.at, iref.end).map((box) => {
    const entry = new Reader(file, box);
    const from = entry.number(size);
    const to = Array.from({ length: entry.number(2) }, () => entry.number(size));
    entry.blankRest();
    const ids = [from, ...to];
    if (ids.some((id) => !types.has(id)) || to.length > MAX_ITEMS) throw unreadable();
    return { type: box.type, from, to, ids, box };
  });
}

interface Properties {
  /** By number, from 1. */
  boxes: Box[];
  /** Of an item: numbers of properties. */
  of: Map<number, number[]>;
  /** Where the numbers of an item are. */
  places: { id: number; start: number; end: number }[];
}

function readProperties(file: Buffer, iprp: Box, types: Map<number, ItemType>): Properties {
  const parts = boxesIn(file, iprp.content, iprp.end);
  const [container, ...more] = parts.filter(({ type }) => type === "ipco");
  if (!container || more.length > 0) throw unreadable();
  const boxes = boxesIn(file, container.content, container.end);
  const properties: Properties = { boxes, of: new Map(), places: [] };
  for (const box of parts) {
    if (box.type === "ipma") readAssociations(file, box, types, properties);
    else if (box !== container) blankBox(file, box);
  }
  return properties;
}

function readAssociations(
  file: Buffer,
  ipma: Box,
  types: Map<number, ItemType>,
  { boxes, of, places }: Properties,
): void {
  const reader = new Reader(file, ipma);
  const { version, flags } = reader.version();
  const size = flags & 1 ? 2 : 1;
  const count = reader.number(4);
  if (count > MAX_ITEMS) throw unreadable();
  for (let entry = 0; entry < count; entry++) {
    const id = reader.number(version === 0 ? 2 : 4);
    if (!types.has(id) || of.has(id)) throw unreadable();
    const length = reader.number(1);
    const start = reader.at;
    // The first bit says that the property is essential.
    const numbers = Array.from(
      { length },
      () => reader.number(size) & (size === 2 ? 0x7fff : 0x7f),
    );
    if (numbers.some((number) => number > boxes.length)) throw unreadable();
    of.set(id, numbers);
    places.push({ id, start, end: reader.at });
  }
  reader.blankRest();
}

/** The main picture, the tiles that it consists of, and their transparency. */
function neededItems(
  file: Buffer,
  primary: number,
  types: Map<number, ItemType>,
  references: Reference[],
  properties: Properties,
): Set<number> {
  if (!types.has(primary)) throw unreadable();
  const needed = new Set([primary]);
  const tiles = (id: number) =>
    references.filter(({ type, from }) => type === "dimg" && from === id).flatMap(({ to }) => to);
  for (const id of needed) {
    if (types.get(id)!.type === "grid") for (const tile of tiles(id)) needed.add(tile);
    for (const { type, from, to } of references) {
      const isPicture = PICTURES.has(types.get(from)!.type);
      if (type === "auxl" && to.includes(id) && isPicture && isAlpha(file, from, properties)) {
        needed.add(from);
      }
    }
  }
  return needed;
}

function isAlpha(file: Buffer, id: number, { boxes, of }: Properties): boolean {
  return (of.get(id) ?? []).some((number) => {
    const box = boxes[number - 1];
    return box?.type === "auxC" && ALPHA.has(file.toString("latin1", box.content + 4, box.end));
  });
}

/** Properties that a picture needs, with the lengths that their contents can have. */
const PROPERTIES: Record<string, (length: number) => boolean> = {
  ispe: (length) => length === 12,
  pixi: (length) => length >= 6 && length <= 9,
  av1C: (length) => length >= 4,
  colr: (length) => length >= 4,
  pasp: (length) => length === 8,
  clap: (length) => length === 32,
  irot: (length) => length === 1,
  imir: (length) => length === 1,
  auxC: () => true,
  clli: (length) => length === 4,
  mdcv: (length) => length === 24,
  a1op: (length) => length === 1,
  lsel: (length) => length === 2,
  a1lx: (length) => length === 7 || length === 13,
};

function cleanProperties(
  file: Buffer,
  { boxes, of, places }: Properties,
  needed: Set<number>,
): void {
  for (const { id, start, end } of places) if (!needed.has(id)) file.fill(0, start, end);
  const used = new Set([...needed].flatMap((id) => of.get(id) ?? []));
  for (const [index, box] of boxes.entries()) {
    const fits = PROPERTIES[box.type]?.(box.end - box.content) ?? false;
    if (!used.has(index + 1) || !fits) blankBox(file, box);
    // After four bytes it may hold parts of the stream.
    else if (box.type === "av1C") blankAv1(file.subarray(box.content + 4, box.end));
    else if (box.type === "auxC") {
      if (!ALPHA.has(file.toString("latin1", box.content + 4, box.end))) throw unreadable();
    } else if (box.type === "colr") cleanColor(file, box);
  }
}

/** Four numbers, or a profile. */
function cleanColor(file: Buffer, box: Box): void {
  const kind = file.toString("latin1", box.content, box.content + 4);
  const isKnown = kind === "nclx" ? box.end - box.content === 11 : /^(prof|rICC)$/.test(kind);
  if (!isKnown) blankBox(file, box);
}

/** Returns where the needed items are; the places of others are blanked. */
function readPlaces(
  file: Buffer,
  iloc: Box,
  types: Map<number, ItemType>,
  needed: Set<number>,
): Item[] {
  const reader = new Reader(file, iloc);
  const { version } = reader.version();
  const sizes = reader.number(2);
  const [offsetSize, lengthSize, baseSize, indexSize] = [12, 8, 4, 0].map(
    (bits) => (sizes >> bits) & 15,
  ) as [number, number, number, number];
  if (version > 2 || indexSize !== 0) throw unreadable();
  const count = reader.number(version < 2 ? 2 : 4);
  if (count > MAX_ITEMS) throw unreadable();
  const found = new Map<number, Item>();
  for (let entry = 0; entry < count; entry++) {
    const id = reader.number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : reader.number(2);
    if (reader.number(2) !== 0 || method > 1 || found.has(id) || !types.has(id)) {
      throw unreadable();
    }
    const start = reader.at;
    const base = reader.number(baseSize);
    const lengthAt = reader.at;
    const pieces = reader.number(2);
    if (pieces > MAX_PIECES) throw unreadable();
    const extents = Array.from({ length: pieces }, () => ({
      offset: base + reader.number(offsetSize),
      length: reader.number(lengthSize),
    }));
    found.set(id, { id, type: types.get(id)!.type, isInside: method === 1, extents });
    if (!needed.has(id)) {
      file.fill(0, start, lengthAt);
      file.fill(0, lengthAt + 2, reader.at);
    }
  }
  reader.blankRest();
  return [...needed].map((id) => {
    const item = found.get(id);
    if (!item || item.extents.length === 0) throw unreadable();
    return item;
  });
}
