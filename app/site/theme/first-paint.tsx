import { InlineScript } from "../../shared/components/inline-script.tsx";
import { KEPT_SPACE_KEY } from "../../shared/browser/kept-space.ts";
import { SESSION_KEY } from "../../shared/data/browser.ts";
import { THEME_KEY } from "./theme.ts";

/**
 * Sets the theme, the session mark that decides whether `.if-member` or `.if-visitor` shows until the session is read, and the space
 * for what members find on the page (`jersey/components/kept-space.tsx`).
 */
const SCRIPT = import.meta.env.SSR
  ? `try{
const d=document.documentElement.dataset,t=localStorage.getItem("${THEME_KEY}");
if(t==="light"||t==="dark")d.theme=t;
if(localStorage.getItem("${SESSION_KEY}")){d.session="";
const h=JSON.parse(localStorage.getItem("${KEPT_SPACE_KEY}")||"{}")[location.pathname+" "+innerWidth];
if(h>0)document.documentElement.style.setProperty("--kept-space",+h+"px")}
}catch{}`
  : "";

/** Runs before the first paint, to avoid a flash of the wrong theme or view, or a page that moves. */
export function FirstPaint() {
  return <InlineScript text={SCRIPT} />;
}
