import { type BackendEvent, EVENT_CHANNELS } from "@maillotheque/backend";
import { subscribe } from "node:diagnostics_channel";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

import type { CacheAnswer } from "../../pages/cache/page-cache.ts";
import { metric } from "./register.ts";

/** The state of a connection pool. */
export interface PoolState {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** What `worker_state()` says. */
export interface WorkerState {
  waiting: number;
  failed: number;
  lag_seconds: number;
}

/** The site's counters; every label has few values, none of them personal. */
export interface Metrics {
  request(path: string, status: number, seconds: number): void;
  page(answer: CacheAnswer): void;
  watchPools(pools: Record<string, PoolState>): void;
  /** Asked whenever the metrics are read; without an answer they are those of before. */
  watchWorker(state: () => Promise<WorkerState | undefined>): void;
  /** Asked as often; without an answer, or a dump, there is no age. */
  watchDump(newest: () => Promise<Date | undefined>): void;
  /** The metrics in the Prometheus text format. */
  text(): Promise<string>;
  contentType: string;
}

/** Creates the counters; call once per process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    ...metric("requests"),
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const pages = new Counter({ ...metric("pages"), registers });
  for (const [counted, channel] of [
    ["mails", EVENT_CHANNELS.mail],
    ["jobs", EVENT_CHANNELS.job],
  ] as const) {
    const counter = new Counter({ ...metric(counted), registers });
    subscribe(channel, (message) => {
      const { name, outcome } = message as BackendEvent;
      counter.inc({ name, outcome });
    });
  }

  return {
    request: (path, status, seconds) =>
      requests.observe({ route: routeOf(path), status: `${Math.floor(status / 100)}xx` }, seconds),
    page: (answer) => pages.inc({ answer }),
    watchPools(pools) {
      const connections = new Gauge({
        ...metric("connections"),
        registers: [],
        collect() {
          for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
            this.set({ pool, state: "busy" }, totalCount - idleCount);
            this.set({ pool, state: "idle" }, idleCount);
            this.set({ pool, state: "waiting" }, waitingCount);
          }
        },
      });
      registry.registerMetric(connections);
    },
    watchWorker(state) {
      registry.registerMetric(
        new Gauge({
          ...metric("changes"),
          registers: [],
          async collect() {
            const found = await state().catch(() => undefined);
            if (!found) return;
            this.set({ state: "waiting" }, found.waiting);
            this.set({ state: "failed" }, found.failed);
          },
        }),
      );
      registry.registerMetric(
        new Gauge({
          ...metric("lag"),
          registers: [],
          async collect() {
            const found = await state().catch(() => undefined);
            if (found) this.set(found.lag_seconds);
          },
        }),
      );
    },
    watchDump(newest) {
      registry.registerMetric(
        new Gauge({
          ...metric("dump"),
          registers: [],
          async collect() {
            const takenAt = await newest().catch(() => undefined);
            if (takenAt) this.set((Date.now() - takenAt.getTime()) / 1_000);
            else this.remove();
          },
        }),
      );
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** The class of a path: one of a few labels. */
export function routeOf(path: string): string {
  const [, service] = /^\/(auth|rest|storage)\/v1(?:\/|$)/.exec(path) ?? [];
  if (service) return service;
  if (/^\/(healthz|readyz|metrics)$/.test(path)) return "operation";
  if (path.startsWith("/assets/") || /\.(?!data$)[a-z0-9]{2,11}$/.test(path)) return "file";
  return path.endsWith(".data") ? "data" : "page";
}
