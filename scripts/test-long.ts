import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { close, emptyReports, REPORTS, ROOT, vitest } from "./test/project.ts";
import { runStep } from "./test/step.ts";

/** What takes too long for every change: fuzzers at length, full disks, cut connections, slow senders. */
emptyReports();
const figures = join(REPORTS, "figures.txt");
const counts = await runStep({ ...vitest("long"), env: { FIGURES: figures }, limit: 120 }, ROOT);
if (existsSync(figures)) process.stdout.write(readFileSync(figures));
close(counts);
