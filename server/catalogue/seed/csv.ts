import { CsvError, parse } from "csv-parse/sync";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** A valid row with its file and line. */
export interface Row<T> {
  line: number;
  values: T;
}

/** Collects the problems of a set of files, so that all are reported at once. */
export class Problems {
  readonly lines: string[] = [];

  add(file: string, line: number, reason: string): void {
    this.lines.push(`${file}:${line}: ${reason}`);
  }
}

/** Rows of a CSV file with a header line; bad rows are added to `problems` and left out. */
export async function readRows<T>(
  directory: string,
  file: string,
  schema: z.ZodType<T>,
  problems: Problems,
): Promise<Row<T>[]> {
  const text = await readFile(join(directory, file), "utf8");
  const rows: Row<T>[] = [];
  for (const { record, info } of records(file, text, problems)) {
    const result = schema.safeParse(record);
    if (result.success) rows.push({ line: info.lines, values: result.data });
    else problems.add(file, info.lines, reasons(result.error));
  }
  return rows;
}

interface Parsed {
  record: Record<string, string>;
  info: { lines: number };
}

function records(file: string, text: string, problems: Problems): Parsed[] {
  try {
    return parse(text, { bom: true, columns: true, info: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Rows after one that can't be split into fields are unreliable too.
    problems.add(file, Number(error["lines"] ?? 1), error.message);
    return [];
  }
}

function reasons(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
}
