import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { editWish, type WishToEdit } from "../copy-editor/copy-requests.ts";
import { wishKey } from "../data/shelves/wishes.ts";
import type { LocalItem } from "./sort-shelf.ts";
import { formatMoney } from "../i18n/money.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** What is said of a wish, in one line; a press on it says more. */
export function WishLine({ item, ...toEdit }: Omit<WishToEdit, "wish"> & { item: LocalItem }) {
  const { t } = useTranslation(["copies", "collection"]);
  const lang = useLanguage();
  const { size, size_scale: scale, highest_price: amount, currency, note } = item;
  const price = typeof amount === "number" && currency && formatMoney(amount, currency, lang);
  const said = [
    size,
    scale && scale !== "adult" && t(`size_scale.${scale}`),
    price && t("wish.upTo", { price }),
    note,
  ].filter(Boolean);
  return (
    <button
      type="button"
      onClick={() => editWish({ ...toEdit, wish: wishKey(item) })}
      className="relative z-20 mb-1 block min-h-6 max-w-full truncate text-left font-semibold underline decoration-control underline-offset-4 hover:decoration-ink"
    >
      <span className="sr-only">{`${t("wish.edit", { title: toEdit.title })} `}</span>
      {said.length > 0 ? said.join(" · ") : <span aria-hidden>{t("collection:addDetails")}</span>}
    </button>
  );
}
