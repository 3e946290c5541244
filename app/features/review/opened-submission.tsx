import { useTranslation } from "react-i18next";

import type { WaitingSubmission } from "../../data/review/queue.ts";
import { refusalInWords } from "../../i18n/refusal-words.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { Decision } from "./decision.tsx";
import { JerseyFacts } from "./jersey-facts.tsx";
import { LikelyDuplicates } from "./likely-duplicates.tsx";
import { type OpenedProps, Part } from "./opened.tsx";
import { ReviewPhotos } from "./review-photos.tsx";

const KEYS = ["jersey"];

/** A submitted jersey: photos, facts, the refusal before, and likely duplicates. */
export function OpenedSubmission({ row, ...props }: OpenedProps & { row: WaitingSubmission }) {
  const { t } = useTranslation("review");
  const lang = useLanguage();
  const { jersey, images, moderation_note: former } = row.detail;
  const { onMergeOrRemove } = props;
  return (
    <>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <ReviewPhotos photos={images} drawn={row.target?.type === "jersey" ? row.target : null} />
        <div className="grid content-start gap-5">
          {former !== null && (
            <Part title={t("before")}>
              <p className="text-sm whitespace-pre-line wrap-anywhere">
                {refusalInWords(former, lang)}
              </p>
            </Part>
          )}
          <JerseyFacts jersey={jersey} target={row.target} />
          <LikelyDuplicates
            jersey={jersey}
            onMerge={
              onMergeOrRemove &&
              !row.is_mine &&
              ((intoId) =>
                onMergeOrRemove({
                  ...{ jerseyId: jersey.id, kind: "merge", intoId },
                  seen: images.map(({ version }) => version),
                }))
            }
          />
        </div>
      </div>
      <Decision row={row} pending={KEYS} refused={[]} {...props} />
    </>
  );
}
