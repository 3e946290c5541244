/** The bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Stores the content of objects. A file is written once under its version and never changed. */
export interface FileStore {
  /** Takes over the file at `path`. Resolves when it would survive a power cut. */
  put(version: string, path: string, mimetype: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /** @throws {FileMissing} */
  open(version: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** Deletes files. Missing files are not an error. */
  remove(versions: string[]): Promise<void>;
}

/**
 * A row names a file that the store doesn't have: the data were changed by hand, or a backup is
 * incomplete.
 */
export class FileMissing extends Error {
  constructor(version: string) {
    super(`the file of version ${version} is missing from the store`);
  }
}
