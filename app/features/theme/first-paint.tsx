import { createContext, useContext } from "react";

import { SESSION_KEY } from "../../data/browser.ts";
import { THEME_KEY } from "./theme.ts";

/** The server's mark on scripts that may run; browsers have none (decision 008). */
export const ScriptMark = createContext<string | undefined>(undefined);

/** Says, too, which of `.if-member` and `.if-visitor` shows until the session has been read. */
const SCRIPT = `try{
const d=document.documentElement.dataset,t=localStorage.getItem("${THEME_KEY}");
if(t==="light"||t==="dark")d.theme=t;
if(localStorage.getItem("${SESSION_KEY}"))d.session="";
}catch{}`;

/**
 * Runs before the first paint, so that nothing flashes. In the page itself: a file of its own would
 * be waited for, over a connection of its own.
 */
export function FirstPaint() {
  return <script nonce={useContext(ScriptMark)} dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}
