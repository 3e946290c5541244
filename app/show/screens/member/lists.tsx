import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { cx } from "../../../shared/ui/cx.ts";
import type { Showcase } from "../../data/showcase.ts";

/** What the list of a member's page shows. */
const LISTS = ["collection", "wishes", "proposed"] as const;
export type MemberList = (typeof LISTS)[number];

/** Those that there are; closed, a page has what its member proposed. */
function listsOf(showcase: Pick<Showcase, "hasWishes"> | null): readonly MemberList[] {
  if (!showcase) return ["proposed"];
  return showcase.hasWishes ? LISTS : ["collection", "proposed"];
}

/** The list that an address asks for (`?list=`), the first one otherwise. */
export function listIn(
  params: URLSearchParams,
  showcase: Pick<Showcase, "hasWishes"> | null,
): MemberList {
  const lists = listsOf(showcase);
  return lists.find((list) => list === params.get("list")) ?? lists[0]!;
}

/** The heading of the list, with links to the others. */
export function Lists({
  showcase,
  list,
  id,
}: {
  showcase: Pick<Showcase, "hasWishes"> | null;
  list: MemberList;
  id: string;
}) {
  const { t } = useTranslation("showcase");
  const lists = listsOf(showcase);
  return (
    <>
      <h2 id={id} className={cx("heading text-2xl md:text-3xl", lists.length > 1 && "sr-only")}>
        {t(`lists.${list}`)}
      </h2>
      {lists.length > 1 && (
        <nav aria-label={t("lists.label")} className="flex flex-wrap gap-x-6 border-b border-line">
          {lists.map((each) => (
            <Link
              key={each}
              to={{ search: each === lists[0] ? "" : `?list=${each}` }}
              preventScrollReset
              aria-current={each === list ? "true" : undefined}
              className={cx(
                "heading -mb-px inline-flex min-h-12 items-center border-b-2 text-xl",
                each === list ? "border-ink" : "border-transparent text-muted hover:text-ink",
              )}
            >
              {t(`lists.${each}`)}
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}
