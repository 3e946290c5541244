import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useLazyDialog } from "../../shared/components/use-lazy-dialog.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { mayMerge } from "../data/merging/merging.ts";

const loadDialog = () => import("./merging-dialog.tsx");
const MergingDialog = lazy(loadDialog);

/** Lets a reviewer merge or remove a jersey, and another member suggest it; the address opens it with `#merge`. Needs the texts `jersey`. */
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
  /** The address has said already that it is a duplicate. */
  const [isMerge, setMerge] = useState(false);
  const { isOpen, open, close } = useLazyDialog(
    ["merging", "jerseyField", "suggestions"],
    loadDialog,
  );
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const isReady = isDecision !== undefined;
  useEffect(() => {
    if (hash !== "#merge" || !isReady) return;
    void navigate(pathname + search, { replace: true, preventScrollReset: true });
    setMerge(true);
    open();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each arrival at the address
  }, [hash, isReady]);
  if (!isReady) return null;
  return (
    <>
      <button
        type="button"
        className={className}
        onClick={() => {
          setMerge(false);
          open();
        }}
      >
        {t(isDecision ? "merging.decide" : "merging.suggest")}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <MergingDialog
            leaving={{ jerseyId, ...(isMerge && { kind: "merge" }) }}
            isDecision={isDecision}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
