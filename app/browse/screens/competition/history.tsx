import { ChevronDown } from "lucide-react";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";

/** A competition's origins and format; folded on a phone, where shirts come first. */
export function HistoryText({ history }: { history: { origins: string; format: string } }) {
  const { t } = useTranslation("competitions");
  const title = t("one.history");
  return (
    <section aria-label={title} className="page pt-3 md:pt-14">
      <h2 className="heading unless-phone text-3xl">{title}</h2>
      <details className="fold phone-fold">
        <summary className="min-h-11 justify-between">
          <h2 className="heading text-2xl">{title}</h2>
          <ChevronDown aria-hidden />
        </summary>
        <div className="mt-1 grid gap-x-12 gap-y-4 md:mt-4 md:grid-cols-2 md:text-lg">
          <p className="max-w-prose">{history.origins}</p>
          <p className="max-w-prose">{history.format}</p>
        </div>
      </details>
    </section>
  );
}
