import { expect, test } from "vitest";

import { askInBatches, inBatches, sendInTurn } from "./batches.ts";

const numbers = (length: number) => Array.from({ length }, (_, n) => n);

test("answers come in the order of the lines, whichever batch is answered first", async () => {
  const progress: number[] = [];
  const answers = await askInBatches(
    inBatches(numbers(450)),
    async (batch) => {
      // The first batches take longest.
      for (let turn = batch[0]!; turn < 450; turn += 50) await Promise.resolve();
      return batch.map(String);
    },
    (done) => progress.push(done),
    2,
  );
  expect(answers).toEqual(numbers(450).map(String));
  expect(progress).toEqual([400, 450]);
});

test("an import stops between two batches, or in one, and says how far it is", async () => {
  const seen: number[] = [];
  const upTo = (stop: number, given: number) =>
    sendInTurn(numbers(5), 0, async (n, sum) => (n === given ? undefined : sum + n), {
      onProgress: (sum) => seen.push(sum),
      isStopped: () => seen.length >= stop,
    });
  expect(await upTo(3, 9)).toBe(3);
  expect(seen).toEqual([0, 1, 3]);
  seen.length = 0;
  expect(await upTo(9, 4)).toBe(6);
  seen.length = 0;
  expect(await upTo(9, 9)).toBe(10);
});
