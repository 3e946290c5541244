import type { Color } from "../../../shared/domain/colors.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import type { League } from "../../../shared/domain/leagues.ts";

/** A jersey with a photo or, without one, a shirt drawing. */
export type Pictured = Pick<
  JerseySummary,
  "league" | "kit_type" | "team_slug" | "year" | "images" | "teams" | "isPageless"
> & {
  /** Of a shirt without a page, if it is shown. */
  number?: string | null;
};

/** The content of a share picture. */
export interface ShareCard {
  /** One fills the left side; more are a square of four, nine or sixteen. */
  pictured: Pictured[];
  league?: { id: League; name: string } | undefined;
  /** Above the title, small. */
  caption?: string | undefined;
  title: string;
  /** Below the title. */
  facts: string[];
  /** Shown in the style of shirt numbers. */
  figures: { value: string; label: string }[];
  /** Colours beside each other, each as wide as its share. */
  strip?: { color: Color; share: number }[];
  /** True for the first shirt alone, small and without words, as mails show it. */
  isSmall?: boolean;
  /** True for a picture of 1080 × 1920, for stories, instead of 1200 × 630. */
  isTall?: boolean;
  /** The language's own name. */
  language: string;
}
