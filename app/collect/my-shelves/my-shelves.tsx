import { ArrowRight } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../shared/ui/tabs.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { memberFigures } from "../data/member-home.ts";
import { SHELVES } from "../../shared/domain/shelf.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ShelfView } from "./shelf-view.tsx";

/** Cards that the overview shows of each: one row in two, three and four columns. */
const FEW = 4;

/** The last of the collection and of the wishlist, with the number of copies and of wishes. */
export function MyShelves({ userId }: { userId: string }) {
  const { t } = useTranslation(["account", "collection"]);
  const lang = useLanguage();
  const to = useHref();
  const { data: figures } = useMemberQuery(memberFigures(userId));
  // The collection is counted in copies wherever its size is told.
  const counts = { collection: figures?.copies, wishlist: figures?.wishes };
  return (
    <Tabs defaultValue="collection">
      <TabsList aria-label={t("collection:label")}>
        {SHELVES.map((shelf) => (
          <TabsTrigger key={shelf} value={shelf}>
            {t(`shelves.${shelf}`)}
            {counts[shelf] !== undefined && ` (${formatNumber(counts[shelf], lang)})`}
          </TabsTrigger>
        ))}
      </TabsList>
      {SHELVES.map((shelf) => (
        <TabsContent key={shelf} value={shelf}>
          <ShelfView userId={userId} shelf={shelf} few={FEW} isEmpty={counts[shelf] === 0} />
          {(counts[shelf] ?? 0) > 0 && (
            <Link
              to={to("accountSection", { section: shelf })}
              className="mt-4 inline-flex min-h-11 items-center gap-2 font-semibold hover:underline"
            >
              {t(`shelves.${shelf}`)}
              <ArrowRight aria-hidden className="size-4" />
            </Link>
          )}
        </TabsContent>
      ))}
    </Tabs>
  );
}
