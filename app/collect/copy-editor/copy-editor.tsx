import { useState } from "react";
import { useLocation, useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { isPlainClick, PlainLink } from "../../shared/components/plain-link.tsx";
import { LeaveDialog } from "../../contribute/components/leave-dialog.tsx";
import type { CopyToEdit } from "./copy-requests.ts";
import { Dialog, DialogContent } from "../../shared/ui/dialog.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { copiesOfJersey, copyById, copyPages } from "../data/copies/copies.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { afterClosing } from "../../shared/browser/overlay-history.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { copyFacts } from "../i18n/copy-facts.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { copyDraft, readCopyDraft } from "./copy-draft.ts";
import { EditorForm } from "./editor-form.tsx";
import { OwnShirtActions, OwnShirtForm } from "./own-shirt.tsx";
import { isUntouched } from "./merge-forms.ts";

/**
 * The editor of a copy's details: a sheet on a phone, a card elsewhere. It needs the texts of `copies` and `submit`,
 * which its host loads.
 */
export function CopyEditor({ toEdit, onClose }: { toEdit: CopyToEdit; onClose: () => void }) {
  const { t } = useTranslation(["copies", "common"]);
  const { userId, jerseyId, copyId } = toEdit;
  const lang = useLanguage();
  const to = useHref();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const [isSayingAnew, setSayingAnew] = useState(false);
  const {
    data: read,
    isPending,
    isPaused,
    isError,
  } = useMemberQuery({
    ...copyById(userId, copyId ?? ""),
    enabled: copyId !== undefined,
  });
  // A further copy: what it looks like is known from the others.
  const { data: others } = useMemberQuery({
    ...copiesOfJersey(userId, jerseyId ?? ""),
    enabled: copyId === undefined && jerseyId !== null,
  });
  // The collection knows it, also without a network.
  const [listed] = useState(() =>
    queryClient
      .getQueryData(copyPages(userId).queryKey)
      ?.pages.flat()
      .find(({ id }) => id === copyId),
  );
  const isAway = read === undefined && (isPaused || isError);
  const copy = isAway ? listed : read;
  const shirt = copy ?? listed ?? others?.[0];
  const page = shirt?.jersey && to("jersey", jerseyParams(shirt.jersey));
  const isReady = copyId === undefined || Boolean(copy);

  function close() {
    copyDraft.remove(userId);
    onClose();
  }

  /** Asks first if something typed would be lost. */
  function leave() {
    const draft = readCopyDraft(toEdit);
    const isTouched = draft && (draft.photos || !isUntouched(draft.base, draft.form));
    if (isTouched && isReady) setLeaving(true);
    else close();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && leave()}>
      <DialogContent
        title={
          (shirt && copyFacts(shirt, lang).title) ?? t(copyId ? "editor.title" : "editor.newTitle")
        }
        description={(copyId ? "" : `${t("editor.newTitle")}. `) + t("editor.text")}
        closeLabel={t("common:close")}
        // The scroll padding keeps a focused field clear of the sticky buttons.
        className="scroll-pb-28 sm:w-[min(92vw,44rem)]"
      >
        {page && page !== pathname && (
          <PlainLink
            to={page}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              // A draft stays for the jersey's page.
              onClose();
              afterClosing(() => void navigate(page));
            }}
            className="justify-self-start text-sm font-semibold underline underline-offset-4"
          >
            {t("editor.page")}
          </PlainLink>
        )}
        {copy && !isAway && !isSayingAnew && (
          <OwnShirtActions
            userId={userId}
            copy={copy}
            onFacts={() => setSayingAnew(true)}
            onClose={close}
            onAway={onClose}
          />
        )}
        {copy?.former_jersey && isSayingAnew ? (
          <OwnShirtForm
            userId={userId}
            copy={copy}
            shirt={copy.former_jersey}
            onDone={() => setSayingAnew(false)}
          />
        ) : isReady ? (
          <EditorForm toEdit={toEdit} copy={copy ?? undefined} shirt={shirt} onClose={close} />
        ) : isPending && !isPaused ? (
          <Skeleton className="h-96" />
        ) : (
          <p role="alert" className="text-danger">
            {t(copy === null ? "editor.gone" : "common:error.loadFailed")}
          </p>
        )}
        {isLeaving && <LeaveDialog onLeave={close} onStay={() => setLeaving(false)} />}
      </DialogContent>
    </Dialog>
  );
}
