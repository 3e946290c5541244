import { createContext, useContext } from "react";

/** The server's mark on inline scripts that may run; browsers have none (decision 008). */
export const ScriptMark = createContext<string | undefined>(undefined);

/** A script in the page itself, for what can't wait for a file. It runs where it stands. */
export function InlineScript({ text }: { text: string }) {
  return <script nonce={useContext(ScriptMark)} dangerouslySetInnerHTML={{ __html: text }} />;
}
