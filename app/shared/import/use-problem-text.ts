import { useTranslation } from "react-i18next";

import { databaseProblem } from "../data/database-error.ts";
import { UploadError } from "../data/images/upload.ts";

/** Why an import stopped. */
export function useRunProblem(): (error: Error) => string {
  const { t } = useTranslation("exchange");
  return (error) => t(`run.${runProblem(error)}`);
}

/** Why the lines of a file couldn't be checked. */
export function useCheckProblem(): (error: Error) => string {
  const { t } = useTranslation("exchange");
  return (error) => {
    const problem = runProblem(error);
    return problem === "offline" || problem === "tooMany" ? t(`run.${problem}`) : t("check.failed");
  };
}

function runProblem(error: Error) {
  if (error instanceof UploadError) {
    if (error.status === 0) return "offline";
    if (error.status === 401) return "session";
    return error.code === "copy_photos_full" ? "full" : "failed";
  }
  const { kind, message } = databaseProblem(error);
  if (kind === "offline" || kind === "tooMany") return kind;
  if (kind === "expired" || kind === "factor") return "session";
  return message === "import_undone" ? "undone" : "failed";
}
