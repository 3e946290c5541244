import { validationFailed } from "../errors.ts";

export type Chain = "ethereum" | "solana";

/** A message that a wallet has signed (EIP-4361, or its equivalent for Solana), parsed. */
export interface SignInMessage {
  domain: string;
  address: string;
  statement: string | undefined;
  uri: URL;
  network: string | undefined;
  issuedAt: Date;
  expiresAt: Date | undefined;
  notBefore: Date | undefined;
}

const NAMES: Record<Chain, string> = { ethereum: "Ethereum", solana: "Solana" };

const ADDRESSES: Record<Chain, RegExp> = {
  ethereum: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
};

const MIN_LENGTH = 64;
const MAX_LENGTH = 20 * 1024;

/** Parses a wallet's message. @throws {AuthError} validation_failed */
export function parseMessage(chain: Chain, raw: string): SignInMessage {
  if (raw.length < MIN_LENGTH) throw validationFailed("message is too short");
  if (raw.length > MAX_LENGTH) throw validationFailed("message must not exceed 20KB");
  const [header = "", address = "", empty, ...rest] = raw.split("\n");
  const suffix = ` wants you to sign in with your ${NAMES[chain]} account:`;
  if (!header.endsWith(suffix)) throw malformed("header");
  if (!ADDRESSES[chain].test(address)) throw malformed("address");
  if (empty !== "") throw malformed("third line");
  const statement = rest[0] && rest[1] === "" ? rest[0] : undefined;
  const fields = fieldsOf(statement === undefined ? rest : rest.slice(2));
  if (fields.get("Version") !== "1") throw malformed("Version");
  const uri = URL.parse(fields.get("URI") ?? "");
  if (!uri) throw malformed("URI");
  const issuedAt = timeOf(fields, "Issued At");
  if (!issuedAt) throw malformed("Issued At");
  return {
    domain: header.slice(0, -suffix.length).replace(/^https?:\/\//, ""),
    address,
    statement,
    uri,
    network: fields.get("Chain ID"),
    issuedAt,
    expiresAt: timeOf(fields, "Expiration Time"),
    notBefore: timeOf(fields, "Not Before"),
  };
}

/** Parses the lines `Name: value`, each once. The list of resources at the end is ignored. */
function fieldsOf(lines: string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of lines) {
    if (line === "Resources:") break;
    if (line === "") continue;
    const colon = line.indexOf(": ");
    const name = line.slice(0, colon);
    if (colon === -1 || fields.has(name)) throw malformed(`line ${JSON.stringify(line)}`);
    fields.set(name, line.slice(colon + 2));
  }
  return fields;
}

function timeOf(fields: Map<string, string>, name: string): Date | undefined {
  const text = fields.get(name);
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)
    ? new Date(text)
    : undefined;
  if (!time || Number.isNaN(time.getTime())) throw malformed(name);
  return time;
}

function malformed(part: string) {
  return validationFailed(`message is malformed: ${part}`);
}
