/** Why a report was not taken; each is a message of namespace `report`. */
export type ReportProblem = "duplicate" | "tooMany" | "failed";

export function reportProblem(error: unknown): ReportProblem {
  switch ((error as { code?: string }).code) {
    case "23505":
      return "duplicate";
    case "PT429":
      return "tooMany";
    default:
      return "failed";
  }
}
