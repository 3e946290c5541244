import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { FieldChanges } from "../../shared/components/field-changes.tsx";
import { SmallPhoto } from "../../shared/components/small-photo.tsx";
import { RefusalReason, VerdictLine } from "../../shared/components/verdict-line.tsx";
import type { MySuggestion } from "../data/suggestions/mine.ts";
import { targetName, targetPath } from "../data/suggestions/targets.ts";
import { fieldOf } from "../../shared/domain/facts/fact.ts";
import { photoKey, reasonOnce } from "../../shared/domain/suggestion.ts";
import { reasonInWords } from "../../shared/i18n/reasons.ts";
import { allChangesInWords } from "../../shared/i18n/suggestion-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** What a suggestion changes and adds, each with what was decided, and why it was made and contested. */
export function SuggestionParts({ suggestion }: { suggestion: MySuggestion }) {
  const { t } = useTranslation(["contributions", "suggestions", "catalogue"]);
  const lang = useLanguage();
  const { words, photos, source, into, status, held_at, contest } = suggestion;
  // Nobody decided when its page was deleted.
  const { verdicts, why } = reasonOnce(status === "outdated" ? {} : suggestion.verdicts);
  return (
    <>
      {allChangesInWords(words, lang).map((change) => (
        <div key={change.field} className="grid grid-cols-1 gap-1">
          {into ? (
            <p>
              <span className="text-muted">{change.label}</span>{" "}
              <Link
                to={targetPath(into, lang)}
                className="inline-block min-h-6 underline decoration-control underline-offset-4 hover:decoration-ink"
              >
                {targetName(into, lang)}
              </Link>
            </p>
          ) : (
            <FieldChanges changes={[change]} />
          )}
          <VerdictLine verdict={verdicts[change.field]} field={fieldOf(change.field)} />
        </div>
      ))}
      {photos.map(({ id, url, alt, kind, isRemoved }) => {
        const name = isRemoved
          ? t("contributions:removedPhoto")
          : t(kind ? `catalogue:photo.${kind}` : "suggestions:fields.image");
        return (
          <div key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            {url !== null && (
              <SmallPhoto
                address={url}
                name={alt ?? name}
                className="size-16 rounded-lg bg-raised"
              />
            )}
            {name}
            <VerdictLine verdict={verdicts[photoKey(id)]} />
          </div>
        );
      })}
      <RefusalReason why={why} />
      {source !== null && (
        <p className="text-sm wrap-anywhere whitespace-pre-line text-muted">
          {t("contributions:source", { source: reasonInWords(source, lang) })}
        </p>
      )}
      {status === "open" && held_at !== null && (
        <p className="text-sm">{t("contributions:held")}</p>
      )}
      {contest !== null && (
        <p className="text-sm wrap-anywhere whitespace-pre-line">
          {status === "open" && `${t("contributions:contested")} `}
          {t("contributions:yourWords", { words: contest })}
        </p>
      )}
    </>
  );
}
