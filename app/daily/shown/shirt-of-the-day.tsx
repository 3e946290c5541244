import { ArrowRight } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ShareButton } from "../../jersey/share/share-button.tsx";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { namesTeam } from "../../shared/domain/jersey.ts";
import { shareImagePath } from "../../shared/head/share-image.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { button } from "../../shared/ui/button.tsx";
import type { ShownDay } from "../data/days.ts";
import { factsLine } from "./facts-line.ts";
import { reasonOf } from "./reason.ts";
import { addressOf, ShirtName, titleOf } from "./shirt-name.tsx";

/**
 * The shirt of a day, large, and why it is shown. Once it has left the catalogue, it is drawn.
 * @param props.before the days before it, the latest first
 */
export function ShirtOfTheDay({ shirt, before }: { shirt: ShownDay; before: readonly ShownDay[] }) {
  const { day, facts, jersey, survivor } = shirt;
  const { t } = useTranslation(["daily", "guess"]);
  const { t: common } = useTranslation();
  const lang = useLanguage();
  const address = addressOf(shirt, lang);
  const picture = (
    <JerseyFrame jersey={jersey ?? facts} className="rounded-2xl">
      <JerseyImage
        jersey={jersey ?? facts}
        path={jersey?.images[0]?.path}
        alt=""
        sizes="(min-width: 64rem) 38rem, 92vw"
        largest={1200}
        priority
        className="card-image"
      />
    </JerseyFrame>
  );
  return (
    <section aria-labelledby="shirt-of-the-day" className="grid grid-cols-1 content-start gap-4">
      <h2 id="shirt-of-the-day" className="heading text-2xl md:text-3xl">
        {t("shown")}
      </h2>
      <article className="card">{picture}</article>
      <div className="grid justify-items-start gap-3">
        <p className="text-xl font-semibold text-balance md:text-2xl">
          <ShirtName shirt={shirt} />
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={facts.league}>{common(`league.${facts.league}`)}</Badge>
          {jersey && !namesTeam(jersey) && <span>{jersey.team}</span>}
          <span className="text-muted">{factsLine(facts, lang, titleOf(shirt))}</span>
        </p>
        <p className="max-w-prose">{reasonOf(shirt, before, lang)}</p>
        {!jersey && (
          <p className="max-w-prose text-muted">{t(survivor ? "merged" : "guess:gone")}</p>
        )}
        <div className="mt-2 flex flex-wrap gap-3">
          {address && (
            <PlainLink to={address} className={button({ variant: "hero" })}>
              {t("guess:see")}
              <ArrowRight aria-hidden />
            </PlainLink>
          )}
          <ShareButton title={titleOf(shirt)} picture={shareImagePath("daily", day, lang)} />
        </div>
      </div>
    </section>
  );
}
