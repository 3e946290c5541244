import { TriangleAlert } from "lucide-react";
import { Link, type LinkProps } from "react-router";

import { Trans, useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { useHref } from "../../../shared/address/use-href.ts";
import { accessContext, reader } from "../../../shared/data/access.ts";
import { storedHeaders, storedIf } from "../../../shared/data/stored.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { formatAgo, formatDay } from "../../../shared/i18n/format.ts";
import { type Language, languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { readDumps } from "../../data/dumps.ts";
import { isDumpLate, LICENCE } from "../../domain/manifest.ts";
import { datasetOf } from "../../head/dataset.ts";
import { DumpFiles } from "./dump-files.tsx";
import { Section } from "./section.tsx";
import type { Route } from "./+types/route.ts";
import { titled } from "../../../shared/head/titled.ts";

const crumbsOf = (lang: Language) =>
  breadcrumbsFromHome(lang, { label: translator(lang, "common")("footer.data") });

/** What anyone may take away (docs/product/open.md 32). */
export async function loader({ context }: Route.LoaderArgs) {
  const [newest, ...earlier] = await readDumps(reader(context));
  const now = new Date();
  // Nothing tells a cache that a dump has grown old.
  return storedIf(false, {
    dump: newest
      ? {
          takenAt: newest.takenAt,
          manifest: newest.manifest,
          minutes: Math.max(1, Math.floor((now.getTime() - Date.parse(newest.takenAt)) / 60_000)),
          isLate: isDumpLate(newest.takenAt, now),
        }
      : null,
    earlier: earlier.map(({ id, takenAt, manifest }) => ({
      ...{ id, takenAt },
      url: new URL("manifest.json", manifest.files[0]?.url ?? manifest.site).href,
    })),
    siteUrl: context.get(accessContext).siteUrl,
  });
}

export const headers: Route.HeadersFunction = storedHeaders;

export const meta: Route.MetaFunction = ({ location, loaderData }) => {
  if (!loaderData) return [];
  const lang = languageOf(location.pathname);
  const t = translator(lang, "openData");
  const { siteUrl, dump } = loaderData;
  const [title, description] = [translator(lang, "common")("footer.data"), t("meta.description")];
  return [
    ...pageMeta({
      screen: "data",
      params: {},
      ...{ lang, siteUrl, description, title: titled(title), crumbs: crumbsOf(lang) },
    }),
    ...(dump ? [datasetOf(dump.manifest, { lang, siteUrl, title, description })] : []),
  ];
};

const link = "underline underline-offset-4 wrap-anywhere";

/** A link in a sentence, to what the browser loads and not the router. */
const TextLink = (props: LinkProps) => <Link reloadDocument className={link} {...props} />;

export default function DataScreen({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(["openData", "common"]);
  const lang = useLanguage();
  const to = useHref();
  const { dump, earlier } = loaderData;
  const changes = `/data/changes?after=${dump?.manifest.change ?? 0}`;
  return (
    <>
      <PageHead crumbs={crumbsOf(lang)} title={t("common:footer.data")}>
        {t("intro")}
      </PageHead>
      <div className="page grid grid-cols-1 gap-10">
        <Section id="files" title={t("filesTitle")}>
          {dump ? (
            <>
              <p className="max-w-prose">
                {t("made", {
                  day: formatDay(dump.takenAt, lang),
                  ago: formatAgo(dump.minutes, lang),
                })}
              </p>
              {dump.isLate && (
                <p role="status" className="flex max-w-prose gap-2 font-semibold text-danger">
                  <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
                  {t("late")}
                </p>
              )}
              <DumpFiles files={dump.manifest.files} />
              <p className="max-w-prose">
                <Trans
                  t={t}
                  i18nKey="manifest"
                  components={{ manifest: <TextLink to="/data/manifest.json" /> }}
                />
              </p>
            </>
          ) : (
            <p>{t("none")}</p>
          )}
        </Section>
        <Section id="changes" title={t("changesTitle")}>
          <p className="max-w-prose">
            <Trans
              t={t}
              i18nKey="changes"
              values={{ path: changes }}
              components={{ changes: <TextLink to={changes} /> }}
            />
          </p>
        </Section>
        <Section id="licence" title={t("licenceTitle")}>
          <p className="max-w-prose">
            <Trans
              t={t}
              i18nKey="licence"
              components={{
                cc0: <TextLink to={LICENCE} />,
                licences: <TextLink to={to("licences", {})} />,
              }}
            />
          </p>
        </Section>
        {earlier.length > 0 && (
          <Section id="earlier" title={t("earlierTitle")}>
            <ul>
              {earlier.map(({ id, takenAt, url }) => (
                <li key={id}>
                  <a href={url} className={`inline-flex min-h-11 items-center ${link}`}>
                    {t("earlier", { day: formatDay(takenAt, lang) })}
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </>
  );
}
