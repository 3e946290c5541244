import type { User } from "@supabase/supabase-js";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";

import { toast } from "../../components/toast.ts";
import { useSession } from "../../data/session/use-session.ts";
import { useHref } from "../../i18n/use-language.ts";

/**
 * Shows `children` to a member and `fallback` while nobody knows yet who it is, on the server
 * too. A visitor is told why and goes to sign in, and comes back afterwards.
 */
export function RequireMember({
  reason,
  fallback,
  children,
}: {
  reason: "submit" | "account" | "admin";
  fallback: ReactNode;
  children: (user: User) => ReactNode;
}) {
  const session = useSession();
  const wasMember = useRef(false);
  const { t } = useTranslation("auth");
  const signIn = useSignInAddress();
  const navigate = useNavigate();
  const { status } = session;

  useEffect(() => {
    if (status === "member") wasMember.current = true;
    if (status !== "visitor") return;
    if (wasMember.current) toast.error(t("guard.expired"));
    else toast.info(t(`guard.${reason}`));
    void navigate(signIn, { replace: true });
    // Once for each change of the session: the toast must not come again with another render.
  }, [status, reason, signIn, navigate, t]);

  return status === "member" ? children(session.user) : fallback;
}

/** The sign-in screen, which leads back to the page on show. */
function useSignInAddress(): string {
  const { pathname, search } = useLocation();
  return `${useHref()("auth", {})}?${new URLSearchParams({ next: pathname + search })}`;
}
