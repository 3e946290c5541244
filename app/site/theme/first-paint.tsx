import { InlineScript } from "../../shared/components/inline-script.tsx";
import { SESSION_KEY } from "../../shared/data/browser.ts";
import { THEME_KEY } from "./theme.ts";

/**
 * Sets the theme, and the session mark that decides whether `.if-member` or `.if-visitor` shows
 * until the session is read.
 */
const SCRIPT = import.meta.env.SSR
  ? `try{
const d=document.documentElement.dataset,t=localStorage.getItem("${THEME_KEY}");
if(t==="light"||t==="dark")d.theme=t;
if(localStorage.getItem("${SESSION_KEY}"))d.session="";
}catch{}`
  : "";

/** Runs before the first paint, to avoid a flash of the wrong theme or view. */
export function FirstPaint() {
  return <InlineScript text={SCRIPT} />;
}
