import { Building2, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button, button } from "../../shared/ui/button.tsx";
import { browserClient } from "../../shared/data/browser.ts";
import { authProblem, serviceMessage } from "../data/session/auth-problem.ts";
import { signInAt } from "../data/session/auth.ts";
import type { SignInMethods } from "../data/session/sign-in-methods.ts";
import { providerName } from "../domain/provider-name.ts";
import { type AuthMode, withMode } from "./mode.ts";
import { useSignInReturnUrl } from "./return-address.ts";

/**
 * Providers, SMS and organisation, as far as the site offers them. Renders nothing if it offers
 * none.
 */
export function OtherMethods({ methods }: { methods: SignInMethods }) {
  const { t } = useTranslation("auth");
  const returnUrl = useSignInReturnUrl();
  if (methods.providers.length === 0 && !methods.phone && !methods.sso) return null;

  async function leaveFor(provider: string) {
    try {
      await signInAt(await browserClient(), provider, returnUrl());
    } catch (error) {
      const problem = authProblem(error);
      toast.error((!problem && serviceMessage(error)) || t(`errors.${problem ?? "unknown"}`));
    }
  }

  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t("others.or")}
      </p>
      {methods.providers.map((provider) => (
        <Button key={provider} variant="outline" onClick={() => void leaveFor(provider)}>
          {t("others.provider", { provider: providerName(provider) })}
        </Button>
      ))}
      {methods.phone && (
        <ModeLink mode="phone" icon={<Smartphone aria-hidden />}>
          {t("others.phone")}
        </ModeLink>
      )}
      {methods.sso && (
        <ModeLink mode="sso" icon={<Building2 aria-hidden />}>
          {t("others.sso")}
        </ModeLink>
      )}
    </div>
  );
}

function ModeLink({
  mode,
  icon,
  children,
}: {
  mode: AuthMode;
  icon: ReactNode;
  children: ReactNode;
}) {
  const [query] = useSearchParams();
  return (
    <Link to={withMode(query, mode)} replace className={button({ variant: "outline" })}>
      {icon}
      {children}
    </Link>
  );
}
