import { AT_ONCE } from "../../../shared/data/in-steps.ts";
import { recounted, type Vote } from "../../../shared/domain/vote.ts";
import type { VoteState } from "./votes.ts";

/** How the store reaches the backend. */
export interface VoteBackend {
  read(voterId: string, jerseyIds: string[]): Promise<Map<string, VoteState>>;
  write(voterId: string, jerseyId: string, vote: Vote | null): Promise<void>;
}

/**
 * One member's votes in this browser, laid over the pages. It is not a query cache: the cards of a page are read in one
 * request, and presses during a write are joined into one write after it.
 */
export class VoteStore {
  readonly #backend: VoteBackend;
  readonly #states = new Map<string, VoteState>();
  readonly #wanted = new Set<string>();
  /** The votes being written, by jersey. */
  readonly #pending = new Map<string, { vote: Vote | null; written: Promise<void> }>();
  /** Numbers the ends of writes; of each jersey the last. */
  #writes = 0;
  readonly #lastWrite = new Map<string, number>();
  #voter: string | undefined;

  /** Called after each change. */
  onChange = (): void => {};

  constructor(backend: VoteBackend) {
    this.#backend = backend;
  }

  /** The known vote state of a jersey; undefined before it has been read. */
  voteState(jerseyId: string): VoteState | undefined {
    return this.#states.get(jerseyId);
  }

  /** Sets the voter; votes of another member are dropped. */
  setVoter(voterId: string | undefined): void {
    if (voterId === this.#voter) return;
    this.#voter = voterId;
    this.#states.clear();
    this.#pending.clear();
    this.onChange();
  }

  /** Queues a jersey's vote state for reading; all queued at once are read in one request. */
  want(jerseyId: string): void {
    if (this.#wanted.size === 0) queueMicrotask(() => void this.#readWanted());
    this.#wanted.add(jerseyId);
  }

  /** Reads the vote state again, of this jersey or of those queued last: it may have changed. */
  refresh(jerseyId?: string): void {
    const known = [...this.#states.keys()];
    const stale = jerseyId ? known.filter((id) => id === jerseyId) : known.slice(-AT_ONCE);
    for (const id of stale) this.want(id);
  }

  /**
   * Makes `choose(current vote)` the member's vote: at once on screen, then in the database.
   * Choices made during a write are written after it. If a write fails, the screen shows the
   * database's state again, and every caller's promise rejects.
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
      this.#writes += 1;
      this.#lastWrite.set(jerseyId, this.#writes);
      if (this.#pending.get(jerseyId) === wish) this.#pending.delete(jerseyId);
    }
  }

  /** Shows `vote` as the member's, with matching counters. */
  #show(jerseyId: string, vote: Vote | null): void {
    const voteState = this.#states.get(jerseyId);
    if (!voteState) return;
    this.#states.set(jerseyId, { vote, ...recounted(voteState, voteState.vote, vote) });
    this.onChange();
  }

  async #readWanted(): Promise<void> {
    const ids = [...this.#wanted];
    this.#wanted.clear();
    const voter = this.#voter;
    if (voter === undefined) return;
    try {
      await this.#read(voter, ids);
    } catch (error) {
      // The page stays as rendered; a click retries. Nothing to report if the member has signed out
      // meanwhile.
      if (voter === this.#voter) console.error("votes could not be read", error);
    }
  }

  async #read(voter: string, ids: string[]): Promise<void> {
    const began = this.#writes;
    const found = await this.#backend.read(voter, ids);
    if (voter !== this.#voter) return;
    for (const [id, voteState] of found) {
      // A vote that is being written, or was while this was read, is newer.
      const isOlder = this.#pending.has(id) || (this.#lastWrite.get(id) ?? 0) > began;
      if (!isOlder) this.#states.set(id, voteState);
    }
    this.onChange();
  }
}
