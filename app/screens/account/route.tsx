import type { User } from "@supabase/supabase-js";
import { Plus, ShieldCheck } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Button, button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { myProfile } from "../../data/profiles/my-profile.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { isAdmin } from "../../data/roles/is-admin.ts";
import { MyTeams } from "../../features/completeness/my-teams.tsx";
import { DeleteDialog } from "../../features/edit-jersey/delete-dialog.tsx";
import { EditDialog } from "../../features/edit-jersey/edit-dialog.tsx";
import { readEditDraft } from "../../features/edit-jersey/edit-draft.ts";
import { LanguageChoice } from "../../features/language/language-choice.tsx";
import { DeleteAccount } from "../../features/my-data/delete-account.tsx";
import { ExportData } from "../../features/my-data/export-data.tsx";
import { MyReports } from "../../features/my-reports/my-reports.tsx";
import { MyShelves } from "../../features/my-shelves/my-shelves.tsx";
import {
  MySubmissions,
  SubmissionsSkeleton,
} from "../../features/my-submissions/my-submissions.tsx";
import { Notices } from "../../features/notices/notices.tsx";
import { NoticeSwitches } from "../../features/notices/notice-switches.tsx";
import { NamesPrompt } from "../../features/profile/names-prompt.tsx";
import { ProfileForm } from "../../features/profile/profile-form.tsx";
import { RequireMember } from "../../features/session-guard/require-member.tsx";
import { SignOutButton } from "../../features/sign-out/sign-out-button.tsx";
import { ThemeChoice } from "../../features/theme/theme-choice.tsx";
import { translator } from "../../i18n/translations.ts";
import { languageOf } from "../../i18n/languages.ts";
import { noindexMeta } from "../../head/noindex-meta.ts";
import { useHref } from "../../address/use-href.ts";
import type { Route } from "./+types/route.ts";
import { AccountNav } from "./account-nav.tsx";
import { AccountSection } from "./account-section.tsx";
import { SecondFactor } from "../shared/second-factor.tsx";

/** Lazy: it is at the end of the page and rarely used. */
const Security = lazy(() => import("../../features/account-security/security.tsx"));

export const meta: Route.MetaFunction = ({ location }) =>
  noindexMeta(translator(languageOf(location.pathname), "account")("title"));

export default function Account() {
  const { t } = useTranslation("account");
  return (
    <div className="page grid gap-10 py-10 md:py-14">
      <h1 className="heading text-3xl">{t("title")}</h1>
      <RequireMember reason="account" fallback={<AccountSkeleton />} challenge={SecondFactor}>
        {(user) => <MemberView user={user} />}
      </RequireMember>
    </div>
  );
}

function MemberView({ user }: { user: User }) {
  const { t } = useTranslation(["account", "notices", "common"]);
  const to = useHref();
  const { data: admin } = useMemberQuery(isAdmin(user.id));
  const [dialog, setDialog] = useState<
    { kind: "edit"; id: string } | { kind: "delete"; id: string; title: string } | undefined
  >(() => {
    // Reopens an edit that the end of a session has interrupted.
    const draft = readEditDraft(user.id);
    return draft && { kind: "edit", id: draft.jerseyId };
  });
  const { data: profile, isPending, refetch } = useMemberQuery(myProfile(user.id));
  return (
    <>
      <section className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-h-12">
          {profile && (
            <p className="text-lg font-semibold">
              {t("account:greeting", { name: profile.display_name ?? profile.username })}
            </p>
          )}
          <p className="text-sm break-all text-muted">{user.email}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Link to={to("submit", {})} className={button({ variant: "hero" })}>
            <Plus aria-hidden />
            {t("account:submit")}
          </Link>
          {admin && (
            <Link to={to("admin", {})} className={button({ variant: "outline" })}>
              <ShieldCheck aria-hidden />
              {t("account:admin")}
            </Link>
          )}
          <SignOutButton />
        </div>
      </section>
      {profile && <NamesPrompt userId={user.id} profile={profile} />}
      <AccountNav />
      <AccountSection id="notices" title={t("notices:title")}>
        <Notices userId={user.id} />
      </AccountSection>
      <AccountSection id="submissions" title={t("account:submissions")}>
        <MySubmissions
          userId={user.id}
          onEdit={({ id }) => setDialog({ kind: "edit", id })}
          onDelete={({ id, title }) => setDialog({ kind: "delete", id, title })}
        />
      </AccountSection>
      <AccountSection id="shelves" title={t("account:shelves.title")}>
        <MyShelves userId={user.id} />
        <MyTeams userId={user.id} />
      </AccountSection>
      <AccountSection id="reports" title={t("account:reports.title")}>
        <MyReports userId={user.id} />
      </AccountSection>
      <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-2">
        <AccountSection id="profile" title={t("account:profile.title")}>
          {profile ? (
            <ProfileForm userId={user.id} profile={profile} />
          ) : isPending ? (
            <Skeleton className="h-64" />
          ) : (
            <EmptyState
              title={t("account:profile.loadFailed")}
              action={<Button onClick={() => void refetch()}>{t("common:error.retry")}</Button>}
            />
          )}
        </AccountSection>
        <AccountSection id="settings" title={t("account:settings.title")}>
          <div className="grid gap-5">
            <LanguageChoice />
            <ThemeChoice label={t("account:settings.theme")} />
            <NoticeSwitches userId={user.id} />
          </div>
        </AccountSection>
      </div>
      <AccountSection id="security" title={t("account:security")}>
        <Suspense fallback={<Skeleton className="h-96 rounded-2xl" />}>
          <Security user={user} everywhere={<SignOutButton everywhere />} />
        </Suspense>
      </AccountSection>
      <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-2">
        <AccountSection id="data" title={t("account:data.title")}>
          <ExportData user={user} />
        </AccountSection>
        <AccountSection id="leave" title={t("account:leave.title")}>
          {profile && <DeleteAccount username={profile.username} />}
        </AccountSection>
      </div>
      {dialog?.kind === "edit" && (
        <EditDialog jerseyId={dialog.id} userId={user.id} onClose={() => setDialog(undefined)} />
      )}
      {dialog?.kind === "delete" && (
        <DeleteDialog jersey={dialog} onClose={() => setDialog(undefined)} />
      )}
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
