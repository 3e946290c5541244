import { lazy, Suspense } from "react";

import { useLazyDialog } from "../../shared/components/use-lazy-dialog.ts";
import { Button, type ButtonVariants } from "../../shared/ui/button.tsx";

const loadDialog = () => import("./hide-dialog.tsx");
const HideDialog = lazy(loadDialog);

/** Hides a comment, or all of a member, for a reason that it asks for. */
export function HideComment({
  label,
  draftKey,
  count,
  isBusy = false,
  onHide,
  ...look
}: {
  label: string;
  draftKey: string;
  /** How many are hidden. */
  count?: number;
  isBusy?: boolean;
  /** Resolves to true if that was done. */
  onHide: (reason: string) => Promise<boolean>;
} & Pick<ButtonVariants, "variant" | "size"> & { className?: string }) {
  const { isOpen, open, close } = useLazyDialog(
    ["memberFile", "review", "suggestions"],
    loadDialog,
  );

  async function hide(reason: string) {
    const isHidden = await onHide(reason);
    if (isHidden) close();
    return isHidden;
  }

  return (
    <>
      <Button {...look} onClick={open}>
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <HideDialog
            draftKey={draftKey}
            {...(count && { count })}
            isBusy={isBusy}
            onHide={hide}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
