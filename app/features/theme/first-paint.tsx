import { InlineScript } from "../../components/inline-script.tsx";
import { SESSION_KEY } from "../../data/browser.ts";
import { THEME_KEY } from "./theme.ts";

/** Says, too, which of `.if-member` and `.if-visitor` shows until the session has been read. */
const SCRIPT = `try{
const d=document.documentElement.dataset,t=localStorage.getItem("${THEME_KEY}");
if(t==="light"||t==="dark")d.theme=t;
if(localStorage.getItem("${SESSION_KEY}"))d.session="";
}catch{}`;

/** Runs before the first paint, so that nothing flashes. */
export function FirstPaint() {
  return <InlineScript text={SCRIPT} />;
}
