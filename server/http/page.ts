import { createHash } from "node:crypto";

import { isUuid } from "../../app/domain/uuid.ts";
import { type Bytes, compress, type Encoding, isCompressible } from "./compression.ts";

/** Looked for first: a page has a hundred times as many hexadecimal digits as hyphens. */
const MIDDLE_OF_ID = /-(?:[0-9a-f]{4}-){3}/g;

function idsIn(text: string): Set<string> {
  const ids = new Set<string>();
  for (const { index } of text.matchAll(MIDDLE_OF_ID)) {
    const id = text.slice(Math.max(0, index - 8), index + 28);
    if (isUuid(id)) ids.add(id);
  }
  return ids;
}

/** A page as it goes over the wire. */
export interface PageAnswer {
  headers: Headers;
  body: Bytes;
}

/** A rendered answer, complete and in memory: what the page cache keeps and sends. */
export class Page {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Bytes;
  readonly etag: string;
  /** Of the rows it shows: their links and data carry them. */
  readonly ids: ReadonlySet<string>;
  readonly #encoded = new Map<Encoding, Promise<Bytes>>();
  readonly #answers = new Map<Encoding | undefined, PageAnswer>();

  constructor(status: number, headers: Headers, body: Bytes) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.ids = idsIn(body.toString("latin1"));
    // Weak: the same page compressed differently is the same page.
    this.etag = `W/"${createHash("sha1").update(body).digest("base64url")}"`;
  }

  /** Whether a client would be sent the same. */
  isSame({ status, headers, etag }: Page): boolean {
    const same = status === this.status && etag === this.etag;
    return same && JSON.stringify([...headers]) === JSON.stringify([...this.headers]);
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

  /** What a client that accepts `encoding` is sent; made once. */
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

  /** The same, where it has been made before. */
  answerAtHand(encoding: Encoding | undefined): PageAnswer | undefined {
    return this.#answers.get(encoding);
  }
}
