import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

import { PASSWORD } from "./machine.ts";
import { SITE_URL } from "./site.ts";

/** Milliseconds between two requests of one person, and the longest that they wait. */
const PAUSE = 100;
const PATIENCE = 15_000;

interface Member {
  client: SupabaseClient;
  id: string;
}

/** What happened since `reset`. */
export interface Figures {
  pages: number;
  /** Pages read before that were answered with an error, by status and address. */
  errors: Record<string, number>;
  writes: number;
  /** By status and code of the error. */
  refused: Record<string, number>;
  /** The longest time without a new row that was acknowledged, in seconds. */
  gap: number;
}

/** Visitors who read pages again and again, and members who vote and submit. */
export class Load {
  #figures: Figures = { pages: 0, errors: {}, writes: 0, refused: {}, gap: 0 };
  #lastRow = Date.now();
  #stopped = false;
  readonly #running: Promise<void>[] = [];
  /** First votes that were acknowledged: the member and the jersey. Nobody changes them again. */
  readonly #votes = new Set<string>();
  readonly #titles = new Set<string>();

  /**
   * @param seen jerseys whose pages are read, and on which members change their votes
   * @param unseen jerseys on which each member votes once
   */
  async start(seen: string[], unseen: string[], members: Member[]): Promise<void> {
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
    for (const member of members) {
      const left = [...unseen];
      this.#repeat(async () => {
        await this.#vote(member, any(seen), any(["up", "down"]));
        const jersey = left.at(-1);
        if (!jersey || !(await this.#vote(member, jersey, "up"))) return;
        this.#votes.add(`${member.id} ${jersey}`);
        this.#noteRow();
        left.pop();
      });
    }
    this.#lastRow = Date.now();
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
    this.#figures.pages += 1;
    if (status === 200) return;
    count(this.#figures.errors, `${status} ${path.replace(/(?<=jersey\/).*/, "…")}`);
  }

  #vote({ client, id }: Member, jersey: string, vote: string): Promise<boolean> {
    return this.#write(
      client
        .from("jersey_votes")
        .upsert({ jersey_id: jersey, voter_id: id, vote })
        .abortSignal(AbortSignal.timeout(PATIENCE)),
    );
  }

  /** One submission of each member; new members may not submit many. */
  async submit(members: Member[], competition: string, season: string): Promise<void> {
    for (const { client } of members) {
      const title = `Maillot ${randomUUID()}`;
      const fields = { title, team: "Racing", league: "SOCCER" };
      const written = await this.#write(
        client
          .from("jerseys")
          .insert({ ...fields, competition_id: competition, season_id: season })
          .abortSignal(AbortSignal.timeout(PATIENCE)),
      );
      if (written) this.#titles.add(title);
    }
  }

  async #write(
    request: PromiseLike<{ status: number; error: { code: string } | null }>,
  ): Promise<boolean> {
    const { status, error } = await request;
    if (error) {
      count(this.#figures.refused, `${status || "no answer"} ${error.code}`.trim());
      return false;
    }
    this.#figures.writes += 1;
    return true;
  }

  /** A new row was acknowledged. Changed ones may still find room on a disk that is full. */
  #noteRow(): void {
    const now = Date.now();
    this.#figures.gap = Math.max(this.#figures.gap, (now - this.#lastRow) / 1_000);
    this.#lastRow = now;
  }

  /** True if new rows were acknowledged lately. */
  isWriting(): boolean {
    return Date.now() - this.#lastRow < 1_000;
  }

  reset(): void {
    this.#figures = { pages: 0, errors: {}, writes: 0, refused: {}, gap: 0 };
  }

  get figures(): Figures {
    return this.#figures;
  }

  /** Acknowledged first votes and submissions that the database doesn't have. */
  async lost(client: pg.Client): Promise<number> {
    const [votes, titles] = [[...this.#votes], [...this.#titles]];
    const written = await client.query<{ at: string }>(
      "select voter_id || ' ' || jersey_id as at from jersey_votes union all select title from jerseys",
    );
    const stored = new Set(written.rows.map(({ at }) => at));
    return [...votes, ...titles].filter((one) => !stored.has(one)).length;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }
}

export async function createMembers(count: number, key: string): Promise<Member[]> {
  const members: Member[] = [];
  for (let number = 0; number < count; number += 1) {
    const client = createClient(SITE_URL, key, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const email = `${randomUUID()}@example.test`;
    const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
    if (error) throw error;
    members.push({ client, id: data.user!.id });
  }
  return members;
}

function any<T>(list: T[]): T {
  return list[Math.floor(Math.random() * list.length)]!;
}

function count(counts: Record<string, number>, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}
