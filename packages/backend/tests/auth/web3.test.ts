import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import fc from "fast-check";
import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import { post } from "../../src/testing/accounts.ts";

let site: TestBackend;
beforeAll(async () => {
  site = await startTestBackend({ auth: { web3: ["ethereum", "solana"] } });
});
afterAll(() => site.close());

interface Wallet {
  chain: "ethereum" | "solana";
  address: string;
  sign(message: string): string;
}

function ethereumWallet(): Wallet {
  const { secretKey, publicKey } = secp256k1.keygen();
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  const address = Buffer.from(keccak_256(point.subarray(1)).subarray(12)).toString("hex");
  return {
    chain: "ethereum",
    address: `0x${address}`,
    sign(message) {
      const text = Buffer.from(
        `\x19Ethereum Signed Message:\n${Buffer.byteLength(message)}${message}`,
      );
      const options = { prehash: false, format: "recovered" } as const;
      const [recovery, ...compact] = secp256k1.sign(keccak_256(text), secretKey, options);
      return `0x${Buffer.from([...compact, recovery! + 27]).toString("hex")}`;
    },
  };
}

function solanaWallet(): Wallet {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    chain: "solana",
    address: base58(publicKey),
    sign: (message) => sign(null, Buffer.from(message), privateKey).toString("base64url"),
  };
}

function base58(key: KeyObject): string {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  const bytes = Buffer.from(key.export({ format: "jwk" }).x!, "base64url");
  let value = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text;
  return "1".repeat(bytes.findIndex((byte) => byte !== 0)) + text;
}

interface Changes {
  domain?: string;
  uri?: string;
  issuedAt?: Date;
  more?: string[];
}

function messageOf({ chain, address }: Wallet, changes: Changes = {}): string {
  const { domain = "127.0.0.1:3000", uri = "http://127.0.0.1:3000/auth" } = changes;
  const name = chain === "ethereum" ? "Ethereum" : "Solana";
  return [
    `${domain} wants you to sign in with your ${name} account:`,
    address,
    "",
    "Sign in to the catalogue",
    "",
    `URI: ${uri}`,
    "Version: 1",
    ...(chain === "ethereum" ? ["Chain ID: 1"] : ["Chain ID: solana:mainnet"]),
    `Nonce: ${crypto.randomUUID()}`,
    `Issued At: ${(changes.issuedAt ?? new Date()).toISOString()}`,
    ...(changes.more ?? []),
  ].join("\n");
}

const grant = (body: object) => post(site, "/token?grant_type=web3", body);

const enter = (wallet: Wallet, message: string) =>
  grant({ chain: wallet.chain, message, signature: wallet.sign(message) });

describe.each([
  ["ethereum", ethereumWallet],
  ["solana", solanaWallet],
])("a wallet of %s", (chain, makeWallet) => {
  test("opens an account without an address, and finds it again", async () => {
    const wallet = makeWallet();
    const { user } = await (await enter(wallet, messageOf(wallet))).json();
    expect(user).toMatchObject({
      email: "",
      is_anonymous: false,
      app_metadata: { provider: "web3", providers: ["web3"] },
      identities: [{ provider: "web3", identity_data: { custom_claims: { chain } } }],
    });
    const again = await (await enter(wallet, messageOf(wallet))).json();
    expect(again.user.id).toBe(user.id);
  });

  test("works through the client's own call", async () => {
    const wallet = makeWallet();
    const message = messageOf(wallet);
    const signature = wallet.sign(message);
    const { data, error } = await site
      .client()
      .auth.signInWithWeb3(
        wallet.chain === "ethereum"
          ? { chain: "ethereum", message, signature: signature as `0x${string}` }
          : { chain: "solana", message, signature: Buffer.from(signature, "base64url") },
      );
    expect(error).toBeNull();
    expect(data.session?.user.identities).toHaveLength(1);
  });

  test("signs in once per message, also with 20 in parallel", async () => {
    const wallet = makeWallet();
    const message = messageOf(wallet);
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(wallet, message)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each<[string, Changes]>([
    ["for another site", { uri: "https://evil.example/" }],
    ["of another domain", { domain: "evil.example" }],
    ["of an hour ago", { issuedAt: new Date(Date.now() - 3_600_000) }],
    ["of tomorrow", { issuedAt: new Date(Date.now() + 86_400_000) }],
    ["that has expired", { more: ["Expiration Time: 2020-01-01T00:00:00Z"] }],
    ["not to be used yet", { more: ["Not Before: 2999-01-01T00:00:00Z"] }],
    ["that says a thing twice", { more: ["URI: http://127.0.0.1:3000/"] }],
  ])("can't use a message %s", async (_, changes) => {
    const wallet = makeWallet();
    const answer = await enter(wallet, messageOf(wallet, changes));
    expect(answer.status).toBe(400);
    expect((await answer.json()).error_code).toMatch(/^(invalid_grant|validation_failed)$/);
  });

  test("can't sign for another wallet", async () => {
    const [wallet, other] = [makeWallet(), makeWallet()];
    const message = messageOf(other);
    const answer = await grant({ chain, message, signature: wallet.sign(message) });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code: "invalid_grant" });
  });
});

test("hostile messages and signatures are refused without a server error", async () => {
  const wallet = ethereumWallet();
  const sound = messageOf(wallet);
  const cut = fc.nat(sound.length).map((at) => sound.slice(0, at));
  const message = fc.oneof(fc.constant(sound), cut, fc.string({ unit: "binary", minLength: 64 }));
  const signature = fc.oneof(
    fc.string(),
    fc.uint8Array({ minLength: 65, maxLength: 65 }).map((b) => Buffer.from(b).toString("hex")),
  );
  const chain = fc.constantFrom("ethereum", "solana", "bitcoin");
  await fc.assert(
    fc.asyncProperty(chain, message, signature, async (on, text, by) => {
      const { status } = await grant({ chain: on, message: text, signature: by });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 100 },
  );
});
