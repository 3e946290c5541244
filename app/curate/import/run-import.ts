import { imagePath, removeImages, uploadImage } from "../../shared/data/images/upload.ts";
import { ImageError, JERSEY_IMAGE } from "../../shared/browser/image/prepare.ts";
import { prepareImage } from "../../shared/browser/image/prepare-image.ts";
import {
  forgetCatalogueImport,
  keepCatalogueImport,
  type StoredCatalogueImport,
} from "../../shared/browser/stored-import.ts";
import type { Client } from "../../shared/data/client.ts";
import { SessionEndedError } from "../../shared/data/database-error.ts";
import { beginCatalogueImport, importJerseys } from "../data/imports/catalogue-imports.ts";
import type { CatalogueRefusal, LineOutcome } from "../domain/import/catalogue-check.ts";
import type { CatalogueLine, LineImage } from "../domain/import/catalogue-line.ts";
import { inBatches, type Sending, sendInTurn } from "../../shared/domain/import/batches.ts";
import { fingerprint } from "../../shared/domain/import/fingerprint.ts";
import { type ChosenFiles, fileOf } from "./chosen-files.ts";

export interface Running extends StoredCatalogueImport<CatalogueLine> {
  /** It was begun on this page, not left before. */
  isNew?: boolean;
}

/** How far an import is, and what became of its lines. */
export interface Progress {
  done: number;
  added: number;
  there: number;
  /** Lines that were not imported, with the reason. */
  problems: { line: CatalogueLine; outcome: LineOutcome }[];
}

export const NOTHING_DONE: Progress = { done: 0, added: 0, there: 0, problems: [] };

/** Images of an import that was left have to be chosen again: a browser doesn't keep files. */
export class FilesMissingError extends Error {
  override name = "FilesMissingError";
}

/**
 * Sends the lines batch by batch, each with its images. The database knows which batches are done, so
 * that a batch whose answer was lost is asked for again, and adds nothing twice.
 */
export async function runImport(
  client: Client,
  userId: string,
  running: Running,
  files: ChosenFiles,
  sending: Sending<Progress>,
): Promise<void> {
  const { id, fileName, status, lines, lineCount = lines.length } = running;
  await keepCatalogueImport(userId, { id, fileName, status, lineCount, lines });
  const batches = inBatches(lines);
  const isDone = await beginCatalogueImport(client, {
    ...{ id, fileName, status, lineCount },
  });
  const send = async ([n, batch]: [number, CatalogueLine[]], progress: Progress) => {
    const sent = n < isDone ? [] : await prepared(client, userId, batch, files);
    const ready = sent.flatMap(({ line }) => line ?? []);
    const result = await importJerseys(client, id, n, ready, n === batches.length - 1);
    const refused = sent.flatMap(({ refusal }) => refusal ?? []);
    await discard(client, batch, ready, result.outcomes);
    return after(progress, batch, [...result.outcomes, ...refused]);
  };
  const end = await sendInTurn(batches.entries(), NOTHING_DONE, send, sending);
  if (end.done === lines.length) await forgetCatalogueImport(userId);
}

function after(
  { done, added, there, problems }: Progress,
  batch: readonly CatalogueLine[],
  outcomes: readonly LineOutcome[],
): Progress {
  const lineOf = new Map(batch.map((line) => [line.key, line]));
  const failed = outcomes.flatMap((outcome) => {
    const line = lineOf.get(outcome.key);
    return line && outcome.outcome !== "added" && outcome.outcome !== "there"
      ? { line, outcome }
      : [];
  });
  const count = (kind: LineOutcome["outcome"]) =>
    outcomes.filter(({ outcome }) => outcome === kind).length;
  return {
    done: done + batch.length,
    added: added + count("added"),
    there: there + count("there"),
    problems: [...problems, ...failed],
  };
}

type Prepared =
  | { line: CatalogueLine; refusal?: undefined }
  | { line?: undefined; refusal: LineOutcome };

/** The lines with their images stored. A line with an image that is none is refused. */
async function prepared(
  client: Client,
  userId: string,
  batch: readonly CatalogueLine[],
  files: ChosenFiles,
): Promise<Prepared[]> {
  const done: Prepared[] = [];
  for (const line of batch) {
    const images: LineImage[] = [];
    const refusals: CatalogueRefusal[] = [];
    for (const [n, image] of line.images.entries()) {
      try {
        images.push(await stored(client, userId, line.key, image, n, files));
      } catch (error) {
        if (!(error instanceof ImageError)) throw error;
        refusals.push({ field: "images", reason: error.problem, value: image.name });
      }
    }
    done.push(
      refusals.length > 0
        ? { refusal: { key: line.key, outcome: "refused", refusals } }
        : { line: { ...line, images } },
    );
  }
  return done;
}

async function stored(
  client: Client,
  userId: string,
  key: string,
  image: LineImage,
  n: number,
  files: ChosenFiles,
): Promise<LineImage> {
  const file = fileOf(files, image);
  if (!file && image.path) return image;
  if (!file) throw new FilesMissingError(image.name);
  const { signal } = new AbortController();
  const { blob, likeness } = await prepareImage(file, JERSEY_IMAGE, signal);
  // Named after the line: the same image again is no second file.
  const path = imagePath(userId, fingerprint(`${key} ${n} ${image.name}`), blob.type);
  const token = (await client.auth.getSession()).data.session?.access_token;
  if (!token) throw new SessionEndedError();
  await uploadImage({ path, blob, token, signal, onProgress: () => undefined });
  return { ...image, path, ...(likeness && { likeness }) };
}

/** Deletes the files of lines that turned out to be duplicates; what fails is deleted by the server. */
async function discard(
  client: Client,
  batch: readonly CatalogueLine[],
  sent: readonly CatalogueLine[],
  outcomes: readonly LineOutcome[],
): Promise<void> {
  const remaining = new Set(
    outcomes
      .filter(({ outcome }) => outcome === "added" || outcome === "there")
      .map(({ key }) => key),
  );
  const before = new Set(batch.flatMap(({ images }) => images.flatMap(({ path }) => path ?? [])));
  const paths = sent
    .filter(({ key }) => !remaining.has(key))
    .flatMap(({ images }) => images.flatMap(({ path }) => path ?? []))
    .filter((path) => !before.has(path));
  await removeImages(client, paths).catch(() => undefined);
}
