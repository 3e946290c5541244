import { EVENT_CHANNELS } from "@maillotheque/backend";
import { channel } from "node:diagnostics_channel";
import { expect, test } from "vitest";

import { createMetrics, routeOf } from "./metrics.ts";

test.each([
  ["/", "page"],
  ["/en/jersey/as-saint-etienne/home/1976/5f0c7c9e-8f5e-4a56-9a0e-0d6f2a3b4c5d", "page"],
  ["/_root.data", "data"],
  ["/assets/entry-abc123.js", "file"],
  ["/favicon.ico", "file"],
  ["/rest/v1/jerseys", "rest"],
  ["/auth/v1/token", "auth"],
  ["/storage/v1/object/public/jerseys/a.webp", "storage"],
  ["/restful", "page"],
  ["/readyz", "operation"],
])("%s counts as %s", (path, route) => {
  expect(routeOf(path)).toBe(route);
});

test("whatever is asked for, the labels stay a handful", async () => {
  const metrics = createMetrics();
  for (let n = 0; n < 500; n += 1) {
    metrics.request(`/jersey/someone@example.org/${n}`, 200 + (n % 300), n / 1000);
    metrics.request(`/rest/v1/table-${n}`, 404, 0.001);
  }
  metrics.page("hit");
  metrics.watchPools({ shared: { totalCount: 3, idleCount: 1, waitingCount: 7 } });
  metrics.watchWorker(async () => ({ waiting: 4, failed: 1, lag_seconds: 2.5 }));
  channel(EVENT_CHANNELS.mail).publish({ name: "signup", outcome: "done" });
  channel(EVENT_CHANNELS.job).publish({ name: "housekeeping", outcome: "failed" });
  const text = await metrics.text();
  const series = text.split("\n").filter((line) => line.startsWith("http_request"));
  expect(series.length).toBeLessThan(100);
  expect(text).not.toContain("example.org");
  expect(text).toContain('page_cache_answers_total{answer="hit"} 1');
  expect(text).toContain('database_connections{pool="shared",state="busy"} 2');
  expect(text).toContain('database_connections{pool="shared",state="waiting"} 7');
  expect(text).toContain('worker_changes{state="waiting"} 4');
  expect(text).toContain('worker_changes{state="failed"} 1');
  expect(text).toContain("worker_lag_seconds 2.5");
  expect(text).toContain('mails_total{name="signup",outcome="done"} 1');
  expect(text).toContain('jobs_total{name="housekeeping",outcome="failed"} 1');
});
