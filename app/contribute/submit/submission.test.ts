import { beforeEach, describe, expect, test, vi } from "vitest";

import type { Client } from "../../shared/data/client.ts";
import { withdrawJersey } from "../data/submissions/edit.ts";
import { insertImages, insertJersey, type NewJersey } from "../data/submissions/submissions.ts";
import type { ImageRights } from "../../shared/domain/rules/image-rules.ts";
import type { Attempt } from "./draft.ts";
import { SessionEndedError } from "../../shared/data/database-error.ts";
import { FormPhotos, ImagesNotSentError } from "../data/photos/form-photos.ts";
import type { JerseyPhotos } from "./use-jersey-photos.ts";
import { submit, submitProblem } from "./submission.ts";

// Another file of this worker may have loaded them without the mocks.
vi.hoisted(() => vi.resetModules());
vi.mock("../data/submissions/submissions.ts");
vi.mock("../data/submissions/edit.ts");

const JERSEY: NewJersey = {
  author_id: "me",
  league: "NBA",
  competition_id: "nba",
  season_id: "2024-25",
  title: "Retro",
};

const refusal = (code: string) => Object.assign(new Error(`refused ${code}`), { code });
const noAnswer = () => new TypeError("Failed to fetch");

type Write = "upload" | "insert" | "attach" | "delete";

/** An in-memory catalogue whose requests fail on demand, before or after they took effect. */
class Catalogue {
  jerseys = new Map<string, { title: string; images: Map<string, string> }>();
  files = new Set<string>();
  failures: Partial<Record<Write, "refused" | "broken" | "unsent" | "unanswered">> = {};

  async request(name: Write, effect: () => void): Promise<void> {
    const failure = this.failures[name];
    if (failure === "refused") throw refusal("23514");
    if (failure === "broken") throw refusal("XX000");
    if (failure === "unsent") throw noAnswer();
    effect();
    if (failure === "unanswered") throw noAnswer();
  }

  /** Titles, each with the names of its images whose files exist. */
  get shown() {
    return [...this.jerseys.values()].map(({ title, images }) => ({
      title,
      images: [...images.values()].map((path) =>
        this.files.has(path) ? path.replace(/.*-/, "") : "no file",
      ),
    }));
  }
}

let catalogue: Catalogue;
let uploads: JerseyPhotos;
let stored: Attempt | undefined;

function formWith(...names: string[]): JerseyPhotos {
  return new FormPhotos(
    {
      hasRoom: () => true,
      prepare: () => Promise.reject(new Error("none")),
      async send({ id, name }) {
        const path = `me/${id}-${name.replace(".jpg", ".webp")}`;
        await catalogue.request("upload", () => void catalogue.files.add(path));
        return path;
      },
      discard: async (paths) => paths.forEach((path) => catalogue.files.delete(path)),
      save: () => undefined,
      saveOriginal: () => undefined,
      loadOriginal: async () => undefined,
    },
    names.map((name) => ({
      id: crypto.randomUUID(),
      name: `${name}.jpg`,
      step: "ready",
      share: 0,
      blob: new Blob(["x"], { type: "image/webp" }),
    })),
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  catalogue = new Catalogue();
  uploads = formWith("front", "back");
  stored = undefined;
  vi.mocked(insertJersey).mockImplementation((_, id, { title }) =>
    catalogue.request("insert", () => {
      if (!catalogue.jerseys.has(id)) catalogue.jerseys.set(id, { title, images: new Map() });
    }),
  );
  vi.mocked(insertImages).mockImplementation((_, id, __, images) =>
    catalogue.request("attach", () => {
      for (const image of images) catalogue.jerseys.get(id)!.images.set(image.id, image.path);
    }),
  );
  vi.mocked(withdrawJersey).mockImplementation((_, id) =>
    catalogue.request("delete", () => {
      for (const path of catalogue.jerseys.get(id)?.images.values() ?? []) {
        catalogue.files.delete(path);
      }
      catalogue.jerseys.delete(id);
    }),
  );
});

const RIGHTS: ImageRights = { isStated: true, licence: "shown-here-only" };

const attempt = (jersey = JERSEY, rights = RIGHTS) => {
  const attempts = {
    attempt: () => stored,
    storeAttempt: async (next: Attempt | undefined) => void (stored = next),
  };
  return submit({} as Client, jersey, uploads, attempts, rights);
};

const WHOLE = { title: "Retro", images: ["front.webp", "back.webp"] };

test("stores the jersey and its images", async () => {
  await attempt();
  expect(catalogue.shown).toEqual([WHOLE]);
});

test("changes nothing when sent again", async () => {
  await attempt();
  await attempt();
  expect(catalogue.shown).toEqual([WHOLE]);
});

test("stores the photos anew when another licence was chosen after an interrupted attempt", async () => {
  catalogue.failures = { attach: "unanswered" };
  await expect(attempt()).rejects.toThrow("Failed to fetch");
  catalogue.failures = {};
  await attempt(JERSEY, { isStated: true, licence: "CC-BY-SA-4.0" });
  expect(catalogue.shown).toEqual([WHOLE]);
  expect(vi.mocked(insertImages).mock.lastCall![4].licence).toBe("CC-BY-SA-4.0");
  expect(withdrawJersey).toHaveBeenCalledOnce();
});

test("creates no jersey after a failed upload", async () => {
  catalogue.failures = { upload: "unsent" };
  await expect(attempt()).rejects.toEqual(new ImagesNotSentError(2));
  expect(catalogue.jerseys.size).toBe(0);
  expect(stored).toBeUndefined();
});

test("keeps the files for the next attempt after a refused insert", async () => {
  catalogue.failures = { insert: "refused" };
  await expect(attempt()).rejects.toThrow("refused");
  const files = new Set(catalogue.files);
  expect(files.size).toBe(2);
  catalogue.failures = {};
  await attempt({ ...JERSEY, title: "Corrected" });
  expect(catalogue.files).toEqual(files);
  expect(catalogue.shown).toEqual([{ ...WHOLE, title: "Corrected" }]);
});

test("gets a new id when its jersey has been merged into another one", async () => {
  catalogue.failures = { attach: "unanswered" };
  await attempt().catch(() => undefined);
  const merged = stored?.jerseyId;
  catalogue.failures = {};
  const taken = 'duplicate key value violates unique constraint "jerseys_pkey"';
  vi.mocked(insertJersey).mockRejectedValueOnce(Object.assign(new Error(taken), { code: "23505" }));
  await expect(attempt()).rejects.toThrow("jerseys_pkey");
  await attempt();
  expect(stored?.jerseyId).not.toBe(merged);
});

test("uploads its images again when a file was deleted before its jersey got it", async () => {
  const gone = "jersey_images_url_stored";
  vi.mocked(insertImages).mockRejectedValueOnce(Object.assign(new Error(gone), { code: "23514" }));
  catalogue.files.clear();
  const first = await attempt().catch((error: unknown) => submitProblem(error));
  expect(first).toMatchObject({ kind: "images" });
  catalogue.files.clear();
  await attempt();
  expect(catalogue.shown).toEqual([WHOLE]);
});

const INTERRUPTIONS = [
  ["before the insert", { insert: "unsent" }],
  ["after the insert", { insert: "unanswered" }],
  ["by an error in the insert", { insert: "broken" }],
  ["before the images", { attach: "unsent" }],
  ["after the images", { attach: "unanswered" }],
  ["by a refusal of the images", { attach: "refused" }],
] as const;

describe.each(INTERRUPTIONS)(
  "creates one jersey when interrupted %s and sent again",
  (_, failures) => {
    beforeEach(async () => {
      catalogue.failures = failures;
      await attempt().catch(() => undefined);
      catalogue.failures = {};
    });

    test("unchanged", async () => {
      expect(stored, "the attempt failed, and is remembered").toBeDefined();
      await attempt();
      expect(catalogue.shown).toEqual([WHOLE]);
      expect(withdrawJersey).toHaveBeenCalledTimes(0);
    });

    test("with other facts", async () => {
      await attempt({ ...JERSEY, title: "Changed meanwhile" });
      expect(catalogue.shown).toEqual([{ ...WHOLE, title: "Changed meanwhile" }]);
    });

    test("with reordered or removed images", async () => {
      uploads.move(uploads.snapshot().photos[1]!.id, -1);
      await attempt();
      expect(catalogue.shown).toEqual([{ ...WHOLE, images: ["back.webp", "front.webp"] }]);
      uploads.remove(uploads.snapshot().photos[0]!.id);
      await attempt();
      expect(catalogue.shown).toEqual([{ ...WHOLE, images: ["front.webp"] }]);
    });

    test.each(["unsent", "unanswered"] as const)(
      "with other facts, the deletion %s",
      async (lost) => {
        const changed = { ...JERSEY, title: "Changed meanwhile" };
        catalogue.failures = { delete: lost };
        await expect(attempt(changed)).rejects.toThrow("Failed");
        catalogue.failures = {};
        await attempt(changed);
        expect(catalogue.shown).toEqual([{ ...WHOLE, title: "Changed meanwhile" }]);
      },
    );
  },
);

test.each([
  [new SessionEndedError(), { kind: "expired" }],
  [Object.assign(new Error("JWT expired"), { code: "PGRST301" }), { kind: "expired" }],
  [new ImagesNotSentError(2), { kind: "images", count: 2 }],
  [noAnswer(), { kind: "offline" }],
  [
    new Error('new row for relation "jerseys" violates check constraint "jerseys_year_range"'),
    { kind: "field", field: "year", problem: "year" },
  ],
  [
    new Error(
      'insert or update on table "jerseys" violates foreign key constraint "jerseys_season_id_fkey"',
    ),
    { kind: "field", field: "season", problem: "season" },
  ],
  [
    Object.assign(new Error("jerseys_too_many"), {
      code: "PT429",
      hint: "Retry after 90 seconds.",
    }),
    { kind: "tooMany", waitSeconds: 90 },
  ],
  [Object.assign(new Error("second_factor_needed"), { code: "42501" }), { kind: "factor" }],
  [new Error("out of luck"), { kind: "other", text: "out of luck" }],
  [Object.assign(new Error(""), { code: "XX000" }), { kind: "other", text: "XX000" }],
])("%s", (error, problem) => expect(submitProblem(error)).toEqual(problem));
