import { useTranslation } from "react-i18next";

/** A competition's origins and format. */
export function HistoryText({ history }: { history: { origins: string; format: string } }) {
  const { t } = useTranslation("competitions");
  return (
    <section aria-labelledby="history" className="page pt-12 md:pt-14">
      <h2 id="history" className="heading text-3xl">
        {t("one.history")}
      </h2>
      <div className="mt-4 grid gap-x-12 gap-y-4 text-lg md:grid-cols-2">
        <p className="max-w-prose">{history.origins}</p>
        <p className="max-w-prose">{history.format}</p>
      </div>
    </section>
  );
}
