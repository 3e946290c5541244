import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

import { any } from "../support/figures.ts";
import { signUp } from "../support/member.ts";
import { SITE_URL } from "./site.ts";

/** Milliseconds between two requests of one person, and the longest that they wait. */
const PAUSE = 100;
const PATIENCE = 15_000;

export const nothing = () => ({
  pages: 0,
  /** Pages read before that were answered with an error, by status and address. */
  errors: {} as Record<string, number>,
  writes: 0,
  /** By status and code of the error. */
  refused: {} as Record<string, number>,
  /** The longest time without a new row that was acknowledged, in seconds. */
  gap: 0,
});

/** Four visitors who read pages again and again, and six members who vote. */
export class Load {
  /** Of what happened since this was set anew. */
  figures = nothing();
  #lastRow = Date.now();
  #stopped = false;
  readonly #running: Promise<void>[] = [];
  /** Votes that were acknowledged: the member and the jersey. Nobody changes them again. */
  readonly #votes: string[] = [];

  /** @param seen jerseys whose pages are read @param unseen jerseys on which each member votes once */
  async start(seen: string[], unseen: string[], key: string): Promise<void> {
    const paths = ["/", "/en", "/catalogue", "/sports", "/competitions"];
    // The jerseys' own addresses; those without the words are redirected, and redirects aren't kept.
    for (const id of seen) {
      const { url } = await fetch(`${SITE_URL}/jersey/${id}`);
      paths.push(new URL(url).pathname);
    }
    // A first visit of each, on both servers: pages that are kept from then on.
    for (const path of paths.flatMap((one) => [one, one]))
      await (await fetch(SITE_URL + path)).text();
    for (let visitor = 0; visitor < 4; visitor += 1) this.#repeat(() => this.#visit(any(paths)));
    for (let member = 0; member < 6; member += 1) await this.#joins(key, [...unseen]);
    this.#lastRow = Date.now();
  }

  async #joins(key: string, left: string[]): Promise<void> {
    const { client, id } = await signUp(SITE_URL, key);
    this.#repeat(async () => {
      const jersey = left.at(-1);
      const { status, error } = await client
        .from("jersey_votes")
        .upsert({ jersey_id: jersey, voter_id: id, vote: "up" })
        .abortSignal(AbortSignal.timeout(PATIENCE));
      if (error) return count(this.figures.refused, `${status || "no answer"} ${error.code}`);
      this.figures.writes += 1;
      this.#votes.push(`${id} ${jersey}`);
      left.pop();
      const now = Date.now();
      this.figures.gap = Math.max(this.figures.gap, (now - this.#lastRow) / 1_000);
      this.#lastRow = now;
    });
  }

  #repeat(step: () => Promise<void>): void {
    const loop = async () => {
      while (!this.#stopped) {
        await step();
        await sleep(PAUSE);
      }
    };
    this.#running.push(loop());
  }

  async #visit(path: string): Promise<void> {
    const status = await fetch(SITE_URL + path, { signal: AbortSignal.timeout(PATIENCE) }).then(
      async (page) => (await page.text()) && page.status,
      (error: Error) => error.name,
    );
    this.figures.pages += 1;
    if (status === 200) return;
    count(this.figures.errors, `${status} ${path.replace(/(?<=jersey\/).*/, "…")}`);
  }

  /** True if new rows were acknowledged lately. */
  isWriting(): boolean {
    return Date.now() - this.#lastRow < 1_000;
  }

  /** Acknowledged votes that the database doesn't have. */
  async lost(client: pg.Client): Promise<number> {
    const votes = [...this.#votes]; // as of now: others follow while the database answers
    const { rows } = await client.query<{ at: string }>(
      "select voter_id || ' ' || jersey_id as at from jersey_votes",
    );
    const stored = new Set(rows.map(({ at }) => at));
    return votes.filter((one) => !stored.has(one)).length;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }
}

function count(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}
