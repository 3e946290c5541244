import type { ReactNode } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { FieldChanges } from "../../shared/components/field-changes.tsx";
import { FactsLicence } from "../components/image-rights.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Textarea } from "../../shared/ui/input.tsx";
import { isSmallCorrection, MAX_SOURCE } from "../../shared/domain/suggestion.ts";
import type { ChangeInWords } from "../../shared/i18n/jersey-changes.ts";
import { PhotosField } from "./photos-field.tsx";
import { OWN_FIELDS, SOURCE_ID, type Suggestion } from "./use-suggestion.ts";

const LINK = "underline decoration-control underline-offset-4 hover:decoration-ink";

/** The frame of each form: its fields, the changes beside them, photos, source and sending. */
export function SuggestionFields({
  suggestion,
  changes,
  inOwnWords,
  arrangement,
  removedCount = 0,
  hasPhotos,
  isOnlyPhotos = false,
  isOnlyFact = false,
  onShowAll,
  isOpen,
  isSending,
  onDiscard,
  children,
}: {
  suggestion: Suggestion;
  changes: ChangeInWords[];
  /** Fields with a typed value in place of one of the list. */
  inOwnWords?: readonly string[];
  /** The public photos: their order, and which are to go. */
  arrangement?: ReactNode;
  /** How many public photos are to go. */
  removedCount?: number;
  /** True if photos can be added. */
  hasPhotos: boolean;
  /** True for the short form: photos without the facts. */
  isOnlyPhotos?: boolean;
  /** True if only the facts that are corrected are shown. */
  isOnlyFact?: boolean;
  /** Shows the others too. */
  onShowAll?: () => void;
  /** True if an open suggestion is changed. */
  isOpen: boolean;
  isSending: boolean;
  onDiscard: () => void;
  /** The fields. */
  children: ReactNode;
}) {
  const { t } = useTranslation(["suggestions", "submit"]);
  const {
    source,
    setSource,
    isSourceMissing,
    photos,
    failure,
    draft,
    isAdministrator,
    isTrusted,
    isOwn,
    type,
  } = suggestion;
  const to = useHref();
  const needsNoSource = isOwn
    ? changes.every(({ field }) => OWN_FIELDS.includes(field))
    : changes.length === 0 &&
      removedCount === 0 &&
      (isOnlyPhotos || photos.photos.length + photos.held.length > 0);
  const count = changes.length + photos.photos.length + removedCount;
  const arePhotos = photos.photos.length > 0;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <div className="grid grid-cols-1 gap-6">
        {draft && (
          <p role="status" className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
            {t("submit:draft.restored")}
            <Button variant="link" onClick={onDiscard}>
              {t("submit:draft.discard")}
            </Button>
          </p>
        )}
        {isOnlyPhotos ? (
          <>
            <PhotosField edited={photos} disabled={isSending} />
            {arrangement}
            <p className="text-sm text-muted">
              {/* The same page without its anchor. */}
              <Link to="." className={LINK}>
                {t("photos.toFacts")}
              </Link>
            </p>
          </>
        ) : (
          <>
            <section aria-labelledby="suggestion-facts" className="grid grid-cols-1 gap-4">
              <h2 id="suggestion-facts" className={isOnlyFact ? "sr-only" : "heading text-xl"}>
                {t("facts")}
              </h2>
              <div className="grid grid-cols-1">{children}</div>
              {isOnlyFact && (
                <Button variant="link" className="justify-self-start" onClick={onShowAll}>
                  {t("otherFacts")}
                </Button>
              )}
              {/* Whoever sends a fact places it under this licence. */}
              <FactsLicence className="text-sm text-muted" />
            </section>
            {arrangement}
            {hasPhotos && (!isOnlyFact || arePhotos) && (
              <PhotosField
                edited={photos}
                disabled={isSending}
                fold={arePhotos ? "open" : "closed"}
              />
            )}
          </>
        )}
      </div>
      {/* On a phone its parts belong to the form, so that sending stays in view. */}
      <div className="contents lg:sticky lg:grid lg:grid-cols-1 lg:gap-6 lg:top-[calc(var(--header)+1rem)]">
        {!(isOnlyPhotos && changes.length + removedCount === 0) && (
          <section
            aria-labelledby="suggestion-changes"
            className={cx("grid gap-3 rounded-2xl bg-surface p-5", count === 0 && "max-lg:hidden")}
          >
            <h2 id="suggestion-changes" className="font-semibold">
              {t("changes")}
            </h2>
            {changes.length > 0 && <FieldChanges changes={changes} />}
            {photos.photos.length > 0 && (
              <p className="text-sm">{t("photos.added", { count: photos.photos.length })}</p>
            )}
            {removedCount > 0 && (
              <p className="text-sm">{t("photos.removed", { count: removedCount })}</p>
            )}
            {count === 0 && <p className="text-sm text-muted">{t("none")}</p>}
            {isAdministrator && <p className="text-sm">{t("trust.administrator")}</p>}
            {isTrusted && !isAdministrator && changes.length > 0 && (
              <p role="status" className="text-sm">
                {t(
                  removedCount === 0 && isSmallCorrection(type, changes, inOwnWords)
                    ? "trust.atOnce"
                    : "trust.waits",
                )}{" "}
                <Link to={to("rules", {})} className={LINK}>
                  {t("trust.rules")}
                </Link>
              </p>
            )}
          </section>
        )}
        {!needsNoSource && (
          <Field
            label={t("source.label")}
            help={t("source.help")}
            error={isSourceMissing && t("source.problem", { max: MAX_SOURCE })}
            required
          >
            <Textarea
              id={SOURCE_ID}
              name="source"
              rows={3}
              value={source}
              onChange={({ target }) => setSource(target.value)}
            />
          </Field>
        )}
        <div className="sticky bottom-0 z-10 -mx-(--gutter) grid gap-2 border-t border-line bg-paper px-(--gutter) py-3 lg:static lg:mx-0 lg:border-0 lg:bg-transparent lg:p-0">
          <p role="alert" className="text-sm text-danger empty:hidden">
            {failure}
          </p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:grid">
            <p className="shrink-0 text-sm text-muted tabular-nums lg:hidden">
              {t("changeCount", { count })}
            </p>
            <Button
              type="submit"
              busy={isSending || photos.sending !== undefined}
              className="min-w-0 grow"
            >
              {t(isSending ? "sending" : isOpen ? "save" : "send")}
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}
