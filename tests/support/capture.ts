import {
  answerWithStatements,
  type Caller,
  createPool,
  introspect,
  type Schema,
  type Statements,
} from "@maillotheque/backend/testing";
import { type Pool, silentLogger } from "@maillotheque/backend";

/** A database behind a `fetch` that answers like the REST interface and records its statements. */
export interface Captured {
  pool: Pool;
  schema: Schema;
  /** The statements of each request that `work` sends as `caller`. */
  sentBy(caller: Caller, work: () => PromiseLike<unknown>): Promise<Statements[]>;
}

export const VISITOR: Caller = { role: "anon", claims: '{"role":"anon"}', expires: Infinity };

export function member(id: string): Caller {
  const claims = JSON.stringify({ sub: id, role: "authenticated", aal: "aal1" });
  return { role: "authenticated", claims, expires: Infinity };
}

export async function capture(url: string): Promise<Captured> {
  const owner = createPool({ url, log: silentLogger, max: 1 });
  const schema = await introspect(owner);
  await owner.end();
  const pool = createPool({
    url,
    log: silentLogger,
    pipeline: false,
    max: 1,
    async onConnect(client) {
      await client.query("set search_path to public, extensions; set role anon");
    },
  });
  return {
    pool,
    schema,
    async sentBy(caller, work) {
      const sent: Statements[] = [];
      globalThis.fetch = async (input, init) => {
        const request = new Request(input, init);
        const { response, statements } = await answerWithStatements(pool, schema, caller, request);
        sent.push(statements);
        return response;
      };
      await work();
      return sent;
    },
  };
}

/** The head's metadata that the rooms' `data/` needs in a browser. */
const METAS: Record<string, string> = {
  'meta[name="backend-url"]': "http://bench",
  'meta[name="backend-key"]': "anonymous",
};

/** Makes `browserClient()` work in this process; its requests go to the global `fetch`. */
export function actAsPage(): void {
  Object.assign(globalThis, {
    document: { querySelector: (selector: string) => ({ content: METAS[selector] ?? "" }) },
  });
}
