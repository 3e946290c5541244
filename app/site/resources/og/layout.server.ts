import type { League } from "../../../shared/domain/leagues.ts";
import type { ShareCard } from "./card.ts";
import { outline, type TextStyle, widthOf, wrap } from "./text.server.ts";

const WIDTH = 1200;
const HEIGHT = 630;
/** Side of the square on the left that shows the shirt. */
export const PICTURE = HEIGHT;

const LEFT = PICTURE + 60;
const RIGHT = WIDTH - 60;

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
  const { titleStyle, lines } = fitTitle(card.title.toLocaleUpperCase("fr"));
  const shapes = [
    `<path d="M0 0h${WIDTH}v${HEIGHT}H0z" fill="${PAPER}"/>`,
    brand(),
    line(card.language, LABEL, RIGHT - widthOf(card.language, LABEL), 88, MUTED),
  ];
  let y = 158;
  if (card.league) shapes.push(chip(card.league, y));
  if (card.caption) {
    const x = card.league ? LEFT + chipWidth(card.league.name) + 18 : LEFT;
    const [caption = ""] = wrap(card.caption.toLocaleUpperCase("fr"), CAPTION, RIGHT - x, 1);
    shapes.push(line(caption, CAPTION, x, y + 31, MUTED));
  }
  if (card.league || card.caption) y += 60;
  for (const text of lines) {
    y += titleStyle.size;
    shapes.push(line(text, titleStyle, LEFT, y - titleStyle.size * 0.16, INK));
  }
  if (card.facts.length > 0) {
    const [facts = ""] = wrap(card.facts.join(" · "), FACTS, RIGHT - LEFT, 1);
    shapes.push(line(facts, FACTS, LEFT, y + 40, MUTED));
  }
  shapes.push(...figures(card.figures));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${shapes.join("")}</svg>`;
}

function line(text: string, style: TextStyle, x: number, y: number, color: string): string {
  return `<path d="${outline(text, style, x, y)}" fill="${color}"/>`;
}

/** The title in the largest style that fits all its words. */
function fitTitle(title: string): { titleStyle: TextStyle; lines: string[] } {
  const fits = TITLES.map(([titleStyle, most]) => ({
    titleStyle,
    lines: wrap(title, titleStyle, RIGHT - LEFT, most),
  }));
  return fits.find(({ lines }) => !lines.at(-1)?.endsWith("…")) ?? fits.at(-1)!;
}

function brand(): string {
  const shirt =
    "M11 4 4 7.5 2 15l5 1.5V28h18V16.5l5-1.5-2-7.5L21 4c-.8 2.4-2.6 3.8-5 3.8S11.8 6.4 11 4Z";
  return `<g transform="translate(${LEFT - 4} 50) scale(1.65)"><path d="${shirt}" fill="${INK}"/><path d="M12.5 13h3.9v11" fill="none" stroke="${ACCENT}" stroke-width="3.2"/></g>${line("MAILLOTHÈQUE", BRAND, LEFT + 62, 88, INK)}`;
}

function chipWidth(name: string): number {
  return widthOf(name, LABEL) + 28;
}

function chip({ id, name }: NonNullable<ShareCard["league"]>, y: number): string {
  const [background, ink] = LEAGUES[id];
  return `<rect x="${LEFT}" y="${y}" width="${chipWidth(name)}" height="42" rx="10" fill="${background}"/>${line(name, LABEL, LEFT + 14, y + 30, ink)}`;
}

/** The figures, side by side along the bottom. */
function figures(all: ShareCard["figures"]): string[] {
  let x = LEFT;
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
