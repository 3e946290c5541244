import { data, useSearchParams } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { MessageScreen } from "../../../shared/components/message-screen.tsx";
import { PageHead } from "../../../shared/components/page-head.tsx";
import { accessContext, reader } from "../../../shared/data/access.ts";
import { readProfile } from "../../../shared/data/profiles/profile.ts";
import { breadcrumbsFromHome } from "../../../shared/head/home-breadcrumbs.ts";
import { pageMeta } from "../../../shared/head/page-meta.ts";
import { languageOf } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";
import { statusOf, takeReportForm } from "./act.ts";
import { ReportByMail } from "./report-by-mail.tsx";
import { ReportForm, TokenForm } from "./forms.tsx";
import type { Route } from "./+types/route.ts";
import { titled } from "../../../shared/head/titled.ts";

const crumbsOf = (lang: ReturnType<typeof languageOf>) =>
  breadcrumbsFromHome(lang, { label: translator(lang, "common")("footer.report") });

export async function loader({ url, context }: Route.LoaderArgs) {
  const { visitorReports, contact, siteUrl } = context.get(accessContext);
  return {
    crumbs: crumbsOf(languageOf(url.pathname)),
    // While no report is taken here, the operator's mailbox takes it.
    isOpen: (await visitorReports?.isOpen()) ?? false,
    byMail: { contact, siteUrl },
  };
}

/** The server answers the forms itself, so that they work without scripts. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData();
  const answer = await takeReportForm(
    form,
    context.get(accessContext),
    languageOf(url.pathname),
    async (username) => (await readProfile(reader(context), username))?.id,
  );
  return data(answer, { status: statusOf(answer) });
}

export const meta: Route.MetaFunction = ({ location, matches }) => {
  const lang = languageOf(location.pathname);
  const t = translator(lang, "visitorReport");
  return pageMeta({
    screen: "report",
    params: {},
    lang,
    siteUrl: matches[0].loaderData?.siteUrl ?? "",
    title: titled(translator(lang, "common")("footer.report")),
    description: t("meta.description"),
    crumbs: crumbsOf(lang),
  });
};

export default function Report({ actionData, loaderData }: Route.ComponentProps) {
  const { t } = useTranslation(["visitorReport", "common"]);
  const [params] = useSearchParams();
  if (actionData && "done" in actionData) {
    const { done } = actionData;
    return (
      <MessageScreen
        numeral={done === "sent" ? "1/2" : "OK"}
        title={t(`done.${done}.title`)}
        text={t(`done.${done}.text`)}
      />
    );
  }
  const problem = actionData?.problem;
  const typed = actionData?.typed;
  for (const step of ["confirm", "contest"] as const) {
    const token = params.get(step);
    if (token === null) continue;
    return (
      <>
        <PageHead crumbs={loaderData.crumbs} title={t(`${step}.title`)}>
          {t(`${step}.text`)}
        </PageHead>
        <div className="page pb-4">
          <TokenForm step={step} token={token} problem={problem} reason={typed?.reason} />
        </div>
      </>
    );
  }
  const address = params.get("address") ?? "";
  // Somebody's limit may be used up by others who share their network.
  const isByMail = !loaderData.isOpen || (problem === "tooMany" && loaderData.byMail.contact);
  return (
    <>
      <PageHead crumbs={loaderData.crumbs} title={t("common:footer.report")}>
        {t("lead")}
      </PageHead>
      <div className="page grid gap-10 pb-4">
        {loaderData.isOpen && <ReportForm address={address} problem={problem} typed={typed} />}
        {isByMail && <ReportByMail address={address} {...loaderData.byMail} />}
      </div>
    </>
  );
}
