import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import type { Logger } from "../../logger.ts";
import type { Cluster } from "./cluster.ts";
import { cannotWrite } from "./folder.ts";
import { DatabaseProblem } from "./problem.ts";

/** Where clients connect: the same for the life of this process, so that pools find it again. */
export interface Endpoint {
  /** Of a URL: a host and port, or a socket's folder percent-encoded. */
  authority: string;
  settings: Record<string, string>;
}

/** A socket's path must fit into `sun_path`, which is 104 bytes on the shortest systems. */
const SOCKET_PATH_LIMIT = 103;

/** A socket in the cluster's own folder, or a loopback port where its path is too long. */
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

/** An eighth of the memory that there is for us, within reason. */
function sharedBuffers(): number {
  const available = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.min(1024, Math.max(128, Math.floor(available / 8 / 1024 / 1024)));
}

/** Ours to choose, whatever the cluster's own files say. */
const SETTINGS = {
  cluster_name: "maillotheque",
  max_connections: "100",
  // Short indexed queries: compiling them costs more than running them, and disks are solid.
  jit: "off",
  random_page_cost: "1.1",
  // Taken from the system page by page, as they are filled: a small site stays small.
  shared_buffers: `${sharedBuffers()}MB`,
  // Not errors: those answer a request, and their details may name a person.
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_line_prefix: "",
  log_checkpoints: "off",
  lc_messages: "C",
};

const READY = "database system is ready to accept connections";

/**
 * Starts PostgreSQL and resolves when it accepts connections.
 * @throws {DatabaseProblem} with PostgreSQL's own reason when it ends before that
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
      ...cluster.account,
      cwd: cluster.directory,
      env: { PATH: process.env.PATH },
      // A session of its own: Ctrl-C is for us, who end the database after the last request.
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  // However this process ends, short of being killed, it takes its database along.
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
  // A FATAL ends one connection, and whoever lost it reports that.
  if (severity === "PANIC") log.error(fields, message);
  else log.debug(fields, message);
}

function launchFailed({ directory }: Cluster, reason: string): DatabaseProblem {
  if (/No space left/i.test(reason)) return cannotWrite(directory, { code: "ENOSPC" });
  return new DatabaseProblem(`the database in ${directory} doesn't start: ${reason}`);
}
