/** Why a decision was not taken. */
export type ModerationProblem =
  /** Another administrator was faster. */
  | {
      kind: "decided";
      status: "approved" | "rejected";
      moderator: string | null;
      at: string;
      note: string | null;
    }
  | {
      kind:
        | "jersey_not_found"
        | "moderation_denied"
        | "moderation_note_required"
        | "offline"
        | "failed";
    };

const KNOWN = ["jersey_not_found", "moderation_denied", "moderation_note_required"] as const;

/** The database says what went wrong by a stable word; of a decision already taken, all of it. */
export function moderationProblem(error: unknown): ModerationProblem {
  if (error instanceof TypeError) return { kind: "offline" }; // what `fetch` throws
  const { message, details } = error as { message?: string; details?: string };
  if (message === "jersey_already_decided") {
    const first = firstDecision(details);
    if (first) return first;
  }
  return { kind: KNOWN.find((kind) => kind === message) ?? "failed" };
}

function firstDecision(details: string | undefined): ModerationProblem | undefined {
  try {
    const { status, moderator, moderated_at, moderation_note } = JSON.parse(details ?? "") as {
      status: "approved" | "rejected";
      moderator: string | null;
      moderated_at: string;
      moderation_note: string | null;
    };
    return { kind: "decided", status, moderator, at: moderated_at, note: moderation_note };
  } catch {
    return undefined;
  }
}
