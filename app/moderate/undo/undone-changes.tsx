import type { ReactNode } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { FieldChanges } from "../../shared/components/field-changes.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import type { UndoneChange } from "../data/history/undo.ts";
import { targetName, targetPath } from "../../contribute/data/suggestions/targets.ts";
import { formatDateTime } from "../../shared/i18n/format.ts";
import { changeInWords } from "../../shared/i18n/suggestion-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** A field before and after the change. */
function changeOf({ changes }: UndoneChange, field: string): { before?: unknown; after?: unknown } {
  return (changes as Record<string, { before: unknown; after: unknown }>)[field] ?? {};
}

/** What goes back of one change, with the values; of several fields each can be left as it is. */
export function BackFields({
  change,
  left,
  onLeave,
}: {
  change: UndoneChange;
  /** The fields that shall stay. */
  left: readonly string[];
  onLeave: (left: string[]) => void;
}) {
  const { t } = useTranslation("undo");
  const lang = useLanguage();
  const words = change.back.map((field) => {
    const { before, after } = changeOf(change, field);
    const back = changeInWords(field, { before: after, after: before }, lang);
    return field === "image" ? { ...back, said: t(before ? "photo.back" : "photo.away") } : back;
  });
  const renderLabel = (field: string, label: string) => (
    <Checkbox
      checked={!left.includes(field)}
      onChange={({ target }) =>
        onLeave(target.checked ? left.filter((other) => other !== field) : [...left, field])
      }
    >
      {label}
    </Checkbox>
  );
  if (words.length < 2) return <FieldChanges changes={words} />;
  return (
    <div className="[&_dd]:pl-8">
      <FieldChanges changes={words} renderLabel={renderLabel} />
    </div>
  );
}

/** What goes back of many changes, the newest first. */
export function BackList({ changes }: { changes: UndoneChange[] }) {
  const lang = useLanguage();
  return (
    <ChangeList changes={changes}>
      {(change) => {
        const labels = change.back.map(
          (field) => changeInWords(field, changeOf(change, field), lang).label,
        );
        return `${formatDateTime(change.at, lang)} · ${labels.join(", ")}`;
      }}
    </ChangeList>
  );
}

/** What stays as it is, and why. */
export function StayList({ changes }: { changes: UndoneChange[] }) {
  const { t } = useTranslation(["undo", "common"]);
  const lang = useLanguage();
  if (changes.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-2 text-sm">
      <h3 className="font-semibold">{t("stays.title")}</h3>
      <ChangeList changes={changes}>
        {(change) =>
          Object.entries(change.stays).map(([field, why]) => (
            <span key={field} className="block">
              {t("common:of", {
                label: changeInWords(field, changeOf(change, field), lang).label,
                name: t(`stays.${why}`),
              })}
            </span>
          ))
        }
      </ChangeList>
    </section>
  );
}

function ChangeList({
  changes,
  children,
}: {
  changes: UndoneChange[];
  children: (change: UndoneChange) => ReactNode;
}) {
  if (changes.length === 0) return null;
  return (
    // Focusable: it scrolls, also by keyboard.
    <ul className="grid max-h-56 grid-cols-1 gap-2 overflow-y-auto text-sm" tabIndex={0}>
      {changes.map((change) => (
        <li key={change.id} className="border-t border-line pt-2">
          <PageName change={change} />
          <span className="block text-muted">{children(change)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The page, with its link. */
function PageName({ change: { target, title } }: { change: UndoneChange }) {
  const { t } = useTranslation("undo");
  const lang = useLanguage();
  if (!target) return <span className="break-words">{title ?? t("noPage")}</span>;
  return (
    <Link
      to={targetPath(target, lang)}
      className="break-words underline decoration-control underline-offset-4 hover:decoration-ink"
    >
      {targetName(target, lang)}
    </Link>
  );
}
