import { useRouteLoaderData } from "react-router";

/** The backend's origin, from which images come; empty if it is the site's own. Also while the server renders. */
export function useImageOrigin(): string {
  const root = useRouteLoaderData("root") as { backendUrl: string } | undefined;
  return root?.backendUrl ?? "";
}
