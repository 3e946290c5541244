import { createContext, type ReactNode, use, useEffect, useRef, useState } from "react";
import { useController, useFormContext } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { colorsOf, colorsText } from "../../shared/domain/colors.ts";
import { JERSEY_FACTS, type JerseyFactName } from "../../shared/domain/facts/jersey.ts";
import type { CorrectionForm } from "../domain/correction-rules.ts";
import { inOtherSeason } from "../domain/other-season.ts";
import { ColorField } from "./color-field.tsx";
import { FactControl, isWide, useFactLabel, useFactProblem } from "./fact-control.tsx";
import { FoldableFact, FoldedFactsContext } from "./folded-facts.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Select } from "../../shared/ui/select.tsx";

interface Option {
  value: string;
  label: string;
}

/** The only fields to show; without it all. */
export const ShownFields = createContext<readonly string[] | undefined>(undefined);

const useIsShown = (name: string) => use(ShownFields)?.includes(name) ?? true;

/** A typed name has no line of its own: it is folded with its list. */
function useIsOpen(): (name: string) => boolean {
  const facts = use(FoldedFactsContext);
  return (name) => facts?.isOpen(name) ?? true;
}

/** All facts of a jersey, for corrections: each list is that of the fields before it. */
export function FactFields({
  choices,
  defaultColors,
}: {
  defaultColors: DefaultColors;
  choices: Record<"competitions" | "seasons" | "teams" | "brands", Option[]>;
}) {
  const { t } = useTranslation(["submit", "common"]);
  const { watch, setValue, getValues } = useFormContext<CorrectionForm>();
  const [team, season] = watch(["team_id", "season_id"]);
  const isFolded = use(FoldedFactsContext) !== undefined;
  const isOpen = useIsOpen();
  const dirty = { shouldDirty: true };
  /** Title and year that said the former season say the chosen one. */
  function followSeason() {
    const nameOf = (id: string) => choices.seasons.find(({ value }) => value === id)?.label;
    const [from, to] = [nameOf(season), nameOf(getValues("season_id"))];
    if (from === undefined || to === undefined) return;
    const { title, year } = inOtherSeason(getValues(), from, to);
    setValue("title", title, dirty);
    setValue("year", year, dirty);
  }
  const own: Partial<Record<JerseyFactName, ReactNode>> = {
    league: (
      <FactControl
        name="league"
        onChoose={() => {
          setValue("competition_id", "", dirty);
          setValue("team_id", "", dirty);
        }}
      />
    ),
    competition_id: (
      <FactControl
        name="competition_id"
        none={t("choose.competition")}
        options={choices.competitions}
        onChoose={() => setValue("team_id", "", dirty)}
      />
    ),
    season_id: <FactControl name="season_id" options={choices.seasons} onChoose={followSeason} />,
    team_id: <FactControl name="team_id" none={t("choose.otherTeam")} options={choices.teams} />,
    team: team === "" && isOpen("team") && <FactControl name="team" />,
    colors: <Colors {...defaultColors} />,
    brand_id: <BrandFields brands={choices.brands} />,
    brand: false,
  };
  return (
    <div className={cx("grid grid-cols-1 items-start gap-4 sm:grid-cols-2", isFolded && "gap-y-0")}>
      {JERSEY_FACTS.map(({ name }) => (
        <Shown key={name} name={name}>
          {own[name] ?? <FactControl name={name} />}
        </Shown>
      ))}
    </div>
  );
}

/** Leaves out what is not to be shown. */
function Shown({ name, children }: { name: JerseyFactName; children: ReactNode }) {
  const isShown = useIsShown(name);
  if (!isShown || !children) return null;
  return isWide(name) ? <div className="sm:col-span-2">{children}</div> : children;
}

/** What the list has for a brand that it lacks. */
const OTHER = "other";

/** No brand, one of the list, or another one by its name. */
function BrandFields({ brands }: { brands: Option[] }) {
  const { t } = useTranslation("submit");
  const { watch, setValue, register } = useFormContext<CorrectionForm>();
  const { ref } = register("brand_id");
  const isOpen = useIsOpen();
  const label = useFactLabel("brand_id");
  const [listed, named] = watch(["brand_id", "brand"]);
  const [isOtherChosen, setOtherChosen] = useState(false);
  const isOther = listed === "" && (isOtherChosen || named !== "");
  function choose(value: string) {
    setOtherChosen(value === OTHER);
    const dirty = { shouldDirty: true };
    // The name of a brand of the list isn't that of another one.
    if (listed !== "" || value === "") setValue("brand", "", dirty);
    setValue("brand_id", value === OTHER ? "" : value, dirty);
  }
  // Until the list is loaded, the browser would show its first option for a brand that it lacks.
  const isListed = listed === "" || brands.some(({ value }) => value === listed);
  return (
    <>
      <FoldableFact name="brand_id" label={label}>
        <Field label={label} error={useFactProblem("brand_id")}>
          <Select
            ref={ref}
            name="brand_id"
            value={isOther ? OTHER : listed}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">{t("choose.brand")}</option>
            {!isListed && <option value={listed}>…</option>}
            {brands.map(({ value, label: name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
            <option value={OTHER}>{t("choose.otherBrand")}</option>
          </Select>
        </Field>
      </FoldableFact>
      {isOther && isOpen("brand") && <FactControl name="brand" />}
    </>
  );
}

interface DefaultColors {
  /** Of the jersey before the form changed it, as text; undefined while they load. */
  stored: string | undefined;
  /** Of the jersey as the form describes it now. */
  current: string | undefined;
}

/** Colours that are the default ones follow what these follow, as in the database. */
function Colors({ stored, current }: DefaultColors) {
  const { getValues, setValue } = useFormContext<CorrectionForm>();
  const former = useRef<string>(undefined);
  useEffect(() => {
    if (stored === undefined || current === undefined) return;
    // The kit type may have been chosen before the first default colours were there.
    const isDefault = getValues("colors") === (former.current ?? stored);
    if (isDefault && current !== getValues("colors")) {
      setValue("colors", current, { shouldDirty: true });
    }
    former.current = current;
  }, [stored, current, getValues, setValue]);
  const {
    field: { ref, value, onChange },
  } = useController<CorrectionForm, "colors">({ name: "colors" });
  return (
    <FoldableFact name="colors" label={useFactLabel("colors")}>
      <ColorField
        ref={ref}
        value={colorsOf(value)}
        onChange={(colors) => onChange(colorsText(colors))}
        error={useFactProblem("colors")}
      />
    </FoldableFact>
  );
}
