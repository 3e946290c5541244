import type { User } from "@supabase/supabase-js";
import { type ComponentType, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";

import { toast } from "../../components/toast.ts";
import { useSession } from "../../data/session/use-session.ts";
import { useHref } from "../../address/use-href.ts";

/**
 * Shows `children` to a member and `fallback` while nobody knows yet who it is, on the server
 * too. A visitor is told why and goes to sign in, and comes back afterwards.
 */
export function RequireMember({
  reason,
  fallback,
  challenge: Challenge,
  children,
}: {
  reason: "submit" | "account" | "admin";
  fallback: ReactNode;
  /** For who has yet to show the second factor. */
  challenge: ComponentType<{ user: User; level: 2 }>;
  children: (user: User) => ReactNode;
}) {
  const session = useSession();
  const wasMember = useRef(false);
  const { t } = useTranslation("auth");
  const signIn = useSignInAddress();
  const home = useHref()("home", {});
  const navigate = useNavigate();
  const { status } = session;
  const ended = status === "visitor" ? session.ended : undefined;

  useEffect(() => {
    if (status === "member") wasMember.current = true;
    if (status !== "visitor") return;
    // Who has left in another tab is led home here too; the end of a session is told to everyone.
    const left = wasMember.current && ended === "left";
    if (left) toast.success(t("signOut.success"));
    // Whoever comes by a link has not touched anything yet, and shouldn't wait for the toasts: the
    // sign-in screen says why.
    const state = wasMember.current ? null : { notice: t(`guard.${reason}`) };
    void navigate(left ? home : signIn, { replace: true, state });
    // Once for each change of the session: the toast must not come again with another render.
  }, [status, ended, reason, signIn, home, navigate, t]);

  if (status === "challenge") return <Challenge user={session.user} level={2} />;
  return status === "member" ? children(session.user) : fallback;
}

/** The sign-in screen, which leads back to the page on show. */
function useSignInAddress(): string {
  const { pathname, search } = useLocation();
  return `${useHref()("auth", {})}?${new URLSearchParams({ next: pathname + search })}`;
}
