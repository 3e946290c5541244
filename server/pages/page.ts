import { createHash } from "node:crypto";

import { type Bytes, compress, type Encoding, isCompressible } from "../http/compression.ts";

/** A page's status, headers and body as sent. */
export interface PageAnswer {
  headers: Headers;
  body: Bytes;
}

/** A rendered answer, complete and in memory: the page cache stores and sends these. */
export class Page {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Bytes;
  readonly etag: string;
  /** The ids of the rows that were read for it. */
  readonly ids: ReadonlySet<string>;
  readonly #encoded = new Map<Encoding, Promise<Bytes>>();
  readonly #answers = new Map<Encoding | undefined, PageAnswer>();

  constructor(status: number, headers: Headers, body: Bytes, ids: ReadonlySet<string> = new Set()) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.ids = ids;
    // Weak, because all encodings of a page share it.
    this.etag = `W/"${createHash("sha1").update(body).digest("base64url")}"`;
  }

  /** Whether both send the same answer. */
  isSame({ status, headers, etag }: Page): boolean {
    const same = status === this.status && etag === this.etag;
    return same && JSON.stringify([...headers]) === JSON.stringify([...this.headers]);
  }

  /** Bytes of memory, compressed forms included: each is a fraction of the body. */
  get size(): number {
    return this.body.length * 1.5 + 2_000;
  }

  /** The body in an encoding; compressed once. */
  encoded(encoding: Encoding): Promise<Bytes> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const made = compress(this.body, encoding);
    this.#encoded.set(encoding, made);
    return made;
  }

  /** The answer to a client that accepts `encoding`; made once. */
  async answer(encoding: Encoding | undefined): Promise<PageAnswer> {
    const known = this.#answers.get(encoding);
    if (known) return known;
    const type = this.headers.get("content-type");
    const used = isCompressible(type, this.body.length) ? encoding : undefined;
    const body = used ? await this.encoded(used) : this.body;
    const headers = new Headers(this.headers);
    headers.append("vary", "Accept-Encoding");
    if (this.status === 200) headers.set("etag", this.etag);
    if (used) headers.set("content-encoding", used);
    if (this.status !== 204 && this.status !== 304) {
      headers.set("content-length", String(body.length));
    }
    const answer = { headers, body };
    this.#answers.set(encoding, answer);
    return answer;
  }

  /** The same if it exists already. */
  answerAtHand(encoding: Encoding | undefined): PageAnswer | undefined {
    return this.#answers.get(encoding);
  }
}
