import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { brokenRule } from "../../shared/data/constraints.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import type {
  OpenSuggestion,
  SubjectCompetition,
  SubjectTeam,
} from "../data/suggestions/subject.ts";
import { COUNTRY_CODES, NATION_CODES } from "../../shared/domain/country-codes.ts";
import { competitionRules, teamRules } from "../../shared/domain/rules/catalogue-rules.ts";
import { countryName } from "../../shared/i18n/countries.ts";
import { nameOrder } from "../../shared/i18n/name-order.ts";
import { changeInWords } from "../../shared/i18n/suggestion-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { FoldableFact, FoldedFactsContext, useFoldedFacts } from "../components/folded-facts.tsx";
import { SuggestionFields } from "./suggestion-fields.tsx";
import { useSuggestion } from "./use-suggestion.ts";

const { name, short_name, city, country, founded_year } = teamRules;

const FORMS = {
  team: z.object({ name, short_name, city, country, founded_year }),
  competition: z.object({ name: competitionRules.name, country: competitionRules.country }),
};

const TABLES = { team: "teams", competition: "competitions" } as const;

type Name = keyof (typeof FORMS)["team"]["shape"];
type Values = Partial<Record<Name, string>>;

/** What the form says about a value; any other problem is about its length. */
const PROBLEMS = [
  "nameLength",
  "nameTaken",
  "shortNameLong",
  "cityLong",
  "foundedYear",
  "hidden",
] as const;

/** The form for corrections of a team or a competition. */
export function CatalogueForm({
  type,
  row,
  open,
  userId,
  onSent,
  onDiscard,
}: {
  type: "team" | "competition";
  row: SubjectTeam | SubjectCompetition;
  open: OpenSuggestion | null;
  userId: string;
  onSent: (isLive: boolean) => void;
  onDiscard: () => void;
}) {
  const { t } = useTranslation(["suggestions", "facts"]);
  const lang = useLanguage();
  const suggestion = useSuggestion({
    target: { type, id: row.id },
    userId,
    alt: row.name,
    open,
    onSent,
  });
  const schema = FORMS[type];
  const names = Object.keys(schema.shape) as Name[];
  const stored = textsOf(names, row);
  const [initial] = useState<Values>(() => ({
    ...textsOf(names, { ...row, ...(open?.changes as object) }),
    ...suggestion.draft?.form,
  }));
  const form = useForm<Values, unknown, Record<string, string | number | null>>({
    // The form has the fields of its table only.
    resolver: zodResolver(schema) as never,
    defaultValues: initial,
  });
  const { control, register, handleSubmit, formState, setError, subscribe } = form;
  const { storeForm, send } = suggestion;
  const store = useEffectEvent((typed: Values) => storeForm({ ...typed }));
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values: typed }) => store(typed) }),
    [subscribe],
  );
  const values = useWatch({ control });
  const changed = names.filter((field) => (values[field] ?? "").trim() !== stored[field]);

  async function onValid(valid: Record<string, string | number | null>) {
    const broken = (error: unknown) => brokenRule(TABLES[type], databaseProblem(error).constraint);
    const before = row as Record<string, unknown>;
    const changes = Object.fromEntries(
      names.flatMap((field) =>
        (valid[field] ?? null) === (before[field] ?? null) ? [] : [[field, valid[field] ?? null]],
      ),
    );
    try {
      await send(changes, (error) => broken(error) !== undefined);
    } catch (error) {
      const [column, message] = broken(error) ?? ["name"];
      setError(column as Name, { message: message ?? "" });
      folded.facts.open(column);
    }
  }

  const { setFocus } = form;
  const folded = useFoldedFacts({
    first: undefined,
    corrected: [...changed, ...Object.keys(formState.errors)],
    focus: setFocus as (name: string) => void,
    valueOf: (field) =>
      (field === "country" ? countryName(stored[field] ?? "", lang) : stored[field]) || undefined,
  });

  function problemOf(field: Name): string | undefined {
    const { message } = formState.errors[field] ?? {};
    if (message === undefined) return undefined;
    return t(`problems.${PROBLEMS.find((known) => known === message) ?? "nameLength"}`);
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(onValid)(event)}>
      <SuggestionFields
        suggestion={suggestion}
        changes={changed.map((field) =>
          changeInWords(field, { before: stored[field], after: values[field]?.trim() }, lang),
        )}
        hasPhotos={false}
        isOpen={open !== null}
        isSending={formState.isSubmitting}
        onDiscard={onDiscard}
      >
        <FoldedFactsContext value={folded.facts}>
          {names.map((field) => (
            <FoldableFact key={field} name={field} label={t(`facts:${field}`)}>
              <Field
                label={t(`facts:${field}`)}
                required={field === "name"}
                error={problemOf(field)}
              >
                {field === "country" ? (
                  <Countries {...register(field)} />
                ) : (
                  <Input
                    autoComplete="off"
                    inputMode={field === "founded_year" ? "numeric" : undefined}
                    {...register(field)}
                  />
                )}
              </Field>
            </FoldableFact>
          ))}
        </FoldedFactsContext>
      </SuggestionFields>
    </form>
  );
}

function Countries(props: React.ComponentProps<typeof Select>) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  const countries = useMemo(
    () =>
      [...COUNTRY_CODES, ...NATION_CODES, "GB"]
        .map((code) => ({ code, label: countryName(code, lang) ?? code }))
        .sort(nameOrder(lang, ({ label }) => label)),
    [lang],
  );
  return (
    <Select {...props}>
      <option value="">{t("fields.noCountry")}</option>
      {countries.map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </Select>
  );
}

function textsOf(names: Name[], row: object): Record<string, string> {
  const values = row as Partial<Record<Name, string | number | null>>;
  return Object.fromEntries(names.map((field) => [field, String(values[field] ?? "")]));
}
