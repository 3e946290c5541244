import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import type { Logger } from "../../logger.ts";
import type { Cluster } from "./cluster.ts";
import { cannotWrite } from "./folder.ts";
import { DatabaseProblem } from "./problem.ts";

/**
 * The address for clients. It stays the same for the life of this process, so that pools can
 * reconnect.
 */
export interface Endpoint {
  /** The host part of a URL: host and port, or a socket's folder percent-encoded. */
  authority: string;
  settings: Record<string, string>;
}

/** A socket's path must fit into `sun_path`, which is 104 bytes on the shortest systems. */
const SOCKET_PATH_LIMIT = 103;

/**
 * Returns a socket in the cluster's own folder, or a loopback port where the socket's path is too
 * long.
 */
export async function chooseEndpoint(directory: string): Promise<Endpoint> {
  const socket = join(directory, ".s.PGSQL.5432");
  if (Buffer.byteLength(socket) <= SOCKET_PATH_LIMIT) {
    return {
      authority: encodeURIComponent(directory),
      settings: {
        listen_addresses: "",
        unix_socket_directories: ".",
        unix_socket_permissions: "0700",
        port: "5432",
      },
    };
  }
  const port = String(await freePort());
  return {
    authority: `127.0.0.1:${port}`,
    settings: { listen_addresses: "127.0.0.1", unix_socket_directories: "", port },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Returns an eighth of the available memory, within limits. In megabytes. */
function sharedBuffers(): number {
  const available = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.min(1024, Math.max(128, Math.floor(available / 8 / 1024 / 1024)));
}

/** These settings override the cluster's own files. */
const SETTINGS = {
  max_connections: "100",
  // Queries are short and indexed, so compiling them costs more than running them.
  jit: "off",
  random_page_cost: "1.1",
  // The system allocates pages on first use, so a small site uses little.
  shared_buffers: `${sharedBuffers()}MB`,
  // Errors are not logged: requests report them, and their details may contain personal data.
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_line_prefix: "",
  log_checkpoints: "off",
  lc_messages: "C",
};

const READY = "database system is ready to accept connections";

/**
 * Starts PostgreSQL and resolves when it accepts connections.
 * @throws {DatabaseProblem} with PostgreSQL's own reason if it ends earlier
 */
export function launch(cluster: Cluster, endpoint: Endpoint, log: Logger): Promise<ChildProcess> {
  const settings = Object.entries({ ...SETTINGS, ...endpoint.settings });
  const child = spawn(
    cluster.binaries.postgres,
    [
      "-D",
      cluster.dataArgument,
      ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    {
      ...cluster.user,
      cwd: cluster.directory,
      env: { PATH: process.env.PATH },
      // Its own process group: Ctrl-C must reach only this process, which stops the database last.
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  // Stops the database when this process ends, unless it is killed.
  const endWithUs = () => child.kill("SIGINT");
  process.once("exit", endWithUs);
  child.once("exit", () => process.off("exit", endWithUs));
  let complaint = "";
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(launchFailed(cluster, error.message)));
    child.once("exit", (code, signal) =>
      reject(launchFailed(cluster, complaint || `it ended with ${signal ?? code}`)),
    );
    createInterface({ input: child.stderr }).on("line", (line) => {
      const [, severity = "LOG", message = line] = /^([A-Z]+): {2}(.*)$/.exec(line) ?? [];
      if (severity === "FATAL" || severity === "PANIC") complaint = message;
      forward(log, severity, message);
      if (message === READY) resolve(child);
    });
  });
}

function forward(log: Logger, severity: string, message: string): void {
  const fields = { source: "postgresql" };
  // A FATAL ends one connection, whose client reports it.
  if (severity === "PANIC") log.error(fields, message);
  else log.debug(fields, message);
}

function launchFailed({ directory }: Cluster, reason: string): DatabaseProblem {
  if (/No space left/i.test(reason)) return cannotWrite(directory, { code: "ENOSPC" });
  return new DatabaseProblem(`the database in ${directory} doesn't start: ${reason}`);
}
