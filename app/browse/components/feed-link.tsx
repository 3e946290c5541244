import { Rss } from "lucide-react";

import { feedPath, type FeedSubject } from "../../shared/address/feed-path.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { menuItem } from "../../shared/components/menu.tsx";

/** What is new of a page, for feed readers: an entry of its menu. */
export function FeedLink({ subject }: { subject: FeedSubject }) {
  const { t } = useTranslation();
  return (
    <a href={feedPath(subject, useLanguage(), "atom")} className={menuItem}>
      <Rss aria-hidden />
      {t("feed")}
    </a>
  );
}
