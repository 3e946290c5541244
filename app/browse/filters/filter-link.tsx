import type { ComponentProps, MouseEvent } from "react";

import { useHref } from "../../shared/address/use-href.ts";
import { isPlainClick } from "../../shared/components/plain-link.tsx";
import { type CatalogueQuery, catalogueSearch, isIndexed } from "../domain/catalogue-query.ts";
import { useFilterNavigation } from "../../collect/components/filters/filter-navigation.ts";

/** The address of a query. */
function useCatalogueHref(): (query: CatalogueQuery) => string {
  const path = useHref()("catalogue", {});
  return (query) => path + catalogueSearch(query);
}

/** Goes to a query and leaves place and focus where they are. */
export function useFilter(): (query: CatalogueQuery) => void {
  const hrefOf = useCatalogueHref();
  const goTo = useFilterNavigation();
  return (query) => goTo(hrefOf(query));
}

/**
 * A link to another query; it isn't prefetched, because what filters is counted (docs/product/browse.md
 * 22). Search engines follow it only to pages that they index.
 */
export function FilterLink({
  query,
  onFollow,
  children,
  ...props
}: { query: CatalogueQuery; onFollow?: () => void } & Omit<
  ComponentProps<"a">,
  "href" | "rel" | "onClick" | "ref"
>) {
  const hrefOf = useCatalogueHref();
  const filter = useFilter();
  return (
    <a
      {...props}
      href={hrefOf(query)}
      rel={isIndexed(query) ? undefined : "nofollow"}
      onClick={(event: MouseEvent) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onFollow?.();
        filter(query);
      }}
    >
      {children}
    </a>
  );
}
