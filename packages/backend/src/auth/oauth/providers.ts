import { Apple, Discord, Facebook, GitHub, Google, Twitch, Twitter } from "arctic";
import * as z from "zod";

import type { ProviderOptions } from "../../options.ts";
import { bearerOf, getJson } from "./http.ts";
import { idTokensOf, OPENID_SCOPES, openIdProvider, profileByIdToken } from "./oidc.ts";
import type { OAuthProvider } from "./provider.ts";

type Make = (settings: ProviderOptions, redirectUri: string) => OAuthProvider;

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const id = z.union([z.string().min(1), z.number().transform(String)]);

const google: Make = ({ clientId, secret }, redirectUri) => {
  const client = new Google(clientId, secret, redirectUri);
  const issuers = ["https://accounts.google.com", "accounts.google.com"];
  const idTokens = idTokensOf(issuers, "https://www.googleapis.com/oauth2/v3/certs", clientId);
  return {
    scopes: OPENID_SCOPES,
    idTokens,
    authorizationUrl({ state, verifier, nonce }, scopes) {
      const url = client.createAuthorizationURL(state, verifier, scopes);
      url.searchParams.set("nonce", nonce);
      return url;
    },
    exchange: (code, verifier) => client.validateAuthorizationCode(code, verifier),
    profile: (tokens, nonce) => profileByIdToken(idTokens, tokens, nonce),
  };
};

/** Apple's secret has three parts: `<team>:<key id>:<private key, PKCS #8 in base64>`. */
const apple: Make = ({ clientId, secret }, redirectUri) => {
  const [team = "", keyId = "", key = ""] = secret.split(":");
  const client = new Apple(clientId, team, keyId, Buffer.from(key, "base64"), redirectUri);
  const issuer = "https://appleid.apple.com";
  const idTokens = idTokensOf(issuer, `${issuer}/auth/keys`, clientId);
  return {
    scopes: ["email", "name"],
    idTokens,
    authorizationUrl({ state, nonce }, scopes) {
      const url = client.createAuthorizationURL(state, scopes);
      url.searchParams.set("nonce", nonce);
      // Apple sends name and address only with this response mode.
      url.searchParams.set("response_mode", "form_post");
      return url;
    },
    exchange: (code) => client.validateAuthorizationCode(code),
    profile: (tokens, nonce) => profileByIdToken(idTokens, tokens, nonce),
  };
};

const GitHubUser = z.object({ id, login: text, name: text, avatar_url: text });
const GitHubEmails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
);

const github: Make = ({ clientId, secret }, redirectUri) => {
  const client = new GitHub(clientId, secret, redirectUri);
  return {
    scopes: ["user:email"],
    authorizationUrl: ({ state }, scopes) => client.createAuthorizationURL(state, scopes),
    exchange: (code) => client.validateAuthorizationCode(code),
    async profile(tokens) {
      const as = bearerOf(tokens.accessToken());
      const [user, emails] = await Promise.all([
        getJson(GitHubUser, "https://api.github.com/user", as),
        getJson(GitHubEmails, "https://api.github.com/user/emails", as),
      ]);
      const primary = emails.find((email) => email.primary);
      return {
        subject: user.id,
        email: primary?.email,
        emailVerified: primary?.verified ?? false,
        claims: { name: user.name, user_name: user.login, avatar_url: user.avatar_url },
      };
    },
  };
};

const DiscordUser = z.object({
  id,
  username: text,
  global_name: text,
  avatar: text,
  email: text,
  verified: z.boolean().nullish(),
});

const discord: Make = ({ clientId, secret }, redirectUri) => {
  const client = new Discord(clientId, secret, redirectUri);
  return {
    scopes: ["email", "identify"],
    authorizationUrl: ({ state, verifier }, scopes) =>
      client.createAuthorizationURL(state, verifier, scopes),
    exchange: (code, verifier) => client.validateAuthorizationCode(code, verifier),
    async profile(tokens) {
      const as = bearerOf(tokens.accessToken());
      const user = await getJson(DiscordUser, "https://discord.com/api/users/@me", as);
      return {
        subject: user.id,
        email: user.email,
        emailVerified: user.verified === true,
        claims: {
          name: user.global_name ?? user.username,
          user_name: user.username,
          avatar_url:
            user.avatar && `https://cdn.discordapp.com/avatars/${user.id}/${user.avatar}.png`,
        },
      };
    },
  };
};

const FacebookUser = z.object({
  id,
  name: text,
  email: text,
  picture: z.object({ data: z.object({ url: text }) }).nullish(),
});

const facebook: Make = ({ clientId, secret }, redirectUri) => {
  const client = new Facebook(clientId, secret, redirectUri);
  return {
    scopes: ["email"],
    authorizationUrl: ({ state }, scopes) => client.createAuthorizationURL(state, scopes),
    exchange: (code) => client.validateAuthorizationCode(code),
    async profile(tokens) {
      const url = "https://graph.facebook.com/me?fields=id,name,email,picture";
      const user = await getJson(FacebookUser, url, bearerOf(tokens.accessToken()));
      return {
        subject: user.id,
        email: user.email,
        // Facebook returns only addresses that it has confirmed.
        emailVerified: user.email !== undefined,
        claims: { name: user.name, avatar_url: user.picture?.data.url },
      };
    },
  };
};

const XUser = z.object({
  data: z.object({
    id,
    name: text,
    username: text,
    profile_image_url: text,
    confirmed_email: text,
  }),
});

const x: Make = ({ clientId, secret }, redirectUri) => {
  const client = new Twitter(clientId, secret, redirectUri);
  return {
    scopes: ["users.read", "users.email", "tweet.read"],
    authorizationUrl: ({ state, verifier }, scopes) =>
      client.createAuthorizationURL(state, verifier, scopes),
    exchange: (code, verifier) => client.validateAuthorizationCode(code, verifier),
    async profile(tokens) {
      const url = "https://api.x.com/2/users/me?user.fields=confirmed_email,profile_image_url";
      const { data: user } = await getJson(XUser, url, bearerOf(tokens.accessToken()));
      return {
        subject: user.id,
        email: user.confirmed_email,
        emailVerified: user.confirmed_email !== undefined,
        claims: {
          name: user.name,
          user_name: user.username,
          avatar_url: user.profile_image_url,
        },
      };
    },
  };
};

const TwitchUsers = z.object({
  data: z.tuple([
    z.object({ id, login: text, display_name: text, email: text, profile_image_url: text }),
  ]),
});

const twitch: Make = ({ clientId, secret }, redirectUri) => {
  const client = new Twitch(clientId, secret, redirectUri);
  return {
    scopes: ["user:read:email"],
    authorizationUrl: ({ state }, scopes) => client.createAuthorizationURL(state, scopes),
    exchange: (code) => client.validateAuthorizationCode(code),
    async profile(tokens) {
      const as = { ...bearerOf(tokens.accessToken()), "client-id": clientId };
      const found = await getJson(TwitchUsers, "https://api.twitch.tv/helix/users", as);
      const [user] = found.data;
      return {
        subject: user.id,
        email: user.email,
        // Twitch returns only addresses that it has confirmed.
        emailVerified: user.email !== undefined,
        claims: {
          name: user.display_name,
          user_name: user.login,
          avatar_url: user.profile_image_url,
        },
      };
    },
  };
};

const MAKERS: Record<string, Make> = {
  apple,
  discord,
  facebook,
  github,
  google,
  twitch,
  twitter: x,
  x,
};

/** Returns the configured providers, by the name that clients send. */
export function createProviders(
  settings: Record<string, ProviderOptions>,
  siteUrl: string,
): Map<string, OAuthProvider> {
  const redirectUri = `${siteUrl}/auth/v1/callback`;
  return new Map(
    Object.entries(settings).flatMap(([name, provider]): [string, OAuthProvider][] => {
      const { issuer } = provider;
      if (issuer) return [[name, openIdProvider({ ...provider, issuer }, redirectUri)]];
      const make = Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined;
      return make ? [[name, make(provider, redirectUri)]] : [];
    }),
  );
}
