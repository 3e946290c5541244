import type { User } from "@supabase/supabase-js";
import { useQuery } from "@tanstack/react-query";
import { Plus, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { button } from "../components/ui/button.tsx";
import { Skeleton } from "../components/ui/skeleton.tsx";
import { myProfile } from "../data/profiles/my-profile.ts";
import { queryClient } from "../data/query-client.ts";
import { isAdmin } from "../data/roles/is-admin.ts";
import { MySubmissions, SubmissionsSkeleton } from "../features/my-submissions/my-submissions.tsx";
import { RequireMember } from "../features/session-guard/require-member.tsx";
import { SignOutButton } from "../features/sign-out/sign-out-button.tsx";
import { translator } from "../i18n/i18n.ts";
import { languageOf } from "../i18n/languages.ts";
import { memberMeta } from "../i18n/member-meta.ts";
import { useHref } from "../i18n/use-language.ts";
import type { Route } from "./+types/account.ts";

export const meta: Route.MetaFunction = ({ location }) =>
  memberMeta(translator(languageOf(location.pathname), "account")("title"));

export default function Account() {
  const { t } = useTranslation("account");
  return (
    <div className="page grid gap-10 py-10 md:py-14">
      <h1 className="heading text-3xl">{t("title")}</h1>
      <RequireMember reason="account" fallback={<AccountSkeleton />}>
        {(user) => <MemberView user={user} />}
      </RequireMember>
    </div>
  );
}

function MemberView({ user }: { user: User }) {
  const { t } = useTranslation("account");
  const to = useHref();
  const { data: admin } = useQuery(isAdmin(user.id), queryClient);
  const { data: profile } = useQuery(myProfile(user.id), queryClient);
  return (
    <>
      <section className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-h-12">
          {profile && (
            <p className="text-lg font-semibold">
              {t("greeting", { name: profile.display_name ?? profile.username })}
            </p>
          )}
          <p className="text-sm break-all text-muted">{user.email}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Link to={to("submit", {})} className={button({ variant: "hero" })}>
            <Plus aria-hidden />
            {t("submit")}
          </Link>
          {admin && (
            <Link to={to("admin", {})} className={button({ variant: "outline" })}>
              <ShieldCheck aria-hidden />
              {t("admin")}
            </Link>
          )}
          <SignOutButton />
        </div>
      </section>
      <section className="grid gap-4">
        <h2 className="heading text-2xl">{t("submissions")}</h2>
        <MySubmissions userId={user.id} />
      </section>
    </>
  );
}

function AccountSkeleton() {
  return (
    <>
      <Skeleton className="h-12 w-64" />
      <SubmissionsSkeleton />
    </>
  );
}
