import { Check, PencilLine, X } from "lucide-react";
import type { ComponentType, ReactNode, Ref } from "react";
import { Link } from "react-router";

import { useHref } from "../../shared/address/use-href.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { Client } from "../../shared/data/client.ts";
import { Button } from "../../shared/ui/button.tsx";

/** A jersey to merge or remove. */
interface Leaving {
  jerseyId: string;
  kind: "merge" | "removal";
  intoId?: string;
  /** The versions of a submission's photos on the screen. */
  seen?: string[];
}

/** What the screen has from other parts. */
export interface FromScreen {
  /** Opens the dialog that merges or removes a jersey. */
  onMergeOrRemove?: (leaving: Leaving, onDone?: () => void) => void;
  /** Both jerseys of a merge, side by side. */
  Compared?: ComponentType<{ goes: string; stays: string }>;
}

/** What the keys of the queue do with what is open. */
export type OpenedKeys = Partial<Record<"a" | "r" | "e", () => void>>;

export type UndoDecision = (client: Client) => Promise<boolean>;

/** What all kinds of open things have in common. */
export interface OpenedProps extends FromScreen {
  /** True if somebody else decided while it was open. It stays until the reviewer goes on. */
  isGone: boolean;
  /** Opens the next one. */
  onNext: () => void;
  /** True for what is public already. */
  isCheck: boolean;
  keysRef: Ref<OpenedKeys>;
  /**
   * Called when it leaves the queue.
   * @param ids its rows
   * @param message that confirms a decision
   * @param undo takes it back within seconds, and returns false if that wasn't possible; absent if this reviewer may not
   */
  onDecided: (ids: string[], message?: string, undo?: UndoDecision) => void;
}

/** Leads to a member's file. */
export function MemberLink({ username, children }: { username: string; children?: ReactNode }) {
  return (
    <Link
      to={useHref()("history", { type: "member", id: username })}
      target="_blank"
      className="text-ink underline decoration-control underline-offset-4"
    >
      {children ?? username}
    </Link>
  );
}

/** A part of what is open, under its heading. */
export function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-2">
      <h4 className="font-semibold">{title}</h4>
      {children}
    </section>
  );
}

/** The buttons of the decision, in view while the rest scrolls. */
export function DecisionBar({
  left,
  isBusy,
  accept,
  refuse,
  correct,
}: {
  /** What leads on if there is nothing to decide any more. */
  left: (() => void) | undefined;
  isBusy: boolean;
  /** Labels with what a press does; undefined: not possible. */
  accept: readonly [label: string, onPress: () => void] | undefined;
  refuse: readonly [label: string, onPress: () => void];
  correct?: (() => void) | undefined;
}) {
  const { t } = useTranslation("review");
  const both = { disabled: isBusy, variant: "outline" } as const;
  const bar =
    "sticky bottom-0 -mx-4 flex flex-wrap items-center gap-2 rounded-b-2xl border-t border-line bg-raised px-4 py-3 sm:-mx-6 sm:gap-3 sm:px-6 max-sm:[&>button]:flex-1 max-sm:[&>button]:px-3 max-sm:[&>button>svg]:hidden";
  if (left) {
    return (
      <div className={bar}>
        <p role="status" className="mr-auto font-semibold">
          {t("left")}
        </p>
        <Button onClick={left} aria-keyshortcuts="j">
          {t("next")}
          <Key name="J" isHint />
        </Button>
      </div>
    );
  }
  return (
    <div className={bar}>
      {accept && (
        <Button busy={isBusy} onClick={accept[1]} aria-keyshortcuts="a">
          <Check aria-hidden />
          {accept[0]}
          <Key name="A" isHint />
        </Button>
      )}
      <Button {...both} onClick={refuse[1]} aria-keyshortcuts="r">
        <X aria-hidden />
        {refuse[0]}
        <Key name="R" isHint />
      </Button>
      {correct && (
        <Button {...both} onClick={correct} aria-keyshortcuts="e">
          <PencilLine aria-hidden />
          {t("correction.open")}
          <Key name="E" isHint />
        </Button>
      )}
    </div>
  );
}

/** A key; as a hint on a button only where there usually is a keyboard. */
export function Key({ name, isHint = false }: { name: string; isHint?: boolean }) {
  return (
    <kbd
      aria-hidden={isHint || undefined}
      className={`rounded border border-control bg-raised px-1.5 py-0.5 font-sans text-xs font-semibold text-ink ${isHint ? "hidden sm:pointer-fine:block" : ""}`}
    >
      {name}
    </kbd>
  );
}
