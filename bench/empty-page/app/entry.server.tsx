// Rendered as the pages of the site are.
export { createLoadContext, default } from "../../../app/entry.server.tsx";
