import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { shelfMembershipQuery } from "../data/shelves/shelf-membership.ts";
import { SHELVES, type Shelf } from "../../shared/domain/shelf.ts";
import type { ShelvedJersey } from "./card-shelves.tsx";
import { ShelfButton } from "./shelf-button.tsx";
import { toggleShelf } from "./toggle-shelf.ts";

/** A jersey's shelf buttons with the member's state. */
export default function MemberShelves({
  userId,
  jersey,
  compact,
  shelves = SHELVES,
}: {
  userId: string;
  jersey: ShelvedJersey;
  compact: boolean;
  shelves?: readonly Shelf[];
}) {
  const lang = useLanguage();
  const { data: membership } = useMemberQuery(shelfMembershipQuery(userId, jersey.id));
  return shelves.map((shelf) => (
    <ShelfButton
      key={shelf}
      shelf={shelf}
      title={jersey.title}
      isOnShelf={membership?.[shelf] ?? false}
      compact={compact}
      onClick={() => void toggleShelf(userId, jersey, shelf, lang)}
    />
  ));
}
