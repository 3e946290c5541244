import { createContext, useContext } from "react";

/**
 * The nonce of inline scripts on the server; undefined in browsers
 * (docs/decisions/008-scripts-allowed-by-hash.md).
 */
export const ScriptNonce = createContext<string | undefined>(undefined);

/**
 * An inline script, for code that can't wait for a file. It runs once, where it is in the page;
 * hydration needs no `text`.
 */
export function InlineScript({ text }: { text: string }) {
  return (
    <script
      nonce={useContext(ScriptNonce)}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
