import { bin, close, emptyReports, playwright, ROOT, vitest } from "./test/project.ts";
import { NOTHING, runStep, sum, type Counts, type Step } from "./test/step.ts";

function check(name: string, program: string, ...args: string[]): Step {
  return { name, commands: [[bin(program), ...args]] };
}

const typecheck: Step = {
  name: "typecheck",
  commands: [
    [bin("react-router"), "typegen"],
    [bin("tsc"), "--noEmit"],
  ],
};

/** What `npm run test:quick` runs: it needs neither the built site nor a browser. */
const quick: Step[] = [
  vitest("rules"),
  typecheck,
  check("lint", "oxlint"),
  vitest("unit"),
  check("format", "oxfmt", "--check", "."),
];
/** Two at a time, the longest first. The journeys follow alone, because they use both cores. */
const together: Step[] = [vitest("contract"), vitest("faults"), ...quick];
const alone: Step[] = [playwright("e2e")];

async function runAll(steps: Step[], lanes: number): Promise<Counts> {
  const waiting = [...steps];
  const lane = async (): Promise<Counts> => {
    let counts = NOTHING;
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      counts = sum(counts, await runStep(step, ROOT));
    }
    return counts;
  };
  return (await Promise.all(Array.from({ length: lanes }, lane))).reduce(sum);
}

emptyReports();
const isQuick = process.argv[2] === "quick";
const counts = await runAll(isQuick ? quick : together, 2);
close(isQuick ? counts : sum(counts, await runAll(alone, 1)));
