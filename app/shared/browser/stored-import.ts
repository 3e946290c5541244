import { clear, del, get, set } from "idb-keyval";

/** What an import sends, as it was confirmed. */
interface ImportPlan<Line, Photo> {
  id: string;
  fileName: string;
  lines: Line[];
  photos: Photo[];
}

/** How far an import is. */
export interface ImportProgress {
  id: string;
  /** Lines that were sent. */
  done: number;
  /** Keys of lines that were refused. */
  refused: string[];
  /** The copies of lines that have photos, by their keys. */
  copies: Record<string, string>;
  photosDone: number;
  /** Names of photos that were refused. */
  refusedPhotos: string[];
}

/** An import that isn't finished. */
export type StoredImport<Line, Photo> = ImportPlan<Line, Photo> & ImportProgress;

// In two entries: the lines are many, and the progress changes with each batch.
const planName = (userId: string) => `import-${userId}`;
const progressName = (userId: string) => `import-progress-${userId}`;
const catalogueNameOf = (userId: string) => `catalogue-import-${userId}`;

/** The member's unfinished import in this browser; undefined if there is none, or storage is forbidden. */
export async function readStoredImport<Line, Photo>(
  userId: string,
): Promise<StoredImport<Line, Photo> | undefined> {
  try {
    const plan = await get<ImportPlan<Line, Photo>>(planName(userId));
    const progress = await get<ImportProgress>(progressName(userId));
    return plan && progress?.id === plan.id ? { ...plan, ...progress } : undefined;
  } catch {
    return undefined;
  }
}

// Without storage an import goes on, but can't be resumed after it was left.

export async function keepImport<Line, Photo>(
  userId: string,
  { id, fileName, lines, photos, ...progress }: StoredImport<Line, Photo>,
): Promise<void> {
  await set(planName(userId), { id, fileName, lines, photos }).catch(() => undefined);
  await keepProgress(userId, { id, ...progress });
}

export async function keepProgress(userId: string, progress: ImportProgress): Promise<void> {
  const { id, done, refused, copies, photosDone, refusedPhotos } = progress;
  const stored = { id, done, refused, copies, photosDone, refusedPhotos };
  await set(progressName(userId), stored).catch(() => undefined);
}

export async function forgetImport(userId: string): Promise<void> {
  await del(planName(userId)).catch(() => undefined);
  await del(progressName(userId)).catch(() => undefined);
}

/** The unfinished import into the catalogue, of which the database knows how far it is. */
export interface StoredCatalogueImport<Sent> {
  id: string;
  fileName: string;
  status: "approved" | "pending";
  lines: Sent[];
}

export async function readStoredCatalogueImport<Sent>(
  userId: string,
): Promise<StoredCatalogueImport<Sent> | undefined> {
  return get<StoredCatalogueImport<Sent>>(catalogueNameOf(userId)).catch(() => undefined);
}

export async function keepCatalogueImport<Sent>(
  userId: string,
  stored: StoredCatalogueImport<Sent>,
): Promise<void> {
  await set(catalogueNameOf(userId), stored).catch(() => undefined);
}

export async function forgetCatalogueImport(userId: string): Promise<void> {
  await del(catalogueNameOf(userId)).catch(() => undefined);
}

/** Forgets the imports of all members of this browser. Called when one signs out. */
export async function forgetImports(): Promise<void> {
  await clear().catch(() => undefined);
}
