import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { editWish, type WishToEdit } from "../copy-editor/copy-requests.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { wishes } from "../data/shelves/wishes.ts";
import type { WishDetails } from "../domain/copies/copy-rules.ts";
import { formatMoney } from "../i18n/money.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

const NOTHING: WishDetails = {
  size: null,
  size_scale: null,
  highest_price: null,
  currency: null,
  note: null,
};

/** What is said of a wish, in one line; a press on it says more. */
export function WishLine({ userId, jerseyId, title }: WishToEdit) {
  const { t } = useTranslation("copies");
  const lang = useLanguage();
  const wish = useMemberQuery(wishes(userId)).data?.get(jerseyId);
  const { size, size_scale: scale, highest_price: amount, currency, note } = wish ?? NOTHING;
  const price = amount !== null && currency !== null && formatMoney(amount, currency, lang);
  const said = [
    size,
    scale && scale !== "adult" && t(`size_scale.${scale}`),
    price && t("wish.upTo", { price }),
    note,
  ].filter(Boolean);
  return (
    <button
      type="button"
      onClick={() => editWish({ userId, jerseyId, title })}
      className="relative z-20 mb-1 block min-h-6 max-w-full truncate text-left font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
    >
      <span className="sr-only">{`${t("wish.edit", { title })} `}</span>
      {said.length > 0 ? said.join(" · ") : <span aria-hidden>{t("wish.more")}</span>}
    </button>
  );
}
