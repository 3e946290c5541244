import { z } from "zod";

import type { Client } from "../database/pool.ts";
import { invalidRequest } from "./errors.ts";
import { versionChoices } from "./versions.ts";

const MAX_ENTRIES = 1000;

const Sorting = z.object({
  column: z.enum(["name", "updated_at", "created_at"]).default("name"),
  order: z.enum(["asc", "desc"]).default("asc"),
});

export const PageRequest = z.object({
  prefix: z.string().default(""),
  limit: z
    .int()
    .min(1)
    .default(MAX_ENTRIES)
    .transform((limit) => Math.min(limit, MAX_ENTRIES)),
  cursor: z.string().max(8192).nullish(),
  with_delimiter: z.boolean().default(false),
  exactMatch: z.boolean().default(false),
  sortBy: Sorting.nullish(),
  ...versionChoices,
});

/** The end of a page and its order; the next page continues in the same order. */
const Cursor = Sorting.extend({ name: z.string(), sorted: z.string() });
type Cursor = z.infer<typeof Cursor>;

interface Entry {
  name: string;
  /** The last segment of its name below the prefix. */
  key: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: unknown;
  /** Its sort value besides the name, for the cursor. */
  sorted: string;
}

export interface Page {
  hasNext: boolean;
  nextCursor?: string;
  /** Full names with a final slash. */
  folders: { name: string; key: string }[];
  objects: object[];
}

/**
 * Lists objects whose names start with `prefix`, page by page. The bearer's policies apply. With a
 * delimiter, deeper objects are represented by their folder.
 */
export async function listPage(
  client: Client,
  bucket: string,
  wish: z.infer<typeof PageRequest>,
): Promise<Page> {
  const { prefix, limit, with_delimiter: folded, exactMatch } = wish;
  const after = wish.cursor ? decode(wish.cursor) : undefined;
  const { column, order } = after ?? Sorting.parse(wish.sortBy ?? {});
  const { rows } = await client.query<Entry>(pageSql(column, order, folded, after !== undefined), [
    bucket,
    prefix,
    exactMatch,
    limit + 1,
    ...(after ? [after.sorted, after.name] : []),
  ]);
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  const hasNext = rows.length > limit;
  return {
    hasNext,
    ...(hasNext && last && { nextCursor: encode({ column, order, ...last }) }),
    folders: entries.filter(({ id }) => id === null).map(({ name, key }) => ({ name, key })),
    objects: entries.filter(({ id }) => id !== null).map((entry) => shown(entry, folded)),
  };
}

/** Without a delimiter, an object's key isn't a segment of its name. */
function shown({ key, name, id, metadata, ...times }: Entry, folded: boolean): object {
  const { updated_at, created_at, last_accessed_at } = times;
  return { name, ...(folded && { key }), id, updated_at, created_at, last_accessed_at, metadata };
}

/**
 * `column` and `order` come from the fixed lists above; all values of the client are parameters.
 */
function pageSql(
  column: Cursor["column"],
  order: Cursor["order"],
  folded: boolean,
  continued: boolean,
): string {
  const timed = column !== "name";
  const fields = "id, updated_at, created_at, last_accessed_at, metadata";
  const files = `select name, substr(name, length($2) + 1) as key, ${fields} from inside`;
  // A folder has no time of its own, so it comes before or after all files.
  const folders = `select distinct $2 || split_part(rest, '/', 1) || '/', split_part(rest, '/', 1),
      null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
    from inside where strpos(rest, '/') > 0`;
  const sign = order === "asc" ? ">" : "<";
  const time = `coalesce(${column}, '-infinity')`;
  const next = timed
    ? `(${time}, name collate "C") ${sign} ($5::timestamptz, $6)`
    : `$5 = '' and name collate "C" ${sign} $6`;
  return `with inside as (
      select name, substr(name, length($2) + 1) as rest, ${fields} from storage.objects
      where bucket_id = $1
        -- The bounds use the index; U+10FFFF sorts after every other character.
        and name collate "C" >= $2 and name collate "C" < $2 || U&'\\+10FFFF'
        and starts_with(name, $2) and (not $3 or name = $2)
    ), entries as (
      ${folded ? `${files} where strpos(rest, '/') = 0 union all ${folders}` : files}
    )
    select *, ${timed ? `${time}::text` : "''"} as sorted from entries
    ${continued ? `where ${next}` : ""}
    order by ${timed ? `${time} ${order},` : ""} name collate "C" ${order} limit $4`;
}

function encode({ column, order, name, sorted }: Cursor): string {
  return Buffer.from(JSON.stringify({ column, order, name, sorted })).toString("base64url");
}

function decode(text: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  } catch {
    throw invalidRequest("body/cursor: not a cursor of an earlier page");
  }
}
