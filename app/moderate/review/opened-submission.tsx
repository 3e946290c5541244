import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { LinkedText } from "../../jersey/components/linked-text.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { undoDecision } from "../data/review/decide.ts";
import { leaveQueue, type WaitingSubmission } from "../data/review/queue.ts";
import { reasonInWords } from "../../shared/i18n/reasons.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Contradictions } from "./contradictions.tsx";
import { Decision } from "./decision.tsx";
import { JerseyFacts } from "./jersey-facts.tsx";
import { LikelyDuplicates } from "./likely-duplicates.tsx";
import { type OpenedProps, Part } from "./parts.tsx";
import { Photos } from "./photos.tsx";
import { TypedTeam } from "./typed-team.tsx";
import { useTitle } from "./use-title.ts";

const KEYS = ["jersey"];

/** A submitted jersey: photos, facts, the refusal before, and likely duplicates. */
export function OpenedSubmission({ row, ...props }: OpenedProps & { row: WaitingSubmission }) {
  const { t } = useTranslation("review");
  const lang = useLanguage();
  const { jersey, images, moderation_note: former } = row.detail;
  const { onMergeOrRemove, onDecided } = props;
  const title = useTitle()(row);
  return (
    <>
      <Contradictions
        of={{
          year: jersey.year,
          season: row.target?.type === "jersey" ? row.target.season.name : null,
          link: jersey.external_link,
        }}
      />
      <div className="grid grid-cols-[minmax(7rem,2fr)_minmax(0,3fr)] gap-4 sm:gap-6">
        <div className="grid max-w-sm content-start gap-2">
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
              <LinkedText text={reasonInWords(former, lang)} />
            </Part>
          )}
          <JerseyFacts jersey={jersey} target={row.target} />
          {!jersey.team_id && <TypedTeam jersey={jersey} />}
        </div>
      </div>
      <LikelyDuplicates
        jersey={jersey}
        onMerge={
          onMergeOrRemove &&
          !row.is_mine &&
          ((intoId) =>
            onMergeOrRemove(
              {
                ...{ jerseyId: jersey.id, kind: "merge", intoId },
                seen: images.map(({ version }) => version),
              },
              ({ batch_id: batch }) => {
                onDecided([row.id], t("done.merge", { title }), (client) =>
                  undoDecision(client, [], batch),
                );
                leaveQueue([row.id]);
              },
            ))
        }
      />
      <Decision row={row} pending={KEYS} refused={[]} {...props} />
    </>
  );
}
