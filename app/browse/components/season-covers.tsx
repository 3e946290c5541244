import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { JerseyImage, type JerseyImageProps } from "../../shared/components/jersey-image.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";

/** A season by its best rated jersey. */
export interface SeasonCover {
  code: string;
  name: string;
  best: JerseyImageProps["jersey"] & { images: { path: string | null }[] };
}

/** Links to seasons of a competition, each a shirt; on a phone a row that scrolls sideways. */
export function SeasonCovers({
  competitionId,
  covers,
}: {
  competitionId: string;
  covers: SeasonCover[];
}) {
  const { t } = useTranslation("competitions");
  const to = useHref();
  return (
    <ul className="rail -mx-(--gutter) flex snap-x gap-3 overflow-x-auto px-(--gutter) py-1 [scroll-padding-inline:var(--gutter)] [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-3 md:gap-4 md:px-0 lg:grid-cols-6 [&>li]:w-[42vw] [&>li]:shrink-0 [&>li]:snap-start md:[&>li]:w-auto">
      {covers.map(({ code, name, best }, n) => (
        <li key={code}>
          <PlainLink to={to("season", { competitionId, season: code })} className="group block">
            <span className="block aspect-square overflow-hidden rounded-2xl bg-surface">
              <JerseyImage
                jersey={best}
                path={best.images[0]?.path}
                alt=""
                sizes="(min-width: 64rem) 12rem, (min-width: 48rem) 32vw, 42vw"
                largest={480}
                priority={n === 0}
                className="transition-transform duration-250 group-hover:scale-[1.04]"
              />
            </span>
            <span className="numeral mt-1.5 block text-lg underline decoration-transparent underline-offset-4 transition-colors group-hover:decoration-current md:text-xl">
              {t("one.season", { season: name })}
            </span>
          </PlainLink>
        </li>
      ))}
    </ul>
  );
}
