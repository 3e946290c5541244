import { MAX_COLUMNS } from "./csv-records.ts";
import { FileError } from "./file-error.ts";
import { asText, isPlain, type Plain } from "./plain.ts";
import type { Limits, OwnFormat, Table } from "./read-table.ts";

/**
 * Our own format, or a list of objects whose keys are columns: alone, one object per line, or the only one in an object.
 * @throws FileError if it is none of these
 */
export function readJson<Mark>(text: string, limits: Limits, own: OwnFormat<Mark>): Table<Mark> {
  const content = parsed(text.replace(/^\uFEFF/, ""));
  if (Array.isArray(content)) return readObjects(content, limits);
  if (!isPlain(content)) throw new FileError("otherJson");
  if (content["format"] === own.format) return readOwn(content, own);
  const lists = Object.values(content).filter(
    (value) => Array.isArray(value) && value.some(isPlain),
  );
  if (lists.length !== 1) throw new FileError("otherJson");
  return readObjects(lists[0] as unknown[], limits);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    try {
      return text
        .split(/\r?\n/)
        .filter((line) => line.trim() !== "")
        .map((line): unknown => JSON.parse(line));
    } catch {
      throw new FileError("unreadable");
    }
  }
}

function readOwn<Mark>(content: Plain, own: OwnFormat<Mark>): Table<Mark> {
  const list = content[own.list];
  if (!Array.isArray(list)) throw new FileError("otherJson");
  const version = content["version"];
  if (typeof version !== "number" || version > own.version) throw new FileError("newer");
  return {
    header: [...own.columns],
    ...(own.marksOf && { marks: own.marksOf(content) }),
    rows: list.filter(isPlain).map((row, n) => {
      const values = own.valuesOf(row);
      const photos = row["photos"];
      return {
        line: n + 1,
        cells: own.columns.map((column) => asText(values[column])),
        ...(Array.isArray(photos) && {
          photos: photos.filter((name) => typeof name === "string"),
        }),
      };
    }),
  };
}

function readObjects(list: unknown[], limits: Limits): Table<never> {
  if (list.length > limits.rows) throw new FileError("tooManyRows");
  const objects = list.filter(isPlain);
  const header = [...new Set(objects.flatMap((row) => Object.keys(row).slice(0, MAX_COLUMNS + 1)))];
  if (header.length > MAX_COLUMNS) throw new FileError("tooManyColumns");
  return {
    header,
    rows: objects.map((row, n) => ({
      line: n + 1,
      cells: header.map((name) => asText(row[name])),
    })),
  };
}
