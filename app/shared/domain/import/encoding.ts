/** Encodings of lists that people bring, by their names for `TextDecoder`. */
export const ENCODINGS = ["utf-8", "windows-1252", "macintosh", "utf-16le", "utf-16be"] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** The encoding that a file is likely to have. One that isn't UTF-8 throughout may be so but for a broken letter. */
export function likelyEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const text = decodedAs(bytes, "utf-8");
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  const whole = text.match(/[^\0-\x7f\uFFFD]/gu)?.length ?? 0;
  return broken > whole ? "windows-1252" : "utf-8";
}

export function decodedAs(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes);
}
