/**
 * Whether a request that the backend has accepted was a visitor's: without a token, or with the
 * anonymous key. The token is only read, because the backend has verified it.
 */
export function isVisitorRequest(headers: Headers): boolean {
  const bearer = /^bearer\s+(\S+)/i.exec(headers.get("authorization") ?? "")?.[1];
  const token = bearer ?? headers.get("apikey");
  return !token || roleOf(token) === "anon";
}

function roleOf(token: string): unknown {
  try {
    const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
    return (JSON.parse(payload) as { role?: unknown }).role;
  } catch {
    return undefined;
  }
}
