import { become, ensureBuild, ensureDependencies, setUp } from "./setup.mjs";

await setUp(ensureDependencies, ensureBuild);
become("server/main.ts", process.argv.slice(2), { NODE_ENV: "production" });
