const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** A browser and its system as their owner calls them: `Firefox, Windows`. */
export function deviceName(userAgent: string | null): string | undefined {
  const find = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const found = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined);
  return found.length > 0 ? found.join(", ") : undefined;
}

/** Whether it is one that is held in the hand. */
export function isHandheld(userAgent: string | null): boolean {
  return /Mobi|Android|iPhone|iPad/.test(userAgent ?? "");
}
