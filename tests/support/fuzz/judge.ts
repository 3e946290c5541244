/** The answer to one request. */
export interface Answer {
  /** 0 if the server closed the connection of an incomplete request without an answer. */
  status: number;
  body: string;
}

export interface Attempt {
  /** Enough to repeat the request by hand. */
  name: string;
  send(): Promise<Answer>;
}

/** Time limit of a request; generous, because the machine may be busy. */
export const BOUND = 45_000;

/** Internals that no answer may contain: files, stacks, statements, internal schemas. */
const LEAK =
  /node_modules|maillotheque-(copy|faults)|\bat (async )?\S+ \(?(file:|node:|\/)|\.tsx?:\d+|postgres:\/\/|syntax error at or near|\bset_config\(|\bpg_temp\b|\bbackend\.\w+|database-password/;

export interface Verdict {
  sent: number;
  /** The number of answers per status. */
  statuses: Record<string, number>;
  /** Requests that made the server fail, hang or reveal internals, with its answer. */
  wrong: string[];
}

/** Sends all requests, several in parallel, and judges the answers. */
export async function judge(attempts: Iterable<Attempt>, lanes = 12): Promise<Verdict> {
  const verdict: Verdict = { sent: 0, statuses: {}, wrong: [] };
  const waiting = attempts[Symbol.iterator]();
  const lane = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      const { name, send } = next.value;
      const answer = await send().catch((error: Error) => ({ status: -1, body: error.message }));
      verdict.sent += 1;
      verdict.statuses[answer.status] = (verdict.statuses[answer.status] ?? 0) + 1;
      if (isWrong(answer)) {
        verdict.wrong.push(`${name}\n→ ${answer.status} ${answer.body.slice(0, 400)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return verdict;
}

function isWrong({ status, body }: Answer): boolean {
  return status < 0 || status >= 500 || LEAK.test(body);
}
