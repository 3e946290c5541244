import { useState } from "react";

import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { jerseyTeam } from "../../shared/i18n/catalogue-names.ts";
import type { NamedTarget } from "../../contribute/data/suggestions/targets.ts";
import { LinkedText } from "../../jersey/components/linked-text.tsx";
import { FieldChanges } from "../../shared/components/field-changes.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { RefusalReason, VerdictLine } from "../../shared/components/verdict-line.tsx";
import { intoOf, type WaitingSuggestion } from "../data/review/queue.ts";
import { fieldOf } from "../../shared/domain/facts/fact.ts";
import { isPhotoKey, photoKey, reasonOnce } from "../../shared/domain/suggestion.ts";
import { reasonInWords } from "../../shared/i18n/reasons.ts";
import { emptyWord } from "../../shared/i18n/jersey-changes.ts";
import { changeInWords, partLabel, valueText } from "../../shared/i18n/suggestion-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Contradictions } from "./contradictions.tsx";
import { Decision } from "./decision.tsx";
import { type OpenedProps, Part } from "./parts.tsx";
import { Photos } from "./photos.tsx";

/** A correction, photos, a merge or a removal: why, and what differs, each part accepted or not. */
export function OpenedSuggestion({
  row,
  Compared,
  isCheck,
  ...props
}: OpenedProps & { row: WaitingSuggestion }) {
  const { t } = useTranslation(["review", "suggestions"]);
  const lang = useLanguage();
  const [unticked, setUnticked] = useState<string[]>([]);
  const { source, contest, pending, conflicts } = row.detail;
  // What was decided before it was contested; of what was public at once all.
  const { verdicts, why } = reasonOnce(isCheck ? {} : row.detail.verdicts);
  const refused = unticked.filter((key) => pending.includes(key));
  const done = Object.keys(verdicts).filter((key) => verdicts[key]?.accepted);
  const columns = Object.keys(row.detail.words).filter((key) => pending.includes(key));
  const photos = row.detail.photos.filter(({ id }) => pending.includes(photoKey(id)));
  const { changes, words } = row.detail;
  const urgency = changes.removal;
  const jersey = row.target?.type === "jersey" ? row.target : undefined;
  const departs = row.kind === "merge" || row.kind === "removal";

  /** The head of a part: a box where others can be decided otherwise, and its verdict before. */
  const head = (key: string, label = partLabel(key, lang)) => (
    <>
      {pending.length > 1 && !isCheck && !row.is_mine ? (
        <Checkbox
          checked={!refused.includes(key)}
          onChange={({ target }) =>
            setUnticked(
              target.checked ? refused.filter((other) => other !== key) : [...refused, key],
            )
          }
        >
          <span className="sr-only">{t("accept.edit")} </span>
          <span className="font-semibold">{label}</span>
        </Checkbox>
      ) : (
        <p className="font-semibold">{label}</p>
      )}
      <VerdictLine verdict={verdicts[key]} />
    </>
  );
  return (
    <>
      {(urgency === "offensive" || urgency === "unlawful") && (
        <p className="font-semibold text-danger">{t("removal.offensive")}</p>
      )}
      <Contradictions
        of={{
          // What the correction doesn't touch contradicted itself before.
          ...(("year" in changes || "season_id" in changes) && {
            year: (changes.year ?? jersey?.year) as number | null | undefined,
            season: (words.season_id?.after ?? jersey?.season?.name) as string | null | undefined,
          }),
          link: changes.external_link as string | null | undefined,
        }}
      />
      {row.kind === "merge" && Compared && (
        <Compared goes={row.target_id} stays={intoOf(row) ?? ""} />
      )}
      <RefusalReason why={why} />
      {row.kind === "merge" || row.kind === "removal" ? (
        <VerdictLine verdict={verdicts[pending[0] ?? ""]} />
      ) : (
        <ul className="grid gap-3 empty:hidden">
          {columns.map((key) => (
            <li
              key={key}
              className="grid gap-2 rounded-xl bg-surface px-4 py-2 md:grid-cols-[minmax(10rem,1fr)_3fr] md:items-center"
            >
              <div>{head(key)}</div>
              <Column row={row} column={key} isCheck={isCheck} />
            </li>
          ))}
        </ul>
      )}
      <div
        className={cx(
          "grid grid-cols-1 gap-4",
          // The reason stands beside the picture, above the fold.
          photos.length > 0 && "lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]",
        )}
      >
        {photos.length > 0 && (
          <div className="max-w-md">
            <Photos photos={photos}>
              {(photo) =>
                head(photoKey(photo.id), t(photo.is_removal ? "changes.remove" : "changes.add"))
              }
            </Photos>
          </div>
        )}
        <div className="flex flex-wrap content-start gap-x-6 gap-y-4">
          {row.kind !== "merge" && jersey && <Online jersey={jersey} />}
          <div className="grid min-w-0 flex-1 basis-56 content-start gap-4">
            {source !== null && (
              <Part title={t(departs ? "suggestions:reason.label" : "suggestions:source.label")}>
                <LinkedText text={departs ? reasonInWords(source, lang) : source} />
              </Part>
            )}
            {contest !== null && (
              <Part title={t("contest")}>
                <LinkedText text={contest} />
              </Part>
            )}
            {done.length > 0 && (
              <p className="text-sm text-muted">
                {t("alreadyAccepted", {
                  parts: done.map((key) => partLabel(key, lang)).join(", "),
                })}
              </p>
            )}
          </div>
        </div>
      </div>
      <Decision
        row={row}
        pending={pending}
        refused={refused}
        conflicts={isCheck ? [] : conflicts}
        correctable={columns.filter((key) => !isPhotoKey(key) && key !== "photos")}
        isCheck={isCheck}
        {...props}
      />
    </>
  );
}

type TargetJersey = Extract<NamedTarget, { type: "jersey" }>;

/** The shirt as visitors see it: colours and photos are judged beside it. */
function Online({ jersey }: { jersey: TargetJersey }) {
  const { t } = useTranslation("review");
  const lang = useLanguage();
  const path = jersey.images[0]?.path;
  return (
    <figure className="flex items-center gap-4">
      <span className="size-28 shrink-0 overflow-hidden rounded-xl bg-surface sm:size-56">
        <JerseyImage jersey={jersey} path={path} alt="" sizes="14rem" largest={640} />
      </span>
      <figcaption className="grid gap-1 text-sm">
        <span className="caption">{t("changes.now")}</span>
        <span className="font-semibold">{jerseyTeam(jersey, lang)}</span>
        <span className="text-muted">
          {jersey.season ? seasonInWords(jersey.season.name, lang) : jersey.year}
        </span>
        {!path && (
          <span>
            <Badge>{t("photos.none")}</Badge>
          </span>
        )}
      </figcaption>
    </figure>
  );
}

/** A column side by side: as it is online and as it is wanted; as it was before, if it has changed since. */
function Column({
  row,
  column,
  isCheck,
}: {
  row: WaitingSuggestion;
  column: string;
  isCheck: boolean;
}) {
  const { t } = useTranslation("review");
  const lang = useLanguage();
  const { words, current_words: current, conflicts } = row.detail;
  const { before, after } = words[column] ?? {};
  const isConflict = conflicts.includes(column);
  const now = isConflict ? current[column] : before;
  const cells = {
    ...((isConflict || isCheck) && { before }),
    ...((isConflict || !isCheck) && { now }),
    wanted: after,
  };
  return (
    <div className="grid min-w-0 gap-2">
      {column === "photos" ? (
        <FieldChanges changes={[changeInWords(column, { before: now, after }, lang)]} />
      ) : (
        <dl
          className={
            isConflict
              ? "grid gap-3 sm:auto-cols-fr sm:grid-flow-col"
              : "grid auto-cols-fr grid-flow-col gap-3"
          }
        >
          {(Object.keys(cells) as (keyof typeof cells)[]).map((cell) => {
            const text = valueText(fieldOf(column), cells[cell], lang);
            return (
              <div key={cell} className="grid content-start gap-0.5">
                <dt className="caption">{t(`changes.${cell}`)}</dt>
                <dd className="whitespace-pre-line wrap-anywhere">
                  {text === undefined && <em className="text-muted">{emptyWord(lang)}</em>}
                  {cell === "wanted" ? (
                    <ins className="font-semibold text-success no-underline">{text}</ins>
                  ) : (
                    text
                  )}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      {isConflict && <p className="text-sm text-danger">{t("changes.conflict")}</p>}
    </div>
  );
}
