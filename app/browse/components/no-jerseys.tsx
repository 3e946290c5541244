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

/** Message of an empty list of jerseys, with a link to submit the first one, or to keep one's own. */
export function NoJerseys({
  title,
  text,
  action,
  known = {},
  own,
}: {
  title?: string;
  text?: string;
  action?: string;
  known?: Record<string, string | number | undefined>;
  /** What a member who has such a shirt would type: offered to be kept in their collection. */
  own?: string;
}) {
  const { t } = useTranslation("catalogue");
  const to = useHref();
  const submit = useSubmitHref();
  return (
    <EmptyState
      icon={<Shirt aria-hidden />}
      title={title ?? t("jerseys.empty")}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Link to={submit(known)} className={button({ variant: "hero" })}>
            {action ?? t("jerseys.first")}
          </Link>
          {own && (
            <Link
              to={`${to("accountSection", { section: "collection" })}?${new URLSearchParams({ add: own })}`}
              rel="nofollow"
              className={button({ variant: "outline" })}
            >
              {t("jerseys.own")}
            </Link>
          )}
        </div>
      }
    >
      <p>{text ?? t("jerseys.emptyText")}</p>
    </EmptyState>
  );
}
