import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useHref } from "../i18n/use-language.ts";

/** What a visitor sees instead of a screen: `status` as in HTTP. */
export function ErrorScreen({ status }: { status: number }) {
  const { t } = useTranslation();
  const to = useHref();
  const kind = status === 404 ? "notFound" : "unavailable";
  return (
    <section>
      <h1>{t(`${kind}.title`)}</h1>
      <p>{t(`${kind}.text`)}</p>
      <Link to={to("home", {})}>{t("notFound.home")}</Link>
    </section>
  );
}
