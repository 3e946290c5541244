import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { createHash, randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";

export const CLIENT_ID = "sample";
export const SECRET = "provider-secret";

export interface Person {
  sub: string;
  email?: string;
  verified?: boolean;
  name?: string;
}

/** Hosts of real providers that are simulated here. */
const HOSTS = new Set([
  "oauth2.googleapis.com",
  "www.googleapis.com",
  "appleid.apple.com",
  "github.com",
  "api.github.com",
  "discord.com",
  "graph.facebook.com",
  "api.twitter.com",
  "api.x.com",
  "id.twitch.tv",
  "api.twitch.tv",
]);

export interface FakeProvider {
  /** Its address as an OpenID Connect issuer. */
  issuer: string;
  /** Simulates a browser in which `person` agrees. Returns the redirect URL. */
  agree(authorizationUrl: string, person: Person): URL;
  /** The person who agrees when a browser opens the issuer; undefined for nobody. */
  visitor?: Person;
  /** Signs an ID token as any of the simulated issuers. */
  idToken(claims: Record<string, unknown>, issuer?: string): Promise<string>;
  close(): Promise<void>;
}

interface Grant {
  person: Person;
  challenge: string | null;
  nonce: string | null;
}

/**
 * Starts a provider that records authorization requests and validates the token requests against
 * them.
 */
export async function startFakeProvider(): Promise<FakeProvider> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "fake", alg: "RS256", use: "sig" };
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Person>();
  let issuer = "";

  const idToken = (claims: Record<string, unknown>, by = issuer) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: "fake" })
      .setIssuer(by)
      .setAudience(CLIENT_ID)
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(privateKey);

  const app = new Hono();
  app.get("/own/.well-known/openid-configuration", (c) =>
    c.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    }),
  );
  const keys = ["/own/keys", "/www.googleapis.com/oauth2/v3/certs", "/appleid.apple.com/auth/keys"];
  app.on("GET", keys, (c) => c.json({ keys: [jwk] }));

  app.on("POST", ["/:host/*", "/:host/:path/*"], async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const basic = c.req.header("authorization")?.slice("Basic ".length) ?? "";
    const [id, secret] = basic
      ? Buffer.from(basic, "base64").toString().split(":")
      : [form.get("client_id"), form.get("client_secret")];
    const host = c.req.path.split("/")[1];
    // Apple's secret is a token that the client signs.
    const known = id === CLIENT_ID && (secret === SECRET || host === "appleid.apple.com");
    const code = form.get("code") ?? "";
    const grant = codes.get(code);
    codes.delete(code);
    const shown = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!known || !grant || (grant.challenge && grant.challenge !== shown)) {
      return c.json({ error: "invalid_grant" }, 400);
    }
    const access = randomUUID();
    tokens.set(access, grant.person);
    const { sub, email, verified, name } = grant.person;
    const by = { "oauth2.googleapis.com": "https://accounts.google.com" }[host ?? ""];
    const claims = { sub, email, email_verified: verified, name, nonce: grant.nonce };
    const apple = host === "appleid.apple.com" ? "https://appleid.apple.com" : undefined;
    return c.json({
      access_token: access,
      refresh_token: `refresh-${access}`,
      token_type: "bearer",
      expires_in: 3600,
      id_token: await idToken(claims, by ?? apple),
    });
  });

  const person = (authorization: string | undefined) =>
    tokens.get(authorization?.replace("Bearer ", "") ?? "") ?? { sub: "nobody" };
  app.get("/api.github.com/user", (c) => {
    const { sub, name } = person(c.req.header("authorization"));
    return c.json({ id: Number(sub), login: "octo", name, avatar_url: "https://a.test/o.png" });
  });
  app.get("/api.github.com/user/emails", (c) => {
    const { email, verified } = person(c.req.header("authorization"));
    return c.json([{ email, primary: true, verified: verified ?? false, visibility: null }]);
  });
  app.get("/discord.com/api/users/@me", (c) => {
    const { sub, email, verified, name } = person(c.req.header("authorization"));
    return c.json({ id: sub, username: "disco", global_name: name, avatar: null, email, verified });
  });
  app.get("/graph.facebook.com/me", (c) => {
    const { sub, email, name } = person(c.req.header("authorization"));
    return c.json({ id: sub, name, email });
  });
  app.get("/api.x.com/2/users/me", (c) => {
    const { sub, email, name } = person(c.req.header("authorization"));
    return c.json({ data: { id: sub, name, username: "xer", confirmed_email: email } });
  });
  app.get("/api.twitch.tv/helix/users", (c) => {
    const { sub, email, name } = person(c.req.header("authorization"));
    return c.json({ data: [{ id: sub, login: "streamer", display_name: name, email }] });
  });

  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  issuer = `${origin}/own`;

  const real = globalThis.fetch;
  // In this process only: a separate server process uses the issuer's address.
  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (!HOSTS.has(url.host)) return real(input, init);
    const played = `${origin}/${url.host}${url.pathname}${url.search}`;
    return real(played, new Request(input, init));
  };

  const provider: FakeProvider = {
    issuer,
    idToken,
    agree(authorizationUrl, someone) {
      const { searchParams: requested } = new URL(authorizationUrl);
      if (requested.get("client_id") !== CLIENT_ID) throw new Error("another client");
      const code = randomUUID();
      codes.set(code, {
        person: someone,
        challenge: requested.get("code_challenge"),
        nonce: requested.get("nonce"),
      });
      const back = new URL(requested.get("redirect_uri")!);
      back.searchParams.set("state", requested.get("state")!);
      back.searchParams.set("code", code);
      return back;
    },
    async close() {
      globalThis.fetch = real;
      await new Promise((resolve) => server.close(resolve));
    },
  };
  app.get("/own/authorize", (c) => {
    if (!provider.visitor) return c.text("nobody is here", 403);
    return c.redirect(provider.agree(c.req.url, provider.visitor).href);
  });
  return provider;
}
