import type { Client } from "../../shared/data/client.ts";
import type { Manifest } from "../domain/manifest.ts";

/** Nights that are kept, and the first ones of eight months. */
const MOST = 15;

export interface Dump {
  id: string;
  takenAt: string;
  manifest: Manifest;
}

/** The dumps that can be downloaded, the newest first. */
export async function readDumps(client: Client, limit = MOST): Promise<Dump[]> {
  const { data } = await client
    .from("dumps")
    .select("id, taken_at, manifest")
    .order("taken_at", { ascending: false })
    .limit(limit)
    .throwOnError();
  return data.map(({ id, taken_at: takenAt, manifest }) => ({
    ...{ id, takenAt },
    // The job writes it, and nobody else.
    manifest: manifest as unknown as Manifest,
  }));
}
