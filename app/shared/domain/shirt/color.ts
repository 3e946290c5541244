const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** `#rrggbb` in lower case, or undefined for anything that isn't a hexadecimal colour. */
export function parseHex(value: string | undefined): string | undefined {
  if (!value || !HEX.test(value)) return undefined;
  const digits = value.slice(1).toLowerCase();
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits}`;
}

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** `amount` 0 gives `from`, 1 gives `to`. */
export function mix(from: string, to: string, amount: number): string {
  const target = channels(to);
  const mixed = channels(from).map((channel, index) =>
    Math.round(channel + ((target[index] ?? 0) - channel) * amount)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${mixed.join("")}`;
}

/** Mixes a little of another colour into a surface. */
export function tint(surface: string, color: string | undefined): string {
  return mix(surface, parseHex(color) ?? surface, 0.1);
}

/** Relative luminance as WCAG defines it: 0 is black, 1 is white. */
export function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** The first candidate with enough contrast to every surface, otherwise the one with the most. */
export function legibleOn(surfaces: readonly string[], candidates: readonly string[]): string {
  const score = (color: string) => Math.min(...surfaces.map((surface) => contrast(color, surface)));
  const all = [...candidates, "#ffffff", "#12131a"];
  return all.find((color) => score(color) >= 3) ?? all.sort((a, b) => score(b) - score(a))[0]!;
}
