import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { MoreButton } from "../../shared/components/more-button.tsx";
import { useSteps } from "../../shared/components/use-steps.ts";

/** Lines that are shown at once. */
const STEP = 25;

/** Lines of a dry run, some at a time. Give it a `key` that changes with what is listed. */
export function SteppedList<Item>({
  items,
  children,
}: {
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}) {
  const { t } = useTranslation("exchange");
  const { length: most, more } = useSteps(STEP);
  if (items.length === 0) return <p className="text-muted">{t("check.none")}</p>;
  return (
    <>
      <ul className="grid gap-3">{items.slice(0, most).map(children)}</ul>
      {items.length > most && (
        <MoreButton onMore={more}>{t("check.more", { count: items.length - most })}</MoreButton>
      )}
    </>
  );
}
