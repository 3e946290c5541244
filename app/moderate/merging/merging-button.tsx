import { lazy, Suspense } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useLazyDialog } from "../../shared/components/use-lazy-dialog.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { mayMerge } from "../data/merging/merging.ts";

const loadDialog = () => import("./merging-dialog.tsx");
const MergingDialog = lazy(loadDialog);

/** Lets a reviewer merge or remove a jersey, and another member suggest it. Needs the texts `jersey`. */
export default function MergingButton({
  jerseyId,
  userId,
  className,
}: {
  jerseyId: string;
  userId: string;
  className: string;
}) {
  const { t } = useTranslation("jersey");
  const { data: isDecision } = useMemberQuery(mayMerge(jerseyId, userId));
  const { isOpen, open, close } = useLazyDialog(["merging", "suggestions"], loadDialog);
  if (isDecision === undefined) return null;
  return (
    <>
      <button type="button" className={className} onClick={open}>
        {t(isDecision ? "merging.decide" : "merging.suggest")}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <MergingDialog leaving={{ jerseyId }} isDecision={isDecision} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
