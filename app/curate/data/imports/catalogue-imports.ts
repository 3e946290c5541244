import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";

import {
  type BatchResult,
  batchResult,
  type Judged,
  judgedLine,
} from "../../domain/import/catalogue-check.ts";
import type { CatalogueLine } from "../../domain/import/catalogue-line.ts";
import { askInBatches, inBatches } from "../../../shared/domain/import/batches.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { parseAnswer } from "../../../shared/data/parse-answer.ts";
import { catalogueImportKeys } from "./keys.ts";

/** Imports into the catalogue, newest first. */
export function catalogueImports() {
  return queryOptions({
    queryKey: catalogueImportKeys.list,
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .from("catalogue_imports")
        .select(
          "id, admin_id, file_name, line_count, status, added, already_there, duplicates, refused, removed, kept, created_at, finished_at, undone_at",
        )
        .order("created_at", { ascending: false })
        .order("id", { ascending: false })
        .limit(20)
        .throwOnError();
      return data;
    },
  });
}

/** What an import would do with each line. */
export async function matchJerseys(
  client: Client,
  lines: readonly CatalogueLine[],
  onProgress: (done: number) => void,
): Promise<Judged[]> {
  const ask = async (batch: CatalogueLine[]) => {
    const { data } = await client.rpc("match_jerseys", { lines: batch }).throwOnError();
    return parseAnswer(z.array(judgedLine), data);
  };
  return askInBatches(inBatches(lines), ask, onProgress);
}

/** Begins an import, or finds the same one begun before; returns how many batches are done. */
export async function beginCatalogueImport(
  client: Client,
  begun: { id: string; fileName: string; lineCount: number; status: "approved" | "pending" },
): Promise<number> {
  const { data } = await client
    .rpc("begin_catalogue_import", {
      import: begun.id,
      file_name: begun.fileName,
      // The browser keeps the lines of an import that was left.
      file_key: begun.id,
      line_count: begun.lineCount,
      status: begun.status,
    })
    .throwOnError();
  return data.batches;
}

/** Imports a batch, all or nothing of it. A batch that is done returns its result again. */
export async function importJerseys(
  client: Client,
  id: string,
  batch: number,
  lines: CatalogueLine[],
  isLast: boolean,
): Promise<BatchResult> {
  const { data } = await client
    .rpc("import_jerseys", { import: id, batch, lines, is_last: isLast })
    .throwOnError();
  return parseAnswer(batchResult, data);
}
