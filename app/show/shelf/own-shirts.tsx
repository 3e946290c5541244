import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyGrid } from "../../shared/components/jersey-grid.tsx";
import type { OwnShirt, Showcase } from "../data/showcase.ts";
import { OwnShirtCard } from "./own-shirt-card.tsx";

/** Shirts of a collection that the catalogue lacks: with the photo that is shown of them or drawn, and without a page to open. */
export function OwnShirts({
  shirts,
  shown = [],
}: {
  shirts: readonly OwnShirt[];
  /** The shirts that their member shows first. */
  shown?: Showcase["shirts"] | undefined;
}) {
  const { t } = useTranslation("showcase");
  if (shirts.length === 0) return null;
  const photos = new Map<number | null, string | undefined>(
    shown.map(({ place, photo }) => [place, photo]),
  );
  return (
    <section aria-labelledby="own-shirts" className="grid grid-cols-1 gap-4">
      <h3 id="own-shirts" className="heading text-xl">
        {t("pageless", { count: shirts.length })}
      </h3>
      <JerseyGrid>
        {shirts.map((shirt, n) => (
          <li key={n}>
            <OwnShirtCard shirt={shirt} photo={photos.get(shirt.place)}>
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
