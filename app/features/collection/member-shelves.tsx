import { SHELVES } from "../../data/shelves/shelves.ts";
import type { ShelvedJersey } from "./shelf-buttons.tsx";
import { ShelfButton } from "./shelf-button.tsx";
import { useShelves } from "./use-shelves.ts";

/** A jersey's two buttons as they are for this member. */
export default function MemberShelves({
  userId,
  jersey,
  compact,
}: {
  userId: string;
  jersey: ShelvedJersey;
  compact: boolean;
}) {
  const { placing, toggle } = useShelves(userId, jersey.id);
  return SHELVES.map((shelf) => (
    <ShelfButton
      key={shelf}
      shelf={shelf}
      title={jersey.title}
      stands={placing?.[shelf] ?? false}
      compact={compact}
      onClick={() => void toggle(shelf)}
    />
  ));
}
