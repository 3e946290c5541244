import { readEnv } from "./env.ts";
import { printStartError } from "./start-error.ts";
import { createLogger } from "./logger.ts";
import { startServer } from "./start.ts";

/** Longer than any request should take, shorter than what stops us waits before it kills. */
const SHUTDOWN_LIMIT = 9_000;

/** Runs the site until told to stop: exit code 0 then, 1 when it can't start or go on. */
export async function run(variables: NodeJS.ProcessEnv): Promise<void> {
  // Everything that must be undone, in the order it was done.
  const running = new AsyncDisposableStack();
  let stopping = false;
  try {
    const env = readEnv(variables);
    const log = await createLogger(env.LOG_LEVEL);

    const stop = async (reason: string) => {
      if (stopping) return;
      stopping = true;
      log.info({ reason }, "stopping");
      setTimeout(() => process.exit(0), SHUTDOWN_LIMIT).unref();
      await running.disposeAsync().catch((error: unknown) => log.error({ err: error }, "stopping"));
      process.exit(0);
    };
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      process.on(signal, () => void stop(signal));
    }
    // Where what started us was killed, nobody would stop us any more.
    process.once("disconnect", () => void stop("the launcher has gone"));
    if (variables.npm_lifecycle_event) whenParentEnds(() => void stop("npm has gone"));
    // A forgotten promise is a defect, but no reason to send everybody away.
    process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));

    await startServer(env, log, running);
  } catch (error) {
    if (stopping) return; // what it was starting on has been taken away: no news
    printStartError(error);
    process.exitCode = 1;
    await running.disposeAsync().catch(() => {});
    process.exit(1);
  }
}

function whenParentEnds(then: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    then();
  }, 500);
  watch.unref();
}
