import { UserRound } from "lucide-react";
import { lazy, Suspense, useEffect } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { type Session, useSession } from "../../shared/session/use-session.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { useSignInPath } from "../../shared/address/use-sign-in-path.ts";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";

/**
 * Lazy: only members need the query library behind it. If it cannot be loaded, no count is shown.
 */
const UnreadCount = lazy(() =>
  import("./load-unread-count.ts")
    .then(({ loadUnreadCount }) => loadUnreadCount())
    .catch(() => ({ default: () => null })),
);

/** Corrects the session mark that was set before the first paint. */
function useSessionMark({ status }: Session): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (status === "member") dataset.session = "";
    else if (status !== "unknown") delete dataset.session;
  }, [status]);
}

/**
 * 'Sign in' for visitors, 'My account' for members. Both are rendered in the same grid cell; the
 * style sheet shows the right one before any script has run.
 */
export function AccountLink() {
  const { t } = useTranslation();
  const to = useHref();
  const signIn = useSignInPath();
  const session = useSession();
  useSessionMark(session);
  const place = "col-start-1 row-start-1";
  return (
    <span className="grid">
      <PlainLink to={signIn} className={button({ size: "sm", className: cx("if-visitor", place) })}>
        {t("nav.auth")}
      </PlainLink>
      <PlainLink
        to={to("account", {})}
        className={button({
          variant: "outline",
          size: "sm",
          className: cx("if-member relative lg:max-xl:px-2.5", place),
        })}
      >
        <UserRound aria-hidden className="hidden lg:block xl:hidden" />
        <span className="lg:max-xl:sr-only">{t("nav.account")}</span>
        {session.status === "member" && (
          <Suspense>
            <UnreadCount userId={session.user.id} />
          </Suspense>
        )}
      </PlainLink>
    </span>
  );
}
