import { ArrowRight } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { href } from "../../shared/address/paths.ts";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { ShownDay } from "../data/days.ts";

/** The latest shirt of the day in one line, with the way to its page: home page. */
export function TodayLine({ facts, jersey }: ShownDay) {
  const { t } = useTranslation();
  const shown = jersey ?? facts;
  return (
    <div className="page pt-6">
      <PlainLink
        to={href("today", {}, useLanguage())}
        className="flex items-center gap-4 rounded-2xl border border-line bg-surface p-3 pe-5 transition-colors hover:border-control"
      >
        <JerseyFrame jersey={shown} className="w-16 shrink-0 rounded-xl">
          <JerseyImage
            jersey={shown}
            path={jersey?.images[0]?.path}
            alt=""
            sizes="4rem"
            largest={320}
          />
        </JerseyFrame>
        <span className="min-w-0 grow">
          <span className="caption block text-balance">
            {t("nav.today")} · {t("nav.todayMore")}
          </span>{" "}
          <span className="block truncate text-lg font-semibold">
            {jersey?.title ?? facts.team}
          </span>
        </span>
        <ArrowRight aria-hidden className="size-5 shrink-0 text-muted" />
      </PlainLink>
    </div>
  );
}
