import { CloudUpload } from "lucide-react";
import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { formatDateTime } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Button } from "../../shared/ui/button.tsx";
import { discardUnsent, type UnsentCopy, unsentCopies } from "../data/unsent/unsent.ts";
import { sendAndTell, showDiscarded } from "./member-offline.ts";
import { useOnline } from "./use-online.ts";

/** The copies that wait to be sent; each can be discarded. Nothing is shown while there are none. */
export function UnsentList({ userId }: { userId: string }) {
  const { t } = useTranslation(["copies", "common"]);
  const lang = useLanguage();
  const { data: unsent = [] } = useMemberQuery(unsentCopies(userId));
  const isOnline = useOnline();
  const [isSending, setSending] = useState(false);
  if (unsent.length === 0) return null;

  async function discard(copy: UnsentCopy) {
    if (!(await discardUnsent(userId, copy))) return toast.error(t("unsent.gone"));
    await showDiscarded(userId, copy.jerseyId);
  }

  async function send() {
    setSending(true);
    await sendAndTell(userId);
    setSending(false);
  }

  return (
    <section
      aria-labelledby="unsent-copies"
      className="grid grid-cols-1 gap-3 rounded-2xl border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 id="unsent-copies" className="mr-auto flex items-center gap-2 font-semibold">
          <CloudUpload aria-hidden className="size-5 shrink-0" />
          {t("unsent.title", { count: unsent.length })}
        </h3>
        {isOnline && (
          <Button variant="outline" size="sm" busy={isSending} onClick={() => void send()}>
            {t("unsent.send")}
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">{t("unsent.text")}</p>
      <ul className="grid">
        {unsent.map((copy) => (
          <li
            key={copy.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2"
          >
            <span className="mr-auto min-w-0">
              <span className="block font-semibold wrap-anywhere">{copy.title}</span>
              <span className="text-sm text-muted">
                {t("unsent.added", { date: formatDateTime(copy.addedAt, lang) })}
              </span>
              {copy.isRefused && (
                <span className="block text-sm text-danger">{t("unsent.refused")}</span>
              )}
            </span>
            <Button
              variant="ghost"
              size="sm"
              className="max-sm:-ml-3"
              aria-label={t("common:of", { label: t("unsent.discard"), name: copy.title })}
              onClick={() => void discard(copy)}
            >
              {t("unsent.discard")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
