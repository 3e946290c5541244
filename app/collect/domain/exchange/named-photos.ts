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

/** True for the text of a cell that names a folder, too. */
const hasFolder = (text: string) => /[/\\]/.test(text);

/**
 * What finds a photo of the ZIP by the text of a cell; undefined if none has that name, or several have.
 * @param hasPaths true if the list names photos with their folders in the ZIP: then a name in another folder is another photo
 */
function photoFinder(photos: readonly string[], hasPaths: boolean) {
  const byName = [0, 1, 2].map((way) => Map.groupBy(photos, (photo) => namesOf(photo)[way]!));
  return (text: string): string | undefined => {
    const names = hasPaths && hasFolder(text) ? namesOf(text).slice(0, 1) : namesOf(text);
    const found = names.map((name, way) => byName[way]!.get(name) ?? []);
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
  const known = new Set(photos);
  const paths = new Set(photos.map((photo) => namesOf(photo)[0]!));
  const isPath = (text: string) => paths.has(namesOf(text)[0]!);
  const findByName = photoFinder(photos, false);
  // A name may have a comma; a cell of several paths is none.
  const textsOf = (cell: string) =>
    isPath(cell) || (isPhoto(cell.trim()) && !hasFolder(cell) && findByName(cell))
      ? [cell.trim()]
      : cell.split(BETWEEN_NAMES).map((text) => text.trim());
  const cells = table.rows.map(({ cells: texts }) => texts.map(textsOf));
  const find = photoFinder(
    photos,
    cells.flat(2).some((text) => hasFolder(text) && isPath(text)),
  );
  const isPhotoColumn = table.header.map((heading, column) => {
    const bare = cells.flatMap((row) => row[column]?.filter((text) => !isPhoto(text)) ?? []);
    const found = bare.flatMap((text) => find(text) ?? []);
    // "Number of photos: 2" names no file.
    return PHOTO_HEADING.test(heading) && found.length > 0 && new Set(found).size === found.length;
  });
  const photoColumns = table.header.flatMap((_, column) =>
    isPhotoColumn[column] || cells.some((row) => row[column]?.some(isPhoto)) ? column : [],
  );
  let isAny = false;
  const rows = table.rows.map((row, n) => {
    const named = cells[n]!.flatMap((texts, column) =>
      texts.flatMap((text) => {
        if (isPhoto(text)) return find(text) ?? text;
        return isPhotoColumn[column] && text !== "" ? (find(text) ?? text) : [];
      }),
    );
    isAny ||= named.some((name) => known.has(name));
    return named.length > 0 ? { ...row, photos: [...new Set(named)] } : row;
  });
  return isAny ? { ...table, rows, photoColumns } : undefined;
}

/** True if several photos have a name, so that nobody knows which one a list means by it. */
export function sharedNames(names: Iterable<string>): (text: string) => boolean {
  const byName = Map.groupBy([...names].filter(isPhoto), (name) => namesOf(name)[2]!);
  return (text) => (byName.get(namesOf(text)[2]!)?.length ?? 0) > 1;
}
