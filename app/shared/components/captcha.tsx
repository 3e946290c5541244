import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useRouteLoaderData } from "react-router";

import { useTranslation } from "../i18n/use-translation.tsx";
import { useLanguage } from "../i18n/use-language.ts";
import { CAPTCHA_FIELD, type CaptchaSettings, drawCaptcha } from "../browser/captcha.ts";
import { Button } from "../ui/button.tsx";

/**
 * The provider's widget and a hidden field with its token, if the site uses a captcha. A token is
 * valid once; another `key` requests a new one.
 */
export function Captcha() {
  const root = useRouteLoaderData("root") as { captcha?: CaptchaSettings } | undefined;
  const [attempt, setAttempt] = useState(0);
  if (!root?.captcha) return null;
  return <Widget key={attempt} settings={root.captcha} onRetry={() => setAttempt(attempt + 1)} />;
}

function Widget({ settings, onRetry }: { settings: CaptchaSettings; onRetry: () => void }) {
  const { t } = useTranslation(["auth", "common"]);
  const lang = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [token, setToken] = useState("");
  const [isMissing, setMissing] = useState(false);

  // A layout effect, because the provider must remove its elements before React removes the
  // container.
  useLayoutEffect(() => {
    return drawCaptcha(place.current!, settings, lang, {
      token(fresh) {
        setMissing(false);
        setToken(fresh);
      },
      failure() {
        setMissing(true);
        setToken("");
      },
    });
  }, [settings, lang]);

  // An input event, so that the form checks again whether it is complete.
  useEffect(() => {
    const input = field.current!;
    if (input.value === token) input.dispatchEvent(new Event("input", { bubbles: true }));
  }, [token]);

  return (
    <div>
      <input ref={field} type="hidden" name={CAPTCHA_FIELD} value={token} />
      {/* As high as the highest widget, to avoid a layout shift. */}
      <div ref={place} hidden={isMissing} className="min-h-[4.875rem]" />
      <div role="alert" className="empty:hidden">
        {isMissing && (
          <div className="grid justify-items-start gap-3 rounded-lg border border-danger bg-surface px-4 py-3 text-sm text-danger">
            <p>{t("captcha.missing")}</p>
            <Button variant="outline" size="sm" onClick={onRetry}>
              {t("common:error.retry")}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
