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

/** Browser and operating system for display: `Firefox, Windows`. */
export function deviceName(userAgent: string | null): string | undefined {
  const find = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const found = [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined);
  return found.length > 0 ? found.join(", ") : undefined;
}

/** True for phones and tablets. */
export function isHandheld(userAgent: string | null): boolean {
  return /Mobi|Android|iPhone|iPad/.test(userAgent ?? "");
}
