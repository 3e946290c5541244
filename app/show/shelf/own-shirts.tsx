import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyGrid } from "../../shared/components/jersey-grid.tsx";
import type { OwnShirt } from "../data/showcase.ts";
import { OwnShirtCard } from "./own-shirt-card.tsx";

/** Shirts of a collection that the catalogue lacks: drawn, and without a page to open. */
export function OwnShirts({ shirts }: { shirts: readonly OwnShirt[] }) {
  const { t } = useTranslation("showcase");
  if (shirts.length === 0) return null;
  return (
    <section aria-labelledby="own-shirts" className="grid grid-cols-1 gap-4">
      <h3 id="own-shirts" className="heading text-xl">
        {t("pageless", { count: shirts.length })}
      </h3>
      <JerseyGrid>
        {shirts.map((shirt, n) => (
          <li key={n}>
            <OwnShirtCard shirt={shirt}>
              {shirt.printed && (
                <p className="text-sm font-semibold">{t("printed", { names: shirt.printed })}</p>
              )}
            </OwnShirtCard>
          </li>
        ))}
      </JerseyGrid>
    </section>
  );
}
