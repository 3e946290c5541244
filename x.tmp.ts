import { chromium } from "@playwright/test";
import { execSync } from "node:child_process";
const B="http://127.0.0.1:4600";
const cpu=(root:number)=>{ // sum cpu of tree
 const out=execSync("ps -eo pid,ppid,cputimes").toString(); return out;};
const mode=process.argv[2], path=process.argv[3]??"/";
const t0=process.resourceUsage();
const b=await chromium.launch({executablePath:"/usr/bin/chromium-headless-shell",args:["--no-sandbox","--disable-gpu","--disable-quic"]});
const s=Date.now();
let shared=mode==="shared"?await b.newContext({locale:"fr-FR"}):undefined;
for(let i=0;i<12;i++){const c=shared??await b.newContext({locale:"fr-FR"});const p=await c.newPage();await p.goto(B+path);await p.waitForFunction(()=>performance.getEntriesByName("listening").length>0);
 if(shared){const cdp=await c.newCDPSession(p);await cdp.send("Storage.clearDataForOrigin",{origin:B,storageTypes:"all"});await p.close();}else await c.close();}
console.log(mode,path,"wall per load",(Date.now()-s)/12);
await b.close();
