import { fullName } from "../../jersey/domain/full-name.ts";
import { readJersey, readMergedAddress } from "../../jersey/data/jersey.ts";
import { imageUrl } from "../../shared/address/image-url.ts";
import { ccBySaDeed } from "../../shared/address/licences.ts";
import { href } from "../../shared/address/paths.ts";
import { shirtUrl } from "../../shared/address/shirt-url.ts";
import type { Client } from "../../shared/data/client.ts";
import { DEMONSTRATION } from "../../shared/domain/demonstration.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { isUuid } from "../../shared/domain/uuid.ts";
import { localJersey } from "../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { memberName } from "../../shared/i18n/member-name.ts";
import { translator } from "../../shared/i18n/translations.ts";

/** What another site shows of a jersey. */
export interface Embedded {
  id: string;
  title: string;
  /** Team, kit type and year. */
  facts: string;
  /** The path of its page. */
  page: string;
  /** Its address, without the site's where the site's server sends it. */
  picture: string;
  credit: string;
  licence: { name: string; url: string };
}

const MIT = { name: "MIT", url: "https://opensource.org/license/mit" };

/** A jersey, or the id of the one into which it was merged; undefined if neither is public. */
export async function readEmbedded(
  client: Client,
  id: string,
  lang: Language,
  backend: string,
): Promise<Embedded | { mergedInto: string } | undefined> {
  if (!isUuid(id)) return undefined;
  const stored = await readJersey(client, id);
  if (!stored) {
    const merged = await readMergedAddress(client, id);
    return merged ? { mergedInto: merged.id } : undefined;
  }
  const jersey = localJersey(stored, lang);
  const kit = jersey.kit_type && translator(lang, "common")(`kitType.${jersey.kit_type}`);
  return {
    id,
    title: fullName(jersey),
    facts: [jersey.team, kit, jersey.year].filter(Boolean).join(" · "),
    page: href("jersey", jerseyParams(jersey), lang),
    ...pictureOf(jersey, lang, backend),
  };
}

type Pictured = Pick<
  NonNullable<Awaited<ReturnType<typeof readJersey>>>,
  "league" | "kit_type" | "team_slug" | "year" | "images"
> & { teams: { colors: string[] } | null };

/** The first photo that others may show; without one, the drawing, which the software makes. */
function pictureOf(jersey: Pictured, lang: Language, backend: string) {
  const t = translator(lang, "jersey");
  const photo = jersey.images.find(
    ({ path, licence, contributor_id }) =>
      path && (licence === "CC-BY-SA-4.0" || contributor_id === DEMONSTRATION),
  );
  if (!photo?.path) {
    const picture = shirtUrl({
      league: jersey.league,
      kitType: jersey.kit_type,
      seed: jersey.team_slug,
      year: jersey.year,
      colors: jersey.teams?.colors ?? null,
    });
    return { picture, credit: translator(lang, "elsewhere")("embed.drawing"), licence: MIT };
  }
  const picture = imageUrl(backend, photo.path, { width: 640 });
  if (photo.contributor_id === DEMONSTRATION) {
    return { picture, credit: t("rights.drawing"), licence: MIT };
  }
  const { contributor } = photo;
  return {
    picture,
    credit: contributor
      ? t("rights.by", { name: memberName(contributor, lang) })
      : t("rights.former"),
    licence: { name: t("rights.licence.free"), url: ccBySaDeed(lang) },
  };
}
