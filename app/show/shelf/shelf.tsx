import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { ShownPhoto } from "../../shared/components/shown-photo.tsx";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { teamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { Showcase } from "../data/showcase.ts";
import { OwnShirtDrawing } from "./own-shirt-card.tsx";

/** The clubs of a member, each leading to its page. */
export function Clubs({ clubs }: Pick<Showcase, "clubs">) {
  const lang = useLanguage();
  const to = useHref();
  if (clubs.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {clubs.map((club) => (
        <li key={club.id}>
          <Link
            to={to("team", { teamId: club.id })}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-raised py-1 pr-4 pl-2 text-sm font-semibold hover:border-control"
          >
            <TeamShirt
              colors={club.colors}
              league={club.competition?.league ?? "SOCCER"}
              className="size-8"
            />
            {teamName(club, club.competition, lang)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Up to five shirts, in their owner's order, each with a line and the photo that was chosen for it. */
export function ShownShirts({ shirts }: Pick<Showcase, "shirts">) {
  const { t } = useTranslation("showcase");
  const to = useHref();
  if (shirts.length === 0) return null;
  return (
    <section aria-labelledby="shown" className="grid grid-cols-1 gap-4">
      <h2 id="shown" className="heading text-2xl md:text-3xl">
        {t("shirts")}
      </h2>
      <ol className="grid grid-cols-2 gap-4 md:grid-cols-3 lg:grid-cols-5">
        {shirts.map(({ place, jersey, own, line, printed, photo }) => (
          <li key={place} className="first:col-span-2 md:first:col-span-1">
            <figure className="grid grid-cols-1 gap-2">
              <JerseyFrame jersey={jersey ?? own} className="rounded-2xl">
                {photo ? (
                  <ShownPhoto
                    src={photo}
                    alt={t("photoOf", { title: (jersey ?? own).title })}
                    isFirst={place === 1}
                  />
                ) : own ? (
                  <OwnShirtDrawing shirt={own} />
                ) : (
                  <JerseyImage
                    jersey={jersey}
                    path={jersey.images[0]?.path}
                    alt=""
                    sizes="(min-width: 64rem) 20vw, (min-width: 48rem) 33vw, 50vw"
                    priority={place === 1}
                    className="card-image"
                  />
                )}
              </JerseyFrame>
              <figcaption className="grid gap-1">
                {jersey ? (
                  <Link
                    to={to("jersey", jerseyParams(jersey))}
                    className="font-semibold wrap-anywhere hover:underline"
                  >
                    {jersey.title}
                  </Link>
                ) : (
                  <span className="font-semibold wrap-anywhere">{own.title}</span>
                )}
                {printed && (
                  <span className="text-sm font-semibold">{t("printed", { names: printed })}</span>
                )}
                {line && <span className="wrap-anywhere text-muted">{line}</span>}
              </figcaption>
            </figure>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How far a member has come with the sets they have most of: “PSG home 11 of 24”. */
export function Sets({ sets }: Pick<Showcase, "sets">) {
  const { t } = useTranslation(["showcase", "common"]);
  const lang = useLanguage();
  const to = useHref();
  if (sets.length === 0) return null;
  return (
    <section aria-labelledby="sets" className="grid grid-cols-1 gap-4">
      <h2 id="sets" className="heading text-2xl md:text-3xl">
        {t("showcase:sets")}
      </h2>
      <ul className="grid grid-cols-1 gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {sets.map(({ team, kitType, held, total }) => (
          <li key={team.id + kitType} className="flex items-center gap-3">
            <TeamShirt
              colors={team.colors}
              league={team.competition?.league ?? "SOCCER"}
              className="size-10 shrink-0"
            />
            <div className="min-w-0 grow">
              <Link
                to={to("team", { teamId: team.id })}
                className="font-semibold wrap-anywhere hover:underline"
              >
                {teamName(team, team.competition, lang)}
              </Link>
              <p className="text-sm text-muted">
                {t(`common:kitType.${kitType}`)} · {t("showcase:of", { held, count: total })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
