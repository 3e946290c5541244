import { lazy, Suspense, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { memberId } from "../../shared/session/member-id.ts";
import { useSession } from "../../shared/session/use-session.ts";
import { useSignInFirst } from "../../shared/session/use-sign-in-first.ts";
import { SHELVES, type Shelf } from "../../shared/domain/shelf.ts";
import type { ShelfMembership } from "../../shared/data/shelves-beside.ts";
import type { ShelvedJersey } from "./card-shelves.tsx";
import { ShelfButton } from "./shelf-button.tsx";

/** Lazy: only members need the query library behind it. */
const ReadMembership = lazy(() => import("./read-membership.tsx"));

/**
 * The two shelf buttons of a jersey's page. A visitor who presses one is led to the sign-in page,
 * after which the jersey is put on the shelf. The buttons are the same elements before and after the
 * session is known: a press in between is never lost.
 */
export function ShelfButtons({ jersey }: { jersey: ShelvedJersey }) {
  const { t } = useTranslation("collection");
  const session = useSession();
  const click = useShelfClick(jersey);
  const [membership, setMembership] = useState<ShelfMembership>();
  return (
    <div role="group" aria-label={t("label")} className="grid grid-cols-2 gap-2 md:gap-3">
      {SHELVES.map((shelf) => (
        <ShelfButton
          key={shelf}
          shelf={shelf}
          title={jersey.title}
          isOnShelf={membership?.[shelf] ?? false}
          compact={false}
          onClick={() => void click(shelf)}
        />
      ))}
      {session.status === "member" && (
        <Suspense>
          <ReadMembership userId={session.user.id} jerseyId={jersey.id} onRead={setMembership} />
        </Suspense>
      )}
    </div>
  );
}

/** Handles a click of a visitor or of a member. */
function useShelfClick(jersey: ShelvedJersey) {
  const { t } = useTranslation("collection");
  const lang = useLanguage();
  const signInFirst = useSignInFirst();
  return async (shelf: Shelf) => {
    try {
      const member = await memberId();
      if (member) {
        const { toggleShelf } = await import("./toggle-shelf.ts");
        await toggleShelf(member, jersey, shelf, lang);
      } else {
        const { id: jerseyId, title } = jersey;
        await signInFirst({ kind: "shelf", jerseyId, title, shelf }, t(`signIn.${shelf}`));
      }
    } catch (error) {
      console.error("shelves not reached", error);
      toast.error(t("loadFailed"));
    }
  };
}
