import type { LucideIcon } from "lucide-react";
import type { ComponentType, ReactNode, Ref } from "react";
import { Link } from "react-router";

import { useHref } from "../../shared/address/use-href.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { Client } from "../../shared/data/client.ts";
import { Button } from "../../shared/ui/button.tsx";
import type { Leaving } from "../data/merging/merging.ts";
import type { Settled } from "../data/review/reports.ts";

/** Called when a jersey was merged or removed, with the reports that this settled. */
export type OnLeft = (left: Settled, kind: "merge" | "removal") => void;

/** What the screen has from other parts. */
export interface FromScreen {
  /** Opens the dialog that merges or removes a jersey. */
  onMergeOrRemove?: (leaving: Leaving, onDone: OnLeft) => void;
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
  /** What the last decision was, beside the buttons of the next. */
  notice: ReactNode;
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

/** A button of the decision, and the letter that presses it. */
export interface DecisionButton {
  label: string;
  Icon: LucideIcon;
  onPress: () => void;
  letter?: "a" | "r" | "e";
}

/** What is decided, or why it isn't, in view while the rest scrolls; beside it what the last decision was. */
export function DecisionBar({
  left,
  says,
  isBusy,
  buttons,
  notice,
}: {
  /** What leads on if there is nothing to decide any more. */
  left: (() => void) | undefined;
  /** Why there is no button. */
  says?: string | false;
  isBusy: boolean;
  /** The first is the most likely. */
  buttons: (DecisionButton | false)[];
  notice: ReactNode;
}) {
  const { t } = useTranslation("review");
  return (
    <div className="sticky bottom-0 -mx-4 grid gap-2 rounded-b-2xl border-t border-line bg-raised px-4 py-2 sm:-mx-6 sm:px-6 sm:py-3 lg:grid-cols-[auto_minmax(0,1fr)] lg:items-center lg:gap-6">
      {left ? (
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="font-semibold">
            {t("left")}
          </p>
          <Button onClick={left} aria-keyshortcuts="j">
            {t("next")}
            <Key name="J" isHint />
          </Button>
        </div>
      ) : says ? (
        <p className="py-2 font-semibold">{says}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-2 sm:gap-3 max-sm:[&>button]:flex-1 max-sm:[&>button]:px-3 max-sm:[&>button>svg]:hidden">
          {buttons
            .filter((button) => button !== false)
            .map(({ label, Icon, onPress, letter }, place) => (
              <Button
                key={label}
                {...(place === 0 ? { busy: isBusy } : { variant: "outline", disabled: isBusy })}
                onClick={onPress}
                aria-keyshortcuts={letter}
              >
                <Icon aria-hidden />
                {label}
                {letter && <Key name={letter.toUpperCase()} isHint />}
              </Button>
            ))}
        </div>
      )}
      {notice}
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
