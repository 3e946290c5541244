import pg from "pg";

import { type DumpFile, KEYS, type Row } from "../../app/open/domain/dump-files.ts";
import { rowOf } from "../../app/open/domain/row.ts";

/** Rows that travel at once. */
const BATCH = 1_000;

/** What a visitor can read at one moment. */
export interface Snapshot {
  takenAt: Date;
  /** The number of the last public change in it. */
  change: number;
  /** All rows of a file in the order of its key, some at a time. */
  rowsOf(file: DumpFile, siteUrl: string, stop?: AbortSignal): AsyncGenerator<Row[]>;
  close(): Promise<void>;
}

/**
 * Opens a transaction with the rights of a visitor that sees one moment.
 * @param rolePrefix Begins the names of the roles (`DATABASE_ROLE_PREFIX`)
 */
export async function openSnapshot(url: string, rolePrefix: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url });
  // Its next query reports the error.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(
      "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
      [`${rolePrefix}anon`, JSON.stringify({ role: "anon" })],
    );
    const { rows } = await client.query<{ taken_at: Date; change: string }>(
      "select now() as taken_at, (select coalesce(max(number), 0) from public.public_changes) as change",
    );
    const { taken_at: takenAt, change } = rows[0]!;
    return {
      takenAt,
      change: Number(change),
      rowsOf: (...wanted) => rowsOf(client, ...wanted),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function* rowsOf(
  client: pg.Client,
  file: DumpFile,
  siteUrl: string,
  stop?: AbortSignal,
): AsyncGenerator<Row[]> {
  await client.query(
    `declare dumped no scroll cursor for
     select row_to_json(row_)::text as line from private.open_${file} row_ order by ${KEYS[file].join(", ")}`,
  );
  for (;;) {
    stop?.throwIfAborted();
    const { rows } = await client.query<{ line: string }>(`fetch ${BATCH} from dumped`);
    if (rows.length > 0) yield rows.map(({ line }) => rowOf(file, JSON.parse(line), siteUrl));
    if (rows.length < BATCH) break;
  }
  await client.query("close dumped");
}
