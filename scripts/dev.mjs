import { become, ensureDependencies, setUp } from "./setup.mjs";

await setUp(ensureDependencies);
// Changes to the server's own files restart it; the site's sources reload in place.
const watched = ["server", "packages", "supabase/migrations"];
become("server/main.ts", [], { NODE_ENV: "development" }, [
  ...watched.map((folder) => `--watch-path=${folder}`),
  "--watch-preserve-output",
  // The development build of React Router, as the sources use.
  "--conditions=development",
]);
