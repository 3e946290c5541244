import { backend } from "../browser.ts";
import { renewSession } from "../connect.ts";
import type { Client } from "../client.ts";
import { FACTOR_NEEDED } from "../factor-needed.ts";

const BUCKET = "jerseys";

/** How long browsers may cache an image, in seconds (docs/product/contribute.md 11.4). */
const CACHE_CONTROL = 3600;

/** The storage service refused a file, or could not be reached. */
export class UploadError extends Error {
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** The service's word for the reason, or one of our policies'. */
  readonly code: string | undefined;

  constructor(status: number, message: string, code?: string) {
    super(message);
    this.name = "UploadError";
    this.status = status;
    this.code = code;
  }
}

/**
 * The path of an image in storage: `{member}/{id}.webp`. Everybody reads it, so it says nothing of the
 * member's own file.
 */
export function imagePath(userId: string, id: string, type: string): string {
  return `${userId}/${id}.${type === "image/webp" ? "webp" : "jpg"}`;
}

export interface Upload {
  /** `jerseys` unless told otherwise. */
  bucket?: string;
  path: string;
  blob: Blob;
  token: string;
  /** Called with the share sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads an image. XMLHttpRequest, because neither `fetch` nor the Supabase client reports upload
 * progress.
 * @throws {UploadError} @throws the signal's reason when aborted
 */
export function uploadImage({
  bucket = BUCKET,
  path,
  blob,
  token,
  onProgress,
  signal,
}: Upload): Promise<void> {
  const { url, key } = backend();
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open("POST", `${url}/storage/v1/object/${bucket}/${path}`);
    request.setRequestHeader("apikey", key);
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.setRequestHeader("content-type", blob.type);
    request.setRequestHeader("cache-control", `max-age=${CACHE_CONTROL}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onload = () => {
      const { error, message, code } = answerOf(request.responseText);
      // Paths are unique: a duplicate means that this image is stored already and the earlier
      // answer was lost.
      if (request.status < 300 || error === "Duplicate") resolve();
      else reject(new UploadError(request.status, message, code));
      if (message === FACTOR_NEEDED) void renewSession();
    };
    request.onerror = () => reject(new UploadError(0, "no answer"));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(blob);
  });
}

/** Reads a stored file as it is, not in one of the site's sizes. */
export async function downloadImage(client: Client, path: string): Promise<Blob> {
  const { data, error } = await client.storage.from(BUCKET).download(path);
  if (error) throw error;
  return data;
}

function answerOf(body: string): { error?: unknown; message: string; code?: string } {
  try {
    return { message: body, ...(JSON.parse(body) as object) };
  } catch {
    return { message: body };
  }
}

export async function removeImages(client: Client, paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  const { error } = await client.storage.from(BUCKET).remove(paths);
  if (error) throw error;
}
