import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { FieldChanges } from "../../components/field-changes.tsx";
import { JerseyImage } from "../../components/jersey-image.tsx";
import { PhotoOrder } from "../../components/photo-order.tsx";
import { Checkbox } from "../../components/ui/checkbox.tsx";
import { VerdictLine } from "../../components/verdict-line.tsx";
import { intoOf, type WaitingSuggestion } from "../../data/review/queue.ts";
import { type NamedTarget, targetName, targetPath } from "../../data/suggestions/targets.ts";
import { linkify } from "../../domain/linkify.ts";
import { fieldOf, isPhotoKey, photoKey } from "../../domain/suggestion.ts";
import { WORDS } from "../../i18n/jersey-changes.ts";
import {
  changeInWords,
  type OrderedPhoto,
  partLabel,
  photosInWords,
  valueText,
} from "../../i18n/suggestion-words.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { Decision } from "./decision.tsx";
import { type OpenedProps, Part } from "./opened.tsx";
import { ReviewPhotos } from "./review-photos.tsx";

/** A correction, photos, a merge or a removal: why, and what differs, each part accepted or not. */
export function OpenedSuggestion({
  row,
  Compared,
  isCheck,
  ...props
}: OpenedProps & { row: WaitingSuggestion }) {
  const { t } = useTranslation("review");
  const lang = useLanguage();
  const [unticked, setUnticked] = useState<string[]>([]);
  const { source, contest, pending, photos, conflicts } = row.detail;
  // What was decided before it was contested; all of what was public at once.
  const verdicts = isCheck ? {} : row.detail.verdicts;
  const isDivided = pending.length > 1 && !isCheck && !row.is_mine;
  const refused = unticked.filter((key) => pending.includes(key));
  const done = Object.keys(verdicts).filter((key) => verdicts[key]?.accepted);
  const columns = Object.keys(row.detail.words);

  /** A part with its verdict before, and a box to accept it where there are several. */
  const part = (key: string) => (
    <>
      {isDivided && (
        <Checkbox
          checked={!refused.includes(key)}
          aria-label={t("changes.part", { part: partLabel(key, lang) })}
          onChange={({ target }) =>
            setUnticked(
              target.checked ? refused.filter((other) => other !== key) : [...refused, key],
            )
          }
        >
          <span className="font-semibold">{partLabel(key, lang)}</span>
        </Checkbox>
      )}
      <VerdictLine verdict={verdicts[key]} />
    </>
  );
  return (
    <>
      {source !== null && (
        <Part title={t("source")}>
          <Words text={source} />
        </Part>
      )}
      {contest !== null && (
        <Part title={t("contest")}>
          <Words text={contest} />
        </Part>
      )}
      {done.length > 0 && (
        <p className="text-sm text-muted">
          {t("alreadyAccepted", { parts: done.map((key) => partLabel(key, lang)).join(", ") })}
        </p>
      )}
      {row.kind === "merge" || row.kind === "removal" ? (
        <>
          <VerdictLine verdict={verdicts[pending[0] ?? ""]} />
          {row.kind === "merge" && Compared ? (
            <Compared goes={row.target_id} stays={intoOf(row) ?? ""} />
          ) : (
            <Shirts targets={[row.target, row.into]} />
          )}
          <Urgency row={row} />
        </>
      ) : (
        <>
          {columns.some((key) => pending.includes(key)) && (
            <Part title={t("changes.title")}>
              <ul className="grid gap-3">
                {columns
                  .filter((key) => pending.includes(key))
                  .map((key) => (
                    <li key={key} className="grid gap-2 rounded-xl bg-surface p-4">
                      {part(key)}
                      <Column row={row} column={key} isCheck={isCheck} />
                    </li>
                  ))}
              </ul>
            </Part>
          )}
          {photos.length > 0 && (
            <ReviewPhotos photos={photos.filter(({ id }) => pending.includes(photoKey(id)))}>
              {(photo) => (
                <div className="grid gap-1">
                  <span className="caption">
                    {t(photo.is_removal ? "changes.remove" : "changes.add")}
                  </span>
                  {part(photoKey(photo.id))}
                </div>
              )}
            </ReviewPhotos>
          )}
        </>
      )}
      <Decision
        row={row}
        pending={pending}
        refused={refused}
        conflicts={isCheck ? [] : conflicts}
        isCheck={isCheck}
        correctable={pending.filter((key) => !isPhotoKey(key) && key !== "photos")}
        {...props}
      />
    </>
  );
}

/** What a member wrote, with its addresses as links. */
function Words({ text }: { text: string }) {
  return (
    <p className="max-w-prose whitespace-pre-line wrap-anywhere">
      {linkify(text).map((piece, n) =>
        piece.href ? (
          <a
            key={n}
            href={piece.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="underline underline-offset-4"
          >
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )}
    </p>
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
  const change = words[column] ?? { before: null, after: null };
  const isConflict = conflicts.includes(column);
  if (column === "photos") {
    const before = change.before as OrderedPhoto[];
    return (
      <>
        <FieldChanges changes={[changeInWords(column, change, lang)]} />
        {isConflict && (
          <Conflict>
            <PhotoOrder photos={photosInWords(current[column] as OrderedPhoto[], before, lang)} />
          </Conflict>
        )}
      </>
    );
  }
  const text = (value: unknown) => valueText(fieldOf(column), value, lang);
  const cells = {
    ...((isConflict || isCheck) && { then: text(change.before) }),
    ...((isConflict || !isCheck) && { now: text(isConflict ? current[column] : change.before) }),
    wanted: text(change.after),
  };
  return (
    <>
      <p className="text-sm text-muted">{partLabel(column, lang)}</p>
      <dl className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
        {(Object.keys(cells) as (keyof typeof cells)[]).map((cell) => (
          <div key={cell} className="grid content-start gap-0.5">
            <dt className="caption">{t(`changes.${cell}`)}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              {cells[cell] === undefined ? (
                <em className="text-muted">{WORDS[lang].empty}</em>
              ) : cell === "wanted" ? (
                <ins className="font-semibold text-success no-underline">{cells[cell]}</ins>
              ) : (
                cells[cell]
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isConflict && <Conflict />}
    </>
  );
}

function Conflict({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("review");
  return (
    <div className="grid gap-2 rounded-lg border border-danger px-3 py-2 text-sm">
      <p>{t("changes.conflict")}</p>
      {children}
    </div>
  );
}

/** The shirts that are to go, big enough to recognise. */
function Shirts({ targets }: { targets: (NamedTarget | null)[] }) {
  const lang = useLanguage();
  return (
    <ul className="grid max-w-2xl grid-cols-2 gap-4">
      {targets.map(
        (target) =>
          target?.type === "jersey" && (
            <li key={target.id} className="grid content-start gap-2">
              <span className="aspect-square overflow-hidden rounded-xl bg-surface">
                <JerseyImage
                  jersey={target}
                  path={target.images[0]?.path}
                  alt=""
                  sizes="(min-width: 40rem) 20rem, 45vw"
                />
              </span>
              <Link
                to={targetPath(target, lang)}
                target="_blank"
                className="wrap-anywhere underline underline-offset-4"
              >
                {targetName(target, lang)}
              </Link>
            </li>
          ),
      )}
    </ul>
  );
}

/** Of a removal: that it is offensive or unlawful. */
function Urgency({ row }: { row: WaitingSuggestion }) {
  const { t } = useTranslation("review");
  const urgency = row.detail.changes.removal;
  if (urgency !== "offensive" && urgency !== "unlawful") return null;
  return <p className="font-semibold text-danger">{t(`removal.${urgency}`)}</p>;
}
