interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Microseconds of processor time; `dur` is wall-clock time. */
  tdur?: number;
  args: { name?: string };
}

/**
 * The slowdown of Lighthouse's phone, and the time of a task that doesn't block, in milliseconds.
 */
const SLOWDOWN = 4;
const BLOCKING_MS = 50;

/**
 * Total blocking time as Lighthouse defines it, but in processor time: how long the page's own
 * tasks work after the first paint, without the time they wait for a busy processor.
 */
export function blockingTime(trace: TraceEvent[]): number {
  const painted = trace.find(({ name }) => name === "firstContentfulPaint");
  const isMain = ({ name, pid, args }: TraceEvent) =>
    name === "thread_name" && pid === painted?.pid && args.name === "CrRendererMain";
  const main = trace.find(isMain);
  if (!painted || !main) throw new Error("nothing was painted");
  return trace
    .filter(({ name, ph, ts }) => name === "RunTask" && ph === "X" && ts >= painted.ts)
    .filter(({ pid, tid }) => pid === main.pid && tid === main.tid)
    .map(({ tdur = 0 }) => (tdur / 1000) * SLOWDOWN - BLOCKING_MS)
    .reduce((sum, excess) => sum + Math.max(0, excess), 0);
}
