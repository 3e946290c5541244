import { z } from "zod";

import type { Client } from "../database/pool.ts";
import { versionChoices } from "./versions.ts";

const COLUMNS = ["name", "updated_at", "created_at", "last_accessed_at"] as const;
const MAX_ENTRIES = 1000;

export const ListRequest = z.object({
  prefix: z.string(),
  limit: z.int().min(1).default(100),
  offset: z.int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  sortBy: z
    .object({
      column: z.enum(COLUMNS).default("name"),
      order: z.enum(["asc", "desc", ""]).default("asc"),
    })
    .nullish(),
  search: z.string().nullish(),
  exactMatch: z.boolean().nullish(),
  ...versionChoices,
});

/** A file, or a subfolder, which has only a name. */
export interface Entry {
  name: string;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: unknown;
}

/**
 * Lists the direct content of a folder. The bearer's policies apply. Folders exist only in the
 * names of their files.
 */
export async function listFolder(
  client: Client,
  bucket: string,
  { prefix, limit, offset, sortBy, search, exactMatch }: z.infer<typeof ListRequest>,
): Promise<Entry[]> {
  const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  // Both come from the fixed lists above, not from the client.
  const column = sortBy?.column ?? "name";
  const order = sortBy?.order === "desc" ? "desc" : "asc";
  const { rows } = await client.query<Entry>(
    `with inside as (
       select substr(name, length($2) + 1) as rest, id, updated_at, created_at, last_accessed_at, metadata
       from storage.objects
       where bucket_id = $1
         -- The bounds use the index; U+10FFFF sorts after every other character.
         and name collate "C" >= $2 and name collate "C" < $2 || U&'\\+10FFFF'
         and starts_with(name, $2)
     ), entries as (
       select rest as name, id, updated_at, created_at, last_accessed_at, metadata
       from inside where strpos(rest, '/') = 0
       union all
       select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz,
         null::timestamptz, null::jsonb
       from inside where strpos(rest, '/') > 0
     )
     select * from entries
     where name <> '' and starts_with(lower(name), lower($3))
       and (not $6 or $2 || name = $7)
     order by ${column === "name" ? "" : `${column} ${order} nulls first,`} lower(name) collate "C" ${order}
     limit $4 offset $5`,
    [
      bucket,
      folder,
      search ?? "",
      Math.min(limit, MAX_ENTRIES),
      offset,
      exactMatch ?? false,
      prefix,
    ],
  );
  return rows;
}
