import type { Config } from "@react-router/dev/config";

/** A site of one empty page, for `bench/uncached-pages.ts`. */
export default { ssr: true, buildDirectory: "../../build/empty-page" } satisfies Config;
