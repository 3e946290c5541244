import type { User } from "@supabase/supabase-js";
import { type ComponentType, type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { afterClosing } from "../../shared/browser/overlay-history.ts";
import { toast } from "../../shared/components/toast.ts";
import { useSession } from "../../shared/session/use-session.ts";
import { signInPath } from "../../shared/address/sign-in-path.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

type Reason = "submit" | "suggest" | "account" | "admin";

/**
 * Renders `children` for members, and `fallback` while the session is unknown, on the server too.
 * Visitors are redirected to the sign-in page, which shows the reason and leads back.
 */
export function RequireMember({
  reason,
  fallback,
  challenge: Challenge,
  children,
}: {
  reason: Reason;
  fallback: ReactNode;
  /** Shown while the second factor is missing. */
  challenge: ComponentType<{ user: User; level: 2 }>;
  children: (user: User) => ReactNode;
}) {
  const session = useSession();
  const wasMember = useRef(false);
  const { t } = useTranslation("auth");
  const lang = useLanguage();
  const here = useLocation();
  const signIn = signInPath(here, lang);
  // "J'ai ce maillot", pressed by a visitor.
  const isAdding = reason === "account" && new URLSearchParams(here.search).has("add");
  const asked = isAdding ? "add" : reason;
  // Who proposes or adds something mostly has no account yet; the account's own pages are opened by those who have one.
  const entry =
    asked === "account" || asked === "admin" ? signIn : signInPath(here, lang, "signup");
  const home = useHref()("home", {});
  const navigate = useNavigate();
  const { status } = session;
  const ended = status === "visitor" ? session.ended : undefined;

  useEffect(() => {
    if (status === "member") wasMember.current = true;
    if (status !== "visitor") return;
    // A sign-out in another tab leads home. `SessionEnd` shows the toast for an expired session.
    const left = wasMember.current && ended === "left";
    if (left) toast.success(t("signOut.success"));
    // On arrival by a link, the sign-in screen shows the reason at once, without waiting for the
    // toast library.
    const state = wasMember.current ? null : { notice: t(`guard.${asked}`) };
    // A dialog that was open on the page leaves the history first: that would stop the navigation.
    const target = left ? home : wasMember.current ? signIn : entry;
    afterClosing(() => void navigate(target, { replace: true, state }));
    // Once per change of the session: another render must not repeat the toast.
  }, [status, ended, asked, signIn, entry, home, navigate, t]);

  if (status === "challenge") return <Challenge user={session.user} level={2} />;
  if (status === "member") return children(session.user);
  return <div className="needs-scripts contents">{fallback}</div>;
}
