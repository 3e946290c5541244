import { Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";

import { editWish, type WishToEdit } from "../copy-editor/copy-requests.ts";
import { Button } from "../../shared/ui/button.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { wishes } from "../data/shelves/wishes.ts";
import { LOCALES } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** Opens the editor of a wish. */
export function WishButton(wish: WishToEdit) {
  const { t } = useTranslation("copies");
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t("wish.edit", { title: wish.title })}
      onClick={() => editWish(wish)}
    >
      <Pencil aria-hidden />
    </Button>
  );
}

/** What is said of a wish, in one line. */
export function WishLine({ userId, jerseyId }: { userId: string; jerseyId: string }) {
  const { t } = useTranslation("copies");
  const lang = useLanguage();
  const wish = useMemberQuery(wishes(userId)).data?.get(jerseyId);
  if (!wish) return null;
  const { size, size_scale: scale, highest_price: amount, currency, note } = wish;
  const price =
    amount !== null &&
    currency !== null &&
    new Intl.NumberFormat(LOCALES[lang], {
      style: "currency",
      currency,
      trailingZeroDisplay: "stripIfInteger",
    }).format(amount);
  const said = [
    size,
    scale && scale !== "adult" && t(`sizeScale.${scale}`),
    price && t("wish.upTo", { price }),
    note,
  ].filter(Boolean);
  if (said.length === 0) return null;
  return <p className="mt-1 line-clamp-2 font-semibold">{said.join(" · ")}</p>;
}
