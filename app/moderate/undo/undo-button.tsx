import type { QueryKey } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { Suspense, useState } from "react";

import { lazyDialog } from "../../shared/components/lazy-dialog.ts";
import { Button } from "../../shared/ui/button.tsx";
import type { Reason } from "../../shared/domain/suggestion.ts";
import type { Undoing } from "../data/history/undo.ts";

/** Lazy: the dialog library loads with the first click. */
const UndoDialog = lazyDialog(() => import("./undo-dialog.tsx"));

/** Something that can be undone, and its name among others. */
interface UndoChoice {
  name: string;
  what: Undoing;
}

/** What can be undone here; the first is chosen before the reviewer chooses. */
export type UndoChoices = readonly [UndoChoice, ...UndoChoice[]];

/** Opens the dialog that undoes changes. */
export function UndoButton({
  label,
  name,
  title,
  choices,
  reason,
  invalidates = [],
}: {
  label: string;
  /** The accessible name, where several buttons have one label. */
  name?: string;
  /** The dialog's title. */
  title: string;
  choices: UndoChoices;
  /** The one that stands there at first. */
  reason?: Reason;
  /** Besides the history. */
  invalidates?: readonly QueryKey[];
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" aria-label={name} onClick={() => setOpen(true)}>
        <Undo2 aria-hidden />
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <UndoDialog
            title={title}
            choices={choices}
            {...(reason && { reason })}
            invalidates={invalidates}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
