import { Plus, X } from "lucide-react";
import { useFieldArray, useFormContext } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { CatalogueProblem } from "../../shared/domain/rules/catalogue-rules.ts";
import { type Language, LANGUAGE_NAMES, LANGUAGES } from "../../shared/i18n/languages.ts";

export interface AliasForm {
  alias: string;
  /** Empty: for all languages. */
  language: Language | "";
}

/** The team's other names, each with its language. */
export function AliasesField() {
  const { t } = useTranslation("adminCatalogue");
  const { control } = useFormContext<{ aliases: AliasForm[] }>();
  const { fields, append, remove } = useFieldArray({ control, name: "aliases" });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{t("fields.aliases")}</legend>
      <p className="text-sm text-muted">{t("help.aliases")}</p>
      {fields.map(({ id }, place) => (
        <AliasRow key={id} place={place} onRemove={() => remove(place)} />
      ))}
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        onClick={() => append({ alias: "", language: "" })}
      >
        <Plus aria-hidden />
        {t("aliases.add")}
      </Button>
    </fieldset>
  );
}

function AliasRow({ place, onRemove }: { place: number; onRemove: () => void }) {
  const { t } = useTranslation(["adminCatalogue", "suggestions", "common"]);
  const { register, formState } = useFormContext<{ aliases: AliasForm[] }>();
  const problem = formState.errors.aliases?.[place]?.alias?.message as CatalogueProblem | undefined;
  const errorId = `alias-${place}-error`;
  return (
    // In two lines where the form is narrow: on a phone, and beside the list.
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:max-lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto]">
      <Input
        aria-label={t("aliases.nth", { place: place + 1 })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && errorId}
        autoComplete="off"
        {...register(`aliases.${place}.alias`)}
      />
      <Select
        aria-label={t("aliases.language", { place: place + 1 })}
        className="max-sm:col-span-full max-sm:row-start-2 lg:col-span-full lg:row-start-2"
        {...register(`aliases.${place}.language`)}
      >
        <option value="">{t("aliases.all")}</option>
        {LANGUAGES.map((lang) => (
          <option key={lang} value={lang}>
            {LANGUAGE_NAMES[lang]}
          </option>
        ))}
      </Select>
      <Button
        variant="ghost"
        size="icon"
        className="max-sm:col-start-2 max-sm:row-start-1 lg:col-start-2 lg:row-start-1"
        aria-label={t("common:of", {
          label: t("common:action.remove"),
          name: t("aliases.nth", { place: place + 1 }),
        })}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
      {/* Always rendered: a live region announces only changes of existing content. */}
      <p id={errorId} aria-live="polite" className="col-span-full text-sm text-danger empty:hidden">
        {problem &&
          t([
            `adminCatalogue:problems.${problem as "aliasLength"}`,
            `suggestions:problems.${problem as "hidden"}`,
          ])}
      </p>
    </div>
  );
}
