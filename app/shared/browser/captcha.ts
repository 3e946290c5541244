/** The captcha service, and the site's public key there. */
export interface CaptchaSettings {
  provider: "turnstile" | "hcaptcha";
  siteKey: string;
}

/** The part of a provider's script that we use; both providers have nearly the same interface. */
interface Widgets {
  render(element: HTMLElement, options: Record<string, unknown>): string;
  remove(id: string): void;
}

declare global {
  interface Window {
    turnstile?: Widgets;
    hcaptcha?: Widgets;
    /** The script calls this once it can draw. */
    captchaReady?: () => void;
  }
}

const SCRIPTS = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
  hcaptcha: "https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off",
};

/** The form field with the captcha's token. */
export const CAPTCHA_FIELD = "captchaToken";

/** Time limit, in milliseconds: a script blocked by a browser extension neither loads nor fails. */
const PATIENCE = 20_000;

let loading: Promise<Widgets> | undefined;

/** Loads the provider's script once; a failed attempt can be repeated. */
function load(provider: CaptchaSettings["provider"]): Promise<Widgets> {
  loading ??= new Promise<Widgets>((resolve, reject) => {
    const script = document.createElement("script");
    const fail = () => {
      script.remove();
      loading = undefined;
      reject(new Error(`${provider} can't be loaded`));
    };
    const late = setTimeout(fail, PATIENCE);
    window.captchaReady = () => {
      clearTimeout(late);
      const widgets = window[provider];
      if (widgets) resolve(widgets);
      else fail();
    };
    script.src = `${SCRIPTS[provider]}&onload=captchaReady`;
    script.async = true;
    script.onerror = () => {
      clearTimeout(late);
      fail();
    };
    document.head.append(script);
  });
  return loading;
}

/**
 * Draws the provider's widget.
 * @param on.token called with each token, and with "" when it has expired
 * @param on.failure called if the widget can't be loaded or gives up
 * @returns a function that removes the widget
 */
export function drawCaptcha(
  element: HTMLElement,
  { provider, siteKey }: CaptchaSettings,
  lang: string,
  on: { token: (token: string) => void; failure: () => void },
): () => void {
  let isGone = false;
  let remove: (() => void) | undefined;
  async function draw() {
    const widgets = await load(provider);
    if (isGone) return;
    const id = widgets.render(element, {
      sitekey: siteKey,
      theme: isDark() ? "dark" : "light",
      ...(provider === "turnstile"
        ? { size: "flexible", language: lang, "response-field": false }
        : { hl: lang }),
      callback: on.token,
      "expired-callback": () => on.token(""),
      "error-callback": on.failure,
    });
    remove = () => widgets.remove(id);
  }
  draw().catch(() => {
    if (!isGone) on.failure();
  });
  return () => {
    isGone = true;
    remove?.();
  };
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** The captcha token in a form; undefined if the site uses no captcha. */
export function captchaToken(form: HTMLFormElement | null | undefined): string | undefined {
  const field = form?.elements.namedItem(CAPTCHA_FIELD);
  return field instanceof HTMLInputElement ? field.value || undefined : undefined;
}
