import { publishEvent } from "../events.ts";
import type { Logger } from "../logger.ts";

/** Runs `work` at start and then at an interval, until it is closed. Runs never overlap. */
export function startPeriodicJob(
  seconds: number,
  log: Logger,
  name: string,
  work: () => Promise<void>,
) {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = round();

  async function round(): Promise<void> {
    try {
      await work();
      publishEvent("job", name, "done");
    } catch (error) {
      publishEvent("job", name, "failed");
      // The database may be down; the next round starts from an unchanged state.
      if (!closed) log.warn({ err: error }, `${name} failed, will be tried again`);
    }
    if (closed) return;
    timer = setTimeout(() => (running = round()), seconds * 1000);
    timer.unref();
  }

  return {
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
