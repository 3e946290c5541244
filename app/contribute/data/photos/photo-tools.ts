import type { Frame } from "../../../shared/browser/image/frame.ts";
import type { PreparedImage } from "../../../shared/browser/image/prepare.ts";
import type { FormPhoto, PhotoList } from "./photo-list.ts";

/** A prepared photo, as it is sent. */
export type PreparedPhoto<Stored> = FormPhoto<Stored> & { blob: Blob };

/** What differs between forms; tests pass their own. */
export interface PhotoTools<Stored> {
  /** True if a photo is sent as soon as it is prepared; otherwise `send` and `sendAll` do it. */
  sendsAtOnce?: boolean;
  hasRoom(list: PhotoList<Stored>): boolean;
  prepare(photo: Blob, signal: AbortSignal, frame?: Frame): Promise<PreparedImage>;
  /**
   * Uploads a photo, and writes its row if the form does so at once. A photo that is stored already
   * is sent with another frame.
   * @returns what the form keeps of it
   */
  send(
    photo: PreparedPhoto<Stored>,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<Stored>;
  /** Called with the photos after each change but an upload's progress. */
  save?(photos: FormPhoto<Stored>[]): void;
  /** Called when what is stored has changed, in a form that sends at once. */
  onStored?(stored: Stored[]): void;
  /** Called when a file can't be used; `error` is undefined if there is no room. */
  onRefused?(name: string, error: unknown): void;
  /** Deletes stored files that are not needed. May fail. */
  discard?(stored: Stored[]): Promise<void>;
  /** Stores a photo as it was chosen with the draft. */
  saveOriginal?(originalId: string, photo: Blob): void;
  loadOriginal?(photo: FormPhoto<Stored>): Promise<Blob | undefined>;
}
