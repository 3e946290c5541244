import { DUMP_FILE_NAMES } from "../../app/open/domain/dump-files.ts";
import { currentSnapshot, type SnapshotSource } from "./snapshot.ts";
import { writeFiles, type WrittenFile } from "./write-files.ts";

/** The files of a dump, and of which moment they are. */
export interface WrittenSnapshot {
  takenAt: Date;
  /** The number of the last public change in it. */
  change: number;
  files: WrittenFile[];
}

/** The rows of one moment as files. Its transaction ends before they are sent, which may take longer. */
export async function writeSnapshot(
  source: SnapshotSource,
  folder: string,
): Promise<WrittenSnapshot> {
  const snapshot = await currentSnapshot(source);
  try {
    const files: WrittenFile[] = [];
    for (const name of DUMP_FILE_NAMES) {
      files.push(...(await writeFiles(name, snapshot.rowsOf(name, source.siteUrl), folder)));
    }
    return { takenAt: snapshot.takenAt, change: snapshot.change, files };
  } finally {
    await snapshot.close();
  }
}
