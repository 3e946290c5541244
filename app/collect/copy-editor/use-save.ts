import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { uniqueId } from "../../shared/browser/unique-id.ts";
import type { CopyToEdit } from "./copy-requests.ts";
import { toast } from "../../shared/components/toast.ts";
import { browserClient } from "../../shared/data/browser.ts";
import type { Client } from "../../shared/data/client.ts";
import { addCopy, copiesOfJersey, readCopy, saveCopy } from "../data/copies/copies.ts";
import { arePhotosChanged, savePhotos } from "../data/copies/photos.ts";
import { refreshCopies } from "../data/copies/take-out.ts";
import { keepUnsent } from "../data/unsent/unsent.ts";
import { copyFacts } from "../i18n/copy-facts.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { isDone, useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { settleShelfChange } from "../data/shelves/shelf-membership.ts";
import type { Copy } from "../domain/copies/copy.ts";
import type { CopyDetails } from "../domain/copies/copy-details.ts";
import { brokenDetail } from "../domain/copies/copy-problem.ts";
import { changedDetails, type CopyForm, copyFormOf } from "../domain/copies/copy-rules.ts";
import { typedPrice } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { Conflict } from "./conflict.tsx";
import { lastDetails } from "./copy-draft.ts";
import { mergeForms, mergePhotos } from "./merge-forms.ts";
import type { Photos } from "./use-photos.ts";

/** A copy as far as saving needs it. */
type StoredCopy = CopyDetails & Pick<Copy, "id" | "updated_at" | "photos">;

/** The copy was changed or removed elsewhere. */
class ConflictError extends Error {}

/** Saves the editor's form: its details in one request, then what has changed of the photos. */
export function useSave({
  toEdit: { userId, jerseyId },
  opened,
  form,
  photos,
  onClose,
}: {
  toEdit: CopyToEdit;
  opened: Copy | undefined;
  form: UseFormReturn<CopyForm, unknown, CopyDetails>;
  photos: Photos;
  onClose: () => void;
}) {
  const { t } = useTranslation("copies");
  const lang = useLanguage();
  const problemText = useProblemText();
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();
  /** The copy as it was read or saved last. */
  const base = useRef<StoredCopy | undefined>(opened);
  const [newId] = useState(uniqueId);

  /** @returns true if the copy is stored, false if it waits in this browser */
  async function store(client: Client, valid: CopyDetails): Promise<boolean> {
    try {
      base.current ??= await addOnce(client, jerseyId!, newId, valid);
    } catch (error) {
      if (!canWait(error)) throw error;
      // A further copy: the jersey's page has read the others.
      const [other] = queryClient.getQueryData(copiesOfJersey(userId, jerseyId!).queryKey) ?? [];
      const title = (other && copyFacts(other, lang).title) ?? t("list.unknown");
      await keepUnsent(userId, { id: newId, jerseyId: jerseyId!, title, details: valid });
      return false;
    }
    const known = base.current;
    const changes = changedDetails(valid, known);
    if (Object.keys(changes).length > 0) {
      const version = await saveCopy(client, known, changes);
      if (version === null) throw new ConflictError();
      base.current = { ...known, ...changes, updated_at: version };
    }
    if (arePhotosChanged(known.photos, photos.photos)) {
      const version = await savePhotos(client, base.current, photos.photos);
      if (version === null) throw new ConflictError();
    }
    return true;
  }

  /** A new copy without photos, which need the network, is sent later. */
  function canWait(error: unknown): boolean {
    return photos.photos.length === 0 && databaseProblem(error).kind === "offline";
  }

  async function showConflict(): Promise<void> {
    const known = base.current!;
    const latest = await readCopy(await browserClient(), known.id);
    if (!latest) return setFailure(t("editor.gone"));
    const typed = (price: number) => typedPrice(price, lang);
    const [before, now] = [copyFormOf(known, typed), copyFormOf(latest, typed)];
    const { form: merged, changed } = mergeForms(before, form.getValues(), now);
    base.current = latest;
    form.reset(merged, { keepDefaultValues: true });
    photos.reset(mergePhotos(known.photos, photos.photos, latest.photos));
    const hasPhotos = arePhotosChanged(known.photos, latest.photos);
    setConflict({ changed, before, now, hasPhotos });
  }

  const { mutateAsync } = useMemberMutation({
    write: store,
    // The draft stays, and the account or the jersey's page opens it again.
    endsExpiredSession: true,
    onMutate: () => setFailure(undefined),
    onSuccess: (isStored) => {
      toast.success(t(isStored ? "editor.saved" : "unsent.kept"));
      const { size_scale, size, currency } = form.getValues();
      lastDetails.store(userId, { size_scale, size, currency });
      if (isStored) refreshCopies(userId);
      if (!opened && jerseyId) {
        void settleShelfChange({ userId, jerseyId, shelf: "collection", isOnShelf: true });
      }
      onClose();
    },
    onError: explain,
  });

  async function explain(error: Error): Promise<void> {
    if (!(error instanceof ConflictError)) return fail(error);
    try {
      await showConflict();
    } catch (unread) {
      fail(unread);
    }
  }

  function fail(error: unknown): void {
    const found = databaseProblem(error);
    console.error("copy not saved", error);
    const [column, problem] = brokenDetail(found.constraint) ?? [];
    if (problem && column !== "jersey_id") {
      form.setError(column as keyof CopyForm, { message: problem }, { shouldFocus: true });
      return;
    }
    if (found.kind === "expired") toast.error(t("editor.expired"));
    else setFailure(problemText(error, problem && t(`problems.${problem}`, {})));
  }

  const save = (valid: CopyDetails) => isDone(mutateAsync(valid));
  return { save, failure, conflict };
}

/** Adds a copy under an id, once: a repeated attempt finds it. */
async function addOnce(
  client: Client,
  jerseyId: string,
  id: string,
  details: CopyDetails,
): Promise<StoredCopy> {
  try {
    return { ...details, ...(await addCopy(client, jerseyId, { ...details, id })), photos: [] };
  } catch (error) {
    const stored =
      databaseProblem(error).constraint === "copies_pkey" ? await readCopy(client, id) : null;
    if (!stored) throw error;
    return stored;
  }
}
