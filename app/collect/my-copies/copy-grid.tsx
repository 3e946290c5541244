import { Pencil, Trash2, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";

import { useHref } from "../../shared/address/use-href.ts";
import { GRID_SIZES, JerseyGrid } from "../../shared/components/jersey-grid.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { jerseyParams, namesTeam, namesYear } from "../../shared/domain/jersey.ts";
import { leagueLabel } from "../../shared/domain/leagues.ts";
import { CopyPicture } from "./copy-picture.tsx";
import { useCopyWords } from "./copy-words.ts";

export interface CopyListProps {
  entries: readonly CopyEntry[];
  /** What the buttons of each copy call it. */
  names: ReadonlyMap<string, string>;
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
  onEdit: (entry: CopyEntry) => void;
  onRemove: (entry: CopyEntry) => void;
  onReturned: (entry: CopyEntry) => void;
}

/** Copies as cards. */
export function CopyGrid({ entries, ...actions }: CopyListProps) {
  return (
    <JerseyGrid>
      {entries.map((entry) => (
        <li key={entry.copy.id}>
          <CopyCard entry={entry} {...actions} />
        </li>
      ))}
    </JerseyGrid>
  );
}

function CopyCard({
  entry,
  names,
  selected,
  onSelect,
  onEdit,
  onRemove,
  onReturned,
}: { entry: CopyEntry } & Omit<CopyListProps, "entries">) {
  const { t } = useTranslation(["copies", "common"]);
  const words = useCopyWords();
  const { copy, facts } = entry;
  const title = names.get(entry.copy.id) ?? "";
  const details = [words.size(entry), words.condition(entry), words.print(entry)].filter(Boolean);
  return (
    <article className="card">
      <CopyPicture copy={copy} sizes={GRID_SIZES} />
      <div className="card-text">
        <p className="card-origin">
          {facts.league && (
            <Badge tone={facts.league}>
              {t(`common:${leagueLabel(facts.league, copy.jersey?.competitions)}`)}
            </Badge>
          )}{" "}
          {facts.team && !namesTeam({ title, team: facts.team }) && (
            <span className="caption truncate">{facts.team}</span>
          )}
        </p>
        <h3>
          <CopyTitle entry={entry} className="stretched" />
        </h3>
        <p className="card-facts">
          {[!namesYear({ title, year: facts.year }) && facts.year, words.kit(entry)]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {details.length > 0 && <p className="truncate text-sm">{details.join(" · ")}</p>}
        {!copy.jersey && facts.title !== null && (
          <p className="text-sm text-muted">{t("copies:list.former")}</p>
        )}
        {copy.lent_to !== null && (
          <p className="relative z-20 flex min-w-0 flex-wrap items-center gap-x-1 text-sm">
            <span className="min-w-0 font-semibold break-words">{words.lent(entry)}</span>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`${t("copies:editor.returned")} (${title})`}
              onClick={() => onReturned(entry)}
              className="ml-auto shrink-0 px-2!"
            >
              <Undo2 aria-hidden />
              {t("copies:editor.returned")}
            </Button>
          </p>
        )}
      </div>
      <div className="card-actions">
        <SelectBox
          label={t("copies:list.select", { title })}
          isSelected={selected.has(copy.id)}
          onChange={(isSelected) => onSelect(copy.id, isSelected)}
        />
        <div className="card-extras">
          <Button
            variant="ghost"
            size="icon"
            aria-label={t("copies:list.edit", { title })}
            onClick={() => onEdit(entry)}
          >
            <Pencil aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t("copies:list.remove", { title })}
            onClick={() => onRemove(entry)}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      </div>
    </article>
  );
}

/** The title, a link to the jersey's page if it is in the catalogue. */
export function CopyTitle({ entry, className }: { entry: CopyEntry; className?: string }) {
  const to = useHref();
  const title = useCopyWords().title(entry);
  const { jersey } = entry.copy;
  if (!jersey) return title;
  return (
    <PlainLink to={to("jersey", jerseyParams(jersey))} className={className}>
      {title}
    </PlainLink>
  );
}

/** A tick for the selection, as large as a finger. */
export function SelectBox({
  label,
  isSelected,
  onChange,
}: {
  label: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
}) {
  return (
    <label className="pointer-events-auto -ml-3 grid size-11 cursor-pointer place-items-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        className="size-5 accent-ink"
        checked={isSelected}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}
