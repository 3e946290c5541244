// Before anything reads it: React's development build is three times slower.
process.env.NODE_ENV ??= "production";

const { run } = await import("./run.ts");
await run(process.env);
