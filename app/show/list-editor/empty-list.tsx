import { Search } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { button } from "../../shared/ui/button.tsx";
import { FillList } from "./fill-list.tsx";

/** The ways to the first jerseys of a list, for its member. Lazy: others never see them. */
export default function EmptyList({
  userId,
  list,
  onFilled,
}: {
  userId: string;
  list: { id: string; title: string };
  onFilled?: (() => void) | undefined;
}) {
  const { t } = useTranslation("lists");
  const to = useHref();
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-4 rounded-2xl border border-line p-4 sm:p-6">
      <FillList userId={userId} list={list} onFilled={onFilled} />
      <Link
        to={to("catalogue", {})}
        className={button({ variant: "outline", size: "sm", className: "justify-self-start" })}
      >
        <Search aria-hidden />
        {t("editor.search")}
      </Link>
    </div>
  );
}
