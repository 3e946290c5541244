import type { Table } from "../../../shared/domain/import/read-table.ts";

const PHOTO = /\.(jpe?g|webp)$/i;

/** True for the name of a photo of the kinds that a copy takes, whatever the file is. */
export const isPhoto = (name: string) => PHOTO.test(name);

/** Headings of a column that names photos, in four languages: there, names may lack their ending. */
const PHOTO_HEADING = /photo|picture|image|foto|imagen|imagem/i;

/** Between the names of a cell; a space only after an ending, since names have spaces. */
const BETWEEN_NAMES = /[,;|\n]|(?<=\.(?:jpe?g|webp))\s+/i;

/** The ways in which lists name a file, from the most exact: "Photos\IMG_1.JPG", "IMG_1.JPG", "img_1". */
function namesOf(text: string): string[] {
  const path = text.trim().replaceAll("\\", "/").normalize("NFC").toLowerCase();
  const file = path.slice(path.lastIndexOf("/") + 1);
  return [path, file, file.replace(/\.\w+$/, "")];
}

/** What finds a photo of the ZIP by the text of a cell; undefined if none has that name, or several have. */
function photoFinder(photos: readonly string[]): (text: string) => string | undefined {
  const byName = [0, 1, 2].map((way) => Map.groupBy(photos, (photo) => namesOf(photo)[way]!));
  return (text) => {
    const found = namesOf(text).map((name, way) => byName[way]!.get(name) ?? []);
    const nearest = found.find((named) => named.length > 0) ?? [];
    return nearest.length === 1 ? nearest[0] : undefined;
  };
}

/**
 * The photos that the lines of somebody else's list name in their cells, by the names of files in the ZIP around it; a name that
 * no photo has, or several have, stays as it is, and is counted among those that lack. Undefined if no line names one.
 * @param names of the ZIP's files
 */
export function withNamedPhotos<List extends Table>(
  table: List,
  names: Iterable<string>,
): List | undefined {
  const photos = [...names].filter((name) => isPhoto(name) && !/(^|\/)(__MACOSX\/|\._)/.test(name));
  const find = photoFinder(photos);
  const isPhotoColumn = table.header.map((heading) => PHOTO_HEADING.test(heading));
  let isAny = false;
  const rows = table.rows.map((row) => {
    const named = row.cells.flatMap((cell, column) => {
      const texts = isPhoto(cell.trim()) && find(cell) ? [cell] : cell.split(BETWEEN_NAMES);
      return texts.flatMap((text) =>
        isPhoto(text.trim())
          ? (find(text) ?? text.trim())
          : (isPhotoColumn[column] && text.trim() !== "" && find(text)) || [],
      );
    });
    isAny ||= named.some((name) => photos.includes(name));
    return named.length > 0 ? { ...row, photos: [...new Set(named)] } : row;
  });
  return isAny ? { ...table, rows } : undefined;
}
