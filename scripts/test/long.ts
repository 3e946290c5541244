import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { ensureBrowser } from "./browser.ts";
import { buildStep, playwright, REPORTS, vitest } from "./project.ts";
import { close, runSteps } from "./run-steps.ts";
import type { Step } from "./step.ts";

/** Minutes; five times what these steps may take. */
const LIMIT = 600;

/**
 * Tests that are too slow for every change: long fuzzing, full disks, cut connections, slow
 * senders, every walk through the site in every language.
 */
await ensureBrowser();
const figures = join(REPORTS, "figures.txt");
rmSync(figures, { force: true });
const walks = playwright("e2e");
const after = buildStep.name;
const steps: Step[] = [
  buildStep,
  { ...vitest("long"), env: { FIGURES: figures }, limit: LIMIT, after },
  { ...walks, env: { ...walks.env, TEST_LONG: "1" }, limit: LIMIT, after },
  { ...vitest("rules"), env: { TEST_LONG: "1" }, limit: LIMIT },
];
const counts = await runSteps(steps, 1);
if (existsSync(figures)) process.stdout.write(readFileSync(figures));
close(counts);
