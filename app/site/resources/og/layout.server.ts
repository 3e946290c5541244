import { COLOR_HEX } from "../../../shared/domain/colors.ts";
import type { League } from "../../../shared/domain/leagues.ts";
import type { ShareCard } from "./card.ts";
import { outline, type TextStyle, widthOf, wrap } from "./text.server.ts";

/** A share picture: a square of shirts, and the text beside or below it. */
export interface Shape {
  width: number;
  height: number;
  /** Side of the square of shirts, in the upper left corner. */
  square: number;
  /** Where the text stands, how wide it may be in its own units, and their size in pixels. */
  text: { x: number; y: number; width: number; scale: number };
}

const WIDE: Shape = {
  width: 1200,
  height: 630,
  square: 630,
  text: { x: 690, y: 0, width: 450, scale: 1 },
};
const TALL: Shape = {
  width: 1080,
  height: 1920,
  square: 1080,
  text: { x: 60, y: 1080, width: 720, scale: 4 / 3 },
};

/** The shape of a card. */
export function shapeOf({ isTall }: ShareCard): Shape {
  return isTall ? TALL : WIDE;
}

/** The height of the text, in its own units. */
const HEIGHT = 630;

// The light theme of app/shared/styles/tokens.css as sRGB: the renderer supports nothing else.
const PAPER = "#fbfaf6";
const INK = "#1b1510";
const MUTED = "#615952";
const ACCENT = "#c7eb3a";
const LEAGUES: Record<League, readonly [background: string, ink: string]> = {
  NBA: ["#fd9929", "#231103"],
  NFL: ["#1b4089", "#f8fafe"],
  NHL: ["#96d9f1", "#001d2f"],
  SOCCER: ["#0b6d32", "#f7fef8"],
  ESPORT: ["#732ebf", "#fbf9ff"],
};

const BRAND: TextStyle = { size: 34, weight: 700 };
const CAPTION: TextStyle = { size: 32, weight: 600 };
const FACTS: TextStyle = { size: 36, weight: 600 };
const LABEL: TextStyle = { size: 26, weight: 600 };
const FIGURE_LABEL: TextStyle = { size: 24, weight: 600 };
const FIGURE: TextStyle = { size: 104, weight: 700 };
/** Title styles from large to small; a larger style has room for fewer lines. */
const TITLES: [TextStyle, lines: number][] = [
  [{ size: 92, weight: 700 }, 2],
  [{ size: 66, weight: 700 }, 3],
  [{ size: 50, weight: 700 }, 4],
];

/** All of a card but its pictures, as SVG shapes without text elements. */
export function layout(card: ShareCard): string {
  const { width, height, text } = shapeOf(card);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="M0 0h${width}v${height}H0z" fill="${PAPER}"/><g transform="translate(${text.x} ${text.y}) scale(${text.scale})">${words(card, text.width).join("")}</g></svg>`;
}

function words(card: ShareCard, width: number): string[] {
  const { titleStyle, lines } = fitTitle(card.title.toLocaleUpperCase("fr"), width);
  const shapes = [
    brand(),
    line(card.language, LABEL, width - widthOf(card.language, LABEL), 88, MUTED),
  ];
  let y = 158;
  if (card.league) shapes.push(chip(card.league, y));
  if (card.caption) {
    const x = card.league ? chipWidth(card.league.name) + 18 : 0;
    const [caption = ""] = wrap(card.caption.toLocaleUpperCase("fr"), CAPTION, width - x, 1);
    shapes.push(line(caption, CAPTION, x, y + 31, MUTED));
  }
  if (card.league || card.caption) y += 60;
  for (const text of lines) {
    y += titleStyle.size;
    shapes.push(line(text, titleStyle, 0, y - titleStyle.size * 0.16, INK));
  }
  if (card.facts.length > 0) {
    shapes.push(line(fitFacts(card.facts, width), FACTS, 0, y + 40, MUTED));
  }
  if (card.strip) shapes.push(strip(card.strip, width));
  return [...shapes, ...figures(card.figures)];
}

/** Colours along the bottom. */
function strip(parts: NonNullable<ShareCard["strip"]>, width: number): string {
  const y = HEIGHT - 40;
  const whole = parts.reduce((sum, { share }) => sum + share, 0);
  let x = 0;
  const bars = parts.map(({ color, share }) => {
    const wide = (share / whole) * width;
    const bar = `<rect x="${x.toFixed(1)}" y="${y}" width="${wide.toFixed(1)}" height="24" fill="${COLOR_HEX[color]}"/>`;
    x += wide;
    return bar;
  });
  // White is seen on paper by its edge.
  return `${bars.join("")}<rect y="${y}" width="${width}" height="24" fill="none" stroke="${MUTED}"/>`;
}

function line(text: string, style: TextStyle, x: number, y: number, color: string): string {
  return `<path d="${outline(text, style, x, y)}" fill="${color}"/>`;
}

/** As many facts as there is room for; the first one is cut where it alone is too long. */
function fitFacts(facts: readonly string[], width: number): string {
  const [first = "", ...others] = facts;
  let fitting = wrap(first, FACTS, width, 1)[0] ?? "";
  for (const fact of others) {
    const longer = `${fitting} · ${fact}`;
    if (widthOf(longer, FACTS) > width) break;
    fitting = longer;
  }
  return fitting;
}

/** The title in the largest style that fits all its words. */
function fitTitle(title: string, width: number): { titleStyle: TextStyle; lines: string[] } {
  const fits = TITLES.map(([titleStyle, most]) => ({
    titleStyle,
    lines: wrap(title, titleStyle, width, most),
  }));
  return fits.find(({ lines }) => !lines.at(-1)?.endsWith("…")) ?? fits.at(-1)!;
}

function brand(): string {
  const shirt =
    "M11 4 4 7.5 2 15l5 1.5V28h18V16.5l5-1.5-2-7.5L21 4c-.8 2.4-2.6 3.8-5 3.8S11.8 6.4 11 4Z";
  return `<g transform="translate(-4 50) scale(1.65)"><path d="${shirt}" fill="${INK}"/><path d="M12.5 13h3.9v11" fill="none" stroke="${ACCENT}" stroke-width="3.2"/></g>${line("MAILLOTHÈQUE", BRAND, 62, 88, INK)}`;
}

function chipWidth(name: string): number {
  return widthOf(name, LABEL) + 28;
}

function chip({ id, name }: NonNullable<ShareCard["league"]>, y: number): string {
  const [background, ink] = LEAGUES[id];
  return `<rect y="${y}" width="${chipWidth(name)}" height="42" rx="10" fill="${background}"/>${line(name, LABEL, 14, y + 30, ink)}`;
}

/** The figures, side by side along the bottom. */
function figures(all: ShareCard["figures"]): string[] {
  let x = 0;
  return all.flatMap(({ value, label }) => {
    const caption = label.toLocaleUpperCase("fr");
    const at = x;
    x += Math.max(widthOf(value, FIGURE), widthOf(caption, FIGURE_LABEL)) + 36;
    return [
      line(value, FIGURE, at, HEIGHT - 96, INK),
      line(caption, FIGURE_LABEL, at, HEIGHT - 54, MUTED),
    ];
  });
}
