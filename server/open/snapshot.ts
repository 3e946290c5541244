import pg from "pg";

import { type DumpFile, KEYS, type Row } from "../../app/open/domain/dump-files.ts";
import { rowOf } from "../../app/open/domain/row.ts";

/** Rows that travel at once. */
const BATCH = 1_000;

/** Where the rows of a dump are read. */
export interface SnapshotSource {
  /** PostgreSQL's own address, as the owner of the schema. */
  databaseUrl: string;
  /** A replica, which is read instead if it isn't behind. */
  replicaUrl?: string | undefined;
  /** Begins the names of the roles (`DATABASE_ROLE_PREFIX`). */
  rolePrefix?: string;
  /** The site's public address, without a trailing slash. */
  siteUrl: string;
}

/** What a visitor can read at one moment. */
export interface Snapshot {
  takenAt: Date;
  /** The number of the last public change in it. */
  change: number;
  /** All rows of a file in the order of its key, some at a time. */
  rowsOf(file: DumpFile, siteUrl: string): AsyncGenerator<Row[]>;
  close(): Promise<void>;
}

/** Of the replica, unless it doesn't have the last change yet. */
export async function currentSnapshot({
  databaseUrl,
  replicaUrl,
  rolePrefix = "",
}: SnapshotSource): Promise<Snapshot> {
  const own = await openSnapshot(databaseUrl, rolePrefix);
  if (!replicaUrl) return own;
  const replica = await openSnapshot(replicaUrl, rolePrefix).catch(() => undefined);
  if (replica && replica.change >= own.change) {
    await own.close();
    return replica;
  }
  await replica?.close();
  return own;
}

/** Opens a transaction with the rights of a visitor that sees one moment. */
async function openSnapshot(url: string, rolePrefix: string): Promise<Snapshot> {
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

async function* rowsOf(client: pg.Client, file: DumpFile, siteUrl: string): AsyncGenerator<Row[]> {
  await client.query(
    `declare dumped no scroll cursor for
     select row_to_json(row_)::text as line from private.open_${file} row_ order by ${KEYS[file].join(", ")}`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${BATCH} from dumped`);
    if (rows.length > 0) yield rows.map(({ line }) => rowOf(file, JSON.parse(line), siteUrl));
    if (rows.length < BATCH) break;
  }
  await client.query("close dumped");
}
