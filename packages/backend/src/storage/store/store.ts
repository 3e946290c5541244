/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where the content of objects is kept. A file is written once under its version, never changed. */
export interface FileStore {
  /** Takes over the file at `path`; resolves when a power cut would no longer lose it. */
  put(version: string, path: string, mimetype: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /** @throws {FileMissing} */
  open(version: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
  /** Deleting what isn't there succeeds. */
  remove(versions: string[]): Promise<void>;
}

/** A row names a file that the store doesn't have: somebody meddled, or a backup is incomplete. */
export class FileMissing extends Error {
  constructor(version: string) {
    super(`the file of version ${version} is missing from the store`);
  }
}
