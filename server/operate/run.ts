import { readEnv } from "./settings/env.ts";
import { printStartError } from "./start-error.ts";
import { createLogger, logConsole } from "./logger.ts";
import { startServer } from "./start.ts";
import { warnAtStart } from "./start-warnings.ts";

/**
 * Milliseconds. After `STOP_DELAY`. Longer than any request should take, shorter than supervisors wait before they kill
 * the process.
 */
const SHUTDOWN_LIMIT = 9_000;

/** Runs the site until it is stopped: then exit code 0; 1 if it can't start or continue. */
export async function run(variables: NodeJS.ProcessEnv): Promise<void> {
  // Everything to undo; the stack undoes it in reverse order.
  const running = new AsyncDisposableStack();
  let stopping = false;
  try {
    const env = readEnv(variables);
    const log = await createLogger(env.LOG_LEVEL);
    if (!process.stdout.isTTY) logConsole(log);
    warnAtStart(variables, env, log);

    const stop = async (reason: string) => {
      if (stopping) return;
      stopping = true;
      log.info({ reason }, "stopping");
      setTimeout(() => process.exit(0), env.STOP_DELAY * 1_000 + SHUTDOWN_LIMIT).unref();
      await running.disposeAsync().catch((error: unknown) => log.error({ err: error }, "stopping"));
      process.exit(0);
    };
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      process.on(signal, () => void stop(signal));
    }
    // If the parent process was killed, nobody else would stop this one.
    process.once("disconnect", () => void stop("the launcher has gone"));
    if (env.npm_lifecycle_event) whenParentEnds(() => void stop("npm has gone"));
    // An unhandled rejection is a defect, but no reason to stop the server.
    process.on("unhandledRejection", (error) => log.error({ err: error }, "unhandled rejection"));

    await startServer(env, log, running);
  } catch (error) {
    if (stopping) return; // the stop itself interrupted the start: no error
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
