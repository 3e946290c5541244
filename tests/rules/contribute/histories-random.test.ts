import pg from "pg";
import { beforeAll, expect, it } from "vitest";

import { setUpRules } from "../support/fixture.ts";
import {
  beginHistory,
  HISTORY_GUESTS,
  liftLimits,
  passUndoTime,
  undoEverything,
} from "../support/histories.ts";

// Short random histories. After each step the public values are those of the last revisions, and undoing everything leads back to the
// first ones. Members at once: histories-at-once.test.ts, suggestions-random.test.ts, merges-random.test.ts.

const HISTORIES = 8;
const STEPS = 10;

const { rules, fixture } = setUpRules(HISTORY_GUESTS);

beforeAll(() => liftLimits(rules));

it("step by step, public values are those of the last revisions, and undoing everything restores the first", async () => {
  let happened = 0;
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    await rules.scenario(async (scenario) => {
      const done: string[] = [`seed ${seed}`];
      const { next, state, faults } = await beginHistory(scenario, rules, fixture, {
        seed,
        jerseys: 3,
        mayMerge: true,
      });
      const first = await state();
      for (let count = 0; count < STEPS; count += 1) {
        const { name, step, isLate } = await next();
        try {
          if ((await scenario.as(...step)).rowCount) done.push(name);
          if (isLate) await passUndoTime(scenario);
        } catch (error) {
          // Refused by a rule. Anything else is a fault: an error of ours, a broken constraint.
          if (!(error instanceof pg.DatabaseError) || !error.code?.startsWith("PT4")) {
            throw new Error(`${name} after ${done.join(", ")}`, { cause: error });
          }
        }
        expect(await faults(), done.join(", ")).toEqual([]);
      }
      happened += done.length - 1;
      await undoEverything(scenario, async () =>
        expect(await faults(), `undone: ${done.join(", ")}`).toEqual([]),
      );
      expect(await state(), done.join(", ")).toEqual(first);
    });
  }
  expect(happened).toBeGreaterThan((HISTORIES * STEPS) / 2);
});
