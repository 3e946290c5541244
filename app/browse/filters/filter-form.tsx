import type { ReactNode, SubmitEvent } from "react";

import { useHref } from "../../shared/address/use-href.ts";
import { type CatalogueQuery, catalogueSearch, parseCatalogue } from "../domain/catalogue-query.ts";
import { useFilter } from "./filter-link.tsx";

/**
 * A form that adds its fields to a query. Without scripts the browser sends it as an address, which the
 * page brings into canonical form.
 */
export function FilterForm({
  query,
  className,
  children,
}: {
  /** The query without the fields of the form. */
  query: CatalogueQuery;
  className?: string;
  children: ReactNode;
}) {
  const action = useHref()("catalogue", {});
  const filter = useFilter();
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      typeof value === "string" ? value : "",
    ]);
    filter(parseCatalogue(new URLSearchParams(fields)).query);
  };
  return (
    <form method="get" action={action} onSubmit={send} className={className}>
      {[...new URLSearchParams(catalogueSearch(query))].map(([name, value]) => (
        <input key={`${name}:${value}`} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
