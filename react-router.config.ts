import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  // The whole route table is small; shipping it saves a request before each first navigation.
  // What finds routes out later is left out of the build: scripts/lean-router.ts.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
