import type { LogFilter } from "./audit-log.ts";

export const auditKeys = {
  log: (filter: LogFilter) => ["audit-log", filter] as const,
};
