import type { Row } from "../domain/import/read-table.ts";
import { draftDatabase } from "./database-draft.ts";

const database = draftDatabase("maillotheque.imports", "imports");

/** Lines of a list that aren't imported. */
export interface LeftLines {
  header: string[];
  rows: Row[];
  /** Why each stays behind, in the reader's words. */
  reasons: string[];
  /** The lines that are sent, by their places: what is refused of them stays behind too. */
  sent: (Row | undefined)[];
  /** Wishes and votes of our own files that stay behind: they are no lines of a table. */
  marks: number;
  /** Lines that are in the collection already, and those that an earlier line of the file says. */
  owned: number;
  repeated: number;
  /** Photos that the list names and the ZIP hasn't, or has more than once. */
  photos?: { name: string; line: number; isShared: boolean }[];
}

/** What an import sends, as it was confirmed. */
interface ImportPlan<Line, Photo> {
  id: string;
  fileName: string;
  lines: Line[];
  photos: Photo[];
  left: LeftLines;
}

/** How far an import is. */
export interface ImportProgress {
  id: string;
  /** Lines that were sent. */
  done: number;
  /** Keys of lines that were refused. */
  refused: string[];
  /** Keys of those that break a rule. */
  broken: string[];
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
  const plan = (await database.get(planName(userId))) as ImportPlan<Line, Photo> | undefined;
  const progress = (await database.get(progressName(userId))) as ImportProgress | undefined;
  return plan && progress?.id === plan.id ? { ...plan, ...progress } : undefined;
}

// Without storage an import goes on, but can't be resumed after it was left.

export async function keepImport<Line, Photo>(
  userId: string,
  { id, fileName, lines, photos, left, ...progress }: StoredImport<Line, Photo>,
): Promise<void> {
  await database.put(planName(userId), { id, fileName, lines, photos, left });
  await keepProgress(userId, { id, ...progress });
}

export async function keepProgress(userId: string, progress: ImportProgress): Promise<void> {
  const { id, done, refused, broken, copies, photosDone, refusedPhotos } = progress;
  const stored = { id, done, refused, broken, copies, photosDone, refusedPhotos };
  await database.put(progressName(userId), stored);
}

export async function forgetImport(userId: string): Promise<void> {
  await database.delete(planName(userId));
  await database.delete(progressName(userId));
}

/** The unfinished import into the catalogue, of which the database knows how far it is. */
export interface StoredCatalogueImport<Sent> {
  id: string;
  fileName: string;
  status: "approved" | "pending";
  /** How many lines the file has, with those that are left out. */
  lineCount?: number;
  lines: Sent[];
}

export async function readStoredCatalogueImport<Sent>(
  userId: string,
): Promise<StoredCatalogueImport<Sent> | undefined> {
  return (await database.get(catalogueNameOf(userId))) as StoredCatalogueImport<Sent> | undefined;
}

export async function keepCatalogueImport<Sent>(
  userId: string,
  stored: StoredCatalogueImport<Sent>,
): Promise<void> {
  await database.put(catalogueNameOf(userId), stored);
}

export async function forgetCatalogueImport(userId: string): Promise<void> {
  await database.delete(catalogueNameOf(userId));
}

/** Forgets the imports of all members of this browser. Called when one signs out. */
export async function forgetImports(): Promise<void> {
  await database.clear();
}
