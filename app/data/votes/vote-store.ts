import { recounted, type Vote } from "../../domain/vote.ts";
import type { VoteState } from "./votes.ts";

/** Ids in one address: what every server and proxy takes. */
const AT_ONCE = 100;

/** How the store reaches the backend. */
export interface VoteBackend {
  read(voterId: string, jerseyIds: string[]): Promise<Map<string, VoteState>>;
  write(voterId: string, jerseyId: string, vote: Vote | null): Promise<void>;
}

/**
 * One member's votes in this browser, laid over the pages. It is not a query cache: public pages
 * need it first, and the library would exceed their script budget (docs/product.md 18.6).
 */
export class VoteStore {
  readonly #backend: VoteBackend;
  readonly #states = new Map<string, VoteState>();
  readonly #listeners = new Set<() => void>();
  readonly #wanted = new Set<string>();
  /** What each jersey's vote shall become, while it is being written. */
  readonly #pending = new Map<string, { vote: Vote | null; written: Promise<void> }>();
  #voter: string | undefined;

  constructor(backend: VoteBackend) {
    this.#backend = backend;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is known of a jersey; nothing before it has been read. */
  voteState(jerseyId: string): VoteState | undefined {
    return this.#states.get(jerseyId);
  }

  /** Whose votes these are; another member's, or none, forgets them. */
  setVoter(voterId: string | undefined): void {
    if (voterId === this.#voter) return;
    this.#voter = voterId;
    this.#states.clear();
    this.#pending.clear();
    this.#publish();
  }

  /** Queues a jersey's vote state for reading; all queued at once are read in one request. */
  want(jerseyId: string): void {
    if (this.#wanted.size === 0) queueMicrotask(() => void this.#readWanted());
    this.#wanted.add(jerseyId);
  }

  /** Reads again what is known, of this jersey or of those asked for last: it may be otherwise by now. */
  refresh(jerseyId?: string): void {
    const known = [...this.#states.keys()];
    const stale = jerseyId ? known.filter((id) => id === jerseyId) : known.slice(-AT_ONCE);
    for (const id of stale) this.want(id);
  }

  /**
   * Makes `choose(current vote)` the member's vote: at once in what is shown, then in the
   * database. Further choices while one is being written are written after it. When writing
   * fails, what is shown goes back to what the database holds, and every caller is told.
   */
  async cast(jerseyId: string, choose: (current: Vote | null) => Vote | null): Promise<void> {
    const voter = this.#voter;
    if (voter === undefined) throw new Error("nobody is signed in");
    if (!this.#states.has(jerseyId)) await this.#read(voter, [jerseyId]);
    const voteState = this.#states.get(jerseyId);
    if (!voteState) throw new Error(`jersey ${jerseyId} can't be voted on`);

    const vote = choose(voteState.vote);
    this.#show(jerseyId, vote);
    const wish = this.#pending.get(jerseyId);
    if (wish) {
      wish.vote = vote;
      return wish.written;
    }
    const first = { vote, written: Promise.resolve() };
    this.#pending.set(jerseyId, first);
    first.written = this.#write(voter, jerseyId, voteState.vote, first);
    return first.written;
  }

  async #write(
    voter: string,
    jerseyId: string,
    before: Vote | null,
    wish: { vote: Vote | null },
  ): Promise<void> {
    let saved = before;
    try {
      while (saved !== wish.vote) {
        const next = wish.vote;
        await this.#backend.write(voter, jerseyId, next);
        saved = next;
      }
    } catch (error) {
      if (voter === this.#voter) this.#show(jerseyId, saved);
      throw error;
    } finally {
      if (this.#pending.get(jerseyId) === wish) this.#pending.delete(jerseyId);
    }
  }

  /** Shows `vote` as the member's, with the counters that go with it. */
  #show(jerseyId: string, vote: Vote | null): void {
    const voteState = this.#states.get(jerseyId);
    if (!voteState) return;
    this.#states.set(jerseyId, { vote, ...recounted(voteState, voteState.vote, vote) });
    this.#publish();
  }

  async #readWanted(): Promise<void> {
    const ids = [...this.#wanted];
    this.#wanted.clear();
    const voter = this.#voter;
    if (voter === undefined) return;
    try {
      await this.#read(voter, ids);
    } catch (error) {
      // The page stays as it was rendered; a click tries again. Who has left meanwhile misses nothing.
      if (voter === this.#voter) console.error("votes could not be read", error);
    }
  }

  async #read(voter: string, ids: string[]): Promise<void> {
    const found = await this.#backend.read(voter, ids);
    if (voter !== this.#voter) return;
    for (const [id, voteState] of found) {
      // What is being written is newer than what was read.
      if (!this.#pending.has(id)) this.#states.set(id, voteState);
    }
    this.#publish();
  }

  #publish(): void {
    for (const listener of this.#listeners) listener();
  }
}
