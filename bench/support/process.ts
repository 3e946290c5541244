import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

const MB = 1024 * 1024;

/** Megabytes of a process, without shared memory. Linux only. */
export async function memoryOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  return (Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024) / MB;
}

/** Processor time of a process in milliseconds, all threads together. Linux only. */
export async function processorTimeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // After the name, which may contain any character: utime and stime are fields 14 and 15, in
  // hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** A process and all that it has started. Linux only. */
export function familyOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/g) ?? [];
    return [pid, ...children.map(Number).flatMap(familyOf)];
  } catch {
    return []; // it has ended
  }
}
