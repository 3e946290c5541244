import {
  createHash,
  createSign,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from "node:crypto";

/** What a browser adds to an authenticator's answer; tests change it to send wrong values. */
export interface Circumstances {
  origin: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  userVerified?: boolean;
  userPresent?: boolean;
  userHandle?: string;
  /** Signs with this key instead of the credential's. */
  key?: KeyObject;
}

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
  excludeCredentials?: { id: string }[];
}

interface RequestOptions {
  challenge: string;
  rpId?: string;
  allowCredentials?: { id: string }[];
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

/**
 * A security key in memory: one ES256 credential, a signature counter, and the browser around it.
 * Written from the WebAuthn and CTAP2 specifications.
 */
export class Authenticator {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  counter = 1;
  userHandle = "";

  get credentialId(): string {
    return base64url(this.id);
  }

  /** The result of `navigator.credentials.create()` as JSON. */
  create(options: CreationOptions, circumstances: Circumstances) {
    this.userHandle = options.user.id;
    const clientDataJSON = clientData("webauthn.create", options.challenge, circumstances);
    const authData = Buffer.concat([
      this.#authenticatorData(options.rp.id ?? "", circumstances, 0x40),
      Buffer.alloc(16),
      uint16(this.id.length),
      this.id,
      this.#cosePublicKey(),
    ]);
    const attestationObject = cborMap([
      [cborText("fmt"), cborText("none")],
      [cborText("attStmt"), cborMap([])],
      [cborText("authData"), cborBytes(authData)],
    ]);
    return this.#json({
      clientDataJSON: base64url(clientDataJSON),
      attestationObject: base64url(attestationObject),
      transports: ["usb", "nfc"],
    });
  }

  /** The result of `navigator.credentials.get()` as JSON. */
  get(options: RequestOptions, circumstances: Circumstances) {
    this.counter += 1;
    const clientDataJSON = clientData("webauthn.get", options.challenge, circumstances);
    const authenticatorData = this.#authenticatorData(options.rpId ?? "", circumstances, 0);
    const signature = createSign("sha256")
      .update(Buffer.concat([authenticatorData, sha256(clientDataJSON)]))
      .sign(circumstances.key ?? this.#keys.privateKey);
    return this.#json({
      clientDataJSON: base64url(clientDataJSON),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
      userHandle: circumstances.userHandle ?? this.userHandle,
    });
  }

  #json<T extends object>(response: T) {
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: "public-key" as const,
      clientExtensionResults: {},
      response,
    };
  }

  #authenticatorData(
    rpId: string,
    { rpId: other, userPresent = true, userVerified = true }: Circumstances,
    flags: number,
  ): Buffer {
    const all = flags | (userPresent ? 0x01 : 0) | (userVerified ? 0x04 : 0);
    return Buffer.concat([sha256(other ?? rpId), Buffer.of(all), uint32(this.counter)]);
  }

  #cosePublicKey(): Buffer {
    const { x, y } = this.#keys.publicKey.export({ format: "jwk" });
    return cborMap([
      [cborInteger(1), cborInteger(2)],
      [cborInteger(3), cborInteger(-7)],
      [cborInteger(-1), cborInteger(1)],
      [cborInteger(-2), cborBytes(Buffer.from(x!, "base64url"))],
      [cborInteger(-3), cborBytes(Buffer.from(y!, "base64url"))],
    ]);
  }
}

/**
 * A telephone or a computer. It stores one discoverable credential per account and site; a new one
 * overwrites it (CTAP 2.1 §6.1.2), unless that one is excluded (WebAuthn §5.1.3).
 */
export class Device {
  readonly held: { place: string; credential: Authenticator }[] = [];

  /** @throws {DOMException} InvalidStateError if it holds an excluded credential */
  create(options: CreationOptions, circumstances: Circumstances) {
    const excluded = new Set(options.excludeCredentials?.map(({ id }) => id));
    if (this.held.some(({ credential }) => excluded.has(credential.credentialId))) {
      throw new DOMException("The authenticator was previously registered", "InvalidStateError");
    }
    const place = `${options.rp.id} ${options.user.id}`;
    const at = this.held.findIndex((one) => one.place === place);
    if (at !== -1) this.held.splice(at, 1);
    const credential = new Authenticator();
    this.held.push({ place, credential });
    return credential.create(options, circumstances);
  }

  /** @throws {DOMException} NotAllowedError if it holds no allowed credential */
  get(options: RequestOptions, circumstances: Circumstances) {
    const allowed = options.allowCredentials ?? [];
    const found = this.held.find(
      ({ credential }) =>
        allowed.length === 0 || allowed.some(({ id }) => id === credential.credentialId),
    );
    if (!found) throw new DOMException("No credential", "NotAllowedError");
    return found.credential.get(options, circumstances);
  }
}

function clientData(
  type: string,
  challenge: string,
  { origin, challenge: other, type: otherType, crossOrigin = false }: Circumstances,
): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: otherType ?? type,
      challenge: other ?? challenge,
      origin,
      crossOrigin,
    }),
  );
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The first bytes of a CBOR item (RFC 8949 §3): its major type and its length or value. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 0x100) return Buffer.of((major << 5) | 24, value);
  return Buffer.concat([Buffer.of((major << 5) | 25), uint16(value)]);
}

const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string) =>
  Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborMap = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
