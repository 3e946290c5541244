import { RECORD } from "./browser/early-input.ts";

/**
 * Runs where it stands, behind the template with the page's modules. Puts them in its place once the
 * page has been painted, as soon as someone touches it, or where nobody sees it painted.
 */
const START = `${RECORD};{
const me=document.currentScript,held=me.previousSibling,touches=["pointerdown","keydown"];
me.remove();
const start=()=>{
if(held.isConnected)held.replaceWith(held.content);
for(const touch of touches)removeEventListener(touch,start,true);
};
for(const touch of touches)addEventListener(touch,start,true);
document.addEventListener("visibilitychange",start,{once:true});
setTimeout(start,3000);
if(document.hidden||!PerformanceObserver.supportedEntryTypes.includes("paint"))start();
else new PerformanceObserver((painted)=>{
if(painted.getEntriesByName("first-contentful-paint").length)start();
}).observe({type:"paint",buffered:true});
}`;

const PRELOADS = /<link rel="modulepreload" [^>]*>/g;
const MODULE = /<script (?:nonce="[^"]*" )?type="module".*?<\/script>/s;

/**
 * A page can be read before its modules are there, and they are most of what it weighs: they are
 * fetched once it has been painted, so that type and the first pictures have the line to themselves
 * until then. What visitors do meanwhile is not lost (`browser/early-input.ts`).
 * @param html a rendered page
 * @param nonce what marks scripts that may run
 */
export function modulesAfterPaint(html: string, nonce?: string): string {
  const end = html.indexOf("</head>");
  const [head, body] = [html.slice(0, end), html.slice(end)];
  const preloads = head.match(PRELOADS)?.join("") ?? "";
  const mark = nonce === undefined ? "" : ` nonce="${nonce}"`;
  const held = body.replace(
    MODULE,
    (module) => `<template>${preloads}${module}</template><script${mark}>${START}</script>`,
  );
  return head.replaceAll(PRELOADS, "") + held;
}
