/** A ZIP that can't be read, or that is larger than allowed. */
export class ZipError extends Error {
  override name = "ZipError";
  readonly problem: "broken" | "tooLarge";

  constructor(problem: ZipError["problem"], detail: string) {
    super(`ZIP ${problem}: ${detail}`);
    this.problem = problem;
  }
}

interface ZipEntry {
  /** Bytes of the unpacked file, as its directory says; no more are unpacked. */
  size: number;
  crc: number;
}

/** A ZIP of which only the directory is in memory. */
export interface Zip {
  entries: ReadonlyMap<string, ZipEntry>;
  /** @throws {ZipError} if the entry is missing, broken or larger than `maxBytes` */
  read(name: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>>;
}
