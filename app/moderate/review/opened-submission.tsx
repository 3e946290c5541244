import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { LinkedText } from "../../jersey/components/linked-text.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import type { WaitingSubmission } from "../data/review/queue.ts";
import { refusalInWords } from "../../shared/i18n/refusal-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Decision } from "./decision.tsx";
import { JerseyFacts } from "./jersey-facts.tsx";
import { LikelyDuplicates } from "./likely-duplicates.tsx";
import { type OpenedProps, Part } from "./parts.tsx";
import { Photos } from "./photos.tsx";
import { TypedTeam } from "./typed-team.tsx";

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
        <div className="grid content-start gap-2">
          {images.length > 0 ? (
            <Photos photos={images} />
          ) : (
            row.target?.type === "jersey" && (
              // Said before the drawing, which could be taken for a photo.
              <>
                <p>
                  <Badge>{t("photos.none")}</Badge>
                </p>
                <JerseyImage jersey={row.target} path={null} alt="" sizes="24rem" />
              </>
            )
          )}
        </div>
        <div className="grid content-start gap-5">
          {former !== null && (
            <Part title={t("before")}>
              <LinkedText text={refusalInWords(former, lang)} />
            </Part>
          )}
          <JerseyFacts row={row} />
          {!jersey.team_id && <TypedTeam jersey={jersey} />}
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
