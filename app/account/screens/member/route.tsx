import { Shirt } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { cursorOf } from "../../../shared/address/cursor.ts";
import { notFound } from "../../../shared/address/not-found.ts";
import { JerseyList } from "../../../shared/components/jersey-list.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { reader } from "../../../shared/data/access.ts";
import { jerseyPage } from "../../../browse/data/jerseys/pages.ts";
import { readProfile } from "../../../shared/data/profiles/profile.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { noindexMeta } from "../../../shared/head/noindex-meta.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { formatMonth } from "../../../shared/i18n/format.ts";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { href } from "../../../shared/address/paths.ts";
import { ReportButton } from "../../../contribute/report/report-button.tsx";
import { CommunityCard } from "../../../browse/components/community-card.tsx";
import { ReportWithoutAccount } from "../../../contribute/report/report-without-account.tsx";
import type { Route } from "./+types/route.ts";

const USERNAME = /^[a-z0-9_]{3,30}$/;

/** Every confirmed member has a page (docs/product/account.md 19.6). */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const client = reader(context);
  const member = USERNAME.test(params.username) ? await readProfile(client, params.username) : null;
  if (!member) throw notFound();
  const after = cursorOf(url.searchParams.get("after"));
  const lang = languageOf(url.pathname);
  const jerseys = await jerseyPage(client, { authorId: member.id }, { lang, after });
  return { member, jerseys };
}

/** People aren't for search engines. */
export const meta: Route.MetaFunction = ({ location, loaderData }) => {
  if (!loaderData) return [];
  const t = translator(languageOf(location.pathname), "variations");
  return noindexMeta(t("member.metaTitle", { name: nameOf(loaderData.member) }));
};

function nameOf({ username, display_name }: { username: string; display_name: string | null }) {
  return display_name || username;
}

/** The approved jerseys of a member, the best rated first. */
export default function MemberScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("variations");
  const { t: words } = useTranslation("catalogue");
  const lang = useLanguage();
  const { t: report } = useTranslation("report");
  const { member, jerseys } = loaderData;
  const name = nameOf(member);
  return (
    <>
      <PageHead crumbs={breadcrumbsFromHome(lang, { label: name })} title={name}>
        <p>
          <bdi>@{member.username}</bdi> ·{" "}
          {t("member.since", { month: formatMonth(member.joined_on, lang) })}
        </p>
        {jerseys.items.length > 0 && <p className="mt-1 text-base">{t("member.lead")}</p>}
        <p className="text-base">
          <Link
            to={href("history", { type: "member", id: member.username }, lang)}
            className="inline-flex min-h-11 items-center underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            {t("member.contributions")}
          </Link>
        </p>
      </PageHead>
      <div className="page">
        <h2 className="sr-only">{words("jerseys.title")}</h2>
        <JerseyList
          listKey={`member:${member.id}`}
          page={jerseys}
          Card={CommunityCard}
          empty={<EmptyState icon={<Shirt aria-hidden />} title={t("member.none", { name })} />}
        />
        <div className="mt-10 flex flex-wrap items-center gap-x-3">
          <ReportButton
            target={{ type: "profile", id: member.id }}
            label={report("reportMember", { name })}
            variant="ghost"
            size="sm"
            className="needs-scripts"
          />
          <ReportWithoutAccount address={href("member", { username: member.username }, lang)} />
        </div>
      </div>
    </>
  );
}
