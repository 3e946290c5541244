import { ensureBrowser } from "./browser.ts";
import { bin, buildStep, playwright, vitest } from "./project.ts";
import { close, runSteps } from "./run-steps.ts";
import type { Step } from "./step.ts";

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

/** Files, exports and packages that nothing uses (`knip.jsonc`). */
const unused: Step = { name: "unused", commands: [[bin("knip"), "--no-progress"]] };

/** What `npm run test:quick` runs: it needs neither the built site nor a browser. */
const quick: Step[] = [vitest("rules"), typecheck, lint, vitest("unit"), format, unused];
const others = quick.filter((step) => step !== typecheck && step !== lint);

/**
 * The build first: browsers and faults, which take longest and wait a lot, need it. The others run in
 * what these leave idle.
 */
const all: Step[] = [
  buildStep,
  { ...playwright("e2e"), after: buildStep.name },
  { ...vitest("faults"), after: buildStep.name },
  ...[typecheck, lint, vitest("contract"), ...others].map((step) => ({ ...step, isPatient: true })),
];

const isQuick = process.argv[2] === "quick";
if (!isQuick) await ensureBrowser();
close(await (isQuick ? runSteps(quick, 2) : runSteps(all, 3)));
