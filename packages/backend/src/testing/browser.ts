/** Sends requests like a browser: with the cookies of earlier answers. */
export interface Browser {
  fetch: typeof fetch;
}

/** Creates a browser without any cookie. It ignores their paths and ages. */
export function newBrowser(): Browser {
  const cookies = new Map<string, string>();
  return {
    async fetch(input, init) {
      const headers = new Headers(init?.headers);
      if (cookies.size > 0) {
        headers.set("cookie", [...cookies].map((pair) => pair.join("=")).join("; "));
      }
      const answer = await fetch(input, { ...init, headers });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (name) cookies.set(name, value ?? "");
      }
      return answer;
    },
  };
}
