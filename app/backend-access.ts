import type { CaptchaSettings } from "./browser/captcha.ts";

/** How the server that renders pages reaches the backend; the HTTP server provides it. */
export interface BackendAccess {
  /** The backend's address for the browser; empty if it is the site's own origin. */
  url: string;
  anonKey: string;
  /** The public address of the site, without a trailing slash: canonical links. */
  siteUrl: string;
  /** `HOME_RATING`: the home page shows this rating instead of the one from votes. */
  homeRating?: { value: number; count: number };
  captcha?: CaptchaSettings;
  /** The embedded backend's own `fetch`: requests from page to backend use no socket. */
  fetch?: typeof fetch;
  /**
   * Marks the renderer's own scripts; the HTTP server allows the marked scripts and removes the
   * mark.
   */
  nonce?: string;
}
