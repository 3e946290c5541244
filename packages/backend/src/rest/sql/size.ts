/**
 * Bytes that PostgreSQL may write for one answer. Embedded rows are written once per level, so this is
 * twice the size of an answer.
 */
const MAX_WRITTEN_BYTES = 16 * 1024 * 1024;

/** The setting that counts the bytes of a statement. */
const WRITTEN = "rest.written_bytes";

/**
 * Writes a condition that is true and counts the bytes of a JSON value. It ends the statement when
 * the answer gets too large.
 */
export function countBytes(json: string): string {
  const before = `coalesce(nullif(current_setting('${WRITTEN}', true), ''), '0')::int`;
  const after = `set_config('${WRITTEN}', (${before} + pg_column_size(${json}))::text, true)::int`;
  return `case when ${after} > ${MAX_WRITTEN_BYTES} then rest.refuse_large_answer() else true end`;
}

/** The same for a row, as JSON. */
export function countRow(alias: string): string {
  return countBytes(`row_to_json(${alias}.*)`);
}
