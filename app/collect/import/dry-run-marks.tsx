import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { DryRunLines } from "../../shared/import/dry-run-lines.tsx";
import { LineFrame } from "../../shared/import/line-frame.tsx";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { Candidate } from "../domain/exchange/dry-run.ts";
import {
  type CheckedMark,
  MARK_VERDICTS,
  isFree,
  isLacking,
  type MarkKind,
  markWithFound,
} from "../domain/exchange/marks.ts";
import { JerseyChoice } from "./jersey-choice.tsx";
import { OtherJersey } from "./jersey-search.tsx";

/** What an import would do with the wishes of a file, or with its votes. */
export function DryRunMarks({
  kind,
  marks,
  onChange,
}: {
  kind: MarkKind;
  marks: readonly CheckedMark[];
  onChange: (mark: CheckedMark) => void;
}) {
  const { t } = useTranslation("exchange");
  return (
    <DryRunLines
      verdicts={MARK_VERDICTS}
      lines={marks.filter(({ mark }) => mark.kind === kind)}
      verdictOf={({ verdict }) => verdict}
      nameOf={(verdict, count) => t(`check.verdicts.${verdict}`, { count })}
    >
      {(checked) => (
        <MarkLine
          key={checked.mark.key}
          checked={checked}
          onChoice={(choice) => onChange({ ...checked, choice })}
          onFound={(candidate) => onChange(markWithFound(checked, candidate))}
        />
      )}
    </DryRunLines>
  );
}

function MarkLine({
  checked,
  onChoice,
  onFound,
}: {
  checked: CheckedMark;
  onChoice: (choice: CheckedMark["choice"]) => void;
  onFound: (candidate: Candidate) => void;
}) {
  const { t } = useTranslation(["exchange", "common"]);
  const lang = useLanguage();
  const { mark, candidates, own, verdict, choice } = checked;
  const { team, title, season, year, kit_type } = mark.jersey;
  const time = season ? seasonInWords(season, lang) : year;
  const said = [team, title, time, kit_type && t(`common:kitType.${kit_type}`)];
  const taken = candidates.find(({ mine }) => mine);
  return (
    <LineFrame
      line={mark.line}
      said={said}
      aside={
        mark.said?.kind === "vote" && (
          <span className="ml-3 text-sm">{t(`exchange:check.vote.${mark.said.vote}`)}</span>
        )
      }
    >
      {verdict === "refused" && (
        <p className="text-sm text-danger">{t("exchange:check.brokenMark")}</p>
      )}
      {verdict === "duplicate" && (
        <p className="text-sm text-muted">
          {t(mark.kind === "wish" ? "exchange:check.wished" : "exchange:check.voted", {
            vote: taken?.mine && t(`exchange:check.vote.${taken.mine === "up" ? "up" : "down"}`),
          })}
        </p>
      )}
      {isLacking(checked) && <p className="text-sm text-muted">{t("exchange:check.noJersey")}</p>}
      {(verdict === "new" || verdict === "unmatched") && (own || candidates.some(isFree)) && (
        <JerseyChoice
          value={typeof choice === "object" ? choice.jersey : choice}
          candidates={candidates.filter(isFree)}
          meant={candidates.find(({ sure }) => verdict === "new" && sure)?.id}
          onChange={(value) =>
            onChoice(value === "leave" || value === "keep" ? value : { jersey: value })
          }
        >
          {own && <option value="keep">{t("exchange:check.keep")}</option>}
        </JerseyChoice>
      )}
      {(verdict === "new" || verdict === "unmatched") && (
        <OtherJersey said={mark.jersey} onFound={onFound} />
      )}
    </LineFrame>
  );
}
