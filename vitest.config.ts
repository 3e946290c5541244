import { defineConfig } from "vitest/config";

/*
 * `isolate: false`: the files of one worker share their modules, which takes a third of the processor
 * time. Such tests leave no module state, globals or mocks behind.
 */
/** Ten minutes, for a hang only: the slowest test takes a tenth of it on two quiet cores. */
const HANG = 10 * 60_000;

const patient = {
  testTimeout: HANG,
  hookTimeout: HANG,
  // What is waited for may come late on a busy machine.
  expect: { poll: { timeout: 60_000 } },
};

const database = {
  ...patient,
  globalSetup: "packages/backend/tests/support/postgres.setup.ts",
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "{app,server,scripts,supabase}/**/*.test.{ts,tsx}",
            "packages/*/src/**/*.test.ts",
          ],
          isolate: false,
          ...patient,
        },
      },
      {
        test: {
          name: "rules",
          include: ["tests/rules/**/*.test.ts"],
          isolate: false,
          ...database,
        },
      },
      {
        test: {
          name: "contract",
          include: ["tests/contract/**/*.test.ts", "packages/backend/tests/**/*.test.ts"],
          isolate: false,
          ...database,
        },
      },
      {
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          globalSetup: "tests/support/project-copy.setup.ts",
          // Real servers, killed and started again: one at a time, in their own time.
          fileParallelism: false,
          ...patient,
        },
      },
      {
        // Minutes each; `npm run test:long`, which tells what they found.
        test: {
          name: "long",
          include: ["tests/long/**/*.test.ts"],
          globalSetup: [
            "tests/support/project-copy.setup.ts",
            "packages/backend/tests/support/postgres.setup.ts",
          ],
          fileParallelism: false,
          ...patient,
          testTimeout: 30 * HANG,
        },
      },
    ],
  },
});
