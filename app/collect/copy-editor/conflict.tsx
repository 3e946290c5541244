import { useEffect, useRef } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { CopyForm } from "../domain/copies/copy-rules.ts";
import {
  DETAIL_NAMES,
  type DetailChoice,
  type DetailName,
  DETAILS,
} from "../domain/copies/copy-details.ts";
import { useDetailWords } from "../i18n/use-detail-words.ts";

/** A copy that was changed elsewhere: its values before and now. */
export interface Conflict {
  changed: (keyof CopyForm)[];
  before: CopyForm;
  now: CopyForm;
  /** True if the photos or their order were changed elsewhere. */
  hasPhotos: boolean;
}

/**
 * Shows what was changed elsewhere. It stands at the top of a long form, whose button to save is at the end: each
 * conflict brings it into view.
 */
export function ConflictMessage({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation(["copies", "common"]);
  const { label } = useDetailWords();
  const { changed, before, now, hasPhotos } = conflict;
  const message = useRef<HTMLElement>(null);
  useEffect(() => {
    // Each save that fails makes a new conflict.
    if (conflict) message.current?.focus();
  }, [conflict]);
  const shown = (name: DetailName, form: CopyForm): string => {
    const value = form[name];
    if (value === false || value === "") return t("copies:editor.conflict.empty");
    if (value === true) return t(`copies:fields.${name}`);
    return DETAILS[name].kind === "choice" ? label(name as DetailChoice, value) : value;
  };
  return (
    <section
      ref={message}
      role="alert"
      tabIndex={-1}
      className="grid scroll-mt-6 gap-2 rounded-xl border border-control bg-surface p-4"
    >
      <h3 className="font-semibold">{t("copies:editor.conflict.title")}</h3>
      <p className="text-sm text-muted">{t("copies:editor.conflict.text")}</p>
      <dl className="grid gap-2 text-sm">
        {DETAIL_NAMES.filter((name) => changed.includes(name)).map((name) => (
          <div key={name}>
            <dt className="text-muted">{t(`copies:fields.${name}`)}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              <del className="text-danger">{shown(name, before)}</del>
              <span aria-hidden> → </span>
              <ins className="text-success no-underline">{shown(name, now)}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {hasPhotos && <p className="text-sm">{t("copies:editor.conflict.photos")}</p>}
    </section>
  );
}
