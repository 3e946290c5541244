import { useWatch } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { isKitType } from "../../shared/domain/kit-types.ts";
import { isLeague } from "../../shared/domain/leagues.ts";
import { teamSlug } from "../../shared/domain/slug.ts";
import { BlobImage } from "../components/blob-image.tsx";
import type { JerseyPhotos } from "./use-jersey-photos.ts";
import { type JerseyForm, teamName } from "./rules.ts";
import { useChosenTeam } from "./use-chosen-team.ts";
import { usePhotoList } from "../data/photos/use-form-photos.ts";

/** Preview of the jersey's card: beside the form, on a phone small before it. */
export function JerseyPreview({ uploads }: { uploads: JerseyPhotos }) {
  const { t } = useTranslation(["submit", "common", "facts"]);
  const form = useWatch<JerseyForm>() as JerseyForm;
  const cover = usePhotoList(uploads).photos[0]?.blob;
  const { row, name: team } = useChosenTeam(form);
  const league = isLeague(form.league) ? form.league : undefined;
  const kitType = isKitType(form.kit_type) ? form.kit_type : null;
  const facts = [form.year, kitType && t(`common:kitType.${kitType}`)].filter(Boolean);
  return (
    <aside
      aria-label={t("preview.label")}
      className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-3 max-lg:order-first lg:sticky lg:top-24 lg:grid-cols-1"
    >
      <p className="caption max-lg:hidden">{t("preview.label")}</p>
      <div className="jersey-frame relative aspect-square overflow-hidden rounded-2xl bg-surface">
        {cover ? (
          <BlobImage blob={cover} alt="" />
        ) : (
          <JerseyImage
            jersey={{
              league: league ?? "SOCCER",
              kit_type: kitType,
              team_slug: teamSlug(row?.name ?? teamName(form)),
              year: Number(form.year) || null,
              teams: row ?? null,
            }}
            path={null}
            alt=""
            sizes="18rem"
          />
        )}
        {league && (
          <Badge tone={league} className="absolute top-2.5 left-2.5 max-lg:hidden">
            {t(`common:league.${league}`)}
          </Badge>
        )}
      </div>
      <div className="min-w-0 lg:min-h-24">
        <p className="caption truncate">{team || t("facts:team")}</p>
        <p className="mt-0.5 line-clamp-2 text-base leading-snug font-semibold wrap-anywhere">
          {form.title.trim() || <span className="text-muted">{t("preview.title")}</span>}
        </p>
        <p className="mt-1 truncate text-sm text-muted">{facts.join(" · ")}</p>
      </div>
    </aside>
  );
}
