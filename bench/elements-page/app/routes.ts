import { index, type RouteConfig } from "@react-router/dev/routes";

export default [index("elements.tsx")] satisfies RouteConfig;
