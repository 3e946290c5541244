import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Machine } from "./machine.ts";
import { HOME } from "./network.ts";
import { asAccount, Service } from "./process.ts";

export const DATABASE_PORT = 5000;
export const WEB_PORT = 8080;

/** haproxy: to the database that is the primary, and to the web servers. */
export function startBalancer(machines: Machine[], webPorts: number[], home: string): Service {
  const databases = machines.map(
    ({ name, place: { address } }) => `  server ${name} ${address}:5432 check port 8008`,
  );
  const servers = webPorts.map((port) => `  server web${port} ${HOME}:${port} check`);
  const settings = join(home, "haproxy.cfg");
  writeFileSync(
    settings,
    `global
  maxconn 2000
defaults
  timeout connect 2s
  timeout client 2m
  timeout server 2m
  retries 3
  option redispatch 1
listen primary
  bind ${HOME}:${DATABASE_PORT}
  mode tcp
  option httpchk OPTIONS /primary
  http-check expect status 200
  timeout check 2s
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${databases.join("\n")}
listen web
  bind ${HOME}:${WEB_PORT}
  mode http
  option forwardfor
  option httpchk GET /healthz
  # A page that a server can't give, the other one may have kept; what writes is not repeated.
  retry-on conn-failure empty-response response-timeout 503
  http-request disable-l7-retry unless METH_GET
  default-server inter 1s fall 2 rise 1
${servers.join("\n")}
`,
  );
  return new Service(
    "haproxy",
    asAccount("/usr/sbin/haproxy", "-db", "-f", settings),
    join(home, "haproxy.log"),
  );
}
