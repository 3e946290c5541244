import { Shirt } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";

/** Returns a function for the address of the submission form, filled with known values. */
export function useSubmitHref(): (known: Record<string, string | number | undefined>) => string {
  const to = useHref();
  return (known) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(known)) {
      if (value !== undefined) query.set(name, String(value));
    }
    return query.size > 0 ? `${to("submit", {})}?${query}` : to("submit", {});
  };
}

/** Message of an empty list of jerseys, with a link to submit the first one. */
export function NoJerseys({
  title,
  text,
  action,
  known = {},
}: {
  title?: string;
  text?: string;
  action?: string;
  known?: Record<string, string | number | undefined>;
}) {
  const { t } = useTranslation("catalogue");
  const submit = useSubmitHref();
  return (
    <EmptyState
      icon={<Shirt aria-hidden />}
      title={title ?? t("jerseys.empty")}
      action={
        <Link to={submit(known)} className={button({ variant: "hero" })}>
          {action ?? t("jerseys.first")}
        </Link>
      }
    >
      <p>{text ?? t("jerseys.emptyText")}</p>
    </EmptyState>
  );
}
