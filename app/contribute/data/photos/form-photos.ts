import type { Dimensions } from "../../../shared/browser/image/dimensions.ts";
import { type Frame, framedSide } from "../../../shared/browser/image/frame.ts";
import {
  ImageError,
  JERSEY_IMAGE,
  megapixels,
  shorterSide,
} from "../../../shared/browser/image/prepare.ts";
import { uniqueId } from "../../../shared/browser/unique-id.ts";
import { ADVISED_SIDE, type ImageRights } from "../../../shared/domain/rules/image-rules.ts";
import { SessionEndedError } from "../../../shared/data/database-error.ts";
import { uploadProblem } from "../images/upload-problem.ts";
import {
  type FormPhoto,
  type FormUploadProblem,
  NO_PHOTOS,
  type PhotoAction,
  photoList,
  type PhotoList,
  shownPhotos,
} from "./photo-list.ts";
import type { PhotoTools } from "./photo-tools.ts";

/** The form mentions the reduction of photos from this size on. */
const LARGE_MEGAPIXELS = 24;

/** Some photos could not be uploaded. Each one shows its own problem. */
export class ImagesNotSentError extends Error {
  readonly count: number;

  constructor(count: number) {
    super(`${count} images not sent`);
    this.count = count;
  }
}

/**
 * The photos of one form: prepares chosen files, and sends them at once or on submission. An
 * external store, not component state, because the work continues between renders.
 */
export class FormPhotos<Stored> {
  private list: PhotoList<Stored>;
  private preparing: Promise<void> = Promise.resolve();
  private readonly listeners = new Set<() => void>();
  /** Cancels a photo's preparation or upload. */
  private readonly running = new Map<string, AbortController>();
  private readonly sending = new Map<string, Promise<void>>();
  /** Photos chosen on this page; the browser may refuse to store them. */
  private readonly originals = new Map<string, Blob>();
  private tools: PhotoTools<Stored>;

  /** @param photos those of the draft, or stored already */
  constructor(tools: PhotoTools<Stored>, photos: FormPhoto<Stored>[] = []) {
    this.tools = tools;
    this.list = { ...NO_PHOTOS, photos };
  }

  /** Replaces the tools by those of a newer render: an upload outlives a render. */
  use(tools: PhotoTools<Stored>): void {
    this.tools = tools;
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly snapshot = (): PhotoList<Stored> => this.list;

  /**
   * Files are handled in sequence: a file that fails doesn't take the place of the next one.
   * Resolves when these files are prepared, and sent if the form sends at once.
   */
  add(files: Iterable<File>, rights?: ImageRights): Promise<void> {
    const added = Array.from(files, (file) => ({ id: uniqueId(), name: file.name, file }));
    if (this.tools.sendsAtOnce) this.apply({ type: "dismissed" });
    this.apply({ type: "added", files: added.map(({ id, name }) => ({ id, name, rights })) });
    for (const { id, file } of added) {
      this.preparing = this.preparing.then(() => this.handle(id, file));
    }
    return this.preparing;
  }

  move(id: string, by: -1 | 1): void {
    this.apply({ type: "moved", id, by });
  }

  /** Changes what the form keeps of a stored photo. */
  change(id: string, stored: Partial<Stored>): void {
    this.apply({ type: "changed", id, stored });
  }

  dismiss(id: string): void {
    this.apply({ type: "dismissed", id });
  }

  remove(id: string): void {
    const sent = this.sentPhotos().filter((photo) => photo.id === id);
    this.running.get(id)?.abort();
    this.apply({ type: "removed", id });
    this.discard(sent);
  }

  /** Cancels the upload; the photo stays. */
  cancel(id: string): void {
    this.running.get(id)?.abort();
  }

  /** What a photo is framed from: the member's file, or without it the prepared one. */
  async photoOf(image: FormPhoto<Stored>): Promise<{ photo: Blob; frame?: Frame | undefined }> {
    const { id, originalId = id, frame, blob } = image;
    const photo = this.originals.get(originalId) ?? (await this.tools.loadOriginal?.(image));
    if (photo) return { photo, frame };
    if (!blob) throw new ImageError("unreadable");
    return { photo: blob };
  }

  /** Makes a photo anew with this frame. @throws {ImageError} and changes nothing */
  async frame(id: string, photo: Blob, frame: Frame): Promise<void> {
    // Photos are prepared in sequence; see `add`.
    const prepared = this.preparing.then(() =>
      this.tools.prepare(photo, new AbortController().signal, frame),
    );
    this.preparing = prepared.then(
      () => undefined,
      () => undefined,
    );
    const { blob, source, colors } = await prepared;
    if (this.tools.sendsAtOnce) return this.replace(id, photo, blob, frame);
    const sent = this.sentPhotos().filter((image) => image.id === id);
    this.apply({
      ...{ type: "framed", id, newId: uniqueId(), blob, frame, colors },
      ...marks(source, frame),
    });
    this.discard(sent);
  }

  /** Uploads one photo. Repeated calls share one upload. The list holds the result. */
  send(id: string): Promise<void> {
    const sending = this.sending.get(id) ?? this.upload(id).finally(() => this.sending.delete(id));
    this.sending.set(id, sending);
    return sending;
  }

  /**
   * Uploads all photos that are not stored yet, and returns all in order.
   * @throws {ImagesNotSentError}
   * @throws {SessionEndedError}
   */
  async sendAll(): Promise<(FormPhoto<Stored> & { stored: Stored })[]> {
    await Promise.all(this.list.photos.map(({ id }) => this.send(id)));
    const { photos } = this.list;
    if (photos.some(({ problem }) => problem === "session")) throw new SessionEndedError();
    const sent = this.sentPhotos();
    if (sent.length < photos.length) throw new ImagesNotSentError(photos.length - sent.length);
    return sent;
  }

  /** Gives every photo another id, so that it is uploaded again as another file. */
  renew(): void {
    this.apply({ type: "renewed", ids: this.list.photos.map(() => uniqueId()) });
  }

  /** Shows other photos. What they keep isn't new to the form. */
  reset(photos: FormPhoto<Stored>[]): void {
    this.apply({ type: "reset", photos });
  }

  /**
   * Deletes the photos of the draft after a submission. The list stays, because it is still on the
   * screen, and so do the files, which the jersey shows.
   */
  forgetDraft(): void {
    this.tools.save?.([]);
  }

  /** Empties the list and deletes stored files. */
  clear(): void {
    const sent = this.sentPhotos();
    for (const controller of this.running.values()) controller.abort();
    this.apply({ type: "dismissed" });
    this.reset([]);
    this.discard(sent);
  }

  private sentPhotos() {
    return shownPhotos(this.list).filter(({ step }) => step === "sent");
  }

  private discard(photos: { stored: Stored }[]): void {
    if (photos.length > 0) void this.tools.discard?.(photos.map(({ stored }) => stored));
  }

  private async handle(id: string, file: File): Promise<void> {
    if (!this.find(id)) return; // removed while it waited, or there was no room
    if (!this.tools.hasRoom(this.list)) {
      const waiting = this.list.photos.filter(({ step }) => step === "preparing");
      this.apply({ type: "refused", ids: waiting.map((photo) => photo.id), problem: "tooMany" });
      return this.tools.onRefused?.(file.name, undefined);
    }
    await this.run(id, async (signal) => {
      try {
        const { source, ...prepared } = await this.tools.prepare(file, signal);
        this.originals.set(id, file);
        this.tools.saveOriginal?.(id, file);
        this.apply({ type: "prepared", id, ...prepared, ...marks(source) });
      } catch (error) {
        const problem = error instanceof ImageError ? error.problem : "unreadable";
        this.apply({ type: "refused", ids: [id], problem, error });
        this.tools.onRefused?.(file.name, error);
      }
    });
    if (this.tools.sendsAtOnce) await this.send(id);
  }

  private async upload(id: string): Promise<void> {
    const photo = this.find(id);
    if (!photo?.blob || photo.step === "sent") return;
    const { name, blob } = photo;
    this.apply({ type: "sending", id, share: 0 });
    await this.run(id, async (signal) => {
      try {
        const stored = await this.tools.send({ ...photo, blob }, this.progressOf(id), signal);
        this.apply({ type: "sent", id, at: Date.now(), stored });
      } catch (error) {
        if (signal.aborted) return this.apply({ type: "stopped", id });
        if (!this.tools.sendsAtOnce) {
          return this.apply({ type: "failed", id, problem: problemOf(error) });
        }
        console.error("photo not sent", error);
        this.apply({ type: "refused", ids: [id], error });
        this.tools.onRefused?.(name, error);
      }
    });
  }

  /** Sends a stored photo with another frame; it stays as it was if that fails. */
  private async replace(id: string, original: Blob, blob: Blob, frame: Frame): Promise<void> {
    const photo = this.find(id);
    if (!photo) return;
    this.apply({ type: "sending", id, share: 0 });
    try {
      const { signal } = new AbortController();
      const stored = await this.tools.send({ ...photo, blob, frame }, this.progressOf(id), signal);
      this.originals.set(photo.originalId ?? id, original);
      this.apply({ type: "sent", id, at: Date.now(), stored, frame });
    } catch (error) {
      this.apply({ type: "stopped", id });
      throw error;
    }
  }

  private progressOf(id: string) {
    return (share: number) => this.apply({ type: "sending", id, share });
  }

  private async run(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    this.running.set(id, controller);
    await work(controller.signal);
    this.running.delete(id);
  }

  private find(id: string): FormPhoto<Stored> | undefined {
    return this.list.photos.find((photo) => photo.id === id);
  }

  private apply(action: PhotoAction<Stored>): void {
    const before = shownPhotos(this.list);
    this.list = photoList(this.list, action);
    // Progress changes are not saved: each save writes up to a megabyte.
    if (action.type !== "sending") this.tools.save?.(this.list.photos);
    const stored = shownPhotos(this.list).map((photo) => photo.stored);
    const isSame =
      stored.length === before.length && before.every((photo, n) => photo.stored === stored[n]);
    if (!isSame && action.type !== "reset") this.tools.onStored?.(stored);
    for (const listener of this.listeners) listener();
  }
}

/** What the form says about a photo's size. */
function marks(source: Dimensions, frame?: Frame): Pick<FormPhoto, "megapixels" | "isSmall"> {
  const side = frame ? framedSide(source, frame) : shorterSide(source);
  const size = Math.round(megapixels(source));
  return {
    ...(size >= LARGE_MEGAPIXELS && side >= JERSEY_IMAGE.width && { megapixels: size }),
    ...(side < ADVISED_SIDE && { isSmall: true }),
  };
}

function problemOf(error: unknown): FormUploadProblem {
  return error instanceof SessionEndedError ? "session" : (uploadProblem(error) ?? "upload");
}
