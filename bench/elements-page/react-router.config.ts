import type { Config } from "@react-router/dev/config";

/** A site of one page without data or components, for `bench/render.ts`. */
export default { ssr: true, buildDirectory: "../../build/elements-page" } satisfies Config;
