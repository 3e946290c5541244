import type { TFunction } from "i18next";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";

import {
  type BatchResult,
  type CatalogueRefusal,
  type Judged,
  type LineOutcome,
  refusedBy,
  repeated,
  titled,
  withoutMissingTitle,
} from "../../../app/curate/domain/import/catalogue-check.ts";
import {
  type CatalogueLine,
  type LineImage,
  type ReadCatalogueLine,
} from "../../../app/curate/domain/import/catalogue-line.ts";
import { DEFAULT_LANGUAGE } from "../../../app/shared/i18n/languages.ts";
import { Translator, type Values } from "../../../app/shared/i18n/translator.ts";
import { inBatches } from "../../../app/shared/domain/import/batches.ts";
import type { Administrator } from "./administrator.ts";
import type { ImageFiles } from "./image-files.ts";

/** What becomes, or would become, of a line. */
export interface Fate {
  outcome: LineOutcome["outcome"];
  refusals: CatalogueRefusal[];
  /** Titles of jerseys that are the same or may be. */
  others: string[];
}

export interface ImportJob {
  administrator: Administrator;
  files: ImageFiles;
  lines: readonly ReadCatalogueLine[];
  /** Likely duplicates are imported too. */
  mayRepeat: boolean;
  onProgress(done: number): void;
}

type Fates = Map<ReadCatalogueLine, Fate>;

/** What an import would do. Changes nothing. */
export async function dryRun(job: ImportJob): Promise<Fates> {
  const fates: Fates = new Map();
  for (const batch of inBatches(sent(job, fates))) {
    const judged = await judge(job, batch);
    await inTurns(batch, async (one, n) => {
      const verdict = judged[n]!;
      const refusals = verdict.verdict === "new" ? await job.files.check(one.line) : [];
      fates.set(one.read, fateOf(refusals.length > 0 ? refusedBy(...refusals) : verdict));
    });
    job.onProgress(fates.size);
  }
  return fates;
}

export interface Begun {
  fileName: string;
  /** Of the file and of how it is imported: an import that was left goes on. */
  fileKey: string;
  status: "approved" | "pending";
}

/** Imports all lines. What was imported before the process ended stays, and isn't imported again. */
export async function runImport(job: ImportJob, begun: Begun): Promise<Fates> {
  const { administrator, files } = job;
  const fates: Fates = new Map();
  const batches = inBatches(sent(job, fates));
  const row = await begin(job, begun);
  const importBatch = async (n: number, lines: CatalogueLine[]) => {
    const [answer] = await administrator.query<{ result: BatchResult }>(
      "select public.import_jerseys($1, $2, $3, $4) as result",
      [row.id, n, JSON.stringify(lines), n >= batches.length - 1],
    );
    return new Map(answer!.result.outcomes.map((outcome) => [outcome.key, outcome]));
  };
  for (const [n, batch] of batches.entries()) {
    // A batch that is done tells again what it did.
    if (n < row.batches) {
      const outcomes = await importBatch(n, []);
      for (const { read } of batch) {
        const outcome = outcomes.get(read.line.key);
        if (outcome) fates.set(read, fateOfOutcome(outcome));
      }
    } else {
      const judged = await judge(job, batch);
      const ready: { one: Sent; line: CatalogueLine }[] = [];
      await inTurns(batch, async (one, place) => {
        const stored =
          judged[place]!.verdict === "new"
            ? await files.store(one.line)
            : { images: one.line.images, refusals: [] };
        if (stored.refusals.length > 0) fates.set(one.read, fateOf(refusedBy(...stored.refusals)));
        ready[place] = { one, line: { ...one.line, images: stored.images } };
      });
      const lines = ready.filter(({ one }) => !fates.has(one.read));
      const outcomes = await importBatch(
        n,
        lines.map(({ line }) => line),
      );
      for (const { one, line } of lines) {
        const outcome = outcomes.get(line.key)!;
        fates.set(one.read, fateOfOutcome(outcome));
        if (outcome.outcome === "duplicate" || outcome.outcome === "refused") {
          await files.discard(line.images, one.line);
        }
      }
    }
    job.onProgress(fates.size);
  }
  // Nothing but refused lines: the import ends all the same.
  if (batches.length === 0) await importBatch(0, []);
  return fates;
}

async function begin({ administrator, lines }: ImportJob, begun: Begun) {
  const [left] = await administrator.query<{ id: string; batches: number }>(
    `select id, batches from public.catalogue_imports
     where admin_id = $1 and file_key = $2 and finished_at is null and undone_at is null
     order by created_at desc limit 1`,
    [administrator.id, begun.fileKey],
  );
  if (left) return left;
  const [row] = await administrator.query<{ id: string; batches: number }>(
    "select id, batches from public.begin_catalogue_import($1, $2, $3, $4, $5)",
    [randomUUID(), begun.fileName, begun.fileKey, lines.length, begun.status],
  );
  return row!;
}

/** The form's texts, without the site's build that loads them. */
const translator = new Translator(DEFAULT_LANGUAGE);
translator.add(
  "submit",
  JSON.parse(
    readFileSync(
      join(import.meta.dirname, `../../../app/contribute/messages/${DEFAULT_LANGUAGE}/submit.json`),
      "utf8",
    ),
  ) as object,
);
const siteTexts = ((key: string, values: Values) =>
  translator.translate(["submit"], key, values)) as TFunction<"submit">;

interface Sent {
  read: ReadCatalogueLine;
  line: CatalogueLine;
}

/** The lines for the database; those that repeat another are refused here. */
function sent({ lines, mayRepeat }: ImportJob, fates: Fates): Sent[] {
  return lines.flatMap((read) => {
    if (read.repeats !== undefined) {
      fates.set(read, fateOf(repeated(read.repeats)));
      return [];
    }
    return { read, line: { ...read.line, ...(mayRepeat && { may_repeat: true }) } };
  });
}

/** Judges a batch. Lines without a title get that of the form, in the site's language. */
async function judge(job: ImportJob, batch: readonly Sent[]): Promise<Judged[]> {
  const judged = await judgeLines(job, batch);
  const untitled = batch.flatMap((one, n) => {
    const line = titled(one.line, judged[n]!, siteTexts);
    if (line) one.line = line;
    return line ? [{ one, n }] : [];
  });
  if (untitled.length === 0) return judged.map(withoutMissingTitle);
  const again = await judgeLines(
    job,
    untitled.map(({ one }) => one),
  );
  for (const [place, { n }] of untitled.entries()) judged[n] = again[place]!;
  return judged.map(withoutMissingTitle);
}

async function judgeLines({ administrator }: ImportJob, batch: readonly Sent[]): Promise<Judged[]> {
  const [row] = await administrator.query<{ judged: Judged[] }>(
    "select public.match_jerseys($1) as judged",
    [JSON.stringify(batch.map(({ line }) => ({ ...line, images: line.images.map(withoutPath) })))],
  );
  return row!.judged;
}

/** Files are looked for in the folder too: their absence is found by `ImageFiles`. */
const withoutPath = (image: LineImage): LineImage => ({ ...image, path: undefined });

/** Several at a time: while one waits for the disk, another is drawn. */
async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item, n: number) => Promise<void>,
): Promise<void> {
  const waiting = items.entries();
  const worker = async () => {
    for (const [n, item] of waiting) await work(item, n);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

function fateOf({ verdict, known, refusals, candidates }: Judged): Fate {
  const others = known ? [known] : candidates;
  return {
    outcome: verdict === "new" ? "added" : verdict,
    refusals,
    others: others.map(({ title, season }) => `${title} (${season})`),
  };
}

function fateOfOutcome({ outcome, known, refusals = [], candidates = [] }: LineOutcome): Fate {
  const verdict = outcome === "added" ? "new" : outcome;
  return fateOf({ verdict, known: known ?? null, refusals, candidates });
}
