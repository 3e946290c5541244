import { LayoutGrid, List } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { useListView } from "./list-view.ts";

/** Switches between the grid and the dense list. */
export function ViewSwitch() {
  const { t } = useTranslation("filters");
  const [view, setView] = useListView();
  const isList = view === "list";
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={t("list.dense")}
      aria-pressed={isList}
      title={t("list.dense")}
      className="needs-scripts"
      onClick={() => setView(isList ? "grid" : "list")}
    >
      {isList ? <LayoutGrid aria-hidden /> : <List aria-hidden />}
    </Button>
  );
}
