import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that the system gives to outgoing connections, of which one might take it before a server does. */
const FIRST = 10_000;
const LAST = 32_000;

/** A port of this machine that is free, and that nobody but another caller would take by chance. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  const probe = createServer();
  const outcome = once(probe, "listening").then(
    () => true,
    () => false,
  );
  probe.listen(port, "127.0.0.1");
  if (!(await outcome)) return freePort();
  probe.close();
  await once(probe, "close");
  return port;
}
