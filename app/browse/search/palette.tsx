import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";

/**
 * A dialog with a search field. It is at the top, so it doesn't move when results appear; on a
 * phone, where the keyboard takes half, it fills the screen. Import it lazily on public pages.
 */
export function Palette({
  title,
  onClose,
  children,
}: {
  /** Accessible name, not visible: the field has its own label. */
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const [opener] = useState(() => document.activeElement);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-[oklch(0.15_0.02_262/0.6)]" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // Radix selects the text: the next letter would replace what was typed before.
            event.preventDefault();
            const field = (event.currentTarget as HTMLElement).querySelector("input");
            field?.focus();
            field?.setSelectionRange(field.value.length, field.value.length);
          }}
          onCloseAutoFocus={(event) => {
            // The dialog has no Radix trigger, so it restores the focus itself.
            event.preventDefault();
            if (opener instanceof HTMLElement) opener.focus();
          }}
          className="fixed inset-0 z-50 flex flex-col overflow-hidden bg-paper shadow-2xl sm:inset-auto sm:top-[10vh] sm:left-1/2 sm:max-h-[78vh] sm:w-[min(92vw,40rem)] sm:-translate-x-1/2 sm:rounded-2xl sm:border sm:border-line"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
