import { WifiOff } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useRevalidator } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { formatDateTime } from "../../shared/i18n/format.ts";
import { languageOf } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { isOwnList, storedAt, storedPages } from "./stored-pages.ts";

export { storedForm } from "./stored-pages.ts";

/** The line above a page while there is no network: of when the page is, and the way to one's own shirts. */
export function OfflineBar() {
  const { t } = useTranslation();
  const lang = useLanguage();
  const to = useHref();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const at = useRead(() => storedAt(pathname), pathname);
  // The line leaves when the network is back: what the page shows is read again.
  useEffect(
    () => () => {
      if (navigator.onLine) void revalidate();
    },
    [revalidate],
  );
  const collection = to("accountSection", { section: "collection" });
  return (
    <div role="status" className="border-b border-line bg-surface text-sm">
      <p className="page flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 py-2">
        <WifiOff aria-hidden className="size-4 shrink-0" />
        <strong>{t("offline.title")}</strong>
        {/* The lists say themselves of when they are. */}
        {at && !isOwnList(pathname) && (
          <span className="text-muted">
            {t("offline.asOf", { date: formatDateTime(at, lang) })}
          </span>
        )}
        {pathname !== collection && (
          <PlainLink to={collection} className="if-member ml-auto font-semibold underline">
            {t("nav.collection")}
          </PlainLink>
        )}
      </p>
    </div>
  );
}

/** Links to the pages that were opened last, in the language of this one. */
export function StoredPages() {
  const { t } = useTranslation();
  const lang = useLanguage();
  const pages = useRead(storedPages, lang)?.filter(({ path }) => languageOf(path) === lang);
  if (!pages?.length) return null;
  return (
    <section aria-labelledby="stored-pages" className="page grid max-w-2xl gap-3 pb-16">
      <h2 id="stored-pages" className="heading text-xl">
        {t("offline.pages")}
      </h2>
      <ul className="grid">
        {pages.map(({ path, title }) => (
          <li key={path} className="border-t border-line">
            <a href={path} className="flex min-h-11 items-center py-2 hover:underline">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is read in the browser, and read again for another key. */
function useRead<Value>(read: () => Promise<Value>, key: string): Value | undefined {
  const [found, setFound] = useState<{ key: string; value: Value }>();
  const readNow = useEffectEvent(read);
  useEffect(() => {
    let isCurrent = true;
    void readNow().then((value) => isCurrent && setFound({ key, value }));
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return found?.key === key ? found.value : undefined;
}
