import type { Context } from "hono";
import * as z from "zod";

import { asOwner } from "../../database/session.ts";
import { AuthError } from "../errors.ts";
import { walletAccount } from "../oauth/accounts.ts";
import { WALLET_MESSAGE_LIFETIME_SECONDS } from "../policy.ts";
import { originOf, fields, jsonBody } from "../request.ts";
import type { AuthService } from "../service.ts";
import { sessionJson, type SessionJson } from "../session-json.ts";
import { startSession } from "../sessions.ts";
import { parseMessage, type Chain, type SignInMessage } from "./message.ts";
import { signedBy } from "./signature.ts";

const Web3 = z.object({ chain: fields.text, message: fields.text, signature: fields.text });

const invalidGrant = (message: string) => new AuthError(400, "invalid_grant", message);

/**
 * Signs in with a message that a wallet has signed for this site. The message must be recent and is
 * accepted once.
 * @throws {AuthError} web3_provider_disabled, web3_unsupported_chain, validation_failed,
 *   invalid_grant
 */
export async function web3Grant(service: AuthService, c: Context): Promise<SessionJson> {
  const { settings, pool, limits } = service;
  const enabled = settings.auth?.web3 ?? [];
  if (enabled.length === 0) {
    throw new AuthError(422, "web3_provider_disabled", "Web3 provider is disabled");
  }
  const origin = originOf(c);
  const { chain, message: raw, signature } = await jsonBody(c, Web3);
  if (!isChain(chain)) throw new AuthError(400, "web3_unsupported_chain", "Unsupported chain");
  if (!enabled.includes(chain)) {
    throw new AuthError(422, "web3_provider_disabled", `The ${chain} provider is disabled`);
  }
  const message = parseMessage(chain, raw);
  if (!signedBy(chain, message.address, raw, signature)) {
    throw invalidGrant("Signature does not match address in message");
  }
  requireForUs(message, settings.siteUrl);
  requireFresh(message, Date.now());
  await limits.count("walletMessage", raw).catch((error: unknown) => {
    throw error instanceof AuthError ? invalidGrant("Message was used already") : error;
  });
  const grant = await asOwner(pool, async (db) => {
    const user = await walletAccount(service, db, chain, message, origin);
    return startSession(db, user.id, "web3", origin);
  });
  return sessionJson(service, pool, grant);
}

function isChain(chain: string): chain is Chain {
  return chain === "ethereum" || chain === "solana";
}

/** Refuses a message that was signed for another site. */
function requireForUs({ uri, domain }: SignInMessage, siteUrl: string): void {
  const site = new URL(siteUrl);
  if (uri.origin !== site.origin || domain !== site.host) {
    throw invalidGrant("Message was signed for another app");
  }
}

function requireFresh({ issuedAt, expiresAt, notBefore }: SignInMessage, now: number): void {
  if (notBefore && now < notBefore.getTime()) {
    throw invalidGrant("Signed message becomes valid in the future");
  }
  if (expiresAt && now > expiresAt.getTime()) throw invalidGrant("Signed message is expired");
  if (Math.abs(now - issuedAt.getTime()) > WALLET_MESSAGE_LIFETIME_SECONDS * 1000) {
    throw invalidGrant("Message was issued too long ago or too far in the future");
  }
}
