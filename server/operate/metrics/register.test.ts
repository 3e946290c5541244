import { join } from "node:path";
import { expect, test } from "vitest";

import { markdownTable } from "../../../tests/support/markdown-table.ts";
import { createMetrics } from "./metrics.ts";
import { type Metric, METRICS } from "./register.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Writes `docs/metrics.md` anew. */
const UPDATE = "npx vitest run --project unit server/operate/metrics/register.test.ts --update";

const row = ({ name, kind, labels, help }: Metric) => [
  `\`${name}\``,
  kind,
  labels.map((label) => `\`${label}\``).join(", "),
  help,
];

const document = `# Metrics

What does \`/metrics\` count? This page is made from the register in \`server/operate/metrics/register.ts\`; after a change there run
\`${UPDATE}\`.

With \`METRICS_TOKEN\` the site answers Prometheus at \`/metrics\` ([settings](settings.md#running-it)); [operations.md](operations.md#running-it) says which alarms to set.
No label contains a person, an address or a jersey.

${markdownTable(["metric", "kind", "labels", "what it measures"], Object.values(METRICS).map(row))}

Node's own metrics (memory, garbage collection, delay of the event loop, processor time) are those of \`prom-client\`, \`process_*\` and \`nodejs_*\`.
`;

test(`docs/metrics.md is the register; after a change: ${UPDATE}`, async () => {
  await expect(document).toMatchFileSnapshot(join(ROOT, "docs/metrics.md"));
});

test("the site serves the metrics of the register, and Node's own", async () => {
  const metrics = createMetrics();
  metrics.watchPools({});
  metrics.watchWorker(async () => undefined);
  metrics.watchDump(async () => undefined);
  const text = await metrics.text();
  const served = [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].map(([, name, kind]) => [name, kind]);
  const own = served.filter(([name]) => !/^(?:process|nodejs)_/.test(name!));
  expect(own.toSorted()).toEqual(
    Object.values(METRICS)
      .map(({ name, kind }) => [name, kind])
      .toSorted(),
  );
});
