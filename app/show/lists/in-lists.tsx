import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import type { ListWith } from "../data/lists.ts";

/** A few public lists with a jersey, on its page. */
export function InLists({ lists }: { lists: readonly ListWith[] }) {
  const { t } = useTranslation(["jersey", "catalogue"]);
  const to = useHref();
  if (lists.length === 0) return null;
  return (
    <section aria-labelledby="in-lists">
      <h2 id="in-lists" className="heading text-2xl">
        {t("lists.title")}
      </h2>
      <ul className="mt-3 grid grid-cols-1 gap-2 sm:grid-cols-2">
        {lists.map(({ id, title, jerseys, name }) => (
          <li key={id}>
            <Link
              to={to("list", { id })}
              className="flex h-full min-h-11 items-center gap-3 rounded-xl border border-line p-3 hover:border-control"
            >
              <span className="min-w-0">
                <span className="font-semibold wrap-anywhere">{title}</span>
                <span className="block text-sm wrap-anywhere text-muted">
                  {t("lists.of", {
                    name,
                    jerseys: t("catalogue:count.jerseys", { count: jerseys }),
                  })}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
