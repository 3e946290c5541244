import pg from "pg";
import { beforeAll, expect, it, onTestFinished } from "vitest";

import { times } from "../../support/long.ts";
import { atOnce } from "../support/at-once.ts";
import { setUpRules } from "../support/fixture.ts";
import {
  beginHistory,
  HISTORY_GUESTS,
  liftLimits,
  passUndoTime,
  undoEverything,
} from "../support/histories.ts";
import type { Rules } from "../support/rules.ts";

// Long random histories of four writers at once, without merges (merges-random.test.ts has these). At the end the public values are
// those of the last revisions, and undoing everything leads back to the first ones.

const STEPS = 120;

const { rules, fixture } = setUpRules(HISTORY_GUESTS);

beforeAll(() => liftLimits(rules));

const { connect, run } = atOnce(() => rules);

/** Commits a step, unless a rule refuses it. */
const attempt = (...step: Parameters<typeof run>) =>
  run(...step).catch((error: pg.DatabaseError) => {
    // Anything else is a fault: a deadlock, a broken constraint, an error of ours.
    if (!error.code?.startsWith("PT4") && error.message !== "jersey_images_five_per_jersey") {
      throw error;
    }
  });

it.each([1, 2, 3, 4, 5, 6].slice(0, times(2, 6)))(
  "public values are those of the last revisions, with seed %i",
  async (seed) => {
    // The writers' steps are made at once, too.
    const pool = new pg.Pool({ connectionString: rules.url });
    onTestFinished(() => pool.end());
    const system: Rules["system"] = (text, values = []) => pool.query(text, [...values]);
    const { ids, next, state, faults } = await beginHistory({ system }, rules, fixture, {
      seed: 100 + seed,
      jerseys: 4,
      mayMerge: false,
    });
    onTestFinished(async () => {
      await rules.system("delete from jerseys where id = any ($1)", [ids]);
      for (const table of ["revisions", "suggestions", "copies"]) {
        await rules.system(`delete from ${table}`);
      }
    });
    const first = await state();
    const writers = await Promise.all([connect(), connect(), connect(), connect()]);
    let left = STEPS;
    const ends = await Promise.allSettled(
      writers.map(async (writer) => {
        while ((left -= 1) >= 0) {
          const { step, isLate } = await next();
          await attempt(...step, writer);
          if (isLate) await passUndoTime({ system });
        }
      }),
    );
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    expect(await faults()).toEqual([]);

    await passUndoTime({ system });
    // Suggested photos take the room of those that come back.
    await system("delete from suggestions where id in (select suggestion_id from jersey_images)");
    const undone = await undoEverything({
      as: (by, text, values) => run(by, text, values, writers[0]),
      system,
    });
    expect(undone).toBeGreaterThan(20);
    expect(await faults()).toEqual([]);
    expect(await state()).toEqual(first);
  },
);
