import { LRUCache } from "lru-cache";

/** In milliseconds; added to the age of a page that shows more than what changes are told of. */
const LIFETIME = 2_000;
const MOST_READS = 200;
/** What is longer is a list for robots, read once. */
const LONGEST = 64 * 1024;

type Fetch = (request: Request) => Promise<Response>;

interface Answer {
  status: number;
  headers: [name: string, value: string][];
  body: string;
}

/**
 * What loaders have just read, kept for the next page that asks the same: half of a page's time goes
 * into reads that other pages did a moment ago. Whatever changes, all of it is forgotten.
 */
export class KeptReads {
  readonly #kept: LRUCache<string, Promise<Answer>>;

  constructor(perf: { now(): number } = performance) {
    this.#kept = new LRUCache({ max: MOST_READS, ttl: LIFETIME, ttlResolution: 0, perf });
  }

  /** Something was written: what was read before, or is being read, serves nobody who asks from now on. */
  forget(): void {
    this.#kept.clear();
  }

  /**
   * A `fetch` for callers who are all the same to the backend, and see the same. Keeps only while
   * `isTold` of changes.
   */
  over(fetch: Fetch, isTold: () => boolean): Fetch {
    return async (request) => {
      const isRead = request.method === "GET" || request.method === "HEAD";
      if (!isRead || !isTold()) return fetch(request);
      const key = keyOf(request);
      const known = this.#kept.get(key);
      const answer = known ?? this.#read(key, fetch(request));
      const { status, headers, body } = await answer;
      return new Response(request.method === "HEAD" ? null : body, { status, headers });
    };
  }

  async #read(key: string, response: Promise<Response>): Promise<Answer> {
    const answer = response.then(wholeOf);
    this.#kept.set(key, answer);
    const isKept = (known: Answer) => known.status === 200 && known.body.length <= LONGEST;
    const drop = () => {
      if (this.#kept.peek(key) === answer) this.#kept.delete(key);
    };
    answer.then((known) => isKept(known) || drop(), drop);
    return answer;
  }
}

/** An answer depends on nothing else: all callers have the same key and role. */
function keyOf({ method, url, headers }: Request): string {
  const asked = ["accept", "accept-profile", "prefer", "range"].map((name) => headers.get(name));
  return [method, url, ...asked].join("\n");
}

async function wholeOf(response: Response): Promise<Answer> {
  return {
    status: response.status,
    headers: [...response.headers],
    body: await response.text(),
  };
}
