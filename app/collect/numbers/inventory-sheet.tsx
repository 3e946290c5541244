import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { values } from "../domain/copies/statistics.ts";
import { formatDate } from "../../shared/i18n/format.ts";
import { formatMoney } from "../i18n/money.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { PrintedPicture } from "./printed-picture.tsx";
import { useCopyFacts } from "./use-copy-facts.ts";

/** What is printed of a copy beside its facts. */
export interface Printed {
  price: boolean;
  /** Where it was bought, where it is, and who has it. */
  places: boolean;
  notes: boolean;
  /** The owner's name. */
  name: boolean;
}

export interface InventorySheetProps {
  copies: CopyEntry[];
  /** Addresses of small photos by path. */
  photos: ReadonlyMap<string, string> | undefined;
  printed: Printed;
  owner: string | undefined;
}

/** The inventory as it is printed. */
export function InventorySheet({ copies, photos, printed, owner }: InventorySheetProps) {
  const { t } = useTranslation("collectionNumbers");
  const lang = useLanguage();
  const [today] = useState(() => new Date().toISOString());
  return (
    <>
      <header className="grid gap-1 border-b border-control pb-4">
        <h3 className="heading text-2xl break-words">
          {printed.name && owner
            ? t("inventory.headingOf", { name: owner })
            : t("inventory.heading")}
        </h3>
        <p className="text-sm text-muted">
          {t("inventory.date", { date: formatDate(today, lang) })}
          {" · "}
          {t("copies", { count: copies.length })}
        </p>
      </header>
      <ol>
        {copies.map((counted) => (
          <InventoryCopy
            key={counted.copy.id}
            counted={counted}
            photos={photos}
            printed={printed}
          />
        ))}
      </ol>
      {printed.price && <Totals copies={copies} />}
    </>
  );
}

function InventoryCopy({
  counted: { copy, facts },
  photos,
  printed,
}: {
  counted: CopyEntry;
  photos: InventorySheetProps["photos"];
  printed: Printed;
}) {
  const { t } = useTranslation(["collectionNumbers", "copies"]);
  const lang = useLanguage();
  const [line, details] = useCopyFacts({ copy, facts }, printed);
  const cover = copy.photos[0]?.path;
  return (
    <li className="inventory-copy">
      <PrintedPicture
        copy={copy}
        photo={cover === undefined ? undefined : photos?.get(cover)}
        className="size-20"
      />
      <div className="min-w-0 grow">
        <div className="flex items-baseline justify-between gap-4">
          <p className="min-w-0 font-semibold break-words">
            {facts.title ?? t("copies:list.unknown")}
          </p>
          {printed.price && copy.price !== null && copy.currency !== null && (
            <p className="shrink-0 font-semibold tabular-nums">
              {formatMoney(copy.price, copy.currency, lang)}
            </p>
          )}
        </div>
        <p className="text-sm text-muted">{line}</p>
        {details.length > 0 && (
          <dl className="mt-1 flex flex-wrap gap-x-4 text-sm">
            {details.map(({ name, value }) => (
              <div key={name} className="flex min-w-0 gap-1.5">
                <dt className="shrink-0 text-muted">{name}</dt>
                <dd className="min-w-0 break-words">{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}

function Totals({ copies }: { copies: CopyEntry[] }) {
  const { t } = useTranslation("collectionNumbers");
  const lang = useLanguage();
  const { values: found, unpriced } = values(copies);
  return (
    <section className="inventory-totals">
      <h4 className="heading text-xl">{t("inventory.totals")}</h4>
      <dl className="mt-2 grid gap-1">
        {found.map(({ currency, sum, priced }) => (
          <div key={currency} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt>
              {currency} · {t("value.priced", { copies: t("copies", { count: priced }) })}
            </dt>
            <dd className="font-semibold tabular-nums">{formatMoney(sum, currency, lang)}</dd>
          </div>
        ))}
      </dl>
      {unpriced > 0 && (
        <p className="mt-1 text-sm text-muted">
          {t("value.unpriced", { copies: t("copies", { count: unpriced }) })}
        </p>
      )}
    </section>
  );
}
