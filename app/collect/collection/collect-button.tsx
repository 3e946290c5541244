import { Check, Shirt } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { shelfMembershipQuery } from "../data/shelves/shelf-membership.ts";
import type { ShelvedJersey } from "./use-shelf-press.ts";
import { toggleShelf } from "./toggle-shelf.ts";

/** Puts a jersey that a member recognises as theirs into the collection, and takes it out again. */
export default function CollectButton({
  userId,
  jersey,
}: {
  userId: string;
  jersey: ShelvedJersey;
}) {
  const { t } = useTranslation("collection");
  const lang = useLanguage();
  const { data } = useMemberQuery(shelfMembershipQuery(userId, jersey.id));
  const isHeld = data?.collection ?? false;
  return (
    <Button
      variant={isHeld ? "default" : "secondary"}
      size="sm"
      onClick={() => void toggleShelf(userId, jersey, "collection", lang)}
    >
      {isHeld ? <Check aria-hidden /> : <Shirt aria-hidden />}
      {t(isHeld ? "recognised.held" : "recognised.add")}
      <span className="sr-only">{` (${jersey.title})`}</span>
    </Button>
  );
}
