import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Balancer {
  url: string;
  /** The servers that get requests, in turn. */
  servers: string[];
  close(): Promise<void>;
}

/**
 * What the manual asks of a balancer, and no more: servers in turn, and the next one if a server
 * takes no connection.
 */
export async function startBalancer(): Promise<Balancer> {
  let turn = 0;
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await buffer(incoming);
    turn += 1;
    const { servers } = handle;
    pass(incoming, body, outgoing, [...servers.slice(turn % servers.length), ...servers]);
  };
  const balancer = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  balancer.listen(0, "127.0.0.1");
  await once(balancer, "listening");
  const handle: Balancer = {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    servers: [],
    close: async () => {
      balancer.closeAllConnections();
      balancer.close();
    },
  };
  return handle;
}

function pass(
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  [server, ...others]: string[],
): void {
  if (!server) return void outgoing.writeHead(502).end();
  const { method, headers, url = "/" } = incoming;
  const forwarded = request(server + url, { method, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.on("error", () => outgoing.destroy());
  });
  forwarded.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "ECONNREFUSED") pass(incoming, body, outgoing, others);
    else if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  forwarded.end(body);
}
