import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { createPublicKey, verify } from "node:crypto";

import type { Chain } from "./message.ts";

/**
 * Returns true if the owner of the address has signed the message, false for malformed signatures.
 */
export function signedBy(
  chain: Chain,
  address: string,
  message: string,
  signature: string,
): boolean {
  return CHECKS[chain](address, Buffer.from(message), signature);
}

const CHECKS: Record<Chain, (address: string, message: Buffer, signature: string) => boolean> = {
  ethereum: signedOnEthereum,
  solana: signedOnSolana,
};

/**
 * EIP-191: the public key is recovered from the signature, and the address is derived from the key.
 */
function signedOnEthereum(address: string, message: Buffer, signature: string): boolean {
  const [, compact, last] = /^(?:0x)?([0-9a-f]{128})([0-9a-f]{2})$/i.exec(signature) ?? [];
  if (!compact || !last) return false;
  const v = Number.parseInt(last, 16);
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery > 1) return false;
  const prefix = `\x19Ethereum Signed Message:\n${message.length}`;
  const hash = keccak_256(Buffer.concat([Buffer.from(prefix), message]));
  try {
    const point = secp256k1.Signature.fromBytes(Buffer.from(compact, "hex"), "compact")
      .addRecoveryBit(recovery)
      .recoverPublicKey(hash)
      .toBytes(false);
    const owner = Buffer.from(keccak_256(point.subarray(1)).subarray(12)).toString("hex");
    return owner === address.slice(2).toLowerCase();
  } catch {
    return false;
  }
}

/** On Solana the address is the public key itself. */
function signedOnSolana(address: string, message: Buffer, signature: string): boolean {
  const key = base58(address);
  const bytes = Buffer.from(signature, "base64url");
  if (key?.length !== 32 || bytes.length !== 64) return false;
  try {
    const jwk = { kty: "OKP", crv: "Ed25519", x: key.toString("base64url") };
    return verify(null, message, createPublicKey({ key: jwk, format: "jwk" }), bytes);
  } catch {
    return false;
  }
}

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Decodes base58 (Bitcoin's alphabet); undefined for other characters. */
function base58(text: string): Buffer | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit === -1) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const hex = value.toString(16);
  const zeros = /^1*/.exec(text)![0].length;
  return Buffer.concat([
    Buffer.alloc(zeros),
    value === 0n
      ? Buffer.alloc(0)
      : Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex"),
  ]);
}
