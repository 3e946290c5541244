import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { ImageError } from "../../../shared/browser/image/prepare.ts";
import { uploadProblem } from "./upload-problem.ts";

/** What is said of a photo that could not be prepared or sent; undefined if the error is of another kind. */
export function usePhotoProblem() {
  const { t } = useTranslation(["submit", "common"]);
  return (error: unknown, name: string): string | undefined => {
    if (error instanceof ImageError) {
      return t("common:of", { label: name, name: t(`imageProblems.${error.problem}`) });
    }
    const problem = uploadProblem(error);
    return problem && t(`uploadProblems.${problem}`);
  };
}
