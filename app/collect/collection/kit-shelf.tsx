import { lazy, Suspense } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useSession } from "../../shared/session/use-session.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";

/** Lazy: only members need the query library and the texts behind it. */
const MemberKitShelf = lazy(() => import("./member-kit-shelf.tsx"));

/** Below a jersey of a timeline or a wall: whether the member owns it, and the button for that. Visitors get none. */
export function KitShelf({ jersey }: { jersey: Pick<JerseySummary, "id" | "title" | "kit_type"> }) {
  const session = useSession();
  const { t } = useTranslation();
  const { id, kit_type } = jersey;
  const kit = kit_type ? t(`kitType.${kit_type}`) : "";
  // A team's shirts of one season often have one title: the kit makes the buttons' names differ.
  const title = jersey.title.toLowerCase().includes(kit.toLowerCase())
    ? jersey.title
    : `${jersey.title}, ${kit}`;
  return (
    // Its place is there from the first paint on.
    <div className="if-member grid h-11 justify-items-center">
      {session.status === "member" && (
        <Suspense>
          <MemberKitShelf userId={session.user.id} jersey={{ id, title }} />
        </Suspense>
      )}
    </div>
  );
}
