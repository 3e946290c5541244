import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, type RefObject, useRef } from "react";

import { useCloseOnBack } from "./use-close-on-back.ts";
import { button } from "./button.tsx";
import { cx } from "./cx.ts";

export const Dialog = Radix.Root;
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

/**
 * A modal dialog: a bottom sheet on a phone, a centred card elsewhere. The browser's Back closes it.
 * Import it lazily on public pages: it needs the dialog library.
 */
export function DialogContent({
  title,
  description,
  closeLabel,
  isSelfOpened = false,
  onClosed,
  className,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  /** True for a dialog that opens by itself and may end with a redirect. Back leaves its page. */
  isSelfOpened?: boolean;
  /** Moves the focus elsewhere than to what opened it. */
  onClosed?: () => void;
  className?: string;
  children?: ReactNode;
}) {
  const opener = useRef<Element>(null);
  const closer = useRef<HTMLButtonElement>(null);

  /**
   * Restores the focus. Radix does so for triggers only, but many dialogs open by a key or from
   * state. What the dialog has replaced is found by its id.
   */
  function goBack(event: Event) {
    if (onClosed) {
      event.preventDefault();
      return onClosed();
    }
    const { activeElement: active } = document;
    // A dialog around this one takes the focus that nothing has.
    const isLost = !active || active === document.body || active.role === "dialog";
    const { current: former } = opener;
    const target = former?.isConnected ? former : document.getElementById(former?.id ?? "");
    if (!isLost || !(target instanceof HTMLElement)) return;
    event.preventDefault();
    target.focus();
  }

  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-50 bg-[oklch(0.15_0.02_262/0.6)]" />
      <Radix.Content
        onOpenAutoFocus={(event) => {
          opener.current = document.activeElement;
          chooseFocus(event);
        }}
        onCloseAutoFocus={goBack}
        {...(description ? {} : { "aria-describedby": undefined })}
        className={cx(
          "fixed inset-x-0 bottom-0 z-50 grid max-h-[90dvh] gap-4 overflow-y-auto rounded-t-2xl border-t border-line bg-paper p-6 shadow-2xl",
          "sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(92vw,34rem)] sm:-translate-1/2 sm:rounded-2xl sm:border",
          className,
        )}
      >
        <Radix.Title className="heading pr-12 text-2xl">{title}</Radix.Title>
        {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
        {children}
        <Radix.Close
          ref={closer}
          aria-label={closeLabel}
          className={button({
            variant: "ghost",
            size: "icon",
            className: "absolute top-3 right-3",
          })}
        >
          <X aria-hidden />
        </Radix.Close>
        {!isSelfOpened && <CloseOnBack closer={closer} />}
      </Radix.Content>
    </Radix.Portal>
  );
}

/** Of a choice that comes first, the chosen one gets the focus: Space must not choose another. */
function chooseFocus(event: Event): void {
  const content = event.currentTarget as HTMLElement;
  const first = content.querySelector("input, select, textarea");
  const chosen =
    first?.matches("[type=radio]") &&
    content.querySelector<HTMLElement>(`input[name="${(first as HTMLInputElement).name}"]:checked`);
  if (!chosen) return;
  event.preventDefault();
  chosen.focus();
}

/** The buttons of a long dialog, below why the last try failed: in view at its lower end while the rest scrolls. */
export function DialogActions({ failure, children }: { failure?: ReactNode; children: ReactNode }) {
  return (
    // The negative margins cancel the padding of the dialog.
    <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-line bg-paper px-6 py-4">
      <p role="alert" className="basis-full text-sm text-danger empty:hidden">
        {failure}
      </p>
      {children}
    </div>
  );
}

/** Part of the content, because that exists only while the dialog is open. */
function CloseOnBack({ closer }: { closer: RefObject<HTMLButtonElement | null> }) {
  useCloseOnBack(() => closer.current?.click());
  return null;
}
