import { zodResolver } from "@hookform/resolvers/zod";
import { type SubmitEvent, useEffect, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { FieldChanges } from "../../shared/components/field-changes.tsx";
import { SmallPhoto } from "../../shared/components/small-photo.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import {
  type CorrectedJersey,
  CorrectionFields,
  useCorrection,
} from "../../contribute/components/correction-fields.tsx";
import { LeaveDialog } from "../../contribute/components/leave-dialog.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { brokenRule } from "../../shared/data/constraints.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import type { Json } from "../../shared/data/database.types.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { jerseyFields } from "../data/review/jersey-fields.ts";
import type { WaitingReport, WaitingSubmission, WaitingSuggestion } from "../data/review/queue.ts";
import { COUNTRY_CODES, NATION_CODES } from "../../shared/domain/country-codes.ts";
import type { JerseyFields } from "../../shared/domain/facts/jersey.ts";
import {
  type CorrectionForm,
  correctionForm,
  correctionOf,
  corrections,
  isUncorrected,
  type ValidCorrection,
} from "../../contribute/domain/correction-rules.ts";
import { teamRules } from "../../shared/domain/rules/catalogue-rules.ts";
import { tidy } from "../../shared/domain/rules/text.ts";
import { countryName } from "../../shared/i18n/countries.ts";
import { typedPrice } from "../../shared/i18n/format.ts";
import { nameOrder } from "../../shared/i18n/name-order.ts";
import { partLabel } from "../../shared/i18n/suggestion-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { SmallPhotos } from "./photos.tsx";
import { useReviewProblem } from "./use-review-problem.ts";

interface CorrectDialogProps {
  /** Of a report: the jersey that it is about. */
  row: WaitingSubmission | WaitingSuggestion | WaitingReport;
  /** The columns that can be corrected; of a submission or a report all. */
  fields: string[];
  title: string;
  /** Who learns of it. */
  text: string;
  /** The label of the button that decides. */
  send: string;
  busy: boolean;
  /** Rejects with the error of the decision. */
  onSend: (corrections: Record<string, Json>) => Promise<void>;
  onClose: () => void;
}

type FormProps = Omit<CorrectDialogProps, "row" | "title" | "text" | "onClose"> & {
  /** Whether something is typed that isn't stored. */
  onChanged: (isChanged: boolean) => void;
};

/** Dialog in which a reviewer corrects what is accepted. */
export default function CorrectDialog({ row, title, text, onClose, ...props }: CorrectDialogProps) {
  const { t } = useTranslation(["review", "common"]);
  const [isChanged, setChanged] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const photos = photosOf(row);
  return (
    // Asks first if something typed would be lost.
    <Dialog open onOpenChange={(open) => !open && (isChanged ? setLeaving(true) : onClose())}>
      <DialogContent
        title={t("correction.title", { title })}
        description={text}
        closeLabel={t("common:close")}
        // The scroll padding keeps a focused field clear of the sticky buttons.
        className="scroll-pb-28 sm:w-[min(92vw,44rem)]"
      >
        {photos.length > 0 && <SmallPhotos photos={photos} />}
        {row.kind === "new" || row.kind === "report" || row.target_type === "jersey" ? (
          <WantedForm row={row} onChanged={setChanged} {...props} />
        ) : (
          <CatalogueForm wanted={row.detail.changes} onChanged={setChanged} {...props} />
        )}
        {isLeaving && <LeaveDialog onLeave={onClose} onStay={() => setLeaving(false)} />}
      </DialogContent>
    </Dialog>
  );
}

/** What waits with the fields; of a report the form has the public ones. */
function photosOf(row: CorrectDialogProps["row"]) {
  if (row.kind === "report") return [];
  return row.kind === "new" ? row.detail.images : row.detail.photos;
}

/** The jersey as it is wanted: of an edit, the wanted fields. */
function WantedForm({ row, fields, ...props }: FormProps & Pick<CorrectDialogProps, "row">) {
  const { data, isError, refetch } = useMemberQuery(jerseyFields(row.target_id));
  if (!data) return isError ? <LoadFailed onRetry={refetch} /> : null;
  if (row.kind === "new") {
    return <JerseyForm jersey={{ ...data, ...row.detail.jersey }} fields={undefined} {...props} />;
  }
  if (row.kind === "report") {
    return <JerseyForm jersey={data} fields={undefined} photos={data.images} {...props} />;
  }
  const { words, changes } = row.detail;
  const named = <Named extends { name: string }>(column: string, known: Named) => ({
    ...known,
    name: (words[column]?.after as string | undefined) ?? known.name,
  });
  const wanted = {
    ...data,
    ...(changes as Partial<JerseyFields>),
    competition: named("competition_id", data.competition),
    season: named("season_id", data.season),
  };
  return <JerseyForm jersey={wanted} fields={fields} {...props} />;
}

function JerseyForm({
  jersey,
  fields,
  photos = [],
  onSend,
  ...props
}: Omit<FormProps, "fields"> & {
  /** Those that can be taken off. */
  photos?: readonly { id: string; url: string }[];
  /** As it is wanted; a later version when its author changes it meanwhile. */
  jersey: CorrectedJersey;
  /** The columns to show; without it all. */
  fields: string[] | undefined;
}) {
  const { t } = useTranslation(["review", "suggestions"]);
  const lang = useLanguage();
  const problemText = useReviewProblem();
  const [failure, setFailure] = useState<string>();
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const stored = correctionOf(jersey, (price) => typedPrice(price, lang));
  const form = useForm<CorrectionForm, unknown, ValidCorrection>({
    resolver: zodResolver(correctionForm),
    defaultValues: stored,
  });
  const { control, handleSubmit, reset, setError } = form;
  const version = JSON.stringify(stored);
  useEffect(() => {
    // What the reviewer has typed stays; other fields follow the author.
    reset(JSON.parse(version) as CorrectionForm, { keepDirtyValues: true });
  }, [reset, version]);
  const values = useWatch({ control }) as CorrectionForm;
  const correction = useCorrection(values, jersey, lang);
  const { changes } = correction;
  // A free text stands beside the row that it replaces.
  const shown = fields?.flatMap((field) => [field, field.replace(/_id$/, "")]);

  async function send(valid: ValidCorrection) {
    setFailure(undefined);
    const all = corrections(valid, jersey);
    const own = Object.entries(all).filter(([field]) => shown?.includes(field) ?? true);
    try {
      await onSend({
        ...(Object.fromEntries(own) as Record<string, Json>),
        ...(removed.length > 0 && { removed: [...removed] }),
      });
    } catch (error) {
      const broken = brokenRule("jerseys", databaseProblem(error).constraint);
      if (!broken) return setFailure(problemText(error));
      const [column, message] = broken;
      setError(column as keyof CorrectionForm, { message }, { shouldFocus: true });
    }
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => void handleSubmit(send)(event)}
        className="grid grid-cols-1 gap-4"
      >
        {photos.length > 0 && (
          <PhotosToRemove photos={photos} removed={removed} onRemoved={setRemoved} />
        )}
        <CorrectionFields correction={correction} shown={shown} />
        {changes.length > 0 && (
          <section className="grid gap-2 rounded-xl bg-surface p-4 text-sm">
            <h3 className="font-semibold">{t("suggestions:changes")}</h3>
            <FieldChanges changes={changes} />
          </section>
        )}
        <Actions
          failure={failure}
          isUnchanged={isUncorrected(values, jersey) && removed.length === 0}
          {...props}
        />
      </form>
    </FormProvider>
  );
}

/** The public photos; those that are ticked go. */
function PhotosToRemove({
  photos,
  removed,
  onRemoved,
}: {
  photos: readonly { id: string; url: string }[];
  removed: readonly string[];
  onRemoved: (ids: string[]) => void;
}) {
  const { t } = useTranslation(["review", "common", "suggestions"]);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">{t("correction.photos")}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {photos.map(({ id, url }, n) => (
          <div key={id} className="grid justify-items-start">
            <SmallPhoto
              address={url}
              name={t("suggestions:photos.photo", { n: n + 1 })}
              className={cx("size-24 rounded-lg bg-surface", removed.includes(id) && "opacity-40")}
            />
            <Checkbox
              checked={removed.includes(id)}
              onChange={({ target }) =>
                onRemoved(
                  target.checked ? [...removed, id] : removed.filter((other) => other !== id),
                )
              }
            >
              {t("common:action.remove")} <span className="sr-only">{n + 1}</span>
            </Checkbox>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** The fields of a team or a competition. */
function CatalogueForm({
  wanted,
  fields,
  onSend,
  ...props
}: FormProps & { wanted: Record<string, Json> }) {
  const lang = useLanguage();
  const problemText = useReviewProblem();
  const [failure, setFailure] = useState<string>();
  const stored = Object.fromEntries(fields.map((field) => [field, textOf(wanted[field])]));
  const [typed, setTyped] = useState<Record<string, string>>({});
  const { t } = useTranslation("suggestions");
  const [isWrongYear, setWrongYear] = useState(false);
  const changed = fields.filter((field) => tidy(typed[field] ?? stored[field]!) !== stored[field]);

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    setFailure(undefined);
    const year = teamRules.founded_year.safeParse(typed.founded_year ?? "");
    setWrongYear(!year.success);
    if (!year.success) return;
    const value = (field: string) =>
      field === "founded_year" ? year.data : tidy(typed[field] ?? "") || null;
    onSend(Object.fromEntries(changed.map((field) => [field, value(field)]))).catch(
      (error: unknown) => setFailure(problemText(error)),
    );
  }

  const change = (field: string) => ({
    value: typed[field] ?? stored[field] ?? "",
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [field]: target.value }),
  });
  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      {fields.map((field) => (
        <Field
          key={field}
          label={partLabel(field, lang)}
          error={field === "founded_year" && isWrongYear && t("problems.foundedYear")}
        >
          {field === "country" ? (
            <Select {...change(field)}>
              <option value="">–</option>
              {[...COUNTRY_CODES, ...NATION_CODES, "GB"]
                .map((code) => ({ code, name: countryName(code, lang) ?? code }))
                .sort(nameOrder(lang, ({ name }) => name))
                .map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
            </Select>
          ) : (
            <Input
              inputMode={field === "founded_year" ? "numeric" : undefined}
              {...change(field)}
            />
          )}
        </Field>
      ))}
      <Actions failure={failure} isUnchanged={changed.length === 0} {...props} />
    </form>
  );
}

const textOf = (value: Json | undefined) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

function Actions({
  failure,
  isUnchanged,
  busy,
  send,
  onChanged,
}: Pick<FormProps, "busy" | "send" | "onChanged"> & {
  failure: string | undefined;
  isUnchanged: boolean;
}) {
  const { t } = useTranslation(["review", "common"]);
  const { t: common } = useTranslation();
  useEffect(() => onChanged(!isUnchanged), [onChanged, isUnchanged]);
  return (
    <DialogActions failure={failure}>
      <DialogClose asChild>
        <Button variant="outline">{t("common:action.cancel")}</Button>
      </DialogClose>
      <Button type="submit" busy={busy} lacks={isUnchanged && { text: common("change") }}>
        {send}
      </Button>
    </DialogActions>
  );
}
