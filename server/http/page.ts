import { createHash } from "node:crypto";

import { type Bytes, compress, type Encoding } from "./compression.ts";

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

/** A rendered answer, complete and in memory: what the page cache keeps and sends. */
export class Page {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Bytes;
  readonly etag: string;
  /** Of the rows it shows: their links and data carry them. */
  readonly ids: ReadonlySet<string>;
  readonly #encoded = new Map<Encoding, Promise<Bytes>>();

  constructor(status: number, headers: Headers, body: Bytes) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.ids = new Set(body.toString("latin1").match(ID));
    // Weak: the same page compressed differently is the same page.
    this.etag = `W/"${createHash("sha1").update(body).digest("base64url")}"`;
  }

  /** Memory it takes, compressed forms included: each is a fraction of the body. */
  get size(): number {
    return this.body.length * 1.5 + 2_000;
  }

  /** Compressed once, however often it is sent. */
  encoded(encoding: Encoding): Promise<Bytes> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const made = compress(this.body, encoding);
    this.#encoded.set(encoding, made);
    return made;
  }
}
