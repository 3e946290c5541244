import type { User } from "@supabase/supabase-js";
import { ArrowLeft, ChevronRight } from "lucide-react";
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../../shared/components/load-failed.tsx";
import type { AccountSection as Section } from "../../address/account-sections.ts";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { unreadNotices } from "../../data/notices/notices.ts";
import { myProfile } from "../../../shared/data/profiles/my-profile.ts";
import type { Copy } from "../../../collect/domain/copies/copy.ts";
import { MyFollows } from "../../../collect/follows/my-follows.tsx";
import { CopiesSkeleton } from "../../../collect/my-copies/copies-skeleton.tsx";
import { MyTeams } from "../../../collect/completeness/my-teams.tsx";
import { LanguageChoice } from "../../../site/language/language-choice.tsx";
import {
  MyContributions,
  useContributionsWait,
} from "../../../contribute/my-contributions/my-contributions.tsx";
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
import { useHref } from "../../../shared/address/use-href.ts";
import { AccountSection } from "./account-section.tsx";
import { CollectionBar, isInBar } from "./collection-bar.tsx";
import { Greeting } from "./greeting.tsx";
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
const AddToList = lazy(() => import("../../../show/add-to-list/add-button.tsx"));
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

/** What each section shows. */
export const SECTIONS: Record<Exclude<Section, "profile">, ComponentType<SectionProps>> = {
  collection: ({ user }) => (
    <CollectionSection id="collection" userId={user.id}>
      <Suspense fallback={<CopiesSkeleton />}>
        <MyCopies
          userId={user.id}
          ofChosen={(copies) => <ChosenToList userId={user.id} copies={copies} />}
        />
        <MyTeams userId={user.id} />
      </Suspense>
    </CollectionSection>
  ),
  wishlist: ({ user }) => (
    <CollectionSection id="wishlist" userId={user.id}>
      <ShelfView userId={user.id} shelf="wishlist" />
    </CollectionSection>
  ),
  lists: ({ user }) => (
    <CollectionSection id="lists" userId={user.id}>
      <Suspense fallback={<Skeleton className="h-72" />}>
        <MyLists userId={user.id} />
      </Suspense>
    </CollectionSection>
  ),
  numbers: ({ user }) => (
    <CollectionSection id="numbers" userId={user.id}>
      <Suspense fallback={<Skeleton className="h-96 rounded-2xl" />}>
        <Numbers userId={user.id} />
      </Suspense>
    </CollectionSection>
  ),
  inventory: ({ user }) => (
    <CollectionSection id="inventory" userId={user.id}>
      <Suspense fallback={<Skeleton className="h-96 rounded-2xl" />}>
        <Inventory userId={user.id} />
      </Suspense>
    </CollectionSection>
  ),
  contributions: Contributions,
  notices: NoticesSection,
  settings: Settings,
  security: ({ user }) => (
    <SettingsSection id="security">
      <Suspense fallback={<Skeleton className="h-96 rounded-2xl" />}>
        <Security user={user} everywhere={<SignOutButton everywhere loadPrompt={loadPrompt} />} />
      </Suspense>
    </SettingsSection>
  ),
  exchange: Exchange,
  data: Data,
};

/** A list of the member's shirts, or what is made of the collection. */
function CollectionSection({
  id,
  userId,
  children,
}: {
  id: Section;
  userId: string;
  children: ReactNode;
}) {
  const lang = useLanguage();
  return (
    <div className="grid grid-cols-1 gap-5">
      <CollectionBar current={id} userId={userId} />
      <AccountSection id={id} title={sectionTitle(id, lang)} isNamed={isInBar(id)}>
        {children}
      </AccountSection>
    </div>
  );
}

function NoticesSection({ user }: SectionProps) {
  const lang = useLanguage();
  return (
    <AccountSection id="notices" title={sectionTitle("notices", lang)} isNamed>
      <Suspense fallback={<Skeleton className="h-24" />}>
        <NoticesRoom userId={user.id} />
      </Suspense>
    </AccountSection>
  );
}

/** A page behind the settings. */
function SettingsSection({ id, children }: { id: Section; children: ReactNode }) {
  const { t } = useTranslation("account");
  const to = useHref();
  const lang = useLanguage();
  return (
    <div className="grid grid-cols-1 gap-2">
      <Link
        to={to("accountSection", { section: "settings" })}
        preventScrollReset
        className="inline-flex min-h-11 items-center gap-2 justify-self-start text-sm font-semibold text-muted hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t("rooms.settings")}
      </Link>
      <AccountSection id={id} title={sectionTitle(id, lang)}>
        {children}
      </AccountSection>
    </div>
  );
}

/** What the specification has on `/account`: the member's submissions, and below them both shelves. */
function Contributions({ user, onDialog }: SectionProps) {
  const { t } = useTranslation(["account", "contributions", "collection"]);
  const lang = useLanguage();
  const { data: profile, isPending } = useMemberQuery(myProfile(user.id));
  const isWaiting = useContributionsWait(user.id);
  // The link to the account counts them. They stay while the page is open: showing them marks them as read.
  const { data: unread = 0 } = useMemberQuery(unreadNotices(user.id));
  const [hadUnread, setHadUnread] = useState(false);
  if (unread > 0 && !hadUnread) setHadUnread(true);
  // Together, once: what comes first must not push the rest down.
  const [isRead, setRead] = useState(false);
  if (!isRead && !isPending && !isWaiting) setRead(true);
  if (!isRead) return <Skeleton className="h-96 rounded-2xl" />;
  return (
    <div className="grid grid-cols-1 gap-10">
      <Greeting user={user} />
      {profile && <NamesPrompt userId={user.id} profile={profile} />}
      {hadUnread && (
        <AccountSection id="new-notices" title={sectionTitle("notices", lang)}>
          <Notices userId={user.id} />
        </AccountSection>
      )}
      <AccountSection id="my-jerseys" title={t("account:submissions")}>
        <MyJerseys userId={user.id} {...actionsOf(onDialog)} />
      </AccountSection>
      <AccountSection id="contributions" title={t("contributions:others")}>
        <MyContributions userId={user.id} />
      </AccountSection>
      <AccountSection id="my-shelves" title={t("collection:label")}>
        <MyShelves userId={user.id} />
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

function Settings({ user }: SectionProps) {
  const { t } = useTranslation(["account", "follows", "common"]);
  const lang = useLanguage();
  const to = useHref();
  const { data: profile, isPending, refetch } = useMemberQuery(myProfile(user.id));
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-10">
      <AccountSection id="profile" title={sectionTitle("profile", lang)}>
        {profile ? (
          <ProfileForm userId={user.id} profile={profile} />
        ) : isPending ? (
          <Skeleton className="h-80" />
        ) : (
          <LoadFailed onRetry={refetch} />
        )}
      </AccountSection>
      <AccountSection id="settings" title={sectionTitle("settings", lang)}>
        <div className="grid gap-5">
          <LanguageChoice />
          <ThemeChoice label={t("common:theme.label")} />
          <NoticeSwitches userId={user.id} />
        </div>
      </AccountSection>
      <AccountSection id="follows" title={t("follows:mine.title")}>
        <MyFollows userId={user.id} />
      </AccountSection>
      <ul className="border-t border-line">
        {(["security", "data"] as const).map((section) => (
          <li key={section} className="border-b border-line">
            <Link
              to={to("accountSection", { section })}
              className="flex min-h-14 items-center justify-between gap-4 font-semibold hover:underline"
            >
              {sectionTitle(section, lang)}
              <ChevronRight aria-hidden className="size-5 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Exchange({ user }: SectionProps) {
  const { t } = useTranslation("exchange");
  const wait = <Skeleton className="h-64 rounded-2xl" />;
  return (
    <div className="grid grid-cols-1 gap-10">
      <CollectionBar current="exchange" userId={user.id} />
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
      <SettingsSection id="data">
        <ExportData user={user} />
      </SettingsSection>
      <AccountSection id="leave" title={t("leave.title")}>
        {profile && <DeleteAccount username={profile.username} />}
      </AccountSection>
    </div>
  );
}

/** Puts the copies that were chosen into a list: each as its jersey, or as a shirt without a page. */
function ChosenToList({ userId, copies }: { userId: string; copies: readonly Copy[] }) {
  const { t } = useTranslation("lists");
  const shirts = copies.map(({ id, jersey }) => ({
    jersey_id: jersey?.id ?? null,
    copy_id: jersey ? null : id,
  }));
  return (
    <Suspense>
      <AddToList userId={userId} what={{ shirts }} label={t("add.title")} />
    </Suspense>
  );
}
