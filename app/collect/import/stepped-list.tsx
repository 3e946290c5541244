import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../shared/ui/button.tsx";

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
  const [most, setMost] = useState(STEP);
  if (items.length === 0) return <p className="text-muted">{t("check.none")}</p>;
  return (
    <>
      <ul className="grid gap-3">{items.slice(0, most).map(children)}</ul>
      {items.length > most && (
        <Button
          variant="outline"
          className="justify-self-center"
          onClick={() => setMost(most + STEP)}
        >
          {t("check.more", { count: items.length - most })}
        </Button>
      )}
    </>
  );
}
