import { isRouteErrorResponse, Link, useLocation } from "react-router";

import { useTranslation } from "../i18n/use-translation.tsx";
import { type NotFoundWords, notFoundWords } from "../address/not-found.ts";
import { useHref } from "../address/use-href.ts";
import { useSignInPath } from "../address/use-sign-in-path.ts";
import { MessageScreen } from "./message-screen.tsx";
import { button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";

const OUTLINE = button({ variant: "outline", size: "lg" });
const WAYS_ON = ["trends", "competitions"] as const;

/** Shown instead of a screen that failed. */
export function ErrorScreen({ error }: { error: unknown }) {
  const words = notFoundWords(error);
  if (words) return <NotFoundScreen words={words} />;
  return <FailureScreen status={isRouteErrorResponse(error) ? error.status : 500} />;
}

export function NotFoundScreen({ words }: { words: NotFoundWords }) {
  const { t } = useTranslation(words);
  const { t: common } = useTranslation();
  const to = useHref();
  const signIn = useSignInPath();
  const { pathname } = useLocation();
  const back =
    words === "season"
      ? pathname.replace(/\/[^/]*$/, "") // the competition's page
      : (words === "team" || words === "competitions") && to("competitions", {});
  return (
    <MessageScreen
      numeral="404"
      title={t("notFound.title")}
      text={t("notFound.text")}
      {...(back && { back: { path: back, label: t("notFound.back") } })}
    >
      {/* It may be the reader's own, which waits for approval. */}
      {words === "jersey" && (
        <Link to={signIn} className={cx("if-visitor", OUTLINE)}>
          {common("nav.auth")}
        </Link>
      )}
      {words === "common" &&
        WAYS_ON.map((screen) => (
          <Link key={screen} to={to(screen, {})} className={OUTLINE}>
            {common(`nav.${screen}`)}
          </Link>
        ))}
    </MessageScreen>
  );
}

function FailureScreen({ status }: { status: number }) {
  const { t } = useTranslation();
  const to = useHref();
  const { pathname, search } = useLocation();
  return (
    <MessageScreen
      numeral={String(status)}
      title={t("unavailable.title")}
      text={t("unavailable.text")}
      // A client-side retry keeps the page's state, so the list keeps the pages that were loaded.
      back={{ path: pathname + search, label: t("error.retry") }}
    >
      <Link to={to("home", {})} className={OUTLINE}>
        {t("notFound.home")}
      </Link>
    </MessageScreen>
  );
}
