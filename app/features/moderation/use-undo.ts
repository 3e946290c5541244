import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { undoDecision } from "../../data/moderation/decide.ts";
import { moderationKeys } from "../../data/moderation/keys.ts";
import type { QueuedJersey } from "../../data/moderation/queue.ts";
import { jerseyTeam } from "../../i18n/catalogue-names.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { useProblemText } from "./use-problem-text.ts";

/** How long an approval can be undone here; the database waits two seconds longer. */
const UNDO_MS = 10_000;

/**
 * The approvals that can still be undone, the last one first. U and Ctrl+Z undo it, except in text
 * fields and dialogs.
 * @param onUndo called when Undo is pressed, by whichever means
 */
export function useUndo({ onUndo }: { onUndo: () => void }) {
  const { t } = useTranslation("admin");
  const lang = useLanguage();
  const problemText = useProblemText();
  const [approvals, setApprovals] = useState<{ jersey: QueuedJersey; until: number }[]>([]);
  const last = approvals[0];

  const { mutate, isPending } = useMemberMutation({
    write: (client, jersey: QueuedJersey) => undoDecision(client, jersey.id),
    invalidates: [moderationKeys.all],
    onSuccess: (_, jersey) => toast.success(t("undo.done", { team: jerseyTeam(jersey, lang) })),
    onError: (error) => toast.error(problemText(databaseProblem(error))),
  });

  function undo() {
    if (!last || isPending) return;
    setApprovals((known) => known.filter((approval) => approval !== last));
    onUndo();
    mutate(last.jersey);
  }

  useEffect(() => {
    if (!last) return;
    const expire = () => setApprovals((known) => known.filter((approval) => approval !== last));
    const timer = setTimeout(expire, last.until - Date.now());
    return () => clearTimeout(timer);
  }, [last]);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.shiftKey || event.repeat || isElsewhere(event.target)) return;
    const hasControl = event.ctrlKey || event.metaKey;
    if (hasControl ? event.key !== "z" : event.key !== "u") return;
    event.preventDefault();
    undo();
  });
  const isPossible = last !== undefined;
  useEffect(() => {
    if (!isPossible) return;
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isPossible]);

  return {
    undo: isPossible ? undo : undefined,
    /** The approval that Undo is about. */
    undoable: last?.jersey,
    remember: (jersey: QueuedJersey) =>
      setApprovals((known) => [{ jersey, until: Date.now() + UNDO_MS }, ...known]),
  };
}

function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [role=dialog], [contenteditable]") !== null
  );
}
