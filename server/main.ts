import { enableCompileCache } from "node:module";
import { join } from "node:path";

// A third of the time to start is compiling what was compiled last time.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/compile"));

// Before anything reads it: React's development build is three times slower.
process.env.NODE_ENV ??= "production";

const { run } = await import("./run.ts");
await run(process.env);
