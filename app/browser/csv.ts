type Cell = string | number | boolean | null | undefined;

/**
 * Rows as CSV for spreadsheets: with a byte order mark, by which they recognise UTF-8, and without
 * cells that they would run as formulas.
 */
export function csv(rows: readonly Record<string, Cell>[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return `\uFEFF${lines.map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}

function cell(value: Cell): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A row with one column for each value of its inner objects: `{ jersey: { title } }` →
 * `jersey.title`.
 */
export function flattened(row: object, prefix = ""): Record<string, Cell> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) => {
      if (Array.isArray(value)) return [[prefix + key, JSON.stringify(value)]];
      if (typeof value !== "object" || value === null) return [[prefix + key, value as Cell]];
      return Object.entries(flattened(value as object, `${prefix}${key}.`));
    }),
  );
}
