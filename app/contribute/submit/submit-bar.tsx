import { useFormState, useWatch } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { useProblemText } from "../../shared/data/problem-words.ts";
import type { JerseyPhotos } from "./use-jersey-photos.ts";
import { missingFields, stillToChoose, type JerseyForm } from "./rules.ts";
import type { SubmitProblem } from "./submission.ts";
import { usePhotoList } from "../data/photos/use-form-photos.ts";

/** The error message and the submit button. Sticky on a phone. */
export function SubmitBar({
  uploads,
  busy,
  problem,
}: {
  uploads: JerseyPhotos;
  busy: boolean;
  problem: SubmitProblem | undefined;
}) {
  const { t } = useTranslation(["submit", "facts"]);
  const { photos: images } = usePhotoList(uploads);
  const form = useWatch<JerseyForm>() as JerseyForm;
  const missing = missingFields(form);
  const { errors, isSubmitted } = useFormState<JerseyForm>();
  const isIncomplete = isSubmitted && Object.keys(errors).length > 0;
  const isPreparing = images.some(({ step }) => step === "preparing");
  const label = busy ? t("busy") : t(isPreparing ? "preparing" : "submit");
  return (
    <div className="sticky bottom-0 z-10 -mx-(--gutter) grid gap-3 border-t border-line bg-paper px-(--gutter) py-3 sm:static sm:mx-0 sm:border-0 sm:bg-transparent sm:p-0">
      <p role="alert" className="text-sm font-semibold text-danger empty:hidden">
        {problem ? <ProblemText problem={problem} /> : isIncomplete && t("incomplete")}
      </p>
      {missing.length > 0 && !isIncomplete && (
        <p id="missing" className="text-sm text-muted">
          {t("missing", {
            fields: stillToChoose(missing)
              .map((field) => (field === "team" ? t("club.label") : t(`facts:${field}`)))
              .join(", "),
          })}
        </p>
      )}
      <Button
        type="submit"
        size="lg"
        variant="hero"
        busy={busy || isPreparing}
        // It can be pressed all the same: the form then says what is missing.
        aria-disabled={missing.length > 0}
        aria-describedby={missing.length > 0 ? "missing" : undefined}
        className="w-full aria-disabled:opacity-50 sm:w-auto sm:justify-self-start"
      >
        {label}
      </Button>
    </div>
  );
}

function ProblemText({ problem }: { problem: SubmitProblem }) {
  const { t } = useTranslation("submit");
  const problemText = useProblemText("submit:errors");
  switch (problem.kind) {
    case "images":
      return t("someImages", { count: problem.count });
    case "field":
      return t("errors.failed");
    case "other":
      return problem.text ?? t("errors.failed");
    default:
      return problemText(problem);
  }
}
