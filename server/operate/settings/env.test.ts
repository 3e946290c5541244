import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";

import { BadSettings, misspeltSettings, readEnv } from "./env.ts";

function problemsOf(settings: Record<string, string>): string[] {
  try {
    readEnv(settings);
    return [];
  } catch (error) {
    return (error as BadSettings).problems;
  }
}

test("nothing needs to be set", () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    HOST: "127.0.0.1",
    SEED: "demo",
    LOG_LEVEL: "info",
    TRUST_PROXY: false,
    AUTH_AUTOCONFIRM: false,
    providers: {},
  });
});

test("an empty variable is one that is not set", () => {
  expect(readEnv({ PORT: "", SITE_URL: "", SEED: "" })).toMatchObject({ PORT: 3000, SEED: "demo" });
});

test("converts values to their types", () => {
  const env = readEnv({
    SITE_URL: "https://example.org/",
    HOME_RATING: "4.8:1250",
    TRUST_PROXY: "1",
    STOP_DELAY: "15",
    DATA_DIR: "/var/lib/site/",
    AUTH_GOOGLE_CLIENT_ID: "id",
    AUTH_GOOGLE_SECRET: "secret",
    AUTH_CLUB_CLIENT_ID: "id",
    AUTH_CLUB_SECRET: "secret",
    AUTH_CLUB_ISSUER: "https://id.example.org",
  });
  expect(env).toMatchObject({
    SITE_URL: "https://example.org",
    HOME_RATING: { value: 4.8, count: 1250 },
    TRUST_PROXY: true,
    STOP_DELAY: 15,
    DATA_DIR: "/var/lib/site",
    providers: {
      google: { clientId: "id", secret: "secret" },
      club: { clientId: "id", secret: "secret", issuer: "https://id.example.org" },
    },
  });
});

test("takes the operator's facts as lines of text", () => {
  const facts = {
    OPERATOR_NAME: "Association « Les Maillots »",
    OPERATOR_ADDRESS: "1 rue du Stade, 75000 Paris",
    OPERATOR_EMAIL: "contact@example.org",
    OPERATOR_PHONE: "+33 (0)1 23.45-67 89",
    OPERATOR_HOST: "Host Ltd, 1 Port Street",
  };
  expect(readEnv(facts)).toMatchObject(facts);
  const problems = problemsOf({
    OPERATOR_NAME: "A\nB",
    OPERATOR_ADDRESS: "x".repeat(501),
    OPERATOR_EMAIL: "nobody",
    OPERATOR_PHONE: "call me",
  });
  expect(problems.map((problem) => problem.split(":")[0])).toEqual([
    "OPERATOR_NAME",
    "OPERATOR_ADDRESS",
    "OPERATOR_EMAIL",
    "OPERATOR_PHONE",
  ]);
});

test("reports all problems together, one line each", () => {
  const problems = problemsOf({ PORT: "x", SEED: "all", SUPABASE_URL: "https://a.test" });
  expect(problems).toHaveLength(3);
  expect(problems.join("\n")).toMatch(/^PORT: .+\nSEED: .+\nSUPABASE_ANON_KEY: .+$/);
});

test.each([
  [{ PORT: "http" }, "PORT"],
  [{ PORT: "70000" }, "PORT"],
  [{ SITE_URL: "example.org" }, "SITE_URL"],
  [{ SITE_URL: "https://example.org/shirts" }, "SITE_URL"],
  [{ DATABASE_URL: "mysql://localhost/x" }, "DATABASE_URL"],
  [{ SUPABASE_URL: "https://example.org" }, "SUPABASE_ANON_KEY"],
  [{ SMTP_URL: "localhost:25" }, "SMTP_URL"],
  [{ MAIL_FROM: "nobody" }, "MAIL_FROM"],
  [{ STORAGE_S3_BUCKET: "shirts" }, "STORAGE_S3_ACCESS_KEY_ID, STORAGE_S3_SECRET_ACCESS_KEY"],
  [{ AUTH_GOOGLE_CLIENT_ID: "id" }, "AUTH_GOOGLE_SECRET"],
  [{ SEED: "all" }, "SEED"],
  [{ HOME_RATING: "6:10" }, "HOME_RATING"],
  [{ TRUST_PROXY: "perhaps" }, "TRUST_PROXY"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
  [{ AUTH_AUTOCONFIRM: "yes please" }, "AUTH_AUTOCONFIRM"],
])("%o is refused by its name", (settings, name) => {
  expect(problemsOf(settings)).toEqual([expect.stringMatching(new RegExp(`^${name}: [^\n]+$`))]);
});

test("settings that exclude each other are refused", () => {
  expect(
    problemsOf({
      DATABASE_URL: "postgres://a/b",
      SUPABASE_URL: "https://a.test",
      SUPABASE_ANON_KEY: "key",
    }),
  ).toEqual([expect.stringMatching(/^DATABASE_URL: /)]);
});

test("a captcha has a public key, and a secret unless a hosted service keeps it", () => {
  const captcha = { CAPTCHA_PROVIDER: "turnstile", CAPTCHA_SITE_KEY: "0x4AAA-public" };
  expect(problemsOf({ CAPTCHA_PROVIDER: "turnstile" })).toEqual([
    "CAPTCHA_SITE_KEY: needed with CAPTCHA_PROVIDER",
    "CAPTCHA_SECRET: needed with CAPTCHA_PROVIDER",
  ]);
  expect(problemsOf({ CAPTCHA_SITE_KEY: "key", CAPTCHA_SECRET: "secret" })).toEqual([
    "CAPTCHA_PROVIDER: needed with CAPTCHA_SITE_KEY",
    "CAPTCHA_PROVIDER: needed with CAPTCHA_SECRET",
  ]);
  expect(problemsOf({ ...captcha, CAPTCHA_SECRET: "secret" })).toEqual([]);
  const hosted = { SUPABASE_URL: "https://a.test", SUPABASE_ANON_KEY: "key" };
  expect(problemsOf({ ...captcha, ...hosted })).toEqual([]);
  expect(problemsOf({ ...captcha, CAPTCHA_SECRET: "s", CAPTCHA_SITE_KEY: '"><' })).toEqual([
    "CAPTCHA_SITE_KEY: expected the public key of the site",
  ]);
});

test.each([
  ["SITE_URl", "SITE_URL"],
  ["port", "PORT"],
  ["SMTP_ULR", undefined],
  ["SITEURL", "SITE_URL"],
  ["TRUST_PROXI", "TRUST_PROXY"],
  ["METRIC_TOKEN", "METRICS_TOKEN"],
  ["STORAGE_S3_ENDPIONT", "STORAGE_S3_ENDPOINT"],
  ["SUPABASE_SERVICE_KEYS", "SUPABASE_SERVICE_KEY"],
])("%s is probably meant as %s", (name, meant) => {
  const lines = meant ? [`${name}: there is no such setting; ${meant} is probably meant`] : [];
  expect(misspeltSettings({ [name]: "x" })).toEqual(lines);
});

test("other variables of an environment are no misspelt settings", () => {
  const others =
    "PATH HOME HOSTNAME PORTS SORT LANG LOG LOGNAME USER SHELL TERM SEEDS MIGRATIONS HTTP_URL NODE_OPTIONS npm_lifecycle_script npm_config_prefix XDG_DATA_DIRS XDG_DATA_HOME STATE_DIRECTORY INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET POSTGRES_PASSWORD STORE_SECRET SUPABASE_SERVICE_ROLE_KEY VITE_SUPABASE_URL AUTH_GOOGLE_CLIENT_ID AUTH_CLUB_ISSUER CHROMIUM_PATH http_proxy NO_PROXY EMAIL MAIL DATABASE_URLS";
  const set = { DATABASE_URL: "postgres://a/b" };
  const environment = Object.fromEntries(others.split(" ").map((name) => [name, "x"]));
  expect(misspeltSettings({ ...environment, ...set })).toEqual([]);
});

test("values are not repeated: some are secret", () => {
  const problems = problemsOf({ DATABASE_URL: "mysql://me:hunter2@host/x", SMTP_URL: "hunter2" });
  expect(problems.join()).not.toContain("hunter2");
});

test("an identity provider is read whole, or each thing it lacks is named", () => {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = publicKey.export({ type: "spki", format: "pem" });
  const complete = {
    AUTH_SAML_CLUB_ISSUER: "urn:club",
    AUTH_SAML_CLUB_ENTRY_POINT: "https://id.example.org/sso?tenant=1",
    AUTH_SAML_CLUB_CERTIFICATE: `${key},${key}`,
    AUTH_SAML_CLUB_DOMAINS: "Club.example, fans.example",
  };
  expect(readEnv(complete).saml).toEqual({
    club: {
      issuer: "urn:club",
      entryPoint: "https://id.example.org/sso?tenant=1",
      certificates: [key.trim(), key.trim()],
      domains: ["club.example", "fans.example"],
    },
  });
  expect(
    problemsOf({ AUTH_SAML_CLUB_ISSUER: "urn:club", AUTH_SAML_CLUB_CERTIFICATE: "nonsense" }),
  ).toEqual([
    "AUTH_SAML_CLUB_ENTRY_POINT: expected an address such as https://id.example.org",
    "AUTH_SAML_CLUB_CERTIFICATE: expected X.509 certificates in base64 or PEM",
    "AUTH_SAML_CLUB_DOMAINS: missing",
  ]);
});

test("takes a list of replicas", () => {
  const one = "postgres://site:secret@one/site";
  const env = readEnv({
    DATABASE_URL: one,
    DATABASE_READ_URL: `${one}, postgres://site:secret@two/site`,
    DATABASE_READ_LAG: "30",
  });
  expect(env.DATABASE_READ_URL).toEqual([one, "postgres://site:secret@two/site"]);
  expect(env.DATABASE_READ_LAG).toBe(30);
  expect(problemsOf({ DATABASE_READ_URL: one })).toEqual([
    "DATABASE_URL: needed with DATABASE_READ_URL",
  ]);
  expect(problemsOf({ DATABASE_URL: one, DATABASE_READ_URL: "mysql://x, secret" })).toEqual([
    expect.stringMatching(/^DATABASE_READ_URL\S*: expected connection strings/),
    expect.not.stringContaining("secret"),
  ]);
});
