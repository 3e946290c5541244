import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { formatDate } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { TextForm } from "./text-form.tsx";

/**
 * One credential of the account: since when it exists, a form to rename it in place, a button to
 * remove it.
 */
export function CredentialItem({
  Icon,
  name,
  since,
  renaming,
  busy,
  failure,
  onRename,
  onNamed,
  onCancel,
  onRemove,
  children,
}: {
  Icon: LucideIcon;
  name: string;
  /** ISO timestamp from the auth service. */
  since: string;
  /** True while the form for the new name is open. */
  renaming: boolean;
  busy: boolean;
  failure: string | undefined;
  onRename: () => void;
  onNamed: (name: string) => void;
  onCancel: () => void;
  onRemove: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation(["security", "common", "facts"]);
  const lang = useLanguage();
  if (renaming) {
    return (
      <li>
        <TextForm
          label={t("facts:name")}
          submit={t("common:action.save")}
          defaultValue={name}
          maxLength={60}
          busy={busy}
          failure={failure}
          onSubmit={onNamed}
          onCancel={onCancel}
        />
      </li>
    );
  }
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Icon aria-hidden className="size-6 shrink-0 text-muted" />
        <span className="grid min-w-0 flex-1 basis-40 gap-0.5">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <span className="text-sm text-muted">
            {t("factors.since", { date: formatDate(since, lang) })}
          </span>
        </span>
        <span className="flex max-sm:w-full max-sm:pl-6.5">
          <Button
            variant="ghost"
            size="sm"
            aria-label={t("common:of", { label: t("factors.rename"), name })}
            onClick={onRename}
          >
            {t("factors.rename")}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            className="text-danger!"
            disabled={busy}
            aria-label={t("common:of", { label: t("common:action.remove"), name })}
            onClick={onRemove}
          >
            {t("common:action.remove")}
          </Button>
        </span>
      </div>
      {children}
    </li>
  );
}
