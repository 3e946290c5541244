import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  // The whole route table is small; shipping it saves a request before each first navigation.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
