import { bin, close, emptyReports, playwright, ROOT, vitest } from "./project.ts";
import { NOTHING, runStep, sum, type Counts, type Step } from "./step.ts";

/**
 * For the type checker and the linter, which are written in Go: fewer collections of garbage take a
 * quarter less time, and a tenth more memory.
 */
const GO = { GOGC: "400" };

const typecheck: Step = {
  name: "typecheck",
  commands: [
    [bin("react-router"), "typegen"],
    // Each checker works out the shared types for itself: four take three times the processor time of one.
    [bin("tsc"), "--noEmit", "--checkers", "1"],
  ],
  env: GO,
};

const lint: Step = { name: "lint", commands: [[bin("oxlint")]], env: { ...GO, GOMAXPROCS: "1" } };

const format: Step = { name: "format", commands: [[bin("oxfmt"), "--check", "."]] };

/** What `npm run test:quick` runs: it needs neither the built site nor a browser. */
const quick: Step[] = [vitest("rules"), typecheck, lint, vitest("unit"), format];
/** Browsers and faults take longest and wait a lot; the others run in what these leave idle. */
const all: Step[] = [
  playwright("e2e"),
  vitest("faults"),
  ...[vitest("contract"), ...quick].map((step) => ({ ...step, isPatient: true })),
];

/** Runs so many steps at a time, in their order. */
async function runAll(steps: Step[], atOnce: number): Promise<Counts> {
  const waiting = [...steps];
  const lane = async (): Promise<Counts> => {
    let counts = NOTHING;
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      counts = sum(counts, await runStep(step, ROOT));
    }
    return counts;
  };
  return (await Promise.all(Array.from({ length: atOnce }, lane))).reduce(sum);
}

emptyReports();
close(await (process.argv[2] === "quick" ? runAll(quick, 2) : runAll(all, 3)));
