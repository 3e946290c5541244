import { useMessages } from "../../jersey/i18n/use-messages.ts";
import type { ShelvedJersey } from "./card-shelves.tsx";
import MemberShelves from "./member-shelves.tsx";

const TEXTS = ["collection"] as const;
const SHELVES = ["collection"] as const;

export default function MemberKitShelf({
  userId,
  jersey,
}: {
  userId: string;
  jersey: ShelvedJersey;
}) {
  return useMessages(TEXTS) && <MemberShelves {...{ userId, jersey }} compact shelves={SHELVES} />;
}
