import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface S3Server {
  endpoint: string;
  /** File contents by key. */
  objects: Map<string, Buffer>;
  /** The status of every answer while it is set. */
  failWith: number | undefined;
  close(): Promise<void>;
}

const xml = (element: string) => `<?xml version="1.0" encoding="UTF-8"?>${element}`;

/** In-memory S3 with the five operations that the store uses; signatures are not checked. */
export async function startS3Server(bucket: string): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const send = (status: number, body: string | Buffer = "", headers = {}) =>
      response.writeHead(status, headers).end(body);
    const content = await buffer(request);
    if (state.failWith) return send(state.failWith, xml("<Error><Code>Broken</Code></Error>"));
    const { pathname } = new URL(request.url!, "http://localhost");
    const [, name, ...segments] = pathname.split("/");
    if (name !== bucket) return send(404, xml("<Error><Code>NoSuchBucket</Code></Error>"));
    const key = segments.join("/");

    if (request.method === "DELETE") {
      objects.delete(key);
      return send(204);
    }
    if (request.method === "PUT") {
      const source = request.headers["x-amz-copy-source"];
      const copied =
        typeof source === "string" ? objects.get(source.slice(bucket.length + 1)) : content;
      if (!copied) return send(404, xml("<Error><Code>NoSuchKey</Code></Error>"));
      objects.set(key, copied);
      return send(200, source ? xml("<CopyObjectResult></CopyObjectResult>") : "", { etag: '"x"' });
    }
    const object = objects.get(key);
    if (!object) return send(404, xml("<Error><Code>NoSuchKey</Code></Error>"));
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    if (!range) return send(200, object);
    return send(206, object.subarray(Number(range[1]), Number(range[2]) + 1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const state: S3Server = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failWith: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}
