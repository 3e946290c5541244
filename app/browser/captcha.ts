/** Which service asks whether a person is there, and the site's public key with it. */
export interface CaptchaSettings {
  provider: "turnstile" | "hcaptcha";
  siteKey: string;
}

/** What we use of a provider's script; both speak nearly the same. */
interface Widgets {
  render(element: HTMLElement, options: Record<string, unknown>): string;
  remove(id: string): void;
}

declare global {
  interface Window {
    turnstile?: Widgets;
    hcaptcha?: Widgets;
    /** Called by the script once it can draw. */
    captchaReady?: () => void;
  }
}

const SCRIPTS = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
  hcaptcha: "https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off",
};

/** Field of a form that carries the proof to whatever sends it. */
export const CAPTCHA_FIELD = "captchaToken";

/** In milliseconds: a script that some extension swallows neither loads nor fails. */
const PATIENCE = 20_000;

let loading: Promise<Widgets> | undefined;

/** Fetches the provider's script, once; a failed attempt is not remembered. */
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
 * @param on.token called with each proof, and with "" when it has run out
 * @param on.failure called when the widget can't be had or gives up
 * @returns takes it away again
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

/** The proof in a form; nothing where the site asks for none. */
export function captchaToken(form: HTMLFormElement | null | undefined): string | undefined {
  const field = form?.elements.namedItem(CAPTCHA_FIELD);
  return field instanceof HTMLInputElement ? field.value || undefined : undefined;
}
