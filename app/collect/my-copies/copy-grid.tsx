import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { GRID_SIZES, JerseyGrid } from "../../shared/components/jersey-grid.tsx";
import { UnbrokenTitle } from "../../shared/components/unbroken-title.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { cx } from "../../shared/ui/cx.ts";
import type { CopyEntry, CopyQuery } from "../domain/copies/filter.ts";
import { jerseyParams, namesTeam, namesYear } from "../../shared/domain/jersey.ts";
import { CopyPicture } from "./copy-picture.tsx";
import { useCopyWords } from "./copy-words.ts";

export interface CopyListProps {
  entries: readonly CopyEntry[];
  query: CopyQuery;
  onQuery: (query: CopyQuery) => void;
  /** What the controls of each copy call it. */
  names: ReadonlyMap<string, string>;
  /** Undefined while nothing is being selected. */
  selected: ReadonlySet<string> | undefined;
  onSelect: (id: string, isSelected: boolean) => void;
  onEdit: (entry: CopyEntry) => void;
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

/** A press anywhere on it opens the copy, or selects it. */
function CopyCard({
  entry,
  names,
  selected,
  onSelect,
  onEdit,
}: { entry: CopyEntry } & Omit<CopyListProps, "entries" | "query" | "onQuery">) {
  const { t } = useTranslation("copies");
  const words = useCopyWords();
  const { copy, facts } = entry;
  const title = names.get(copy.id) ?? "";
  const line = [
    words.size(entry),
    words.print(entry),
    facts.team && !namesTeam({ title, team: facts.team }) && facts.team,
    !namesYear({ title, year: facts.year }) && facts.year,
    words.kit(entry),
  ].filter(Boolean);
  return (
    <article className="card">
      <CopyPicture copy={copy} sizes={GRID_SIZES} />
      <div className="card-text">
        <h3>
          {selected ? (
            words.title(entry)
          ) : (
            <button
              type="button"
              aria-label={t("list.edit", { title })}
              onClick={() => onEdit(entry)}
              className="stretched text-left wrap-anywhere"
            >
              {words.title(entry)}
            </button>
          )}
        </h3>
        {line.length > 0 && <p className="truncate text-sm text-muted">{line.join(" · ")}</p>}
        {copy.lent_to !== null && (
          <p className="text-sm font-semibold wrap-anywhere">{words.lent(entry)}</p>
        )}
      </div>
      {selected && (
        <SelectBox
          label={t("list.select", { title })}
          isSelected={selected.has(copy.id)}
          onChange={(isSelected) => onSelect(copy.id, isSelected)}
          className="absolute inset-0 z-10"
        />
      )}
    </article>
  );
}

/** The title, a link to the jersey's page if it is in the catalogue. */
export function CopyTitle({ entry, className }: { entry: CopyEntry; className?: string }) {
  const to = useHref();
  const title = useCopyWords().title(entry);
  const { jersey } = entry.copy;
  if (!jersey) return <UnbrokenTitle>{title}</UnbrokenTitle>;
  return (
    <PlainLink to={to("jersey", jerseyParams(jersey))} className={className}>
      <UnbrokenTitle>{title}</UnbrokenTitle>
    </PlainLink>
  );
}

/** A tick for the selection, as large as a finger. */
export function SelectBox({
  label,
  isSelected,
  onChange,
  className = "-ml-3 block w-11",
}: {
  label: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  className?: string;
}) {
  return (
    <label className={cx("cursor-pointer", className)}>
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        className="m-3 block size-5 accent-ink"
        checked={isSelected}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}
