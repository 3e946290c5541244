import {
  forgetImport,
  keepImport,
  keepProgress,
  type StoredImport,
} from "../../shared/browser/stored-import.ts";
import type { Zip } from "../browser/zip/open-zip.ts";
import type { Client } from "../../shared/data/client.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { BATCH, beginImport, finishImport, sendBatch } from "../data/exchange/imports.ts";
import type { Sent } from "../domain/exchange/marks.ts";
import type { SentPhoto } from "../domain/exchange/photos.ts";
import { sendPhoto } from "./send-photo.ts";

export type Running = StoredImport<Sent, SentPhoto>;

interface Run {
  client: Client;
  userId: string;
  start: Running;
  /** Undefined after the page was left: the photos wait for the file then. */
  zip: Zip | undefined;
  onProgress: (running: Running) => void;
  /** Asked between two batches. */
  isStopped: () => boolean;
  /** Called when the server takes no more files for a while, and when it does again. */
  onWait: (isWaiting: boolean) => void;
}

/** A new import of these lines and photos. */
export function newImport(
  id: string,
  fileName: string,
  lines: Sent[],
  photos: SentPhoto[],
): Running {
  const progress = { done: 0, refused: [], copies: {}, photosDone: 0, refusedPhotos: [] };
  return { id, fileName, lines, photos, ...progress };
}

export function isFinished({ lines, done, photos, photosDone }: Running): boolean {
  return done === lines.length && photosDone === photos.length;
}

/**
 * Sends the lines that are left, batch by batch, then the photos. What is left is kept in the browser after each, so
 * that it can be resumed. A batch whose answer was lost is sent again: its keys add nothing twice.
 */
export async function runImport(run: Run): Promise<Running> {
  const { client, userId, start } = run;
  await keepImport(userId, start);
  if (start.done === 0 && start.photosDone === 0) await begin(client, start);
  const running = await sendPhotos(run, await sendLines(run, start));
  if (!isFinished(running)) return running;
  if (running.photos.length > 0) await finishImport(client, running.id);
  await forgetImport(userId);
  return running;
}

async function sendLines({ client, userId, onProgress, isStopped }: Run, start: Running) {
  let running = start;
  const withPhotos = new Set(start.photos.map(({ key }) => key));
  while (running.done < running.lines.length && !isStopped()) {
    const batch = running.lines.slice(running.done, running.done + BATCH);
    const done = running.done + batch.length;
    const isLast = done === running.lines.length && running.photos.length === 0;
    const answer = await sendBatch(client, running.id, batch, isLast);
    const copies = { ...running.copies };
    for (const [key, id] of Object.entries(answer.done)) {
      if (withPhotos.has(key)) copies[key] = id;
    }
    running = { ...running, done, copies, refused: [...running.refused, ...answer.refused] };
    await keepProgress(userId, running);
    onProgress(running);
  }
  return running;
}

async function sendPhotos(run: Run, start: Running): Promise<Running> {
  const { client, userId, zip, onProgress, isStopped } = run;
  // Photos follow the lines, because these have the copies.
  if (!zip || start.done < start.lines.length) return start;
  let running = start;
  while (!isStopped()) {
    const photo = running.photos[running.photosDone];
    if (!photo) break;
    const copyId = photo.copyId ?? running.copies[photo.key];
    const wasSent =
      copyId !== undefined && (await whenThereIsRoom(run, () => send(client, running, photo)));
    if (wasSent === undefined) break;
    running = {
      ...running,
      photosDone: running.photosDone + 1,
      refusedPhotos: wasSent ? running.refusedPhotos : [...running.refusedPhotos, photo.name],
    };
    await keepProgress(userId, running);
    onProgress(running);
  }
  return running;

  function send(ofClient: Client, { id, copies }: Running, photo: SentPhoto) {
    const copyId = photo.copyId ?? copies[photo.key]!;
    return sendPhoto(ofClient, zip!, { ...photo, copyId, importId: id });
  }
}

/** How long an import waits before it sends a file again. */
const WAIT_MS = 20_000;
const LOOK_MS = 500;

/** Tries again while the server takes no more files (HTTP 429). Undefined if it was stopped meanwhile. */
async function whenThereIsRoom(
  { isStopped, onWait }: Run,
  send: () => Promise<boolean>,
): Promise<boolean | undefined> {
  for (;;) {
    try {
      return await send();
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
