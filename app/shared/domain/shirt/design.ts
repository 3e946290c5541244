import { contrast, luminance, mix, parseHex } from "./color.ts";
import { TRADITIONS } from "./traditions.ts";
import { SPORTS, type Pattern, type ShirtDesign, type Sport } from "./types.ts";

export interface ShirtFacts {
  /** A league; unknown values are drawn as a football shirt. */
  league?: string | null;
  /** A kit type; undefined means home. */
  kitType?: string | null;
  /** The team's two or three colours as `#rrggbb`. */
  colors?: readonly string[] | null;
  /** Preferably the team's slug: then a team has one style. */
  seed?: string;
  /** Away shirts differ from year to year. */
  year?: number | null;
  number?: string | number | null;
}

const WHITE = "#ffffff";
const INK = "#16181f";
const YELLOW = "#f2c230";
const GREEN = "#1f9d5a";
const GOLD = "#c9a227";

/** Grey: a drawing must not make up the colours of a team that the catalogue doesn't have. */
const UNKNOWN_COLORS: readonly string[] = ["#c9ccd3", "#8d93a1"];

/** Plausible home patterns of each league's teams. */
const HOME_PATTERNS: Record<Sport, readonly Pattern[]> = {
  NBA: ["plain", "plain", "plain", "pinstripes"],
  NFL: ["plain"],
  NHL: ["plain"],
  SOCCER: ["plain", "plain", "plain", "plain", "chevron"],
  ESPORT: ["gradient", "plain", "chevron", "gradient"],
};

const OTHER_PATTERNS: Record<Sport, readonly Pattern[]> = {
  NBA: ["gradient", "pinstripes", "sash", "chevron", "plain"],
  NFL: ["plain", "gradient", "chevron"],
  NHL: ["hoops", "plain", "chevron", "plain"],
  SOCCER: ["sash", "hoops", "pinstripes", "gradient", "chevron", "halves"],
  ESPORT: ["chevron", "gradient", "sash", "halves", "pinstripes"],
};

/** Numbers of starting players, so that many shirts on one page have different numbers. */
const NUMBERS: Record<Sport, readonly number[]> = {
  NBA: [1, 3, 7, 8, 11, 13, 21, 23, 24, 30, 32, 33, 34, 41, 45],
  NFL: [4, 8, 9, 10, 12, 15, 18, 21, 25, 28, 52, 54, 80, 88, 99],
  NHL: [4, 8, 9, 11, 16, 19, 22, 29, 35, 37, 66, 71, 77, 87, 91],
  SOCCER: [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 17, 19, 20, 21],
  ESPORT: [1, 7, 13, 17, 21, 42, 64, 88, 99],
};

/**
 * A plausible shirt for a jersey without a photo: the first colour at home, a light or dark variant
 * away, a contrast for the third, a pale one for the fourth, a goalkeeper's that nobody else wears, gold on an
 * anniversary, plain cloth for training. The same facts always give the same shirt.
 */
export function designFor(facts: ShirtFacts): ShirtDesign {
  const sport = SPORTS.find((league) => league === facts.league) ?? "SOCCER";
  const team = facts.seed ?? "";
  const colors = (facts.colors ?? []).flatMap((color) => parseHex(color) ?? []);
  const [first, second, third] = colors.length > 0 ? colors : UNKNOWN_COLORS;
  const kit = facts.kitType ?? "home";
  const key = `${team}${kit}${facts.year ?? ""}`;
  const isKeeper = kit === "goalkeeper" && sport === "SOCCER";
  const number = facts.number ?? (isKeeper ? 1 : pick(NUMBERS[sport], key));
  return {
    sport,
    number: String(number),
    ...dress(kit, { sport, team, key }, [first!, second ?? contrasting(first!), third]),
    collar: sport === "SOCCER" ? pick(["crew", "v", "crew", "polo"] as const, key) : undefined,
  };
}

type TeamColors = readonly [first: string, second: string, third: string | undefined];

function dress(
  kit: string,
  { sport, team, key }: { sport: Sport; team: string; key: string },
  [first, second, third]: TeamColors,
): Pick<ShirtDesign, "pattern" | "colors"> {
  const trim = third ?? second;
  switch (kit) {
    case "away": {
      const light = luminance(first) > 0.6;
      const base = light ? (luminance(second) < 0.5 ? second : INK) : WHITE;
      const next = light ? first : luminance(second) > 0.6 ? mix(first, INK, 0.1) : first;
      return {
        pattern: pick(["plain", "plain", ...OTHER_PATTERNS[sport].slice(0, 2)], key),
        colors: [base, next, contrast(trim, base) > 1.6 ? trim : next],
      };
    }
    case "third": {
      const base = contrast(second, first) > 2 && luminance(second) < 0.7 ? second : INK;
      return {
        pattern: pick(OTHER_PATTERNS[sport], key),
        colors: [base, first, third ?? (luminance(base) > 0.4 ? INK : WHITE)],
      };
    }
    case "fourth": {
      const strong = luminance(first) > 0.6 ? second : first;
      return {
        pattern: pick(OTHER_PATTERNS[sport], key),
        colors: [mix(strong, WHITE, 0.7), strong, strong === first ? second : first],
      };
    }
    case "goalkeeper": {
      const base = [YELLOW, GREEN].find((color) => contrast(color, first) > 2) ?? INK;
      return {
        pattern: pick(["plain", "plain", "gradient", "chevron"] as const, key),
        colors: [base, mix(base, INK, 0.3), base === INK ? WHITE : INK],
      };
    }
    case "prematch":
      return {
        pattern: pick(["gradient", "chevron", "hoops"] as const, key),
        colors: [mix(first, second, 0.35), first, second],
      };
    case "anniversary":
      return {
        pattern: pick(["plain", "plain", "sash"] as const, key),
        colors: [first, mix(first, INK, 0.25), GOLD],
      };
    case "training":
      return {
        pattern: pick(["plain", "gradient"] as const, key),
        colors: [mix(first, INK, 0.55), mix(first, INK, 0.15), second],
      };
    case "other":
      return {
        pattern: pick(OTHER_PATTERNS[sport], key),
        colors: [mix(first, INK, 0.3), second, trim],
      };
    default:
      return {
        pattern: TRADITIONS[team] ?? pick(HOME_PATTERNS[sport], team),
        colors: [first, second, trim],
      };
  }
}

function contrasting(color: string): string {
  return luminance(color) > 0.4 ? mix(color, INK, 0.8) : WHITE;
}

function pick<T>(choices: readonly T[], key: string): T {
  let hash = 2166136261;
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 16777619);
  }
  hash ^= hash >>> 13;
  return choices[(hash >>> 0) % choices.length]!;
}
