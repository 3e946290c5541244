const u8 = (...numbers: number[]) => Buffer.from(numbers);
const u16 = (number: number) => Buffer.from([number >> 8, number & 255]);
function u32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

/** A box of an ISO media file. */
export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string, "latin1")));
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body]);
}

/** A box with a version. */
const full = (type: string, version: number, ...content: (Buffer | string)[]) =>
  box(type, u8(version, 0, 0, 0), ...content);

/** A unit of an AV1 stream. */
export function av1Unit(kind: number, content: Buffer): Buffer {
  const length = [(content.length & 127) | 128, content.length >> 7];
  return Buffer.concat([u8((kind << 3) | 2, ...length), content]);
}

/** A picture's stream and its settings, taken from a file with one item. */
export interface Av1 {
  stream: Buffer;
  settings: Buffer;
}

/** Takes an AVIF with one item apart, as sharp writes it. */
export function av1Of(file: Buffer): Av1 {
  const contentOf = (type: string) => {
    const at = file.indexOf(type) - 4;
    return file.subarray(at + 8, at + file.readUInt32BE(at));
  };
  return { stream: contentOf("mdat"), settings: contentOf("av1C") };
}

interface OtherItem {
  type: string;
  content: Buffer;
  /** What follows the type in its entry: a name, and more. */
  entry?: string;
  /** How it refers to the main picture, as `cdsc`. */
  reference?: string;
  /** Numbers of its properties: 1 to 3 are those of the picture. */
  properties?: number[];
  isInside?: boolean;
}

/** What an AVIF holds beside its picture. */
export interface AvifExtras {
  brands?: string[];
  handlerName?: string;
  itemName?: string;
  beforeMeta?: Buffer[];
  inMeta?: Buffer[];
  inProperties?: Buffer[];
  /** Properties of the picture. */
  properties?: Buffer[];
  unusedProperties?: Buffer[];
  beforeMdat?: Buffer[];
  gaps?: Buffer[];
  items?: OtherItem[];
  /** Units of the stream, before the frame. */
  units?: Buffer[];
  afterMdat?: Buffer[];
}

/** Builds an AVIF of a picture of that size, with what may be hidden in one. */
export function buildAvif(
  { stream, settings }: Av1,
  [width, height]: [number, number],
  extras: AvifExtras = {},
): Buffer {
  const { items = [], units = [], gaps = [] } = extras;
  const [gapBefore = Buffer.alloc(0), gapAfter = Buffer.alloc(0)] = gaps;
  // After the header of the sequence, which comes first, and whose length is its second byte.
  const head = 2 + stream[1]!;
  const picture = Buffer.concat([stream.subarray(0, head), ...units, stream.subarray(head)]);
  const outside = items.filter((item) => !item.isInside);
  const inside = items.filter((item) => item.isInside);
  const idat = inside.length > 0 ? [box("idat", ...inside.map(({ content }) => content))] : [];
  const properties = [
    full("ispe", 0, u32(width), u32(height)),
    box("av1C", settings),
    full("pixi", 0, u8(3, 8, 8, 8)),
    ...(extras.properties ?? []),
  ];
  const entry = (id: number, type: string, rest: string) =>
    full("infe", 2, u16(id), u16(0), type, `${rest}\0`);

  const meta = (start: number) => {
    let [at, insideAt] = [start + gapBefore.length, 0];
    const place = (id: number, length: number, isInside = false) => {
      const offset = isInside ? insideAt : at;
      if (isInside) insideAt += length;
      else at += length;
      return Buffer.concat([
        u16(id),
        u16(isInside ? 1 : 0),
        u16(0),
        u16(1),
        u32(offset),
        u32(length),
      ]);
    };
    const places = [place(1, picture.length)];
    for (const [index, item] of items.entries()) {
      places.push(place(index + 2, item.content.length, item.isInside));
    }
    const references = items.flatMap(({ reference }, index) =>
      reference ? [box(reference, u16(index + 2), u16(1), u16(1))] : [],
    );
    const associated = items.flatMap(({ properties: own }, index) =>
      own ? [u16(index + 2), u8(own.length, ...own)] : [],
    );
    return full(
      "meta",
      0,
      full("hdlr", 0, u32(0), "pict", Buffer.alloc(12), `${extras.handlerName ?? ""}\0`),
      full("pitm", 0, u16(1)),
      full("iloc", 1, u8(0x44, 0), u16(items.length + 1), ...places),
      full(
        "iinf",
        0,
        u16(items.length + 1),
        entry(1, "av01", extras.itemName ?? ""),
        ...items.map((item, index) => entry(index + 2, item.type, item.entry ?? "")),
      ),
      ...(references.length > 0 ? [full("iref", 0, ...references)] : []),
      box(
        "iprp",
        box("ipco", ...properties, ...(extras.unusedProperties ?? [])),
        full(
          "ipma",
          0,
          u32(1 + associated.length / 2),
          u16(1),
          u8(properties.length, ...properties.map((_, index) => index + 1)),
          ...associated,
        ),
        ...(extras.inProperties ?? []),
      ),
      ...idat,
      ...(extras.inMeta ?? []),
    );
  };

  const before = Buffer.concat([
    box("ftyp", "avif", u32(0), "avif", "mif1", ...(extras.brands ?? [])),
    ...(extras.beforeMeta ?? []),
  ]);
  const between = Buffer.concat(extras.beforeMdat ?? []);
  const start = before.length + meta(0).length + between.length + 8;
  return Buffer.concat([
    before,
    meta(start),
    between,
    box("mdat", gapBefore, picture, ...outside.map(({ content }) => content), gapAfter),
    ...(extras.afterMdat ?? []),
  ]);
}
