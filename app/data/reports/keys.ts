import type { ReportState } from "./admin-reports.ts";

export const reportKeys = {
  mine: ["reports", "mine"] as const,
  mineOf: (userId: string, length: number) => [...reportKeys.mine, userId, length] as const,
};

export const adminReportKeys = {
  all: ["admin-reports"] as const,
  list: (state: ReportState, length: number) => [...adminReportKeys.all, state, length] as const,
};
