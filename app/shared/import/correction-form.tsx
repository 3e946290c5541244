import type { ReactNode } from "react";

import { useTranslation } from "../i18n/use-translation.tsx";
import { Button } from "../ui/button.tsx";

/** The refused fields of a line, which is checked again with what is typed. */
export function CorrectionForm({
  busy,
  onSubmit,
  children,
}: {
  busy: boolean;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation("exchange");
  return (
    <form
      className="grid items-start gap-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <Button
        type="submit"
        variant="outline"
        size="sm"
        busy={busy}
        className="justify-self-start sm:col-span-2"
      >
        {t("check.again")}
      </Button>
    </form>
  );
}
