import type { ReactNode } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { NamedJersey, Candidate } from "../domain/exchange/dry-run.ts";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { candidateJerseys } from "../data/exchange/candidate-jerseys.ts";

/** How a jersey is called among those to choose from; what its title has is not said again. */
export function useCandidateName() {
  const { t } = useTranslation("common");
  const lang = useLanguage();
  return ({ title = "", team, season, year, kit_type }: Partial<NamedJersey>) => {
    const time = season ? seasonInWords(season, lang) : String(year ?? "");
    const others = [team, time].filter((text) => text && !title.includes(text));
    return [title, ...others, kit_type && t(`kitType.${kit_type}`)].filter(Boolean).join(" · ");
  };
}

/** Chooses the jersey of a line among those that it may mean, with the photo of the chosen one. */
export function JerseyChoice({
  value,
  candidates,
  meant,
  onChange,
  children,
}: {
  /** A jersey's id, or what else is done with the line. */
  value: string;
  candidates: readonly Candidate[];
  /** The one that the line surely means; without it the first is offered while none is chosen: the closed list hides it. */
  meant: string | undefined;
  onChange: (value: string) => void;
  /** Further options, after the jerseys. */
  children?: ReactNode;
}) {
  const { t } = useTranslation("exchange");
  const lang = useLanguage();
  const name = useCandidateName();
  const ids = candidates.map(({ id }) => id);
  const { data: jerseys } = useMemberQuery(candidateJerseys(ids, lang));
  const isOpen = value === "leave" || value === "keep";
  const nearest = meant === undefined && isOpen ? candidates[0] : undefined;
  const isChosen = jerseys?.has(value) || value === "change";
  const jersey = jerseys?.get(value) ?? jerseys?.get(meant ?? nearest?.id ?? "");
  const nameOf = (candidate: Candidate) =>
    name({ ...candidate, ...localNames(jerseys?.get(candidate.id)) });
  return (
    <>
      <div className="flex max-w-xl items-end gap-3">
        {candidates.length > 0 && (
          <span
            className={cx(
              "size-16 shrink-0 overflow-hidden rounded-lg bg-surface transition-opacity",
              !isChosen && "opacity-40",
            )}
          >
            {jersey && (
              <JerseyImage jersey={jersey} path={jersey.images[0]?.path} alt="" sizes="64px" />
            )}
          </span>
        )}
        <div className="min-w-0 grow">
          <Field label={t("check.jersey")}>
            <Select value={value} onChange={({ target }) => onChange(target.value)}>
              <option value="leave">{t("mapping.none")}</option>
              {candidates.map((candidate) => (
                <option key={candidate.id} value={candidate.id}>
                  {nameOf(candidate)}
                </option>
              ))}
              {children}
            </Select>
          </Field>
        </div>
      </div>
      {nearest && (
        <Button
          variant="outline"
          size="sm"
          className="h-auto min-h-9 justify-self-start py-1.5 text-left whitespace-normal pointer-coarse:min-h-11"
          onClick={() => onChange(nearest.id)}
        >
          {t("check.nearest", { jersey: nameOf(nearest) })}
        </Button>
      )}
    </>
  );
}

const localNames = (jersey: { title: string; team: string } | undefined) =>
  jersey && { title: jersey.title, team: jersey.team };
