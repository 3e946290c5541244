import { CheckCheck } from "lucide-react";
import { useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { Checkbox } from "../../components/ui/checkbox.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Select } from "../../components/ui/select.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useMemberPages, useMemberQuery } from "../../data/member-query.ts";
import { myProfile } from "../../data/profiles/my-profile.ts";
import {
  QUEUE_AGES,
  queueCompetitions,
  type QueueFilter,
  suggestionQueue,
} from "../../data/suggestions/queue.ts";
import { useSuggestionProblem } from "../../data/suggestions/use-suggestion-problem.ts";
import { isLeague, LEAGUES } from "../../domain/leagues.ts";
import { isTargetType, TARGET_TYPES } from "../../domain/suggestion.ts";
import { storedCompetitionName } from "../../i18n/catalogue-names.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import type { Compared } from "./part-decision.tsx";
import { SuggestionReview } from "./suggestion-review.tsx";
import { TrustedReview } from "./trusted-review.tsx";
import { useReviewSteps } from "./use-review-steps.ts";

/** The queue of suggestions, the oldest first, each decided part by part. */
export default function SuggestionQueue({
  userId,
  Compared,
}: {
  userId: string;
  /** A screen gives it: features know no other ones. */
  Compared: Compared;
}) {
  const { t } = useTranslation("suggestions");
  const [filter, setFilter] = useState<QueueFilter>({});
  const problemText = useSuggestionProblem();
  const list = useMemberPages(suggestionQueue(filter));
  const suggestions = list.data?.pages.flatMap((page) => page.suggestions) ?? [];
  const { data: profile } = useMemberQuery(myProfile(userId));
  const items = useRef<HTMLOListElement>(null);
  useReviewSteps(items, suggestions[0]?.id);
  return (
    <div className="grid grid-cols-1 gap-6">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="heading text-xl">{t("queue.title")}</h2>
        <KeyHelp />
      </header>
      <Filters filter={filter} onChange={setFilter} />
      {list.isPending && <Skeleton className="h-96 rounded-2xl" />}
      {list.isError && !list.data && (
        <EmptyState
          title={t("queue.loadFailed")}
          action={<Button onClick={() => void list.refetch()}>{t("retry")}</Button>}
        >
          {problemText(list.error)}
        </EmptyState>
      )}
      {list.data && suggestions.length === 0 && (
        <EmptyState
          icon={<CheckCheck aria-hidden />}
          title={t(filter.afterwards ? "queue.emptyAfterwards" : "queue.empty")}
        />
      )}
      {suggestions.length > 0 && (
        <ol ref={items} className="grid grid-cols-1 gap-6">
          {suggestions.map((suggestion) => (
            // A version that its member changed is decided anew.
            <li key={`${suggestion.id} ${suggestion.edited_at}`}>
              {filter.afterwards ? (
                <TrustedReview suggestion={suggestion} />
              ) : (
                <SuggestionReview
                  suggestion={suggestion}
                  ownName={profile?.username}
                  Compared={Compared}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {list.hasNextPage && (
        <Button
          variant="outline"
          className="justify-self-center"
          disabled={list.isFetching}
          onClick={() => void list.fetchNextPage()}
        >
          {t("more")}
        </Button>
      )}
    </div>
  );
}

function Filters({
  filter,
  onChange,
}: {
  filter: QueueFilter;
  onChange: (filter: QueueFilter) => void;
}) {
  const { t } = useTranslation(["suggestions", "common"]);
  const { league, target_type, new_members, competition_id, days, afterwards } = filter;
  const { data: competitions = [] } = useMemberQuery(queueCompetitions());
  const lang = useLanguage();
  return (
    <div
      role="group"
      aria-label={t("suggestions:queue.filters")}
      className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3"
    >
      <Field label={t("suggestions:queue.list")}>
        <Select
          value={afterwards ? "afterwards" : "waiting"}
          onChange={({ target: { value } }) => {
            // The list of competitions is that of what waits.
            const { afterwards: _, competition_id: __, ...rest } = filter;
            onChange(value === "afterwards" ? { ...rest, afterwards: true } : rest);
          }}
        >
          {(["waiting", "afterwards"] as const).map((value) => (
            <option key={value} value={value}>
              {t(`suggestions:queue.lists.${value}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("suggestions:queue.league")}>
        <Select
          value={league ?? ""}
          onChange={({ target: { value } }) => {
            const { league: _, ...rest } = filter;
            onChange(isLeague(value) ? { ...rest, league: value } : rest);
          }}
        >
          <option value="">{t("suggestions:queue.all")}</option>
          {LEAGUES.map((value) => (
            <option key={value} value={value}>
              {t(`common:league.${value}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("suggestions:queue.kind")}>
        <Select
          value={target_type ?? ""}
          onChange={({ target: { value } }) => {
            const { target_type: _, ...rest } = filter;
            onChange(isTargetType(value) ? { ...rest, target_type: value } : rest);
          }}
        >
          <option value="">{t("suggestions:queue.all")}</option>
          {TARGET_TYPES.map((value) => (
            <option key={value} value={value}>
              {t(`suggestions:queue.kinds.${value}`)}
            </option>
          ))}
        </Select>
      </Field>
      {!afterwards && (
        <Field label={t("suggestions:queue.competition")}>
          <Select
            value={competition_id ?? ""}
            onChange={({ target: { value } }) => {
              const { competition_id: _, ...rest } = filter;
              onChange(value ? { ...rest, competition_id: value } : rest);
            }}
          >
            <option value="">{t("suggestions:queue.allCompetitions")}</option>
            {/* The last one of a competition may just have been decided. */}
            {competition_id && competitions.every(({ id }) => id !== competition_id) && (
              <option value={competition_id}>{t("suggestions:queue.noneLeft")}</option>
            )}
            {competitions.map(({ id, name, waiting }) => (
              <option key={id} value={id}>
                {storedCompetitionName(name, lang)} ({waiting})
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field label={t("suggestions:queue.age")}>
        <Select
          value={days ?? ""}
          onChange={({ target: { value } }) => {
            const { days: _, ...rest } = filter;
            const age = QUEUE_AGES.find((known) => String(known) === value);
            onChange(age ? { ...rest, days: age } : rest);
          }}
        >
          <option value="">{t("suggestions:queue.anyAge")}</option>
          {QUEUE_AGES.map((age) => (
            <option key={age} value={age}>
              {t("suggestions:queue.olderThan", { count: age })}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        checked={new_members ?? false}
        onChange={({ target: { checked } }) => {
          const { new_members: _, ...rest } = filter;
          onChange(checked ? { ...rest, new_members: true } : rest);
        }}
      >
        {t("suggestions:queue.new")}
      </Checkbox>
    </div>
  );
}

/** Help for the keyboard, shown on devices with a fine pointer, which usually have one. */
function KeyHelp() {
  const { t } = useTranslation("suggestions");
  const key = (
    <kbd className="rounded border border-control bg-raised px-1.5 py-0.5 font-sans text-xs font-semibold" />
  );
  return (
    <p className="hidden text-sm text-muted pointer-fine:block">
      <Trans t={t} i18nKey="queue.keys" components={{ j: key, k: key, a: key, r: key, s: key }} />
    </p>
  );
}
