import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useEffectEvent, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useLocation } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { Frame } from "../../shared/browser/image/frame.ts";
import { toast } from "../../shared/components/toast.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { downloadImage } from "../../shared/data/images/upload.ts";
import { useFrameDialog } from "../frame-photo/use-frame-dialog.tsx";
import { CorrectionFields, useCorrection } from "../components/correction-fields.tsx";
import { FoldedFactsContext, useFoldedFacts } from "../components/folded-facts.tsx";
import { brokenRule } from "../../shared/data/constraints.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import type { OpenSuggestion, SubjectJersey } from "../data/suggestions/subject.ts";
import { type ArrangedPhoto, arranged, isSameArrangement } from "../domain/photo-arrangement.ts";
import type { JerseyFields } from "../../shared/domain/facts/jersey.ts";
import {
  type CorrectionForm,
  correctionForm,
  correctionOf,
  type ValidCorrection,
} from "../domain/correction-rules.ts";
import { suggestedChanges } from "../domain/suggestion-rules.ts";
import type { PhotoKind } from "../../shared/domain/suggestion.ts";
import { typedPrice } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { changeInWords } from "../../shared/i18n/suggestion-words.ts";
import { ArrangementField } from "./arrangement-field.tsx";
import { SuggestionFields } from "./suggestion-fields.tsx";
import { useSuggestion } from "./use-suggestion.ts";

/** The form for corrections and photos of a jersey. */
export function JerseyForm({
  jersey,
  isOwn,
  isOnlyPhotos,
  open,
  userId,
  onSent,
  onDiscard,
}: {
  jersey: SubjectJersey;
  /** True for its author, who may frame photos anew. */
  isOwn: boolean;
  /** Shows only photos: what one that is added needs, and those that are there. */
  isOnlyPhotos: boolean;
  open: OpenSuggestion | null;
  userId: string;
  onSent: (isLive: boolean) => void;
  onDiscard: () => void;
}) {
  const lang = useLanguage();
  const suggestion = useSuggestion({
    target: { type: "jersey", id: jersey.id },
    userId,
    alt: jersey.title,
    isOwn,
    open,
    onSent,
  });
  const typed = (price: number) => typedPrice(price, lang);
  const [initial] = useState(() => ({
    ...correctionOf({ ...jersey, ...(open?.changes as Partial<JerseyFields>) }, typed),
    ...(suggestion.draft?.form as Partial<CorrectionForm>),
  }));
  const shown = jersey.images.map(({ id, kind }): ArrangedPhoto => ({
    id,
    kind: kind as PhotoKind | null,
  }));
  const [photos, setPhotos] = useState(() =>
    arranged(shown, suggestion.draft?.arrangement ?? wantedPhotos(open, shown)),
  );
  const [wasArranged] = useState(!isSameArrangement(photos, shown));
  const isArranged = !isSameArrangement(photos, shown);
  const [removed, setRemoved] = useState(() =>
    (suggestion.draft?.removed ?? removedPhotos(open)).filter((id) =>
      shown.some((photo) => photo.id === id),
    ),
  );
  const [wereRemoved] = useState(removed.length > 0);
  const framing = useFrameDialog();
  const { t } = useTranslation(["suggestions", "submit"]);
  const form = useForm<CorrectionForm, unknown, ValidCorrection>({
    resolver: zodResolver(correctionForm),
    defaultValues: initial,
  });
  const { control, handleSubmit, formState, setError, subscribe } = form;
  const { storeForm, send } = suggestion;
  const store = useEffectEvent((typed: CorrectionForm) => storeForm({ ...typed }));
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values: typed }) => store(typed) }),
    [subscribe],
  );
  const values = useWatch({ control }) as CorrectionForm;
  const correction = useCorrection(values, jersey, lang);
  const { stored, words } = correction;
  const { setFocus } = form;
  const { key, hash } = useLocation();
  const linked = Object.hasOwn(initial, hash.slice(1)) ? hash.slice(1) : undefined;
  const folded = useFoldedFacts({
    first: linked,
    corrected: [
      ...(Object.keys(stored) as (keyof CorrectionForm)[]).filter(
        (field) => values[field] !== stored[field],
      ),
      ...Object.keys(formState.errors),
    ],
    focus: setFocus as (name: string) => void,
    valueOf: (name) => words[name.replace(/_id$/, "") as keyof typeof words] || undefined,
  });
  const [firstKey] = useState(key);
  const openLinked = useEffectEvent(() => linked && folded.facts.open(linked));
  // A link of the form itself, each time, when its fields are there.
  useEffect(() => {
    if (key !== firstKey) openLinked();
  }, [key, firstKey]);

  function arrangementInWords(after: ArrangedPhoto[], before: ArrangedPhoto[]) {
    const withUrl = ({ id, kind }: ArrangedPhoto) => ({
      url: jersey.images.find((image) => image.id === id)!.url,
      kind,
    });
    return changeInWords(
      "photos",
      { before: before.map(withUrl), after: after.map(withUrl) },
      lang,
    );
  }

  function remove(ids: string[]) {
    setRemoved(ids);
    suggestion.storeRemoved(ids);
  }

  /** Opens an author's photo in the frame dialog; in another frame it is another photo, in its place. */
  function frameOf(id: string, n: number) {
    const image = jersey.images.find((one) => one.id === id);
    const { path } = image ?? {};
    if (!isOwn || !image || !path?.startsWith(`${userId}/`)) return undefined;
    const read = async () => {
      const photo = await downloadImage(await browserClient(), path);
      const onFrame = async (frame: Frame) => {
        await suggestion.photos.addFramed(photo, frame, image);
        remove([...removed, id]);
        toast.success(t("submit:images.framed"));
      };
      return { photo, name: t("photos.photo", { n }), onFrame };
    };
    return () => void framing.open(read);
  }

  async function onValid(valid: ValidCorrection) {
    const broken = (error: unknown) => brokenRule("jerseys", databaseProblem(error).constraint);
    try {
      const changes = suggestedChanges(valid, jersey);
      const sent = {
        ...changes,
        // The types of a JSON value know no interfaces.
        ...(isArranged && { photos: photos.map((photo) => ({ ...photo })) }),
        ...(removed.length > 0 && { removed }),
      };
      await send(sent, (error) => broken(error) !== undefined);
    } catch (error) {
      const [column, message] = broken(error) ?? ["title"];
      setError(column as keyof CorrectionForm, { message: message ?? "" });
      folded.facts.open(column);
    }
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) =>
          void handleSubmit(onValid, (errors) => folded.facts.open(Object.keys(errors)[0]!))(event)
        }
      >
        <SuggestionFields
          suggestion={suggestion}
          changes={[
            ...correction.changes,
            ...(isArranged ? [arrangementInWords(photos, shown)] : []),
          ]}
          inOwnWords={values.brand_id === "" && values.brand !== "" ? ["brand"] : []}
          arrangement={
            photos.length > 0 &&
            (isOnlyPhotos || folded.isWhole || isArranged || removed.length > 0) && (
              <ArrangementField
                photos={photos}
                images={jersey.images}
                disabled={formState.isSubmitting}
                fold={isOnlyPhotos || isOwn || wasArranged || wereRemoved ? "open" : "closed"}
                removed={removed}
                onRemoved={remove}
                onFrame={frameOf}
                onChange={(next) => {
                  setPhotos(next);
                  suggestion.storeArrangement(next);
                }}
              />
            )
          }
          removedCount={removed.length}
          hasPhotos
          isOnlyFact={!folded.isWhole}
          onShowAll={folded.showAll}
          isOnlyPhotos={isOnlyPhotos}
          isOpen={open !== null}
          isSending={formState.isSubmitting}
          onDiscard={onDiscard}
        >
          <FoldedFactsContext value={folded.facts}>
            <CorrectionFields correction={correction} />
          </FoldedFactsContext>
        </SuggestionFields>
      </form>
      {framing.dialog}
    </FormProvider>
  );
}

/** The photos that an open suggestion takes off. */
function removedPhotos(open: OpenSuggestion | null): string[] {
  return ((open?.changes ?? {}) as { removed?: string[] }).removed ?? [];
}

/** The order that an open suggestion asks for; an author's says nothing of what they show. */
function wantedPhotos(open: OpenSuggestion | null, shown: ArrangedPhoto[]): ArrangedPhoto[] {
  const { photos = [] } = (open?.changes ?? {}) as { photos?: Partial<ArrangedPhoto>[] };
  return photos.map((photo) => ({
    ...{ id: photo.id!, kind: null },
    ...shown.find(({ id }) => id === photo.id),
    ...photo,
  }));
}
