// Uses the same renderer as the site.
export { createLoadContext, default } from "../../../app/entry.server.tsx";
