/** What came back of one request. */
export interface Answer {
  /** 0 where the server closed the connection without a word, to a request that had no end. */
  status: number;
  body: string;
}

export interface Attempt {
  /** Enough to send it again by hand. */
  name: string;
  send(): Promise<Answer>;
}

/** Nobody waits longer; a busy machine takes its time. */
export const BOUND = 45_000;

/** How the server is made, which is nobody's business: files, stacks, statements, its own schemas. */
const LEAK =
  /node_modules|maillotheque-(copy|faults)|\bat (async )?\S+ \(?(file:|node:|\/)|\.tsx?:\d+|postgres:\/\/|syntax error at or near|\bset_config\(|\bpg_temp\b|\bbackend\.\w+|database-password/;

export interface Verdict {
  sent: number;
  /** How often each status was answered. */
  statuses: Record<string, number>;
  /** Requests that made the server fail, hang or tell too much, with what it said. */
  wrong: string[];
}

/** Sends them all, several at once, and looks at what is answered. */
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
