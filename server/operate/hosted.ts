import type { Source } from "./start.ts";
import { projectReports } from "../pages/visitor-reports/project-reports.ts";

/** A Supabase project, hosted or self-hosted, used as it is. */
export function hostedSource(url: string, anonKey: string): Source {
  return {
    url,
    anonKey,
    visitorReports: projectReports(url, anonKey),
    async ready() {
      const response = await fetch(`${url}/auth/v1/health`, {
        headers: { apikey: anonKey },
        signal: AbortSignal.timeout(3_000),
      });
      if (!response.ok) throw new Error(`the backend answers ${response.status}`);
    },
  };
}
