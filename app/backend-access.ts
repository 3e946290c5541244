import type { CaptchaSettings } from "./browser/captcha.ts";

/** How the server that renders pages reaches the backend; the HTTP server provides it. */
export interface BackendAccess {
  /** The backend's address for the browser; empty where it is the site's own origin. */
  url: string;
  anonKey: string;
  /** The public address of the site, without a trailing slash: canonical links. */
  siteUrl: string;
  /** `HOME_RATING`: the rating of the home page that replaces the votes' own. */
  homeRating?: { value: number; count: number };
  captcha?: CaptchaSettings;
  /** The embedded backend's own `fetch`: no socket between the page and its data. */
  fetch?: typeof fetch;
  /** Put on the renderer's own scripts; the HTTP server allows these and takes it out again. */
  nonce?: string;
}
