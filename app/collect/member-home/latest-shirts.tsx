import { useTranslation } from "react-i18next";

import { useHref } from "../../shared/address/use-href.ts";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { latestShirts } from "../data/member-home.ts";

/** The shirts that a member added last, small, in one row. */
export function LatestShirts({ userId }: { userId: string }) {
  const { t } = useTranslation("collection");
  const to = useHref();
  const { data: jerseys } = useMemberQuery(latestShirts(userId, useLanguage()));
  return (
    // Of its height before they are read: what follows doesn't move.
    <ul
      aria-label={t("home.latest")}
      className="-mx-(--gutter) flex h-40 gap-3 overflow-x-auto px-(--gutter) [scrollbar-width:none] md:h-48"
    >
      {jerseys?.map((jersey) => (
        <li key={jersey.id} className="aspect-square h-full shrink-0">
          <PlainLink to={to("jersey", jerseyParams(jersey))}>
            <JerseyFrame jersey={jersey} className="rounded-2xl">
              <JerseyImage
                jersey={jersey}
                path={jersey.images[0]?.path}
                alt={jersey.title}
                sizes="12rem"
                largest={320}
                className="card-image"
              />
            </JerseyFrame>
          </PlainLink>
        </li>
      ))}
    </ul>
  );
}
