import { beforeEach, describe, expect, test } from "vitest";

import type { NewJersey } from "../../data/submissions/submissions.ts";
import { submit, type Traces, type Writes } from "./submission.ts";

const JERSEY: NewJersey = {
  author_id: "me",
  league: "NBA",
  competition_id: "nba",
  season_id: "2024-25",
  title: "Retro",
};

class Refused extends Error {}
class NoAnswer extends Error {}

/** A catalogue in memory whose requests fail on demand, before or after they took effect. */
class Catalogue {
  jerseys = new Map<string, { title: string; images: string[] }>();
  files = new Set<string>();
  failures: Partial<Record<keyof Writes, "refused" | "unsent" | "unanswered">> = {};
  uploads = 0;

  /** What a visitor or an administrator would take for a submission that lacks its images. */
  get halves(): string[] {
    return [...this.jerseys].filter(([, { images }]) => images.length < 2).map(([id]) => id);
  }

  writes: Writes = {
    upload: () =>
      this.request("upload", () => {
        this.uploads += 1;
        const paths = [`${this.uploads}-front`, `${this.uploads}-back`];
        for (const path of paths) this.files.add(path);
        return paths;
      }),
    insert: ({ title }) =>
      this.request("insert", () => {
        const id = `jersey-${this.jerseys.size + 1}`;
        this.jerseys.set(id, { title, images: [] });
        return id;
      }),
    attach: (id, paths) =>
      this.request("attach", () => void this.jerseys.get(id)!.images.push(...paths)),
    withdraw: (id, paths) =>
      this.request("withdraw", () => {
        for (const path of [...paths, ...(this.jerseys.get(id)?.images ?? [])]) {
          this.files.delete(path);
        }
        this.jerseys.delete(id);
      }),
    findStranded: ({ title }) =>
      this.request("findStranded", () =>
        this.halves.find((id) => this.jerseys.get(id)!.title === title),
      ),
  };

  private async request<T>(name: keyof Writes, effect: () => T): Promise<T> {
    const failure = this.failures[name];
    if (failure === "refused") throw new Refused(name);
    if (failure === "unsent") throw new NoAnswer(name);
    const result = effect();
    if (failure === "unanswered") throw new NoAnswer(name);
    return result;
  }
}

let catalogue: Catalogue;
let traces: Traces;
let filesForgotten: boolean;

beforeEach(() => {
  catalogue = new Catalogue();
  traces = {};
  filesForgotten = false;
});

const attempt = (jersey = JERSEY) =>
  submit({
    jersey,
    traces,
    writes: catalogue.writes,
    remember: (next) => (traces = next),
    forgetFiles: () => (filesForgotten = true),
    answered: (error) => error instanceof Refused,
  });

test("all goes well", async () => {
  const id = await attempt();
  expect(catalogue.jerseys.get(id)).toEqual({ title: "Retro", images: ["1-front", "1-back"] });
  expect(traces).toEqual({});
});

test("a failed upload: no jersey at all", async () => {
  catalogue.failures = { upload: "refused" };
  await expect(attempt()).rejects.toThrow("upload");
  expect(catalogue.jerseys.size).toBe(0);
  expect(traces).toEqual({});
});

test("a refused insert: the files wait for the next attempt", async () => {
  catalogue.failures = { insert: "refused" };
  await expect(attempt()).rejects.toThrow(Refused);
  expect(catalogue.files.size).toBe(2);
  expect(filesForgotten).toBe(false);
  expect(traces).toEqual({});
});

test("refused images: the jersey is withdrawn with its files", async () => {
  catalogue.failures = { attach: "refused" };
  await expect(attempt()).rejects.toThrow("attach");
  expect(catalogue.jerseys.size).toBe(0);
  expect(catalogue.files.size).toBe(0);
  expect(filesForgotten).toBe(true);
});

describe("then, connected again, one jersey with both images", () => {
  test.each([
    ["before the insert", { insert: "unsent" }],
    ["after the insert", { insert: "unanswered" }],
    ["before the images", { attach: "unsent", withdraw: "unsent" }],
    ["after the images", { attach: "unanswered", withdraw: "unsent" }],
    ["after the withdrawal", { attach: "unsent", withdraw: "unanswered" }],
  ] as const)("connection lost %s", async (_, failures) => {
    catalogue.failures = failures;
    await expect(attempt()).rejects.toThrow(NoAnswer);
    catalogue.failures = {};
    await attempt({ ...JERSEY, title: "Changed meanwhile" });
    expect([...catalogue.jerseys.values()].map(({ title }) => title)).toEqual([
      "Changed meanwhile",
    ]);
    expect(catalogue.halves).toEqual([]);
    expect(traces).toEqual({});
  });
});

test("what is left is cleared away before anything new is written", async () => {
  catalogue.failures = { attach: "refused", withdraw: "unsent" };
  await expect(attempt()).rejects.toThrow("attach");
  const uploads = catalogue.uploads;
  await expect(attempt()).rejects.toThrow("withdraw");
  expect(catalogue.uploads).toBe(uploads);
  expect(catalogue.jerseys.size).toBe(1);
});
