import { ListPlus } from "lucide-react";
import { lazy, Suspense } from "react";

import { useLazyDialog } from "../../shared/components/use-lazy-dialog.ts";
import { Button } from "../../shared/ui/button.tsx";
import type { Added } from "./add-dialog.tsx";

const loadDialog = () => import("./add-dialog.tsx");
const AddDialog = lazy(loadDialog);

/** A member's button that adds a jersey, or several, to a list of theirs. Lazy, as few press it. */
export default function AddToList({
  userId,
  what,
  label,
  className,
}: {
  userId: string;
  what: Added;
  label: string;
  className?: string;
}) {
  const dialog = useLazyDialog(["lists"], loadDialog);
  return (
    <>
      <Button variant="outline" size="sm" onClick={dialog.open} className={className}>
        <ListPlus aria-hidden />
        {label}
      </Button>
      {dialog.isOpen && (
        <Suspense>
          <AddDialog userId={userId} what={what} onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}
