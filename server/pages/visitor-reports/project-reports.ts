import type {
  VisitorReportProblem,
  VisitorReports,
} from "../../../app/shared/data/backend-access.ts";
import { PROBLEMS } from "./problems.ts";

/** How long an answer of the project to "are reports taken?" counts, in milliseconds. */
const KNOWN_MS = 60_000;
const HOUR_MS = 3_600_000;
/** As many as `private.write_limits` allows an origin with our own backend. */
const MOST_PER_HOUR = 5;

/**
 * The forms of visitors with a Supabase project, by functions that everybody may call. The project
 * sees this server's address only, so the limit of a network address is counted here.
 */
export function projectReports(url: string, anonKey: string): VisitorReports {
  let known: { isOpen: Promise<boolean>; at: number } | undefined;
  const filedBy = new Map<string, number[]>();

  async function call(name: string, values: object): Promise<Response> {
    return fetch(`${url}/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: { apikey: anonKey, "content-type": "application/json" },
      body: JSON.stringify(values),
      signal: AbortSignal.timeout(10_000),
    });
  }

  async function change(name: string, values: object): Promise<VisitorReportProblem | undefined> {
    try {
      const answer = await call(name, values);
      return answer.ok ? undefined : problemOf((await answer.json()) as { message?: string });
    } catch {
      return "failed";
    }
  }

  async function ask(): Promise<boolean> {
    try {
      const answer = await call("takes_visitor_reports", {});
      return answer.ok && (await answer.json()) === true;
    } catch {
      return false;
    }
  }

  /** True if this origin may file one more within an hour, as `private.write_limits` counts; counts it. */
  function hasRoom(origin: string): boolean {
    const since = Date.now() - HOUR_MS;
    for (const [other, times] of filedBy) if (times.at(-1)! < since) filedBy.delete(other);
    const recent = (filedBy.get(origin) ?? []).filter((time) => time >= since);
    if (recent.length >= MOST_PER_HOUR) return false;
    filedBy.set(origin, [...recent, Date.now()]);
    return true;
  }

  return {
    isOpen() {
      if (!known || Date.now() - known.at > KNOWN_MS) known = { isOpen: ask(), at: Date.now() };
      return known.isOpen;
    },
    async file({ target, category, reason, name, email, lang }, origin) {
      if (!hasRoom(origin)) return "tooMany";
      const values = { target_type: target.type, target_id: target.id };
      return change("send_visitor_report", { ...values, category, reason, name, email, lang });
    },
    confirm: (token) => change("confirm_visitor_report", { token }),
    contest: (token, reason) => change("contest_report", { token, reason }),
  };
}

/** By the raised message, or by the constraint that the message names. */
function problemOf({ message = "" }: { message?: string }): VisitorReportProblem {
  const constraint = /constraint "(\w+)"/.exec(message)?.[1];
  return PROBLEMS[constraint ?? message] ?? "failed";
}
