/** Where sessions begin and are renewed. */
const SESSIONS = /\/auth\/v1\/(?:token|verify|signup|passkeys\/)/;

/**
 * An answer with a session names its end by the server's clock. A device whose clock is ahead would take every
 * token for expired and renew it before each request. Without the end, the client computes it from the
 * duration, by the device's own clock.
 */
export async function withLocalExpiry(url: string, response: Response): Promise<Response> {
  if (!SESSIONS.test(url) || !response.ok) return response;
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (typeof answer !== "object" || answer === null || !("expires_in" in answer)) return response;
  const { status, headers } = response;
  return new Response(JSON.stringify({ ...answer, expires_at: undefined }), { status, headers });
}
