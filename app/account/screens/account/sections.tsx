import type { User } from "@supabase/supabase-js";
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../../shared/components/load-failed.tsx";
import type { AccountSection as Section } from "../../address/account-sections.ts";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { unreadNotices } from "../../data/notices/notices.ts";
import { myProfile } from "../../../shared/data/profiles/my-profile.ts";
import { MyFollows } from "../../../collect/follows/my-follows.tsx";
import { CopiesSkeleton } from "../../../collect/my-copies/copies-skeleton.tsx";
import { MyTeams } from "../../../collect/completeness/my-teams.tsx";
import { LanguageChoice } from "../../../site/language/language-choice.tsx";
import { MyContributions } from "../../../contribute/my-contributions/my-contributions.tsx";
import { MyJerseys } from "../../../contribute/my-contributions/my-jerseys.tsx";
import { DeleteAccount } from "../../my-data/delete-account.tsx";
import { ExportData } from "../../my-data/export-data.tsx";
import { MyShelves } from "../../../collect/my-shelves/my-shelves.tsx";
import { ShelfView } from "../../../collect/my-shelves/shelf-view.tsx";
import { Notices } from "../../notices/notices.tsx";
import { NoticeSwitches } from "../../notices/notice-switches.tsx";
import { NamesPrompt } from "../../profile/names-prompt.tsx";
import { ProfileForm } from "../../profile/profile-form.tsx";
import { SignOutButton } from "../../sign-out/sign-out-button.tsx";
import { ThemeChoice } from "../../../site/theme/theme-choice.tsx";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { sectionTitle } from "../../components/section-title.ts";
import { AccountSection } from "./account-section.tsx";
import { loadPrompt } from "./load-prompt.ts";

/** Lazy: the filters and the table are of this section only. */
const MyCopies = lazy(async () => ({
  default: (await import("../../../collect/my-copies/my-copies.tsx")).MyCopies,
}));

/** Lazy: it is large and rarely used. */
const Security = lazy(() => import("../../security/security.tsx"));

/** Lazy: few open them, and every page of the account would load them. */
const Numbers = lazy(() => import("../../../collect/numbers/numbers.tsx"));
const Inventory = lazy(() => import("../../../collect/numbers/inventory.tsx"));
/** Lazy: it reads and shows what is followed. */
const NoticesRoom = lazy(() => import("./notices-room.tsx"));
/** Lazy: few make lists. */
const MyLists = lazy(() => import("../../../show/lists/my-lists.tsx"));
/** Lazy, with what reads and writes files. */
const CollectionImport = lazy(() => import("../../../collect/import/collection-import.tsx"));
const CollectionExport = lazy(async () => ({
  default: (await import("../../../collect/export/collection-export.tsx")).CollectionExport,
}));

/** The open dialog about a submission. */
export type Dialog = { kind: "edit"; id: string } | { kind: "delete"; id: string; title: string };

export interface SectionProps {
  user: User;
  onDialog: (dialog: Dialog) => void;
}

/** What each section shows; the overview is the page `/account`. */
export const SECTIONS: Record<Section | "overview", ComponentType<SectionProps>> = {
  overview: Overview,
  collection: ({ user }) => (
    <TitledSection id="collection">
      <Suspense fallback={<CopiesSkeleton />}>
        <MyCopies userId={user.id} />
        <MyTeams userId={user.id} />
      </Suspense>
    </TitledSection>
  ),
  wishlist: ({ user }) => (
    <TitledSection id="wishlist">
      <ShelfView userId={user.id} shelf="wishlist" />
    </TitledSection>
  ),
  lists: ({ user }) => (
    <TitledSection id="lists">
      <Suspense fallback={<Skeleton className="h-72" />}>
        <MyLists userId={user.id} />
      </Suspense>
    </TitledSection>
  ),
  numbers: ({ user }) => (
    <TitledSection id="numbers">
      <Suspense fallback={<Skeleton className="h-96 rounded-2xl" />}>
        <Numbers userId={user.id} />
      </Suspense>
    </TitledSection>
  ),
  inventory: ({ user }) => (
    <TitledSection id="inventory">
      <Suspense fallback={<Skeleton className="h-96 rounded-2xl" />}>
        <Inventory userId={user.id} />
      </Suspense>
    </TitledSection>
  ),
  contributions: ({ user, onDialog }) => (
    <TitledSection id="contributions">
      <MyContributions userId={user.id} {...actionsOf(onDialog)} />
    </TitledSection>
  ),
  notices: ({ user }) => (
    <TitledSection id="notices">
      <Suspense fallback={<Skeleton className="h-24" />}>
        <NoticesRoom userId={user.id} />
      </Suspense>
    </TitledSection>
  ),
  profile: Profile,
  settings: Settings,
  security: ({ user }) => (
    <TitledSection id="security">
      <Suspense fallback={<Skeleton className="h-96 rounded-2xl" />}>
        <Security user={user} everywhere={<SignOutButton everywhere loadPrompt={loadPrompt} />} />
      </Suspense>
    </TitledSection>
  ),
  exchange: Exchange,
  data: Data,
};

function TitledSection({ id, children }: { id: Section; children: ReactNode }) {
  const lang = useLanguage();
  return (
    <AccountSection id={id} title={sectionTitle(id, lang)} isNamed>
      {children}
    </AccountSection>
  );
}

function Overview({ user, onDialog }: SectionProps) {
  const { t } = useTranslation("account");
  const lang = useLanguage();
  // New notices are shown here too. They stay while the page is open: showing them marks them as read.
  const { data: unread = 0 } = useMemberQuery(unreadNotices(user.id));
  const [hadUnread, setHadUnread] = useState(false);
  if (unread > 0 && !hadUnread) setHadUnread(true);
  const { data: profile, isPending } = useMemberQuery(myProfile(user.id));
  // What stands above the shelves must not push them down.
  if (isPending) return <Skeleton className="h-96 rounded-2xl" />;
  return (
    <div className="grid grid-cols-1 gap-10">
      {profile && <NamesPrompt userId={user.id} profile={profile} />}
      {hadUnread && (
        <AccountSection id="new-notices" title={sectionTitle("notices", lang)}>
          <Notices userId={user.id} />
        </AccountSection>
      )}
      <AccountSection id="my-shelves" title={t("shelves.title")}>
        <MyShelves userId={user.id} />
      </AccountSection>
      <AccountSection id="my-jerseys" title={t("submissions")}>
        <MyJerseys userId={user.id} {...actionsOf(onDialog)} />
      </AccountSection>
    </div>
  );
}

function actionsOf(onDialog: SectionProps["onDialog"]) {
  return {
    onEdit: ({ id }: { id: string }) => onDialog({ kind: "edit", id }),
    onDelete: ({ id, title }: { id: string; title: string }) =>
      onDialog({ kind: "delete", id, title }),
  };
}

function Profile({ user }: SectionProps) {
  const { t } = useTranslation(["account", "common"]);
  const { data: profile, isPending, refetch } = useMemberQuery(myProfile(user.id));
  return (
    <TitledSection id="profile">
      <div className="max-w-2xl">
        {profile ? (
          <ProfileForm userId={user.id} profile={profile} />
        ) : isPending ? (
          <Skeleton className="h-64" />
        ) : (
          <LoadFailed title={t("account:profile.loadFailed")} onRetry={refetch} />
        )}
      </div>
    </TitledSection>
  );
}

function Settings({ user }: SectionProps) {
  const { t } = useTranslation(["account", "follows"]);
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-10">
      <TitledSection id="settings">
        <div className="grid gap-5">
          <LanguageChoice />
          <ThemeChoice label={t("account:settings.theme")} />
          <NoticeSwitches userId={user.id} />
        </div>
      </TitledSection>
      <AccountSection id="follows" title={t("follows:mine.title")}>
        <MyFollows userId={user.id} />
      </AccountSection>
    </div>
  );
}

function Exchange({ user }: SectionProps) {
  const { t } = useTranslation("exchange");
  const wait = <Skeleton className="h-64 rounded-2xl" />;
  return (
    <div className="grid grid-cols-1 gap-10">
      <AccountSection id="import" title={t("import.title")}>
        <Suspense fallback={wait}>
          <CollectionImport userId={user.id} />
        </Suspense>
      </AccountSection>
      <AccountSection id="exchange" title={t("export.title")}>
        <Suspense fallback={wait}>
          <CollectionExport userId={user.id} />
        </Suspense>
      </AccountSection>
    </div>
  );
}

function Data({ user }: SectionProps) {
  const { t } = useTranslation("account");
  const { data: profile } = useMemberQuery(myProfile(user.id));
  return (
    <div className="grid grid-cols-1 gap-10">
      <TitledSection id="data">
        <ExportData user={user} />
      </TitledSection>
      <AccountSection id="leave" title={t("leave.title")}>
        {profile && <DeleteAccount username={profile.username} />}
      </AccountSection>
    </div>
  );
}
