import { useTranslation } from "react-i18next";

import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../shared/ui/tabs.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { shelfList } from "../data/shelves/shelf-list.ts";
import { SHELVES } from "../../shared/domain/shelf.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ShelfView } from "./shelf-view.tsx";

/** Collection and wishlist, with the number of jerseys on each. */
export function MyShelves({ userId }: { userId: string }) {
  const { t } = useTranslation("account");
  const lang = useLanguage();
  const counts = {
    collection: useMemberQuery(shelfList(userId, "collection")).data?.length,
    wishlist: useMemberQuery(shelfList(userId, "wishlist")).data?.length,
  };
  return (
    <Tabs defaultValue="collection">
      <TabsList aria-label={t("shelves.title")}>
        {SHELVES.map((shelf) => (
          <TabsTrigger key={shelf} value={shelf}>
            {t(`shelves.${shelf}`)}
            {counts[shelf] !== undefined && ` (${formatNumber(counts[shelf], lang)})`}
          </TabsTrigger>
        ))}
      </TabsList>
      {SHELVES.map((shelf) => (
        <TabsContent key={shelf} value={shelf}>
          <ShelfView userId={userId} shelf={shelf} />
        </TabsContent>
      ))}
    </Tabs>
  );
}
