import { Pencil, Plus } from "lucide-react";
import { useEffect } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { tabDraft } from "../../shared/browser/tab-draft.ts";
import { type CopyToEdit, editCopy } from "../copy-editor/copy-requests.ts";
import { Button } from "../../shared/ui/button.tsx";
import { copiesOfJersey } from "../data/copies/copies.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { shelfMembershipQuery } from "../data/shelves/shelf-membership.ts";

/** A member's copies of a jersey, on its page. Lazy, because of the query library. */
export default function OwnCopies({ userId, jerseyId }: { userId: string; jerseyId: string }) {
  const { t } = useTranslation("collection");
  const { data: membership } = useMemberQuery(shelfMembershipQuery(userId, jerseyId));
  const isHeld = membership?.collection ?? false;
  const { data: copies } = useMemberQuery({
    ...copiesOfJersey(userId, jerseyId),
    enabled: isHeld,
  });
  useEffect(() => {
    // Typed before the session ended.
    const draft = tabDraft<CopyToEdit>("copy").read(userId);
    if (draft?.jerseyId !== jerseyId) return;
    editCopy({ userId, jerseyId, copyId: draft.copyId });
  }, [userId, jerseyId]);
  if (!isHeld || !copies || copies.length === 0) return null;
  return (
    <section
      aria-labelledby="own-copies"
      className="grid grid-cols-1 gap-2 rounded-2xl border border-line p-4"
    >
      <h2 id="own-copies" className="font-semibold">
        {t("copies.count", { count: copies.length })}
      </h2>
      <ul className="grid grid-cols-1">
        {copies.map((copy, index) => (
          <li key={copy.id} className="flex items-center justify-between gap-3">
            <span className="min-w-0 truncate text-sm">
              {[
                t("copies.nth", { n: index + 1 }),
                copy.size,
                [copy.printed_name, copy.printed_number].filter(Boolean).join(" "),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t("copies.editOf", { n: index + 1 })}
              onClick={() => editCopy({ userId, jerseyId, copyId: copy.id })}
            >
              <Pencil aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        onClick={() => editCopy({ userId, jerseyId })}
      >
        <Plus aria-hidden />
        {t("copies.add")}
      </Button>
    </section>
  );
}
