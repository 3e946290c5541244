import { Printer, Shirt } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useHref } from "../../shared/address/use-href.ts";
import { button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { type CountedCopy, growth, growthByPurchase } from "../domain/copies/statistics.ts";
import { Bars } from "./bars.tsx";
import { GrowthLine } from "./growth-line.tsx";
import { LoadedCopies } from "./loaded-copies.tsx";
import { Missing } from "./missing.tsx";
import { SharePicture } from "./share-picture.tsx";
import { Value } from "./value.tsx";
import { Years } from "./years.tsx";

/** A member's collection in numbers. */
export default function Numbers({ userId }: { userId: string }) {
  return (
    <LoadedCopies userId={userId}>
      {(copies) => <Charts userId={userId} copies={copies} />}
    </LoadedCopies>
  );
}

function Charts({ userId, copies }: { userId: string; copies: CountedCopy[] }) {
  const { t } = useTranslation("collectionNumbers");
  const to = useHref();
  const [asTable, setAsTable] = useState(false);
  const purchases = growthByPurchase(copies);
  const shown = { copies, asTable };
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-lg font-semibold">{t("copies", { count: copies.length })}</p>
        <Checkbox checked={asTable} onChange={(event) => setAsTable(event.target.checked)}>
          {t("asTables")}
        </Checkbox>
        <nav aria-label={t("title")} className="flex flex-wrap gap-2">
          <Link
            to={to("accountSection", { section: "collection" })}
            className={button({ variant: "outline", size: "sm" })}
          >
            <Shirt aria-hidden />
            {t("collection")}
          </Link>
          <Link
            to={to("accountSection", { section: "inventory" })}
            className={button({ variant: "outline", size: "sm" })}
          >
            <Printer aria-hidden />
            {t("print")}
          </Link>
        </nav>
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Years {...shown} />
        <Bars {...shown} dimension="team" />
        <Bars {...shown} dimension="competition" />
        <Bars {...shown} dimension="brand" />
        <Bars {...shown} dimension="color" />
        <Bars {...shown} dimension="size" />
        <GrowthLine title={t("growth.added")} points={growth(copies)} asTable={asTable} />
        {purchases.points.length > 0 && (
          <GrowthLine
            title={t("growth.bought")}
            points={purchases.points}
            isWide
            asTable={asTable}
            note={
              purchases.unknown > 0 ? t("growth.unknown", { count: purchases.unknown }) : undefined
            }
          />
        )}
        <Value {...shown} />
        <Missing userId={userId} copies={copies} />
        <SharePicture userId={userId} copies={copies} />
      </div>
    </div>
  );
}
