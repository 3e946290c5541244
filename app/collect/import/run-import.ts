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
import { type Sending, sendInTurn } from "../../shared/domain/import/batches.ts";
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

interface Run extends Sending<Running> {
  client: Client;
  userId: string;
  start: Running;
  /** Undefined after the page was left: the photos wait for the file then. */
  zip: Zip | undefined;
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

async function sendLines(run: Run, start: Running): Promise<Running> {
  const { client, userId } = run;
  const withPhotos = new Set(start.photos.map(({ key }) => key));
  const left = collectionBatches(start.lines.slice(start.done));
  const send = async (batch: Sent[], running: Running) => {
    const done = running.done + batch.length;
    const isLast = done === running.lines.length && running.photos.length === 0;
    const answer = await sendBatch(client, running.id, batch, isLast);
    const copies = { ...running.copies };
    for (const [key, id] of Object.entries(answer.done)) {
      if (withPhotos.has(key)) copies[key] = id;
    }
    const refused = [...running.refused, ...answer.refused];
    const broken = [...running.broken, ...answer.broken];
    const next = { ...running, done, copies, refused, broken };
    await keepProgress(userId, next);
    return next;
  };
  return sendInTurn(left, start, send, run);
}

async function sendPhotos(run: Run, start: Running): Promise<Running> {
  const { client, userId, zip } = run;
  // Photos follow the lines, because these have the copies.
  if (!zip || start.done < start.lines.length) return start;
  const send = async (photo: SentPhoto, running: Running) => {
    const copyId = photo.copyId ?? running.copies[photo.key];
    const sent = { ...photo, importId: running.id };
    const wasSent =
      copyId !== undefined &&
      (await whenThereIsRoom(run, () => sendPhoto(client, zip, { ...sent, copyId })));
    if (wasSent === undefined) return undefined;
    const { photosDone, refusedPhotos } = running;
    const next = {
      ...running,
      photosDone: photosDone + 1,
      refusedPhotos: wasSent ? refusedPhotos : [...refusedPhotos, photo.name],
    };
    await keepProgress(userId, next);
    return next;
  };
  return sendInTurn(start.photos.slice(start.photosDone), start, send, run);
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
