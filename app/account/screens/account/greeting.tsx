import type { User } from "@supabase/supabase-js";
import { Plus, ShieldCheck } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import { button } from "../../../shared/ui/button.tsx";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { myProfile } from "../../../shared/data/profiles/my-profile.ts";
import { myAccount } from "../../data/session/credentials.ts";
import { isChosenUsername } from "../../../shared/i18n/member-name.ts";
import { isReviewer } from "../../../shared/data/roles/is-reviewer.ts";
import { SignOutButton } from "../../sign-out/sign-out-button.tsx";
import { loadPrompt } from "./load-prompt.ts";

/** Who is signed in, and where else they may go. */
export function Greeting({ user }: { user: User }) {
  const { t } = useTranslation(["account", "common"]);
  const to = useHref();
  const { data: reviews } = useMemberQuery(isReviewer(user.id));
  const { data: profile } = useMemberQuery(myProfile(user.id));
  const { data: account = user } = useMemberQuery(myAccount(user.id));
  return (
    <section className="flex flex-wrap items-center gap-x-3 gap-y-4">
      <div className="min-h-12 min-w-0 flex-1">
        {profile && (
          <p className="text-lg font-semibold">
            {profile.display_name || isChosenUsername(profile.username)
              ? t("greeting", { name: profile.display_name ?? profile.username })
              : t("greetingBare")}
          </p>
        )}
        <p className="truncate text-sm text-muted">{account.email}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:order-last max-sm:w-full">
        <Link to={to("submit", {})} className={button({ variant: "hero" })}>
          <Plus aria-hidden />
          {t("common:nav.submit")}
        </Link>
        {reviews && (
          <Link to={to("admin", {})} className={button({ variant: "outline" })}>
            <ShieldCheck aria-hidden />
            {t("admin")}
          </Link>
        )}
      </div>
      {/* On a phone beside the name: few come for it. */}
      <SignOutButton loadPrompt={loadPrompt} />
    </section>
  );
}
