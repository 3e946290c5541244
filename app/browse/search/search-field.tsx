import { ArrowRight, Search } from "lucide-react";
import type { FormEvent } from "react";
import { Form } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { control } from "../../shared/ui/input.tsx";
import { LONGEST_QUERY, SHORTEST_QUERY, tidyQuery } from "../../shared/domain/search-text.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { openSearch } from "../../shared/browser/open-search.ts";
import { QUERY_PARAM } from "./query-param.ts";
import { ShortcutKeys } from "./shortcut.tsx";
import { useOpenByField } from "./use-open-by-field.ts";

/**
 * Search form that leads to the results page, with or without scripts. Its hint opens the dialog,
 * and so does the field itself on request.
 */
export function SearchField({
  query,
  opensDialog = false,
  className,
}: {
  query?: string;
  opensDialog?: boolean;
  className?: string;
}) {
  const { t } = useTranslation();
  const opening = useOpenByField();
  const to = useHref();
  return (
    <Form
      method="get"
      action={to("search", {})}
      onSubmit={remember}
      role="search"
      className={cx("flex items-center gap-2", className)}
    >
      <div className="relative min-w-0 grow">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted"
        />
        <input
          key={query}
          type="search"
          name={QUERY_PARAM}
          defaultValue={query}
          required
          minLength={SHORTEST_QUERY}
          maxLength={LONGEST_QUERY}
          aria-label={t("search.label")}
          placeholder={t("search.placeholder")}
          autoComplete="off"
          enterKeyHint="search"
          className={cx(control, "h-13 pr-4 pl-12 md:pr-24")}
          {...(opensDialog && opening)}
        />
        <button
          type="button"
          onClick={() => openSearch()}
          className="absolute top-1/2 right-1.5 hidden h-11 -translate-y-1/2 place-items-center rounded-lg px-2.5 md:pointer-fine:grid"
        >
          <span className="sr-only">{t("search.suggest")}</span>
          <ShortcutKeys />
        </button>
      </div>
      <button type="submit" className={button({ className: "h-13 shrink-0" })}>
        <ArrowRight aria-hidden className="sm:hidden" />
        <span className="max-sm:sr-only">{t("search.open")}</span>
      </button>
    </Form>
  );
}

function remember(event: FormEvent<HTMLFormElement>): void {
  const query = tidyQuery(String(new FormData(event.currentTarget).get(QUERY_PARAM)));
  void import("./recent-searches.ts").then(({ rememberSearch }) => rememberSearch(query));
}
