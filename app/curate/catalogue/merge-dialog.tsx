import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { ConfirmDialog } from "../../shared/components/confirm-dialog.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { competitionName, teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { type AdminTeam, mergeTeams, searchMergeTargets } from "../data/catalogue/admin-teams.ts";
import { adminRowKeys } from "../data/catalogue/keys.ts";
import { SearchField } from "./catalogue-list.tsx";

const mergeTargets = (row: AdminTeam, text: string) =>
  queryOptions({
    queryKey: adminRowKeys.mergeTargets(row.id, text),
    queryFn: async () => searchMergeTargets(await browserClient(), row, text),
    enabled: text !== "",
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const mergePreview = (from_id: string, into_id: string) =>
  queryOptions({
    queryKey: adminRowKeys.merge(from_id, into_id),
    queryFn: async () => mergeTeams(await browserClient(), { from_id, into_id, preview: true }),
    staleTime: 0,
  });

/** Merges a team into another one of its league: which one, what moves, and the confirmation. */
export function MergeDialog({
  row,
  onDone,
  onClose,
}: {
  row: AdminTeam;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(["adminCatalogue", "common", "catalogue"]);
  const lang = useLanguage();
  const nameOf = (team: AdminTeam) => teamName(team, team.competition, lang);
  const [typed, setTyped] = useState("");
  const [into, setInto] = useState<AdminTeam>();
  // The women's team and the reserve of a club have its name.
  const isOtherCompetition = into !== undefined && into.competition_id !== row.competition_id;
  const [isSame, setSame] = useState(false);
  const to = useHref();
  const navigate = useNavigate();
  const text = useDebouncedValue(typed.trim());
  const { data: offered } = useMemberQuery(mergeTargets(row, text));
  const problemText = useProblemText("adminCatalogue:errors");
  const { mutate, isPending } = useMemberMutation({
    write: (client, into_id: string) =>
      mergeTeams(client, { from_id: row.id, into_id, preview: false }),
    endsExpiredSession: true,
    onSuccess: (_moved, teamId) => {
      toast.success(t("merge.done", { name: into ? nameOf(into) : "" }), {
        label: t("merge.toTeam"),
        onClick: () => void navigate(to("team", { teamId })),
      });
      onDone();
    },
    onError: (error) => toast.error(problemText(error)),
  });
  return (
    <ConfirmDialog
      title={t("merge.title", { name: nameOf(row) })}
      text={`${t("merge.text")} ${t("merge.final")}`}
      confirm={t("merge.submit")}
      cancel={t("common:action.cancel")}
      close={t("common:close")}
      busy={isPending}
      lacks={
        into
          ? isOtherCompetition && !isSame && { text: t("merge.confirmSame") }
          : { text: t("merge.choose") }
      }
      onConfirm={() => into && mutate(into.id)}
      onClose={onClose}
    >
      <SearchField label={t("merge.search")} value={typed} onChange={setTyped} />
      <fieldset className="grid gap-1">
        <legend className="sr-only">{t("merge.choose")}</legend>
        {offered?.map((team) => (
          <label
            key={team.id}
            className="flex min-h-11 items-center gap-3 rounded-lg border border-line px-3 py-2 has-checked:border-ink has-checked:bg-surface"
          >
            <input
              type="radio"
              name="into"
              className="size-4 shrink-0 accent-ink"
              checked={into?.id === team.id}
              onChange={() => {
                setInto(team);
                setSame(false);
              }}
            />
            <span className="min-w-0">
              <span className="font-semibold">{nameOf(team)}</span>{" "}
              <span className="text-sm text-muted">
                {competitionName(team.competition, lang)} ·{" "}
                {t("catalogue:count.jerseys", { count: team.jerseys ?? 0 })}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <p role="status" className="text-sm text-muted empty:hidden">
        {text !== "" && offered?.length === 0 && t("merge.none")}
      </p>
      {isOtherCompetition && (
        <Checkbox checked={isSame} onChange={({ target }) => setSame(target.checked)}>
          {t("merge.same", {
            one: competitionName(row.competition, lang),
            other: competitionName(into.competition, lang),
          })}
        </Checkbox>
      )}
      {into && <Moves fromId={row.id} intoId={into.id} name={nameOf(into)} />}
    </ConfirmDialog>
  );
}

/** What moves to the other team, and what ends. */
function Moves({ fromId, intoId, name }: { fromId: string; intoId: string; name: string }) {
  const { t } = useTranslation(["adminCatalogue", "catalogue"]);
  const { data, error } = useMemberQuery(mergePreview(fromId, intoId));
  const problemText = useProblemText("adminCatalogue:errors");
  if (error) return <p className="text-sm text-danger">{problemText(error)}</p>;
  if (!data) return null;
  return (
    <div role="status" className="grid gap-2 text-sm">
      <p>{t("merge.moves", { name })}</p>
      <ul className="grid list-disc gap-1 pl-5">
        <li>{t("catalogue:count.jerseys", { count: data.jerseys })}</li>
        <li>{t("seasonCount", { count: data.entries })}</li>
        <li>{t("merge.rest")}</li>
      </ul>
      {data.suggestions > 0 && <p>{t("merge.suggestions", { count: data.suggestions })}</p>}
    </div>
  );
}
