import { WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { parsePath, useLocation, useNavigate } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { localPath } from "../../../shared/address/local-path.ts";
import { PlainLink } from "../../../shared/components/plain-link.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import { MessageScreen } from "../../../shared/components/message-screen.tsx";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { button } from "../../../shared/ui/button.tsx";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { cx } from "../../../shared/ui/cx.ts";
import { StoredPages } from "../../offline/offline-parts.tsx";
import { storedForm } from "../../offline/stored-pages.ts";
import type { Route } from "./+types/route.ts";

/** How often it is tried whether the site answers again, in milliseconds. */
const TRY_EVERY_MS = 5000;

export const meta: Route.MetaFunction = ({ location }) =>
  noindexMeta(translator(languageOf(location.pathname), "common")("offline.title"));

/**
 * `/offline`, to which public/sw.js leads from a page that isn't stored as a document (`?from=`). If its data is, the router opens it.
 * Otherwise it comes by itself as soon as the site answers; until then those that are stored can be opened.
 */
export default function Offline() {
  const { t } = useTranslation();
  const to = useHref();
  const { search } = useLocation();
  const from = localPath(new URLSearchParams(search).get("from"));
  const isOpening = useOpening(from);
  useReturn(from);
  // The stored document is the same for each address: what it says is known in the browser only.
  if (isOpening) return <Skeleton className="page my-12 h-96" />;
  return (
    <>
      <MessageScreen
        icon={<WifiOff aria-hidden className="size-24 text-muted" />}
        title={t("offline.title")}
        text={t("offline.text")}
        {...(from && { back: { path: from, label: t("error.retry") } })}
      >
        {(["collection", "wishlist"] as const).map((section) => (
          <PlainLink
            key={section}
            to={to("accountSection", { section })}
            className={cx("if-member", button({ variant: "outline", size: "lg" }))}
          >
            {t(section === "collection" ? "nav.collection" : "offline.wishlist")}
          </PlainLink>
        ))}
      </MessageScreen>
      <StoredPages />
    </>
  );
}

/** Opens the page that was requested, if its data is stored. @returns true until it is known that it isn't */
function useOpening(from: string | undefined): boolean {
  const navigate = useNavigate();
  const [isOpening, setOpening] = useState(true);
  useEffect(() => {
    let isCurrent = true;
    const open = async () => {
      const { pathname = "/", search = "" } = parsePath(from ?? "");
      const form = from === undefined ? undefined : await storedForm({ pathname, search });
      if (!isCurrent) return;
      if (from === undefined || form !== "data") return setOpening(false);
      // If a script of the page is missing, the router loads this address again, which must not try once more.
      history.replaceState(history.state, "", location.pathname);
      await navigate(from, { replace: true });
    };
    // A failed look into the store is told like a page that isn't there.
    open().catch(() => isCurrent && setOpening(false));
    return () => {
      isCurrent = false;
    };
  }, [from, navigate]);
  return isOpening;
}

/** Opens the page that was requested once the site answers. The event alone isn't enough: a browser can be wrong. */
function useReturn(from: string | undefined): void {
  useEffect(() => {
    if (!from) return;
    const look = async () => {
      const answer = await fetch("/robots.txt", { method: "HEAD", cache: "no-store" });
      if (answer.ok) location.replace(from);
    };
    const tryIt = () => void look().catch(() => undefined);
    addEventListener("online", tryIt);
    const timer = setInterval(tryIt, TRY_EVERY_MS);
    return () => {
      removeEventListener("online", tryIt);
      clearInterval(timer);
    };
  }, [from]);
}
