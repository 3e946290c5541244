import { ImageError, inspect } from "../../shared/browser/image/prepare.ts";
import type { CatalogueRefusal } from "../domain/import/catalogue-check.ts";
import type { CatalogueLine, LineImage } from "../domain/import/catalogue-line.ts";

/** Image files that were chosen on the screen, by the names under which a list may name them. */
export type ChosenFiles = ReadonlyMap<string, File>;

/** A file is found by its name, and by its path in the chosen folder. */
export function withFiles(known: ChosenFiles, files: readonly File[]): ChosenFiles {
  const all = new Map(known);
  for (const file of files) {
    // The first part is the folder that was chosen.
    const inFolder = file.webkitRelativePath.split("/").slice(1).join("/");
    for (const name of [file.name, inFolder]) if (name) all.set(keyOf(name), file);
  }
  return all;
}

/** Windows has backslashes and doesn't tell capitals; macOS takes letters and accents apart. */
const keyOf = (name: string) => name.replaceAll("\\", "/").normalize("NFC").toLowerCase();

export function fileOf(files: ChosenFiles, { name }: LineImage): File | undefined {
  return files.get(keyOf(name));
}

/** The line for the database: an image that was chosen is not looked for in storage. */
export function withoutChosen(line: CatalogueLine, files: ChosenFiles): CatalogueLine {
  const images = line.images.map((image) =>
    fileOf(files, image) ? { ...image, path: undefined } : image,
  );
  return { ...line, images };
}

/** Why a line's images can't be used: not chosen, or no photo. Nothing is decoded. */
export async function imageRefusals(
  { images }: CatalogueLine,
  files: ChosenFiles,
): Promise<CatalogueRefusal[]> {
  const refusals: CatalogueRefusal[] = [];
  for (const image of images) {
    const file = fileOf(files, image);
    if (!file && image.path) continue;
    const reason = file ? await problemOf(file) : "no_file";
    if (reason) refusals.push({ field: "images", reason, value: image.name });
  }
  return refusals;
}

async function problemOf(file: File) {
  try {
    await inspect(file);
    return undefined;
  } catch (error) {
    return error instanceof ImageError ? error.problem : "unreadable";
  }
}
