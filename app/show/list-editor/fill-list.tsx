import { Heart, Shirt } from "lucide-react";
import { useId } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ClubChoice } from "../../contribute/components/club-choice.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { useFill } from "../add-to-list/use-fill.ts";

/** Fills a list from a shelf or with the jerseys of a team. */
export function FillList({
  userId,
  list,
  onFilled,
}: {
  userId: string;
  list: { id: string; title: string };
  onFilled?: (() => void) | undefined;
}) {
  const { t } = useTranslation(["lists", "common"]);
  const field = useId();
  const { mutate: fill, isPending } = useFill(userId, onFilled);
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3" disabled={isPending}>
      <legend className="mb-2 text-sm font-semibold">{t("editor.fill")}</legend>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          onClick={() => fill({ list, what: { source: { filter: { own: ["collection"] } } } })}
        >
          <Shirt aria-hidden />
          {t("editor.fillCollection")}
        </Button>
        <Button
          variant="outline"
          size="sm"
          onClick={() => fill({ list, what: { source: { filter: { own: ["wishlist"] } } } })}
        >
          <Heart aria-hidden />
          {t("editor.fillWishlist")}
        </Button>
      </div>
      <div className="grid gap-1.5">
        <label htmlFor={field} className="text-sm text-muted">
          {t("editor.club")}
        </label>
        <ClubChoice
          id={field}
          chosen={[]}
          listLabel={t("editor.clubsFound")}
          placeholder={t("editor.clubExample")}
          onPick={({ slug }) =>
            fill({ list, what: { source: { filter: { team: [slug] }, sort: "newest" } } })
          }
        />
      </div>
    </fieldset>
  );
}
