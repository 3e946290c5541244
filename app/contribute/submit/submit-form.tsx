import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useId, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useLocation } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { lastLicence } from "../browser/last-licence.ts";
import { FactsLicence, ImageRightsFields } from "../components/image-rights.tsx";
import { PLAIN_FACTS } from "../../shared/domain/facts/jersey.ts";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import type { ImageRights } from "../../shared/domain/rules/image-rules.ts";
import { AlreadyThere, type CollectButton } from "./already-there.tsx";
import { CatalogueFields } from "./catalogue-fields.tsx";
import { ColorsField } from "./colors-field.tsx";
import { DetailFields } from "./detail-fields.tsx";
import type { Draft } from "./draft.ts";
import { DraftMessage } from "./draft-message.tsx";
import { ImagesField } from "./images-field.tsx";
import { JerseyPreview } from "./jersey-preview.tsx";
import { type JerseyForm as FormValues, jerseyForm, type ValidForm } from "./rules.ts";
import { OWN_SHIRT } from "./own-shirt.ts";
import { Section } from "./section.tsx";
import { SubmitBar } from "./submit-bar.tsx";
import { FactControl } from "../components/fact-control.tsx";
import { useDraft, useStoredDraft } from "./use-draft.ts";
import { useDiscard } from "./use-discard.ts";
import { useJerseyPhotos } from "./use-jersey-photos.ts";
import { usePhotoList } from "../data/photos/use-form-photos.ts";
import { usePrefill } from "./use-prefill.ts";
import { type Collect, useSubmit } from "./use-submit.ts";

interface SubmitFormProps {
  userId: string;
  collectButton: CollectButton;
  collect: Collect;
}

/** The facts that are folded until something is typed; the season brings the year. */
const DETAILS = PLAIN_FACTS.map(({ name }) => name).filter(
  (name) => !["title", "kit_type", "colors", "year"].includes(name),
);

/** Once the problems are shown, the first field that has one gets the focus. */
function showFirstProblem() {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>("form [aria-invalid=true]:not(:disabled)");
    const fold = field?.closest("details");
    if (fold) fold.open = true;
    field?.focus();
  });
}

/** The submission form, filled from the member's draft. */
export function SubmitForm({ fallback, ...props }: SubmitFormProps & { fallback: ReactNode }) {
  const stored = useStoredDraft(props.userId);
  return stored ? <JerseyForm {...props} stored={stored} /> : fallback;
}

/** The form itself, once the draft is read. */
function JerseyForm({
  userId,
  collectButton,
  collect,
  stored,
}: SubmitFormProps & { stored: Draft }) {
  const { t } = useTranslation("submit");
  const form = useForm<FormValues, unknown, ValidForm>({
    resolver: zodResolver(jerseyForm),
    defaultValues: stored.form,
    mode: "onTouched",
    // Not every field has an element that the form knows: `showFirstProblem()` looks for the first on the page.
    shouldFocusError: false,
  });
  const uploads = useJerseyPhotos(userId, stored.images);
  const draft = useDraft(userId, form, stored);
  const { send, busy, problem } = useSubmit(userId, uploads, draft, collect);
  const location = useLocation();
  const [isOwnShirt, setOwnShirt] = useState(location.state === OWN_SHIRT);
  const discard = useDiscard(form, uploads, draft, () => setOwnShirt(false));
  usePrefill(form);
  const hasImages = usePhotoList(uploads).photos.length > 0;
  const [rights, setRights] = useState<ImageRights>(() => ({
    isStated: false,
    licence: lastLicence(),
  }));
  const [isStatementMissing, setStatementMissing] = useState(false);
  const statementId = useId();

  const submitValid = form.handleSubmit(async (values) => {
    if (hasImages && !rights.isStated) {
      setStatementMissing(true);
      document.getElementById(statementId)?.focus();
      return;
    }
    const failed = await send(values, rights, draft.isOwned && !isOwnShirt);
    if (failed?.kind === "field") {
      form.setError(failed.field, { message: failed.problem });
      showFirstProblem();
    }
  }, showFirstProblem);

  const { brand, colorsChosen } = stored.form;
  const areDetailsTyped =
    [brand, colorsChosen, ...DETAILS.map((name) => stored.form[name])].join("") !== "";
  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-14 lg:grid-cols-[minmax(0,1fr)_18rem]">
        {/* The scroll margin keeps a focused field clear of the sticky bar. */}
        <form
          onSubmit={(event) => void submitValid(event)}
          noValidate
          className="grid min-w-0 gap-10 max-sm:[&_:is(input,select,textarea)]:scroll-mb-28"
        >
          {draft.restored && <DraftMessage onDiscard={discard} onHide={draft.hideMessage} />}
          <Section title={t("sections.images")}>
            <ImagesField uploads={uploads} busy={busy} />
            {hasImages && (
              <ImageRightsFields
                rights={rights}
                onChange={setRights}
                isMissing={isStatementMissing && !rights.isStated}
                disabled={busy}
                statementId={statementId}
              />
            )}
          </Section>
          <Section title={t("sections.identity")}>
            <CatalogueFields />
            <FactControl name="title" />
            <AlreadyThere userId={userId} collectButton={collectButton} />
          </Section>
          <Section title={t("sections.details")} fold={areDetailsTyped ? "open" : "closed"}>
            <ColorsField uploads={uploads} />
            <DetailFields />
          </Section>
          {!isOwnShirt && (
            <div className="grid gap-1">
              <Checkbox
                checked={draft.isOwned}
                disabled={busy}
                aria-describedby={`${statementId}-owned`}
                onChange={({ target }) => draft.setOwned(target.checked)}
              >
                {t("owned.label")}
              </Checkbox>
              <p id={`${statementId}-owned`} className="text-sm text-muted">
                {t("owned.help")}
              </p>
            </div>
          )}
          <FactsLicence className="max-w-prose text-sm text-muted" />
          <SubmitBar uploads={uploads} busy={busy} problem={problem} />
        </form>
        <JerseyPreview uploads={uploads} />
      </div>
    </FormProvider>
  );
}
