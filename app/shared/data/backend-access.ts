import type { TextScreen } from "../address/screens.ts";
import type { CaptchaSettings } from "../browser/captcha.ts";
import type { Color } from "../domain/colors.ts";
import type { League } from "../domain/leagues.ts";
import type { Language } from "../i18n/languages.ts";

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
  /** Without it the pages that are texts don't exist. */
  textPages?: TextPages;
  /** Reports of visitors. */
  visitorReports?: VisitorReports;
  /** What a token of a picture of the guess stands for; absent with a hosted project. */
  guessPicture?: (token: string) => Promise<GuessPicture | undefined>;
  /** `OPERATOR_EMAIL`: where visitors report content while `visitorReports` takes none. */
  contact?: string;
  /** Digest of the network address of a request that is no page view; see `VisitorReports`. */
  origin?: string;
  /** The embedded backend's own `fetch`: requests from page to backend use no socket. */
  fetch?: typeof fetch;
  /**
   * Marks the renderer's own scripts; the HTTP server allows the marked scripts and removes the
   * mark.
   */
  nonce?: string;
}

/** The pages that are texts: about, terms, privacy … */
export interface TextPages {
  read(screen: TextScreen, lang: Language): Promise<TextPage>;
  /** The settings about the operator that a public site lacks, for administrators. */
  missingSettings: string[];
}

/** A text as HTML without scripts, handlers or links that lead nowhere. */
export interface TextPage {
  title: string;
  /** The first paragraph, as plain text and as HTML. */
  description: string;
  lead: string;
  html: string;
  /** Its sections, for the table of contents. */
  contents: { id: string; title: string }[];
}

/** A step of what is to be guessed (docs/product/daily.md 28.12): facts as they were drawn with the day. */
export interface GuessPicture {
  step: "pattern" | "detail" | "whole";
  league: League;
  kit_type: string | null;
  team_slug: string;
  /** The team's colours, `#rrggbb`. */
  colors: string[];
  /** The jersey's colours, by name. */
  palette: Color[];
  /** The photo; null once it has left public view. */
  path: string | null;
}

/** A report of a person without an account, as the form sends it. */
export interface VisitorReport {
  target: { type: "jersey" | "comment" | "profile" | "list"; id: string };
  category: string;
  reason: string;
  name: string | null;
  email: string;
  lang: string;
  captchaToken: string | undefined;
}

/** Why a report, a confirmation or a contest was refused; a key under `visitorReport.problems`. */
export type VisitorReportProblem =
  | "target"
  | "category"
  | "reason"
  | "name"
  | "email"
  | "captcha"
  | "tooMany"
  | "token"
  | "contested"
  | "failed"
  | "unavailable";

/** What the report form asks of the server. Each resolves to a problem, or to undefined. */
export interface VisitorReports {
  /** False while no report is taken: a project without the job that sends their mails. */
  isOpen(): Promise<boolean>;
  /** `origin` is a digest of the sender's network address, for the limits. */
  file(report: VisitorReport, origin: string): Promise<VisitorReportProblem | undefined>;
  confirm(token: string): Promise<VisitorReportProblem | undefined>;
  contest(token: string, reason: string): Promise<VisitorReportProblem | undefined>;
}
