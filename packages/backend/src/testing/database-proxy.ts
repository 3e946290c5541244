import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";

/** A TCP proxy in front of a PostgreSQL server; tests can cut its connections. */
export interface DatabaseProxy {
  /** The connection string through the proxy. */
  url: string;
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Connects to a host and port, or to a socket whose folder is the percent-encoded host. */
function reach({ hostname, port }: URL): Socket {
  const folder = decodeURIComponent(hostname);
  return folder.startsWith("/")
    ? connect(join(folder, `.s.PGSQL.${port || 5432}`))
    : connect(Number(port), hostname);
}

export async function createDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return near.destroy();
    const far = reach(target);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on("error", () => {}).on("close", () => open.delete(socket));
    }
    return near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut() {
      whole = false;
      for (const socket of open) socket.destroy();
    },
    restore: () => void (whole = true),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
