import { availableParallelism } from "node:os";

import type { Caller } from "./caller.ts";
import { HEADERS } from "../http/headers.ts";
import type { Operation } from "./operations/operation.ts";
import { Share } from "../share.ts";

/** PostgreSQL runs on this machine or on a similar one. */
const PROCESSORS = Math.min(availableParallelism(), 4);

/** Two addresses can't fill all places. */
const CLIENTS = { total: 3 * PROCESSORS, caller: PROCESSORS, waiting: 256 };

const HEAVY = { total: Math.ceil(PROCESSORS / 2), caller: 1, waiting: 20 };

/**
 * The shares of the service's twenty connections for callers without the service key. Requests of
 * the site's own server, which have no client address, keep a few connections for themselves: a page
 * is rendered while clients ask as much as they may.
 */
export class Shares {
  readonly #own = new Share({ total: 20, caller: 20, waiting: Infinity });
  readonly #clients = new Share(CLIENTS);
  /** A heavy request takes a processor and most of the memory. Visitors can't fill all places. */
  readonly #heavy = new Share(HEAVY);
  readonly #heavyOfMembers = new Share(HEAVY);

  /** @throws {NoRoom} if there is no room for the request */
  run<T>(
    request: Request,
    caller: Caller,
    { isHeavy }: Operation,
    work: () => Promise<T>,
  ): Promise<T> {
    if (caller.role === "service_role") return work();
    const address = request.headers.get(HEADERS.clientAddress);
    const share = address === null ? this.#own : this.#clients;
    const admitted = () => share.run(address ?? "", work);
    if (!isHeavy) return admitted();
    const heavy = caller.role === "anon" ? this.#heavy : this.#heavyOfMembers;
    return heavy.run(address ?? "", admitted);
  }

  /** True if requests are waiting for others. */
  get areBusy(): boolean {
    const shares = [this.#own, this.#clients, this.#heavy, this.#heavyOfMembers];
    return shares.some(({ isBusy }) => isBusy);
  }
}
