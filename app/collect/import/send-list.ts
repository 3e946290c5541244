import {
  forgetImport,
  keepImport,
  keepProgress,
  type LeftLines,
  type StoredImport,
} from "../../shared/browser/stored-import.ts";
import type { Zip } from "./zip.ts";
import type { Client } from "../../shared/data/client.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import type { Sending } from "../../shared/domain/import/batches.ts";
import {
  beginImport,
  collectionBatches,
  finishImport,
  sendBatch,
} from "../data/exchange/imports.ts";
import type { Sent } from "../domain/exchange/marks.ts";
import type { SentPhoto } from "../domain/exchange/photos.ts";
import { sendPhoto } from "./send-photo.ts";

export type Running = StoredImport<Sent, SentPhoto>;

/** How the sending is watched and stopped. */
interface Watched extends Sending<Running> {
  /** Called when the server takes no more files for a while, and when it does again. */
  onWait: (isWaiting: boolean) => void;
}

/** A new import of these lines and photos. */
export function newImport(
  id: string,
  fileName: string,
  lines: Sent[],
  photos: SentPhoto[],
  left: LeftLines,
): Running {
  const progress = { done: 0, refused: [], broken: [], copies: {} };
  return { id, fileName, lines, photos, left, ...progress, photosDone: 0, refusedPhotos: [] };
}

export const isNew = ({ done, photosDone }: Running): boolean => done === 0 && photosDone === 0;

export function isFinished({ lines, done, photos, photosDone }: Running): boolean {
  return done === lines.length && photosDone === photos.length;
}

/**
 * Sends the lines that are left, batch by batch, then the photos. What is left is kept in the browser after each, so
 * that it can be resumed. A batch whose answer was lost is sent again: its keys add nothing twice.
 * @param zip undefined after the page was left: the photos wait for the file then
 */
export async function sendList(
  client: Client,
  userId: string,
  start: Running,
  zip: Zip | undefined,
  watched: Watched,
): Promise<void> {
  let running = start;
  const keep = async (next: Running) => {
    running = next;
    await keepProgress(userId, next);
    watched.onProgress(next);
  };
  await keepImport(userId, start);
  if (isNew(start)) await begin(client, start);
  for (const batch of collectionBatches(start.lines.slice(start.done))) {
    if (watched.isStopped()) return;
    await keep(await afterBatch(client, running, batch));
  }
  // Photos follow the lines, because these have the copies.
  for (const photo of zip ? start.photos.slice(start.photosDone) : []) {
    if (watched.isStopped()) return;
    const wasSent = await sendWhenThereIsRoom(client, zip!, running, photo, watched);
    if (wasSent === undefined) return;
    const { photosDone, refusedPhotos } = running;
    await keep({
      ...running,
      photosDone: photosDone + 1,
      refusedPhotos: wasSent ? refusedPhotos : [...refusedPhotos, photo.name],
    });
  }
  if (!isFinished(running)) return;
  if (running.photos.length > 0) await finishImport(client, running.id);
  await forgetImport(userId);
}

async function afterBatch(client: Client, running: Running, batch: Sent[]): Promise<Running> {
  const done = running.done + batch.length;
  const isLast = done === running.lines.length && running.photos.length === 0;
  const answer = await sendBatch(client, running.id, batch, isLast);
  const withPhotos = new Set(running.photos.map(({ key }) => key));
  const copies = Object.entries(answer.done).filter(([key]) => withPhotos.has(key));
  return {
    ...running,
    done,
    copies: { ...running.copies, ...Object.fromEntries(copies) },
    refused: [...running.refused, ...answer.refused],
    broken: [...running.broken, ...answer.broken],
  };
}

/** How long an import waits before it sends a file again. */
const WAIT_MS = 20_000;
const LOOK_MS = 500;

/** Sends a photo, again while the server takes no more files (HTTP 429). Undefined if it was stopped meanwhile. */
async function sendWhenThereIsRoom(
  client: Client,
  zip: Zip,
  { id: importId, copies }: Running,
  photo: SentPhoto,
  { isStopped, onWait }: Watched,
): Promise<boolean | undefined> {
  const copyId = photo.copyId ?? copies[photo.key];
  if (copyId === undefined) return false;
  for (;;) {
    try {
      return await sendPhoto(client, zip, { ...photo, importId, copyId });
    } catch (error) {
      if ((error as { status?: unknown }).status !== 429) throw error;
    }
    onWait(true);
    const until = Date.now() + WAIT_MS;
    while (Date.now() < until && !isStopped()) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    onWait(false);
    if (isStopped()) return undefined;
  }
}

async function begin(client: Client, { id, fileName, lines }: Running): Promise<void> {
  try {
    // An import of photos alone is one line.
    const line_count = Math.max(1, lines.length);
    await beginImport(client, { id, file_name: fileName, line_count });
  } catch (error) {
    // It was begun before, and the answer was lost.
    if (databaseProblem(error).kind !== "duplicate") throw error;
  }
}
