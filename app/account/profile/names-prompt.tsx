import { useState } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { dismissPrompt, isPromptDismissed } from "../../shared/browser/dismissed-prompt.ts";
import { Button, button } from "../../shared/ui/button.tsx";
import { isChosenUsername } from "../../shared/i18n/member-name.ts";
import type { Profile } from "../data/profiles/edit-profile.ts";

/**
 * Invites a member who has chosen no name to do so. It can be
 * dismissed for good in this browser.
 */
export function NamesPrompt({ userId, profile }: { userId: string; profile: Profile }) {
  const { t } = useTranslation("account");
  const to = useHref();
  const [isDismissed, setDismissed] = useState(() => isPromptDismissed("names", userId));
  if (profile.display_name !== null || isChosenUsername(profile.username) || isDismissed)
    return null;

  function dismiss() {
    dismissPrompt("names", userId);
    setDismissed(true);
  }

  return (
    <section
      aria-labelledby="names-prompt"
      className="flex flex-wrap items-center justify-between gap-4 rounded-2xl border border-line bg-surface px-5 py-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="names-prompt" className="font-semibold">
          {t("names.title")}
        </h2>
        <p className="text-sm text-muted">{t("names.text")}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to={to("accountSection", { section: "profile" })} className={button({ size: "sm" })}>
          {t("names.choose")}
        </Link>
        <Button variant="outline" size="sm" onClick={dismiss}>
          {t("names.later")}
        </Button>
      </div>
    </section>
  );
}
