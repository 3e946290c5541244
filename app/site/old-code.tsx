import { X } from "lucide-react";
import { useEffect, useState } from "react";

import { useTranslation } from "../shared/i18n/use-translation.tsx";
import { Button } from "../shared/ui/button.tsx";

/** Firefox and Chromium name the file in the error; Safari doesn't. */
const ADDRESS = /https?:\/\/\S+/;

const show = (line: HTMLElement | null) => line?.showPopover();

/**
 * A line with a button that reloads the page, once code that the page wanted is no longer on the server: the site was updated
 * since. It is over dialogs, and nothing is reloaded by itself: something may be typed in.
 */
export function OldCode() {
  const { t } = useTranslation();
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const check = async (event: Event) => {
      const [address] =
        ADDRESS.exec(String((event as Event & { payload?: unknown }).payload)) ?? [];
      const answer = await fetch(address ?? import.meta.url, { method: "HEAD" }).catch(() => null);
      // Without an answer it is the network that fails.
      if (answer?.status === 404) setOld(true);
    };
    // By Vite, for every `import()` that fails.
    const onError = (event: Event) => void check(event);
    addEventListener("vite:preloadError", onError);
    return () => removeEventListener("vite:preloadError", onError);
  }, []);
  if (!isOld) return null;
  return (
    <div
      role="alert"
      popover="manual"
      ref={show}
      className="pointer-events-auto fixed inset-x-3 top-auto bottom-3 m-0 flex w-auto flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border border-line bg-raised py-2 pr-2 pl-4 text-ink shadow-xl sm:right-auto"
    >
      <p className="grow text-sm">{t("updated.text")}</p>
      <span className="ml-auto flex items-center gap-1">
        <Button size="sm" onClick={() => location.reload()}>
          {t("updated.reload")}
        </Button>
        <Button variant="ghost" size="icon" aria-label={t("close")} onClick={() => setOld(false)}>
          <X aria-hidden />
        </Button>
      </span>
    </div>
  );
}
