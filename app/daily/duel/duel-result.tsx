import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { Duel } from "../data/duels.ts";
import { DuelFacts, DuelPicture } from "./duel-shirt.tsx";
import { ShareBar } from "./share-bar.tsx";
import { answersOf, shareOf } from "./shares.ts";

/** How a duel ended: the shares of both shirts, in the order in which they were drawn. */
export function DuelResult({ first, second, isCounted, result }: Duel) {
  const { t } = useTranslation("duel");
  const lang = useLanguage();
  const shirts = { first, second };
  return (
    <div className="grid max-w-xl grid-cols-1 gap-3">
      <ul className="grid grid-cols-2 gap-3 sm:gap-6">
        {(["first", "second"] as const).map((of) => (
          <li key={of} className="grid min-w-0 content-start gap-2">
            <DuelPicture
              shirt={shirts[of]}
              share={result ? shareOf(result, of, lang) : undefined}
              sizes="(min-width: 40rem) 17rem, 46vw"
            />
            <DuelFacts shirt={shirts[of]} />
          </li>
        ))}
      </ul>
      {result && <ShareBar share={result} left="first" />}
      <p className="text-sm text-muted">
        {result
          ? t("share", { count: answersOf(result), neither: shareOf(result, "neither", lang) })
          : t(isCounted ? "none" : "uncounted")}
      </p>
    </div>
  );
}
