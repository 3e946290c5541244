import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";

import { useHref } from "../i18n/use-language.ts";
import { shirtUrl } from "../lib/shirt-url.ts";
import { button } from "./ui/button.tsx";

/** The accent, which no club of the catalogue plays in: legible on light and on dark paper. */
const COLORS = ["#c8f031", "#16181f", "#ffffff"];

/** A page that says why there is nothing to see, with the way back: home unless told otherwise. */
export function Notice({
  numeral,
  title,
  text,
  back,
  children,
}: {
  /** What the page answered, worn on a back; three digits at most. */
  numeral: string;
  title: string;
  text: string;
  back?: { path: string; label: string };
  /** More ways on. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const to = useHref();
  return (
    <section className="page grid justify-items-center gap-5 py-12 text-center md:py-16">
      <img
        src={shirtUrl({ back: numeral, colors: COLORS })}
        alt=""
        width={320}
        height={320}
        className="size-[clamp(13rem,44vw,20rem)] -rotate-4"
      />
      <h1 className="heading text-3xl">{title}</h1>
      <p className="max-w-prose text-lg text-balance text-muted">{text}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Link to={back?.path ?? to("home", {})} className={button({ size: "lg" })}>
          {back?.label ?? t("notFound.home")}
        </Link>
        {children}
      </div>
    </section>
  );
}

const WAYS_ON = ["trends", "competitions"] as const;

/** What a visitor sees instead of a screen: `status` as in HTTP. */
export function ErrorScreen({ status }: { status: number }) {
  const { t } = useTranslation();
  const to = useHref();
  const { pathname, search } = useLocation();
  const outline = button({ variant: "outline", size: "lg" });
  if (status === 404) {
    return (
      <Notice numeral="404" title={t("notFound.title")} text={t("notFound.text")}>
        {WAYS_ON.map((screen) => (
          <Link key={screen} to={to(screen, {})} className={outline}>
            {t(`nav.${screen}`)}
          </Link>
        ))}
      </Notice>
    );
  }
  return (
    <Notice
      numeral={String(status)}
      title={t("unavailable.title")}
      text={t("unavailable.text")}
      // Asked for again without a new document, a list that failed to grow is there as it was.
      back={{ path: pathname + search, label: t("error.retry") }}
    >
      <Link to={to("home", {})} className={outline}>
        {t("notFound.home")}
      </Link>
    </Notice>
  );
}
