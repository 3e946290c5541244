import { CheckCheck, Heart } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import type { CollectibleJersey } from "../data/shelves/completeness.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { CopyAsText } from "./copy-as-text.tsx";
import { SetProgress } from "./set-progress.tsx";
import { useWishes } from "./use-wishes.ts";
import { isInSet, KIT_TYPES } from "../../shared/domain/kit-types.ts";

/** Most missing jerseys that are listed and can be added to the wishlist at once. */
const MOST = 200;

export interface CompletenessPanelProps {
  userId: string;
  jerseys: CollectibleJersey[];
  heading: ReactNode;
  /** What the member has beside the catalogue's jerseys. */
  own?: ReactNode;
}

/**
 * Per kit type: the number of jerseys in the collection, and the missing ones of the set. Kit types beside the set come last,
 * by name and figure only.
 */
export function CompletenessPanel({ userId, jerseys, heading, own }: CompletenessPanelProps) {
  const { t } = useTranslation(["collection", "common"]);
  const to = useHref();
  const lang = useLanguage();
  const { wish, isPending } = useWishes(userId);
  const rows = KIT_TYPES.map((kit) => {
    const ofKit = jerseys.filter(({ kit_type }) => (kit_type ?? "other") === kit);
    return { kit, total: ofKit.length, held: ofKit.filter(({ isHeld }) => isHeld).length };
  }).filter(({ total }) => total > 0);
  const set = jerseys.filter(({ kit_type }) => isInSet(kit_type));
  const missing = set.filter(({ isHeld }) => !isHeld);
  const extras = rows.filter(({ kit }) => !isInSet(kit));
  const toWish = missing.filter(({ isWished }) => !isWished).map(({ id }) => id);

  return (
    <div className="@container grid content-start gap-5 rounded-2xl bg-surface p-5 sm:p-7">
      {heading}
      <ul className="grid grid-cols-1 gap-x-10 gap-y-4 @lg:grid-cols-2 @4xl:grid-cols-3">
        {rows
          .filter(({ kit }) => isInSet(kit))
          .map(({ kit, total, held }) => (
            <li key={kit} className="grid gap-1.5">
              <p className="flex items-baseline justify-between gap-3">
                <span className="font-semibold">{t(`common:kitType.${kit}`)}</span>
                <span className="text-sm text-muted">
                  {t("collection:complete.of", { held, count: total })}
                </span>
              </p>
              <SetProgress held={held} total={total} />
            </li>
          ))}
      </ul>
      {own}
      {set.length > 0 && (
        <div className="grid justify-items-start gap-2">
          <CopyAsText jerseys={set} />
        </div>
      )}
      {extras.length > 0 && (
        <p className="text-sm text-muted">
          {t("collection:complete.extras", {
            kits: extras
              .map(({ kit, held, total }) => `${t(`common:kitType.${kit}`)} ${held}/${total}`)
              .join(", "),
          })}
        </p>
      )}
      {set.length > 0 && missing.length === 0 && (
        <p className="flex items-center gap-2 font-semibold text-success">
          <CheckCheck aria-hidden className="size-5" />
          {t("collection:complete.all", { count: set.length })}
        </p>
      )}
      {missing.length > 0 && (
        <div className="flex flex-wrap items-start justify-between gap-4">
          <details className="min-w-0">
            <summary className="flex min-h-11 items-center font-semibold underline decoration-control underline-offset-4">
              {t("collection:complete.missing", { count: missing.length })}
            </summary>
            <ul className="mt-1 max-h-72 overflow-y-auto">
              {missing.slice(0, MOST).map((jersey) => (
                <li key={jersey.id}>
                  <Link
                    to={to("jersey", jerseyParams(jersey))}
                    className="block py-1.5 wrap-anywhere hover:underline"
                  >
                    {localJersey(jersey, lang).title}
                  </Link>
                </li>
              ))}
            </ul>
          </details>
          {toWish.length > 0 && toWish.length <= MOST && (
            <Button
              variant="outline"
              // Longer than a narrow phone in some languages.
              className="h-auto! min-h-11 py-2 whitespace-normal!"
              disabled={isPending}
              onClick={() => wish(toWish)}
            >
              <Heart aria-hidden />
              {t("collection:complete.wish")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
