import { useTranslation } from "../i18n/use-translation.tsx";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";

/** Goes from page to page of a long list of lines, or straight to one. */
export function LinePages({
  count,
  step,
  page,
  onPage,
}: {
  count: number;
  step: number;
  page: number;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation("exchange");
  const pages = Math.ceil(count / step);
  return (
    <nav aria-label={t("check.pages.label")} className="flex flex-wrap items-center gap-2">
      <Button variant="outline" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {t("check.pages.previous")}
      </Button>
      <Select
        className="w-56"
        aria-label={t("check.pages.label")}
        value={page}
        onChange={({ target }) => onPage(Number(target.value))}
      >
        {Array.from({ length: pages }, (_, n) => (
          <option key={n} value={n}>
            {t("check.pages.range", {
              from: n * step + 1,
              to: Math.min(count, (n + 1) * step),
              count,
            })}
          </option>
        ))}
      </Select>
      <Button variant="outline" disabled={page === pages - 1} onClick={() => onPage(page + 1)}>
        {t("check.pages.next")}
      </Button>
    </nav>
  );
}
