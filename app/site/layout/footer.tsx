import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { ReactNode } from "react";

import type { Screen } from "../../shared/address/paths.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { Brand } from "./brand.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";

const SECTIONS = ["catalogue", "trends", "today", "submit"] as const satisfies Screen[];
const SITE = [
  "about",
  "rules",
  "data",
  "api",
  "accessibility",
  "licences",
] as const satisfies Screen[];
const LEGAL = ["legal", "report", "terms", "privacy"] as const satisfies Screen[];

/** Classes of a link in the footer. */
export const footerLink =
  "inline-flex min-h-11 items-center rounded-md underline wrap-anywhere decoration-transparent underline-offset-4 transition-colors hover:decoration-current aria-[current]:font-semibold md:min-h-9";

/** The end of every page: its sections, texts, languages and theme. */
export function Footer({ languages, theme }: { languages: ReactNode; theme: ReactNode }) {
  const { t } = useTranslation();
  const to = useHref();
  return (
    <footer className="mt-8 border-t md:mt-24 border-line bg-surface text-sm print:hidden">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-4 py-5 md:gap-y-8 md:py-10 md:grid-cols-4 lg:grid-cols-[1.5fr_repeat(4,1fr)]">
        <div className="col-span-full lg:col-span-1">
          <Brand />
          <p className="mt-1 max-w-64 text-muted">{t("tagline")}</p>
        </div>
        <Links id="sections" label={t("footer.sections")}>
          {SECTIONS.map((screen) => (
            <FooterLink key={screen} to={to(screen, {})} label={t(`nav.${screen}`)} />
          ))}
        </Links>
        <Links id="site" label={t("footer.site")}>
          {SITE.map((screen) => (
            <FooterLink key={screen} to={to(screen, {})} label={t(`footer.${screen}`)} />
          ))}
        </Links>
        <Links id="legal" label={t("footer.rights")}>
          {LEGAL.map((screen) => (
            <FooterLink key={screen} to={to(screen, {})} label={t(`footer.${screen}`)} />
          ))}
          <FooterLink to={`${to("privacy", {})}#cookies`} label={t("footer.cookies")} />
        </Links>
        <Links id="languages" label={t("language.label")}>
          {languages}
        </Links>
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-6 border-t border-line pt-4 text-muted">
          <PlainLink to={to("licences", {})} className={footerLink}>
            {t("footer.software")}
          </PlainLink>
          {theme}
        </div>
      </div>
    </footer>
  );
}

function Links({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <nav aria-labelledby={`footer-${id}`}>
      <h2 id={`footer-${id}`} className="caption mb-1">
        {label}
      </h2>
      <ul>{children}</ul>
    </nav>
  );
}

function FooterLink({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <PlainLink to={to} className={footerLink}>
        {label}
      </PlainLink>
    </li>
  );
}
