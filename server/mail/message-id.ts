import { createHash } from "node:crypto";

/**
 * The id of a mail: the same for the same mail, so that a repeated one is recognised. It stands in every answer
 * and in the logs of mail servers, so it is a digest: the key in the mail unsubscribes its reader.
 */
export function messageIdOf(mail: string, siteUrl: string): string {
  const digest = createHash("sha256").update(mail).digest("hex").slice(0, 32);
  return `<${digest}@${new URL(siteUrl).hostname}>`;
}
