import { createBackend } from "@maillotheque/backend";
import { createHash } from "node:crypto";
import { readFile, stat, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";

import { CATALOGUE, CATALOGUE_LIMITS } from "../../app/curate/domain/import/catalogue-file.ts";
import { guessCatalogueColumns } from "../../app/curate/domain/import/catalogue-columns.ts";
import { readCatalogueLines } from "../../app/curate/domain/import/catalogue-line.ts";
import { FileError } from "../../app/shared/domain/import/file-error.ts";
import { readTable, type Table } from "../../app/shared/domain/import/read-table.ts";
import { administratorOf } from "../catalogue/exchange/administrator.ts";
import { ImageFiles } from "../catalogue/exchange/image-files.ts";
import { problemLine, reportOf, summaryOf } from "../catalogue/exchange/report.ts";
import { dryRun, type ImportJob, runImport } from "../catalogue/exchange/run-import.ts";
import { backendOptions } from "../operate/embedded.ts";
import { createLogger } from "../operate/logger.ts";
import { StartError } from "../operate/start-error.ts";
import { command, withDatabase } from "./command.ts";

const USAGE =
  "usage: npm run import -- <file.csv | file.json> --approve | --queue | --dry-run [--images <folder>] [--as <e-mail>] [--allow-duplicates] [--report <refused.csv>]";

/** Some lines were refused or held back; everything else is imported. */
const SOME_REFUSED = 2;
/** Refused lines that are printed; the report has all. */
const MOST_PRINTED = 200;

function options(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        images: { type: "string" },
        approve: { type: "boolean", default: false },
        queue: { type: "boolean", default: false },
        "dry-run": { type: "boolean", default: false },
        as: { type: "string" },
        "allow-duplicates": { type: "boolean", default: false },
        report: { type: "string" },
      },
    });
    const [file, ...others] = positionals;
    const isDry = values["dry-run"];
    const isOne = values.approve !== values.queue || (isDry && !values.approve);
    if (!file || others.length > 0 || !isOne) throw new StartError(USAGE);
    return { file, isDry, ...values };
  } catch {
    throw new StartError(USAGE);
  }
}

await command(async ({ env, args, say }) => {
  const given = options(args);
  const bytes = await readFile(given.file).catch(() => {
    throw new StartError(`${given.file} can't be read`);
  });
  if (given.images && !(await stat(given.images).catch(() => undefined))?.isDirectory()) {
    throw new StartError(`${given.images} is no folder`);
  }
  const table = read(given.file, bytes);
  const mapping = guessCatalogueColumns(table.header);
  const ignored = table.header.filter((_, n) => !mapping[n]);
  if (ignored.length > 0) say(`ignored columns: ${ignored.join(", ")}`);
  if (!mapping.includes("team")) throw new StartError("the file has no column team");
  const lines = readCatalogueLines(table.rows, mapping);
  const log = await createLogger(env.LOG_LEVEL);

  await withDatabase(env, async (databaseUrl) => {
    const siteUrl = env.SITE_URL ?? `http://${env.HOST}:${env.PORT}`;
    const backend = await createBackend(backendOptions(env, databaseUrl, siteUrl), log);
    try {
      const administrator = await administratorOf(backend, given.as);
      const job: ImportJob = {
        administrator,
        files: new ImageFiles(backend, administrator.id, given.images),
        lines,
        mayRepeat: given["allow-duplicates"],
        onProgress: (done) => void process.stderr.write(`${done} of ${lines.length} lines\n`),
      };
      const status = given.approve ? "approved" : "pending";
      const digest = createHash("sha256").update(bytes);
      const fileKey = digest.update(`${status} ${job.mayRepeat}`).digest("hex");
      const fates = given.isDry
        ? await dryRun(job)
        : await runImport(job, { fileName: basename(given.file), fileKey, status });
      const problems = lines.filter((line) => /refused|duplicate/.test(fates.get(line)!.outcome));
      for (const line of problems.slice(0, MOST_PRINTED)) say(problemLine(line, fates.get(line)!));
      if (problems.length > MOST_PRINTED) {
        say(`… and ${problems.length - MOST_PRINTED} more: write all with --report <file.csv>`);
      }
      say(summaryOf([...fates.values()], given.isDry));
      if (given.report) await writeFile(given.report, reportOf(table, problems, fates));
      if (problems.length > 0) process.exitCode = SOME_REFUSED;
    } finally {
      await backend.close();
    }
  });
});

function read(file: string, bytes: Buffer): Table {
  try {
    return readTable(bytes, CATALOGUE_LIMITS, CATALOGUE);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const at = error.line ? ` (line ${error.line})` : "";
    throw new StartError(`${file} is no list that can be imported: ${error.problem}${at}`);
  }
}
