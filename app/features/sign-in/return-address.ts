import { useHref } from "../../i18n/use-language.ts";

/** Where the links of our messages lead: the site's root, or the form for another password. */
export function useReturnAddress(to: "home" | "password"): () => string {
  const href = useHref();
  return () =>
    location.origin + (to === "home" ? href("home", {}) : `${href("auth", {})}?mode=password`);
}
