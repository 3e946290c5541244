import { enableCompileCache } from "node:module";
import { join } from "node:path";

// Without this cache, compiling takes a third of the start.
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/compile"));

// Set before React is loaded: its development build is three times slower.
process.env.NODE_ENV ??= "production";

const { run } = await import("./operate/run.ts");
await run(process.env);
