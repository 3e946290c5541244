import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { close, emptyReports, playwright, REPORTS, ROOT, vitest } from "./project.ts";
import { runStep, sum } from "./step.ts";

/**
 * Tests that are too slow for every change: long fuzzing, full disks, cut connections, slow
 * senders, every walk through the site in every language.
 */
emptyReports();
const figures = join(REPORTS, "figures.txt");
const counts = await runStep({ ...vitest("long"), env: { FIGURES: figures }, limit: 120 }, ROOT);
if (existsSync(figures)) process.stdout.write(readFileSync(figures));
const walks = playwright("e2e");
const env = { ...walks.env, E2E_ALL_LANGUAGES: "1" };
close(sum(counts, await runStep({ ...walks, env, limit: 60 }, ROOT)));
