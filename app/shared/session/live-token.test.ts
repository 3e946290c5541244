import { afterEach, expect, test, vi } from "vitest";

import { endToken, fetchWithLiveToken } from "./live-token.ts";

afterEach(() => vi.unstubAllGlobals());

const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const LOGOUT = "https://example.org/auth/v1/logout?scope=local";
const ROWS = "https://example.org/rest/v1/jerseys";

/** Replaces `fetch`; each request stays open until it is answered. */
function stubFetch() {
  const sent: { url: string; answer: (response: Response) => void; fail: () => void }[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    sent.push({ url, answer: resolve, fail: () => reject(new TypeError("offline")) });
    return promise;
  });
  return sent;
}

test("a sign-out waits for requests under way, and none follows it", async () => {
  const sent = stubFetch();
  const rows = fetchWithLiveToken(ROWS, as("a"));
  const leaving = fetchWithLiveToken(LOGOUT, as("a"));
  expect(sent.map(({ url }) => url)).toEqual([ROWS]);
  expect((await fetchWithLiveToken(ROWS, as("a"))).status).toBe(401);
  sent[0]!.answer(new Response("[]"));
  await rows;
  await vi.waitFor(() => expect(sent.map(({ url }) => url)).toEqual([ROWS, LOGOUT]));
  sent[1]!.answer(new Response(null, { status: 204 }));
  expect((await leaving).status).toBe(204);
  expect((await fetchWithLiveToken(ROWS, as("a"))).status).toBe(401);
  // Another member isn't concerned.
  void fetchWithLiveToken(ROWS, as("b"));
  expect(sent).toHaveLength(3);
});

test("a sign-out that fails ends nothing", async () => {
  const sent = stubFetch();
  const leaving = fetchWithLiveToken(LOGOUT, as("c"));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  sent[0]!.fail();
  await expect(leaving).rejects.toThrow("offline");
  void fetchWithLiveToken(ROWS, as("c"));
  expect(sent).toHaveLength(2);
});

test("the session of a deleted account ends without a request, others' sign-out with one", async () => {
  const sent = stubFetch();
  void fetchWithLiveToken("https://example.org/auth/v1/logout?scope=others", as("d"));
  void fetchWithLiveToken(ROWS, as("d"));
  expect(sent).toHaveLength(2);
  endToken("d");
  expect((await fetchWithLiveToken(LOGOUT, as("d"))).status).toBe(204);
  expect(sent).toHaveLength(2);
});
