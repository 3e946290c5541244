import { tell } from "../events.ts";
import type { Logger } from "../logger.ts";

/** Work that is done at start and again and again until closed, never twice at once. */
export function repeat(seconds: number, log: Logger, name: string, work: () => Promise<void>) {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = round();

  async function round(): Promise<void> {
    try {
      await work();
      tell("job", name, "done");
    } catch (error) {
      tell("job", name, "failed");
      // The database may be away: the next round finds everything as it was.
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
