import type { Upload } from "../../shared/data/images/upload.ts";
import { uploadProblem } from "../../shared/data/images/upload-problem.ts";
import { imagePath } from "../../shared/data/images/upload.ts";
import type { Dimensions } from "../../shared/browser/image/dimensions.ts";
import { type Frame, framedSide } from "../../shared/browser/image/frame.ts";
import {
  ImageError,
  JERSEY_IMAGE,
  megapixels,
  type PreparedImage,
  shorterSide,
} from "../../shared/browser/image/prepare.ts";
import { ADVISED_SIDE } from "../../shared/domain/rules/image-rules.ts";
import { uniqueId } from "../../shared/browser/unique-id.ts";
import {
  type FormImage,
  hasRoom,
  type ImageAction,
  imageList,
  type ImageList,
  NO_IMAGES,
  type FormUploadProblem,
} from "./image-list.ts";

/** The form mentions the reduction of photos from this size on. */
const LARGE_MEGAPIXELS = 24;

/** The member's session ended before or during an upload. */
export class SessionEndedError extends Error {}

/** Some images could not be uploaded. Each one shows its own problem. */
export class ImagesNotSentError extends Error {
  readonly count: number;

  constructor(count: number) {
    super(`${count} images not sent`);
    this.count = count;
  }
}

/** An image whose file is stored. */
export interface StoredImage {
  id: string;
  path: string;
  likeness: string | undefined;
}

/** Functions of the browser; tests pass their own. */
export interface ImageTools {
  prepare(photo: Blob, signal: AbortSignal, frame?: Frame): Promise<PreparedImage>;
  upload(upload: Omit<Upload, "token">): Promise<void>;
  /** Deletes stored files that are not needed. May fail. */
  discard(paths: string[]): Promise<void>;
  /** Stores the images with the draft. */
  save(images: FormImage[]): void;
  /** Stores a photo as it was chosen with the draft. */
  saveOriginal(originalId: string, photo: Blob): void;
  loadOriginal(originalId: string): Promise<Blob | undefined>;
}

/**
 * The images of one form: prepares chosen files and uploads them on submission. An external store,
 * not component state, because the work continues between renders.
 */
export class ImageUploads {
  private list: ImageList;
  private preparing: Promise<void> = Promise.resolve();
  private readonly listeners = new Set<() => void>();
  /** Cancels an image's preparation or upload. */
  private readonly running = new Map<string, AbortController>();
  private readonly sending = new Map<string, Promise<void>>();
  /** Photos chosen on this page; the browser may refuse to store them. */
  private readonly originals = new Map<string, Blob>();
  private readonly userId: string;
  private readonly tools: ImageTools;

  /** @param images the images of the draft */
  constructor(userId: string, tools: ImageTools, images: FormImage[] = []) {
    this.userId = userId;
    this.tools = tools;
    this.list = { ...NO_IMAGES, images };
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly snapshot = (): ImageList => this.list;

  /** Files are prepared in sequence: a file that fails doesn't take the place of the next one. */
  add(files: Iterable<File>): void {
    const added = Array.from(files, (file) => ({ id: uniqueId(), name: file.name, file }));
    this.apply({ type: "added", files: added.map(({ id, name }) => ({ id, name })) });
    for (const { id, file } of added) {
      this.preparing = this.preparing.then(() => this.prepare(id, file));
    }
  }

  move(id: string, by: -1 | 1): void {
    this.apply({ type: "moved", id, by });
  }

  dismiss(id: string): void {
    this.apply({ type: "dismissed", id });
  }

  remove(id: string): void {
    const sent = this.storedImages().filter((image) => image.id === id);
    this.running.get(id)?.abort();
    this.apply({ type: "removed", id });
    this.discard(sent);
  }

  /** Cancels the upload; the image stays. */
  cancel(id: string): void {
    this.running.get(id)?.abort();
  }

  /** What an image is framed from: the member's photo, or without it the image itself. */
  async photoOf(image: FormImage): Promise<{ photo: Blob; frame?: Frame | undefined }> {
    const { originalId = "", frame, blob } = image;
    const photo = this.originals.get(originalId) ?? (await this.tools.loadOriginal(originalId));
    if (photo) return { photo, frame };
    if (!blob) throw new ImageError("unreadable");
    return { photo: blob };
  }

  /** Makes an image anew with this frame. @throws {ImageError} and changes nothing */
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
    const sent = this.storedImages().filter((image) => image.id === id);
    this.apply({
      ...{ type: "framed", id, newId: uniqueId(), blob, frame, colors },
      ...marks(source, frame),
    });
    this.discard(sent);
  }

  /** Uploads one image. Repeated calls share one upload. The list holds the result. */
  send(id: string): Promise<void> {
    const sending = this.sending.get(id) ?? this.upload(id).finally(() => this.sending.delete(id));
    this.sending.set(id, sending);
    return sending;
  }

  /**
   * Uploads all images that are not stored yet, and returns all in order.
   * @throws {ImagesNotSentError}
   * @throws {SessionEndedError}
   */
  async sendAll(): Promise<StoredImage[]> {
    await Promise.all(this.list.images.map(({ id }) => this.send(id)));
    const { images } = this.list;
    if (images.some(({ problem }) => problem === "session")) throw new SessionEndedError();
    const stored = this.storedImages();
    if (stored.length < images.length) throw new ImagesNotSentError(images.length - stored.length);
    return stored;
  }

  /** Gives every image another id, so that it is uploaded again as another file. */
  renew(): void {
    this.apply({ type: "renewed", ids: this.list.images.map(() => uniqueId()) });
  }

  /**
   * Deletes the images of the draft after a submission. The list stays, because it is still on the
   * screen, and so do the files, which the jersey shows.
   */
  forgetDraft(): void {
    this.tools.save([]);
  }

  /** Resets the list and deletes stored files. */
  clear(): void {
    const sent = this.storedImages();
    for (const controller of this.running.values()) controller.abort();
    this.apply({ type: "cleared" });
    this.discard(sent);
  }

  private storedImages(): StoredImage[] {
    return this.list.images.flatMap(({ id, name, blob, likeness, step }) =>
      step === "sent" && blob
        ? [{ id, path: imagePath(this.userId, id, name, blob.type), likeness }]
        : [],
    );
  }

  private discard(images: StoredImage[]): void {
    if (images.length > 0) void this.tools.discard(images.map(({ path }) => path));
  }

  private async prepare(id: string, file: File): Promise<void> {
    if (!this.find(id)) return; // removed while it waited
    if (!hasRoom(this.list)) return this.apply({ type: "refused", id, problem: "tooMany" });
    await this.run(id, async (signal) => {
      try {
        const { blob, source, likeness, colors } = await this.tools.prepare(file, signal);
        this.originals.set(id, file);
        this.tools.saveOriginal(id, file);
        this.apply({ type: "prepared", id, blob, likeness, colors, ...marks(source) });
      } catch (error) {
        const problem = error instanceof ImageError ? error.problem : "unreadable";
        this.apply({ type: "refused", id, problem });
      }
    });
  }

  private async upload(id: string): Promise<void> {
    const image = this.find(id);
    if (!image?.blob || image.step === "sent") return;
    const { name, blob } = image;
    const path = imagePath(this.userId, id, name, blob.type);
    this.apply({ type: "sending", id, share: 0 });
    await this.run(id, async (signal) => {
      try {
        const onProgress = (share: number) => this.apply({ type: "sending", id, share });
        await this.tools.upload({ path, blob, onProgress, signal });
        this.apply({ type: "sent", id, at: Date.now() });
      } catch (error) {
        if (signal.aborted) this.apply({ type: "stopped", id });
        else this.apply({ type: "failed", id, problem: problemOf(error) });
      }
    });
  }

  private async run(id: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    this.running.set(id, controller);
    await work(controller.signal);
    this.running.delete(id);
  }

  private find(id: string): FormImage | undefined {
    return this.list.images.find((image) => image.id === id);
  }

  private apply(action: ImageAction): void {
    this.list = imageList(this.list, action);
    // Progress changes are not saved: each save writes up to a megabyte.
    if (action.type !== "sending") this.tools.save(this.list.images);
    for (const listener of this.listeners) listener();
  }
}

/** What the form says about a photo's size. */
function marks(source: Dimensions, frame?: Frame): Pick<FormImage, "megapixels" | "isSmall"> {
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
