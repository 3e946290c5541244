import { MAX_COPY_PHOTOS } from "../copies/copy.ts";
import { isPhoto, sharedNames } from "./named-photos.ts";
import type { CheckedLine } from "./dry-run.ts";
import { fingerprint } from "../../../shared/domain/import/fingerprint.ts";

/** A photo in a ZIP, by what its directory says of it. */
export interface ZippedPhoto {
  size: number;
  crc: number;
}

/** A photo of a ZIP that an import brings. */
export interface SentPhoto extends ZippedPhoto {
  name: string;
  /** The line whose copy it belongs to. */
  key: string;
  /** The copy, where an earlier import has added it. */
  copyId?: string;
  position: number;
  /** Its path in storage, without the ending. */
  stem: string;
}

/** A name in a list that leads to no photo, or to several. */
export interface LostPhoto {
  name: string;
  line: number;
  isShared: boolean;
}

export interface PhotoPlan {
  send: SentPhoto[];
  /** Photos that an earlier import has brought. */
  present: number;
  /** Photos that the list names and the ZIP hasn't, or has more than once. */
  lost: LostPhoto[];
}

/**
 * What becomes of the photos of a ZIP. They go to copies that the import adds, and to those that an earlier import of the
 * same file has added; a copy that was exported from this account has its photos already.
 * @param stored paths without ending of the photos of known copies
 */
export function planPhotos(
  lines: readonly CheckedLine[],
  files: ReadonlyMap<string, ZippedPhoto>,
  stored: ReadonlySet<string>,
  userId: string,
): PhotoPlan {
  const plan: PhotoPlan = { send: [], present: 0, lost: [] };
  const lost: Omit<LostPhoto, "isShared">[] = [];
  for (const { read, match, choice } of lines) {
    const { line } = read;
    if (!line || line.photos.length === 0) continue;
    const known = match?.known;
    const isAdded = !known && choice !== "leave";
    if (!isAdded && !(known && isImported(known.id, line.id) && !known.removed_at)) continue;
    const names = [...new Set(line.photos)].slice(0, MAX_COPY_PHOTOS);
    for (const [position, name] of names.entries()) {
      const file = isPhoto(name) ? files.get(name) : undefined;
      if (!file) {
        lost.push({ name, line: line.line });
        continue;
      }
      const { size, crc } = file;
      const stem = photoStem(userId, line.key, file);
      if (stored.has(stem)) plan.present += 1;
      else {
        const copy = known ? { copyId: known.id } : {};
        plan.send.push({ name, size, crc, key: line.key, ...copy, position, stem });
      }
    }
  }
  if (lost.length > 0) {
    const isShared = sharedNames(files.keys());
    plan.lost = lost.map((photo) => ({ ...photo, isShared: isShared(photo.name) }));
  }
  return plan;
}

/** Copies whose photos an earlier import may have brought. */
export function importedCopies(lines: readonly CheckedLine[]): string[] {
  return lines.flatMap(({ read: { line }, match }) =>
    line && line.photos.length > 0 && match?.known && isImported(match.known.id, line.id)
      ? [match.known.id]
      : [],
  );
}

/** A copy that was exported from this account still has the id that the file names. */
const isImported = (copyId: string, lineId: string | null) => copyId !== lineId;

/** The same photo of the same line has the same path: it isn't uploaded twice. */
export function photoStem(userId: string, key: string, { size, crc }: ZippedPhoto): string {
  const digits = ["a", "b", "c"]
    .map((salt) => fingerprint(`${salt}${key} ${crc} ${size}`))
    .join("")
    .replace(/[^0-9a-z]/g, "");
  const hex = [...digits].map((digit) => (parseInt(digit, 36) % 16).toString(16)).join("");
  const id = hex.padEnd(32, "0").slice(0, 32);
  return `${userId}/${id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}`;
}
