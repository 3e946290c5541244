import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { ShelvedJersey } from "../collection/card-shelves.tsx";
import { ShelfButton } from "../collection/shelf-button.tsx";
import { toggleShelf } from "../collection/toggle-shelf.ts";
import { shelfMembershipQuery } from "../data/shelves/shelf-membership.ts";

/** Puts a kit into the collection, and takes it out again. */
export function HaveIt({ userId, jersey }: { userId: string; jersey: ShelvedJersey }) {
  const lang = useLanguage();
  const { data: membership } = useMemberQuery(shelfMembershipQuery(userId, jersey.id));
  return (
    <ShelfButton
      shelf="collection"
      title={jersey.title}
      isOnShelf={membership?.collection ?? false}
      compact={false}
      onClick={() => void toggleShelf(userId, jersey, "collection", lang)}
    />
  );
}
