import { index, route, type RouteConfig } from "@react-router/dev/routes";

export default [index("home.tsx"), route("same-markup", "same-markup.tsx")] satisfies RouteConfig;
