import { startBenchServer } from "./scale/database.ts";
const s = await startBenchServer();
console.log(await s.sized(10000).catch(String));
await new Promise(() => {});
