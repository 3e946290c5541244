import { type ComponentType, lazy, Suspense, useState } from "react";
import { Navigate, useSearchParams } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { lazyDialog } from "../../../shared/components/lazy-dialog.ts";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../../shared/ui/tabs.tsx";
import type { RenderUndo } from "../../components/undo-slot.ts";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import type { Leaving } from "../../data/merging/merging.ts";
import { queueFigures } from "../../../contribute/data/suggestions/figures.ts";
import type { OnLeft } from "../../review/parts.tsx";
import ReviewQueue from "../../review/review-queue.tsx";
import { UndoButton } from "../../undo/undo-button.tsx";
import { formatNumber } from "../../../shared/i18n/format.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";

/** Lazy: the dialog library loads with the first click. Features know no other ones, so they get these from here. */
const MergingDialog = lazyDialog(() => import("../../merging/merging-dialog.tsx"));
const ComparedJerseys = lazy(() => import("../../merging/compared-jerseys.tsx"));

type Catalogue = typeof import("../../../curate/catalogue/tabs.tsx");

const catalogue = (name: keyof Catalogue) =>
  lazy(async () => ({ default: (await import("../../../curate/catalogue/tabs.tsx"))[name] }));

interface TabProps {
  userId: string;
  isAdmin: boolean;
  onMergeOrRemove: (leaving: Leaving, onDone: OnLeft) => void;
  Compared: ComponentType<{ goes: string; stays: string }>;
  renderUndo: RenderUndo;
}

const renderUndo: RenderUndo = ({ batchId, ...texts }) => (
  <UndoButton {...texts} choices={[{ name: texts.title, what: { batch_id: batchId } }]} />
);

/** In the order of display. Each but the first is lazy. */
const TABS = {
  moderation: ReviewQueue,
  teams: catalogue("TeamsTab"),
  competitions: catalogue("CompetitionsTab"),
  lineUps: lazy(() => import("../../../curate/line-ups/line-ups-tab.tsx")),
  brands: catalogue("BrandsTab"),
  daily: lazy(() => import("../../../daily/upcoming/upcoming.tsx")),
  catalogueImport: lazy(() => import("../../../curate/import/catalogue-import.tsx")),
  members: lazy(() => import("../../members/members-tab.tsx")),
  log: lazy(() => import("../../log/log-tab.tsx")),
} satisfies Record<string, ComponentType<TabProps>>;

type Tab = keyof typeof TABS;

const NAMES = Object.keys(TABS) as Tab[];

/** For reviewers, who manage neither the catalogue nor the members. */
const QUEUE: Tab = "moderation";

/** Scrolls the current tab into view: on a phone the list of tabs is wider than the screen. */
function bringIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** The tabs of the administration; for a reviewer the queue alone. The open tab is in the address. */
export function AdminTabs({ userId, isAdmin }: { userId: string; isAdmin: boolean }) {
  const { t } = useTranslation(["admin", "catalogue"]);
  const [params, setParams] = useSearchParams();
  const { data: { toDecide = 0 } = {} } = useMemberQuery(queueFigures());
  const [departure, setDeparture] = useState<{
    leaving: Leaving;
    onDone: OnLeft;
  }>();
  const onMergeOrRemove: TabProps["onMergeOrRemove"] = (leaving, onDone) =>
    setDeparture({ leaving, onDone });
  const current = NAMES.find((name) => name === params.get("tab")) ?? QUEUE;
  if (params.get("tab") === "reports") return <Navigate to="?kind=report" replace />;
  const dialog = departure && (
    <Suspense fallback={null}>
      <MergingDialog {...departure} isDecision onClose={() => setDeparture(undefined)} />
    </Suspense>
  );
  if (!isAdmin) {
    return (
      <>
        <ReviewQueue onMergeOrRemove={onMergeOrRemove} Compared={ComparedJerseys} />
        <Suspense fallback={null}>
          <TABS.daily />
        </Suspense>
        {dialog}
      </>
    );
  }
  return (
    <Tabs
      value={current}
      onValueChange={(tab) => setParams({ tab }, { preventScrollReset: true })}
      activationMode="manual"
      className="min-w-0"
    >
      <TabsList
        aria-label={t("tabs.label")}
        // Fades out at the end, to show that the list scrolls.
        className="max-lg:pe-10 max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-2.5rem),transparent)]"
      >
        {NAMES.map((name) => (
          <TabsTrigger key={name} value={name} ref={name === current ? bringIntoView : undefined}>
            {t([`admin:tabs.${name as "daily"}`, `catalogue:names.${name as "teams"}`])}
            <Waiting count={name === QUEUE ? toDecide : 0} />
          </TabsTrigger>
        ))}
      </TabsList>
      {NAMES.map((name) => {
        const Content: ComponentType<TabProps> = TABS[name];
        return (
          <TabsContent key={name} value={name}>
            <Suspense fallback={<Skeleton className="h-96 rounded-2xl" />}>
              <Content
                userId={userId}
                isAdmin={isAdmin}
                onMergeOrRemove={onMergeOrRemove}
                Compared={ComparedJerseys}
                renderUndo={renderUndo}
              />
            </Suspense>
          </TabsContent>
        );
      })}
      {dialog}
    </Tabs>
  );
}

/** The number of things that wait behind a tab. */
function Waiting({ count }: { count: number }) {
  const lang = useLanguage();
  if (count === 0) return null;
  return (
    <span className="numeral ms-2 rounded-full bg-ink px-2 py-0.5 text-xs text-paper">
      {formatNumber(count, lang)}
    </span>
  );
}
