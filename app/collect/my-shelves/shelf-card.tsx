import { Check, PenLine, RotateCcw, Shirt, Trash2 } from "lucide-react";
import type { ReactNode } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyCard } from "../../shared/components/jersey-card.tsx";
import { GRID_SIZES } from "../../shared/components/jersey-grid.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { Button } from "../../shared/ui/button.tsx";
import type { Shelf } from "../../shared/domain/shelf.ts";
import { formatScore } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { openNewest } from "../collection/toggle-shelf.ts";
import { ownedWishes, saidOf } from "../data/shelves/wishes.ts";
import type { FormerJersey } from "../domain/copies/copy.ts";
import { useShirtName } from "../i18n/use-shirt-name.ts";
import { CopyPicture } from "../my-copies/copy-picture.tsx";
import { fulfilOwnWish, fulfilWish } from "./fulfil-wish.ts";
import type { LocalItem } from "./sort-shelf.ts";
import { WishLine } from "./wish.tsx";

/** A jersey on the member's shelf; after its removal, an undo button. */
export function ShelfCard({
  userId,
  item,
  shelf,
  isRemoved,
  onRemove,
  onUndo,
}: {
  userId: string;
  item: LocalItem;
  shelf: Shelf;
  isRemoved: boolean;
  onRemove: () => void;
  onUndo: () => void;
}) {
  const { t } = useTranslation(["account", "collection", "common", "copies"]);
  const lang = useLanguage();
  const { data: owned = [] } = useMemberQuery({
    ...ownedWishes(userId),
    enabled: shelf === "wishlist",
  });
  const isOwned = owned.some(({ jersey_id }) => jersey_id === item.jersey_id);
  const { jersey } = item;
  const title = item.said?.title ?? t("copies:list.unknown");
  const remove = (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t(`account:shelves.remove.${shelf}`, { title })}
      onClick={onRemove}
    >
      <Trash2 aria-hidden />
    </Button>
  );
  if (isRemoved) {
    return (
      <Gap text={t(`collection:removed.${shelf}`)}>
        <Button
          variant="outline"
          aria-label={t("account:shelves.undoOf", { title })}
          onClick={onUndo}
        >
          <RotateCcw aria-hidden />
          {t("common:action.undo")}
        </Button>
      </Gap>
    );
  }
  if (!item.jersey_id && item.former_jersey) {
    return <OwnWish userId={userId} item={item} shirt={item.former_jersey} remove={remove} />;
  }
  const { jersey_id: jerseyId } = item;
  if (!jersey || !jerseyId) return <Gap text={t("account:shelves.gone")}>{remove}</Gap>;
  const score = (
    <span className="font-normal text-muted">
      {`${t("common:score")} ${formatScore(jersey.score, lang)}`}
    </span>
  );
  if (shelf === "collection") {
    return (
      <JerseyCard
        jersey={jersey}
        sizes={GRID_SIZES}
        hasScore={false}
        standing={score}
        have={
          <>
            <Button
              variant="outline"
              size="sm"
              className="mr-auto text-ink!"
              onClick={() => void openNewest(userId, jerseyId, lang)}
            >
              <PenLine aria-hidden />
              {t("account:shelves.details")}
              <span className="sr-only">{` ${title}`}</span>
            </Button>
            {remove}
          </>
        }
      />
    );
  }
  return (
    <JerseyCard
      jersey={jersey}
      sizes={GRID_SIZES}
      hasScore={false}
      standing={
        <>
          {score}
          <WishLine userId={userId} title={title} item={item} />
        </>
      }
      have={
        <>
          {isOwned ? (
            <span className="mr-auto flex items-center gap-1.5 text-sm font-semibold text-success">
              <Check aria-hidden className="size-4" />
              {t("collection:owned.mark")}
            </span>
          ) : (
            <Button
              variant="outline"
              size="sm"
              className="mr-auto text-ink!"
              onClick={() => void fulfilWish({ userId, jerseyId }, lang)}
            >
              <Shirt aria-hidden />
              {t("collection:have.collection")}
              <span className="sr-only">{` ${title}`}</span>
            </Button>
          )}
          {remove}
        </>
      }
    />
  );
}

/** A wished shirt that the catalogue lacks, drawn in its team's colours. */
function OwnWish({
  userId,
  item,
  shirt,
  remove,
}: {
  userId: string;
  item: LocalItem;
  shirt: FormerJersey;
  remove: ReactNode;
}) {
  const { t } = useTranslation(["collection", "copies"]);
  const lang = useLanguage();
  const name = useShirtName()(shirt, { name: "", number: "" });
  const drawn = { photos: [], jersey: null, former_jersey: shirt, printed_number: null };
  return (
    <article className="card">
      <CopyPicture copy={drawn} sizes={GRID_SIZES} />
      <div className="card-text">
        <h3 className="wrap-anywhere">{name}</h3>
        <div className="card-standing">
          <WishLine userId={userId} title={name} item={item} />
        </div>
      </div>
      <div className="card-actions">
        <Button
          variant="outline"
          size="sm"
          className="mr-auto text-ink!"
          onClick={() =>
            void fulfilOwnWish(userId, { id: item.id, shirt, wish: saidOf(item) }, lang)
          }
        >
          <Shirt aria-hidden />
          {t("have.collection")}
          <span className="sr-only">{` ${name}`}</span>
        </Button>
        {remove}
      </div>
    </article>
  );
}

function Gap({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="grid aspect-square place-content-center justify-items-center gap-4 rounded-2xl border border-dashed border-line p-4 text-center text-sm text-muted">
      <p>{text}</p>
      {children}
    </div>
  );
}
