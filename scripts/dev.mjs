import { become, ensureDependencies, setUp } from "./setup.mjs";

await setUp(ensureDependencies);
// What the server itself is made of restarts it; the site's sources are reloaded in place.
const watched = ["server", "packages", "supabase/migrations"];
become("server/main.ts", [], { NODE_ENV: "development" }, [
  ...watched.map((folder) => `--watch-path=${folder}`),
  "--watch-preserve-output",
  // The same React Router as the sources get: its development build.
  "--conditions=development",
]);
