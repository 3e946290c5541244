import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { formerShirt } from "../../collect/domain/copies/former-shirt.ts";
import { shirtUrl } from "../../shared/address/shirt-url.ts";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import { JerseyGrid } from "../../shared/components/jersey-grid.tsx";
import type { OwnShirt } from "../data/showcase.ts";

/** Shirts of a collection that the catalogue lacks: drawn, and without a page to open. */
export function OwnShirts({ shirts }: { shirts: readonly OwnShirt[] }) {
  const { t } = useTranslation(["showcase", "common"]);
  if (shirts.length === 0) return null;
  return (
    <section aria-labelledby="own-shirts" className="grid grid-cols-1 gap-4">
      <h3 id="own-shirts" className="heading text-xl">
        {t("showcase:pageless", { count: shirts.length })}
      </h3>
      <JerseyGrid>
        {shirts.map((shirt, n) => (
          <li key={n}>
            <article className="card">
              <JerseyFrame jersey={{ teams: shirt.teams }} className="rounded-2xl">
                <OwnShirtDrawing shirt={shirt} />
              </JerseyFrame>
              <div className="card-text">
                <h4 className="font-semibold wrap-anywhere">{shirt.title}</h4>
                {shirt.kit_type && (
                  <p className="text-sm text-muted">{t(`common:kitType.${shirt.kit_type}`)}</p>
                )}
                {shirt.printed && (
                  <p className="text-sm font-semibold">
                    {t("showcase:printed", { names: shirt.printed })}
                  </p>
                )}
              </div>
            </article>
          </li>
        ))}
      </JerseyGrid>
    </section>
  );
}

/** Such a shirt in its team's colours, with the number on its back if that is shown. */
export function OwnShirtDrawing({ shirt }: { shirt: OwnShirt }) {
  return (
    <span className="card-image block p-[8%]">
      <img
        src={shirtUrl(formerShirt({ former_jersey: shirt, printed_number: shirt.number }))}
        alt=""
        loading="lazy"
        decoding="async"
        className="exhibit size-full"
      />
    </span>
  );
}
