import { useTranslation } from "../i18n/use-translation.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

/** In place of what could not be loaded, with a button that tries again. */
export function LoadFailed({ title, onRetry }: { title?: string; onRetry: () => unknown }) {
  const { t } = useTranslation("common");
  return (
    <EmptyState
      title={title ?? t("error.loadFailed")}
      action={<Button onClick={() => void onRetry()}>{t("error.retry")}</Button>}
    />
  );
}
