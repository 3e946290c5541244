import type { MetaDescriptor } from "react-router";

import { imageUrl } from "../../../shared/address/image-url.ts";
import { href } from "../../../shared/address/paths.ts";
import { oembedPath } from "../../address/embed.ts";
import { DEMONSTRATION } from "../../../shared/domain/demonstration.ts";
import { jerseyParams } from "../../../shared/domain/jersey.ts";
import { rating } from "../../../shared/domain/rating.ts";
import { shareImagePath } from "../../../shared/head/share-image.ts";
import { creditedPhotos, ratedJersey } from "../../head/structured-data.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { describe, nameOf } from "./describe.ts";
import type { LocalDetail } from "./local-detail.ts";
import { memberName } from "../../../shared/i18n/member-name.ts";

/** For programs: where the embed of a jersey is, the licences of its photos, and its rating once it has votes. */
export function structuredData(
  jersey: LocalDetail,
  lang: Language,
  { url, siteUrl }: { url: string; siteUrl: string },
): MetaDescriptor[] {
  const t = translator(lang, "jersey");
  const photos = jersey.images.flatMap(({ path, licence, contributor, contributor_id }) =>
    path === null || contributor_id === DEMONSTRATION
      ? []
      : [
          {
            url: imageUrl(url || siteUrl, path, { width: 1200 }),
            licence,
            credit: contributor ? memberName(contributor, lang) : t("rights.creditFormer"),
          },
        ],
  );
  const value = rating(jersey);
  const page = siteUrl + href("jersey", jerseyParams(jersey), lang);
  return [
    {
      tagName: "link",
      rel: "alternate",
      type: "application/json+oembed",
      href: siteUrl + oembedPath(page),
      title: jersey.title,
    },
    ...(photos.length > 0 ? [creditedPhotos(photos, { siteUrl, lang })] : []),
    ...(value === undefined
      ? []
      : [
          ratedJersey({
            url: page,
            name: nameOf(jersey, lang),
            description: describe(jersey, lang),
            image: siteUrl + shareImagePath("jersey", jersey.id, lang),
            brand: jersey.brand,
            released: jersey.year,
            rating: { value, count: jersey.upvotes + jersey.downvotes },
          }),
        ]),
  ];
}
