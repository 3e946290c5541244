import type { ReactNode } from "react";
import { Link } from "react-router";

import { useTranslation } from "../i18n/use-translation.tsx";
import { shirtUrl } from "../address/shirt-url.ts";
import { useHref } from "../address/use-href.ts";
import { button } from "../ui/button.tsx";

/**
 * The accent colour, which no team of the catalogue uses. It is legible in light and dark theme.
 */
const COLORS = ["#c8f031", "#16181f", "#ffffff"];

/**
 * A page that explains why there is nothing to see, with a link back, by default to the home page.
 */
export function MessageScreen({
  numeral,
  icon,
  title,
  text,
  note,
  back,
  children,
}: {
  /** The status code on the shirt's back; three digits at most. */
  numeral?: string;
  /** Instead of the shirt, which is a request. */
  icon?: ReactNode;
  title: string;
  text: string;
  /** More about it, in smaller letters. */
  note?: string;
  back?: { path: string; label: string };
  /** Additional links. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const to = useHref();
  return (
    <section className="page grid justify-items-center gap-5 py-12 text-center md:py-16">
      {icon ?? (
        <img
          src={shirtUrl({ ...(numeral && { back: numeral }), colors: COLORS })}
          alt=""
          width={320}
          height={320}
          className="size-[clamp(13rem,44vw,20rem)] -rotate-4"
        />
      )}
      <h1 className="heading text-3xl">{title}</h1>
      <p className="max-w-prose text-lg text-balance text-muted">{text}</p>
      {note && <p className="max-w-prose text-balance break-words text-muted">{note}</p>}
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Link to={back?.path ?? to("home", {})} className={button({ size: "lg" })}>
          {back?.label ?? t("notFound.home")}
        </Link>
        {children}
      </div>
    </section>
  );
}
