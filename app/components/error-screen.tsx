import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useHref } from "../i18n/use-language.ts";
import { button } from "./ui/button.tsx";

/** A page that says why there is nothing to see, with the way back: home unless told otherwise. */
export function Notice({
  numeral,
  title,
  text,
  back,
}: {
  numeral: string;
  title: string;
  text: string;
  back?: { path: string; label: string };
}) {
  const { t } = useTranslation();
  const to = useHref();
  return (
    <section className="page grid justify-items-center gap-5 py-20 text-center">
      {/* Set like the number on a back, which is what it is here. */}
      <p aria-hidden className="numeral text-[clamp(7rem,28vw,15rem)] text-control">
        {numeral}
      </p>
      <h1 className="heading text-3xl">{title}</h1>
      <p className="max-w-prose text-lg text-muted">{text}</p>
      <Link to={back?.path ?? to("home", {})} className={button({ size: "lg", className: "mt-3" })}>
        {back?.label ?? t("notFound.home")}
      </Link>
    </section>
  );
}

/** What a visitor sees instead of a screen: `status` as in HTTP. */
export function ErrorScreen({ status }: { status: number }) {
  const { t } = useTranslation();
  const kind = status === 404 ? "notFound" : "unavailable";
  return <Notice numeral={String(status)} title={t(`${kind}.title`)} text={t(`${kind}.text`)} />;
}
