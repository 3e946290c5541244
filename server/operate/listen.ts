import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

import type { Env } from "./settings/env.ts";
import { StartError } from "./start-error.ts";

/**
 * @returns the server's address for others
 * @throws {StartError} with the setting to change
 */
export function listen(server: Server, { HOST, PORT }: Env): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenFailed(error, HOST, PORT)));
    server.listen(PORT, HOST, () => {
      const { port } = server.address() as AddressInfo;
      const anywhere = HOST === "0.0.0.0" || HOST === "::";
      const name = anywhere ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST;
      resolve(`${name}:${port}`);
    });
  });
}

function listenFailed(error: NodeJS.ErrnoException, host: string, port: number): StartError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} is taken by another program: stop it, or set PORT to another one`,
    EACCES: `this user may not listen on port ${port}: set PORT to one above 1023`,
    EADDRNOTAVAIL: `${host} is not an address of this machine: set HOST to one that is`,
    ENOTFOUND: `the name ${host} is not known: set HOST to an address of this machine`,
  };
  return new StartError(reasons[error.code ?? ""] ?? `can't listen: ${error.message}`);
}

/** Accepts no new connections; requests running or already sent finish. */
export async function drain(server: Server): Promise<void> {
  // Clients on open connections must open a new one, to another server.
  server.prependListener("request", (_request, answer) => answer.setHeader("Connection", "close"));
  // A connection whose next request has arrived but isn't read yet would count as idle.
  await everythingRead();
  const closed = new Promise((resolve) => server.close(resolve));
  const impatient = setTimeout(() => server.closeAllConnections(), 5_000);
  // Repeated: connections become idle after their answer.
  const idle = setInterval(() => setImmediate(() => server.closeIdleConnections()), 50);
  await closed;
  clearInterval(idle);
  clearTimeout(impatient);
}

/**
 * Resolves after all data that has arrived was read: the second round of the event loop reads it
 * for certain.
 */
async function everythingRead(): Promise<void> {
  for (let round = 0; round < 2; round += 1) await new Promise((done) => setImmediate(done));
}
