import type { Client } from "../../shared/data/client.ts";
import { type DumpFile, KEYS, type Row, type Value } from "../domain/dump-files.ts";
import { rowOf } from "../domain/row.ts";

/** A public change: what a thing did last, and what each file of a dump has of it now. */
export interface OpenChange {
  number: number;
  kind: "jersey" | "team" | "competition" | "season" | "brand";
  id: string;
  change: "came" | "changed" | "went" | "merged";
  intoId: string | null;
  /** In ISO 8601. */
  at: string;
  /** All rows of the thing: they take the place of those of before. */
  rows: Partial<Record<DumpFile, Row[]>>;
}

/** The public changes after a number, at most `limit`, in their order. */
export async function readChanges(
  client: Client,
  { after, limit }: { after: number; limit: number },
  siteUrl: string,
): Promise<OpenChange[]> {
  const { data } = await client.rpc("open_changes", { after, at_most: limit }).throwOnError();
  return data.map(({ number, kind, id, change, into_id: intoId, at, rows }) => {
    const stored = rows as Partial<Record<DumpFile, Record<string, Value>[]>>;
    return {
      ...({ number, kind, id, change, intoId, at } as Omit<OpenChange, "rows">),
      rows: Object.fromEntries(
        (Object.keys(KEYS) as DumpFile[]).flatMap((file) =>
          stored[file] ? [[file, stored[file].map((row) => rowOf(file, row, siteUrl))]] : [],
        ),
      ),
    };
  });
}
