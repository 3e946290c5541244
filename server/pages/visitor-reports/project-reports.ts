import type {
  VisitorReportProblem,
  VisitorReports,
} from "../../../app/shared/data/backend-access.ts";
import { PROBLEMS } from "./problems.ts";

/** How long an answer of the project to "are reports taken?" counts, in milliseconds. */
const KNOWN_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** As many as `private.write_limits` allows an origin with our own backend. */
const LIMITS = [
  { most: 5, withinMs: HOUR_MS },
  { most: 20, withinMs: DAY_MS },
];

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

  /** True if this origin may file one more; counts it. */
  function hasRoom(origin: string): boolean {
    const now = Date.now();
    for (const [other, times] of filedBy) {
      const recent = times.filter((time) => time > now - DAY_MS);
      if (recent.length > 0) filedBy.set(other, recent);
      else filedBy.delete(other);
    }
    const times = filedBy.get(origin) ?? [];
    const isFull = LIMITS.some(
      ({ most, withinMs }) => times.filter((time) => time > now - withinMs).length >= most,
    );
    if (!isFull) filedBy.set(origin, [...times, now]);
    return !isFull;
  }

  return {
    isOpen() {
      if (!known || Date.now() - known.at > KNOWN_MS) known = { isOpen: ask(), at: Date.now() };
      return known.isOpen;
    },
    async file({ target, category, reason, name, email, lang }, origin) {
      if (!hasRoom(origin)) return "tooMany";
      const values = { target_type: target.type, target_id: target.id };
      const problem = await change("send_visitor_report", {
        ...values,
        ...{ category, reason, name, email, lang },
      });
      // Only filed ones count, as in SQL: a form that was refused is corrected and sent again.
      if (problem) filedBy.get(origin)?.pop();
      return problem;
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
