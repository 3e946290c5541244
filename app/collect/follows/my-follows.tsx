import { Layers, List, Tag } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { href } from "../../shared/address/paths.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { MoreButton } from "../../shared/components/more-button.tsx";
import { TeamShirt } from "../../shared/components/team-shirt.tsx";
import { useSteps } from "../../shared/components/use-steps.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { competitionName, teamName } from "../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button, button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { type FollowedPage, followedPages } from "../data/follows/follows.ts";
import { changeFollow } from "./toggle-follow.ts";

const STEP = 12;

/** Everything that a member follows, each with a button that ends it. */
export function MyFollows({ userId }: { userId: string }) {
  const { t } = useTranslation(["follows", "common", "facts"]);
  const to = useHref();
  const lang = useLanguage();
  const { length, more } = useSteps(STEP);
  const { data, isPending, refetch } = useMemberQuery(followedPages(userId));
  if (isPending) return <Skeleton className="h-36" />;
  if (!data) {
    return <LoadFailed onRetry={refetch} />;
  }
  if (data.length === 0) {
    return (
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
        {t("follows:mine.empty")}
        <Link to={to("competitions", {})} className={button({ variant: "outline", size: "sm" })}>
          {t("follows:mine.find")}
        </Link>
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      <ul className="border-b border-line">
        {data.slice(0, length).map((page) => {
          const name = nameOf(page, lang);
          const target = { type: page.type, id: page.id, name };
          return (
            <li key={page.id} className="flex items-center gap-3 border-t border-line py-2">
              <Picture page={page} />
              <div className="min-w-0 grow">
                <Link
                  to={pathOf(page, lang)}
                  className="font-semibold wrap-anywhere hover:underline"
                >
                  {name}
                </Link>
                <p className="text-sm text-muted">{t(`facts:${page.type}`)}</p>
              </div>
              <Button
                variant="outline"
                size="sm"
                className="shrink-0"
                onClick={() => void changeFollow(userId, target, false, lang)}
              >
                {t("follows:mine.end")}
                <span className="sr-only">{` ${name}`}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      {data.length > length && <MoreButton onMore={more}>{t("common:action.more")}</MoreButton>}
    </div>
  );
}

function Picture({ page }: { page: FollowedPage }) {
  if (page.type === "team") {
    return (
      <TeamShirt
        colors={page.colors}
        league={page.competition?.league ?? "SOCCER"}
        className="size-10 shrink-0"
      />
    );
  }
  const Icon = { competition: Layers, brand: Tag, list: List }[page.type];
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-surface text-muted">
      <Icon aria-hidden className="size-5" />
    </span>
  );
}

function nameOf(page: FollowedPage, lang: Language): string {
  if (page.type === "team") return teamName(page, page.competition, lang);
  return page.type === "competition" ? competitionName(page, lang) : page.name;
}

function pathOf({ type, id }: FollowedPage, lang: Language): string {
  if (type === "team") return href("team", { teamId: id }, lang);
  if (type === "competition") return href("competition", { competitionId: id }, lang);
  return type === "brand" ? href("brand", { brandId: id }, lang) : href("list", { id }, lang);
}
