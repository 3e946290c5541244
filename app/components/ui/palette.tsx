import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";

/**
 * A dialog for typing and choosing: at the top, where results may grow below it without moving it;
 * the whole screen on a phone, where the keyboard takes half. Import it lazily from a public page.
 */
export function Palette({
  title,
  onClose,
  children,
}: {
  /** Read aloud, not shown: the field says what it is for. */
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
          onCloseAutoFocus={(event) => {
            // Nothing here is a trigger that the library knows.
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
