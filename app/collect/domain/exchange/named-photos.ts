import type { Table } from "../../../shared/domain/import/read-table.ts";

/** A file's name without folders and ending, as lists name it: "Photos\IMG_1234.JPG" is "img_1234". */
function stemOf(name: string): string {
  const file = name.split(/[/\\]/).at(-1) ?? "";
  return file
    .replace(/\.\w+$/, "")
    .trim()
    .normalize("NFC")
    .toLowerCase();
}

const PHOTO = /\.(jpe?g|webp)$/i;

/** True for the name of a photo of the kinds that a copy takes, whatever the file is. */
export const isPhoto = (name: string) => PHOTO.test(name);

/**
 * The photos that the lines of somebody else's list name in their cells, by the names of files in the ZIP around it. Undefined
 * if none does.
 * @param names of the ZIP's files
 */
export function withNamedPhotos<List extends Table>(
  table: List,
  names: Iterable<string>,
): List | undefined {
  const photos = new Map<string, string>();
  for (const name of names) {
    if (PHOTO.test(name) && !/(^|\/)(__MACOSX\/|\._)/.test(name)) photos.set(stemOf(name), name);
  }
  let isAny = false;
  const rows = table.rows.map((row) => {
    const found = row.cells.flatMap((cell) =>
      cell
        .split(/[,;|\n]/)
        .flatMap((text) => (PHOTO.test(text.trim()) ? (photos.get(stemOf(text)) ?? []) : [])),
    );
    isAny ||= found.length > 0;
    return found.length > 0 ? { ...row, photos: [...new Set(found)] } : row;
  });
  return isAny ? { ...table, rows } : undefined;
}
