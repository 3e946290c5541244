/**
 * The one place that knows whether an access token is still good. When a member signs out or deletes
 * the account, requests that are under way would reach a session that has just ended: the server
 * refuses them, and the browser logs an error.
 */
const ended = new Set<string>();
const running = new Map<string, Set<Promise<unknown>>>();

/** Time limit for requests that are under way at a sign-out, in milliseconds. */
const PATIENCE_MS = 2000;

/** Sends no further request with this token. */
export function endToken(token: string): void {
  ended.add(token);
}

/**
 * `fetch` for the member's client. A sign-out waits for the member's other requests; after it, and
 * after `endToken`, requests with this token are answered here.
 */
export async function fetchWithLiveToken(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const token = new Headers(init?.headers).get("Authorization")?.replace(/^Bearer /, "");
  if (token === undefined) return fetch(input, init);
  const url = new URL(input instanceof Request ? input.url : input);
  const isEnd = isOwnSignOut(url);
  if (ended.has(token)) return isEnd ? new Response(null, { status: 204 }) : refused();
  if (!isEnd) return track(token, fetch(input, init));
  ended.add(token);
  await settled(token);
  const answer = await fetch(input, init).catch((error: unknown) => error);
  // The session goes on if the server was not reached.
  if (!(answer instanceof Response) || answer.status >= 500) ended.delete(token);
  if (answer instanceof Response) return answer;
  throw answer;
}

/** Whether a request ends the session that sends it; "others" ends the account's other sessions. */
function isOwnSignOut({ pathname, searchParams }: URL): boolean {
  return pathname.endsWith("/auth/v1/logout") && searchParams.get("scope") !== "others";
}

function refused(): Response {
  return Response.json({ code: "session_ended", message: "session_ended" }, { status: 401 });
}

async function track(token: string, answer: Promise<Response>): Promise<Response> {
  const all = running.get(token) ?? new Set();
  running.set(token, all.add(answer));
  try {
    return await answer;
  } finally {
    all.delete(answer);
    if (all.size === 0) running.delete(token);
  }
}

async function settled(token: string): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.allSettled([...(running.get(token) ?? [])]), patience]);
}
