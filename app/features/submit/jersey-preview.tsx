import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { JerseyImage } from "../../components/jersey-image.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { competitionChoices } from "../../data/catalogue/choices.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { isKitType } from "../../domain/kit-types.ts";
import { isLeague, leagueLabel } from "../../domain/leagues.ts";
import { teamSlug } from "../../domain/slug.ts";
import { teamName as localTeamName } from "../../i18n/catalogue-names.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { BlobImage } from "./blob-image.tsx";
import type { FormControl } from "./choice-field.tsx";
import type { ImageUploads } from "./image-uploads.ts";
import { type JerseyForm, teamName } from "./rules.ts";
import { useImageList } from "./use-image-uploads.ts";
import { useTeamChoices } from "./use-team-choices.ts";

/** Preview of the jersey's card beside the form, on wide screens. */
export function JerseyPreview({
  control,
  uploads,
}: {
  control: FormControl;
  uploads: ImageUploads;
}) {
  const { t } = useTranslation(["submit", "common"]);
  const lang = useLanguage();
  const form = useWatch({ control }) as JerseyForm;
  const cover = useImageList(uploads).images[0]?.blob;
  const teams = useTeamChoices(form);
  const listed = teams.data?.find(({ id }) => id === form.team);
  const stored = listed?.name ?? teamName(form);
  const team = listed ? localTeamName(listed, listed.competition, lang) : stored;
  const league = isLeague(form.league) ? form.league : undefined;
  const competitions = useMemberQuery(competitionChoices(league));
  const competition = competitions.data?.find(({ id }) => id === form.competition);
  const kitType = isKitType(form.kitType) ? form.kitType : null;
  const facts = [form.year, kitType && t(`common:kitType.${kitType}`)].filter(Boolean);
  return (
    <aside aria-label={t("preview.label")} className="sticky top-24 hidden gap-3 lg:grid">
      <p className="caption">{t("preview.label")}</p>
      <div className="jersey-frame relative aspect-square overflow-hidden rounded-2xl bg-surface">
        {cover ? (
          <BlobImage blob={cover} alt="" />
        ) : (
          <JerseyImage
            jersey={{
              league: league ?? "SOCCER",
              kit_type: kitType,
              team_slug: teamSlug(stored),
              year: Number(form.year) || null,
              teams: listed ?? null,
            }}
            path={null}
            alt=""
            sizes="18rem"
          />
        )}
        {league && (
          <Badge tone={league} className="absolute top-2.5 left-2.5">
            {t(`common:${leagueLabel(league, competition)}`)}
          </Badge>
        )}
      </div>
      <div className="min-h-24">
        <p className="caption truncate">{team || t("preview.team")}</p>
        <p className="mt-0.5 line-clamp-2 text-base leading-snug font-semibold break-words">
          {form.title.trim() || <span className="text-muted">{t("preview.title")}</span>}
        </p>
        <p className="mt-1 truncate text-sm text-muted">{facts.join(" · ")}</p>
      </div>
    </aside>
  );
}
