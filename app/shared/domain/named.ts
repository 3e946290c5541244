import { COLORS, type Color } from "./colors.ts";
import { words } from "./words.ts";

/** What the four languages call colours, in any number or gender: as `private.called_colors()`, which a rules test compares. */
const NAMES: readonly (readonly [colors: readonly Color[], names: string])[] = [
  [
    ["white"],
    "blanc blancs blanche blanches white whites blanco blancos blanca blancas branco brancos branca brancas",
  ],
  [["white"], "creme cremes cream crema"],
  [
    ["black"],
    "noir noirs noire noires black blacks negro negros negra negras preto pretos preta pretas",
  ],
  [["grey"], "gris grise grises grey greys gray grays cinza cinzas cinzento cinzenta"],
  [
    ["grey"],
    "argent argente argentee argentes argentees silver plateado plateada prata prateado prateada",
  ],
  [["red"], "rouge rouges red reds rojo rojos roja rojas vermelho vermelhos vermelha vermelhas"],
  [
    ["burgundy"],
    "bordeaux burgundy maroon claret garnet grenat grenats burdeos granate granates bordo bordos grena grenas",
  ],
  [
    ["brown"],
    "marron marrons brun bruns brune brunes brown browns marrones marrom castanho castanhos castanha castanhas",
  ],
  [["orange"], "orange oranges naranja naranjas laranja laranjas"],
  [
    ["yellow"],
    "jaune jaunes yellow yellows amarillo amarillos amarilla amarillas amarelo amarelos amarela amarelas",
  ],
  [
    ["yellow"],
    "gold dore dores doree dorees dorado dorados dorada doradas dourado dourados dourada douradas",
  ],
  [["green"], "vert verts verte vertes green greens verde verdes"],
  [["teal"], "turquoise turquoises turquesa turquesas teal aqua"],
  [["sky"], "ciel sky celeste celestes"],
  [["sky", "blue"], "bleu bleus bleue bleues blue blues azul azules azuis"],
  [["blue"], "marine navy marino marinho"],
  [
    ["purple"],
    "violet violets violette violettes purple morado morados morada moradas roxo roxos roxa roxas violeta violetas",
  ],
  [["pink"], "rose roses pink pinks rosa rosas"],
];

/** The colours that a word names. */
export const COLOR_WORDS: ReadonlyMap<string, readonly Color[]> = new Map(
  NAMES.flatMap(([colors, names]) => names.split(" ").map((name) => [name, colors] as const)),
);

/** As in `private.jersey_names()`. */
const JERSEY = new Set(
  "maillot maillots jersey jerseys shirt shirts kit kits camiseta camisetas camisa camisas equipacion equipaciones uniforme uniformes".split(
    " ",
  ),
);

/** Words that name nothing: those for "jersey", and articles, as in `private.significant_words()`. */
const EMPTY = new Set([
  ...JERSEY,
  ..."a al as au d da de del des do du e el et l la las le les los o of os the y".split(" "),
]);

/** The words of a text that distinguish one thing from another; all if there are no others. */
export function tellingWords(text: string): string[] {
  const all = words(text);
  const telling = all.filter((word) => !EMPTY.has(word));
  return telling.length > 0 ? telling : all;
}

/** The colours of a text that names nothing else: "maillot vert"; none for any other. */
export function colorsNamed(text: string): Color[] {
  const named = tellingWords(text).map((word) => COLOR_WORDS.get(word) ?? []);
  if (named.some((colors) => colors.length === 0)) return [];
  return COLORS.filter((color) => named.some((colors) => colors.includes(color)));
}

/** Whether a jersey has a colour: "camiseta verde", "green shirt", but not "maillot des bleus", "blues shirt". */
function isWorn(text: string): boolean {
  const all = words(text);
  return all.some(
    (word, n) =>
      COLOR_WORDS.has(word) &&
      (JERSEY.has(all[n - 1] ?? "") || (JERSEY.has(all[n + 1] ?? "") && !word.endsWith("s"))),
  );
}

/**
 * Whether a text names a thing: its words are all in one of the thing's names. A colour is a club
 * only where the club is called just so, and no jersey has it: "les bleus", but not "rouge" for "Rouge et Noir", nor
 * "camiseta verde" for "La Verde".
 */
export function isNamed(names: readonly (string | null)[], text: string): boolean {
  const sought = tellingWords(text);
  const isColor = sought.every((word) => COLOR_WORDS.has(word));
  return (
    sought.length > 0 &&
    !(isColor && isWorn(text)) &&
    names.some((name) => {
      const known = tellingWords(name ?? "");
      return (
        sought.every((word) => known.includes(word)) && (!isColor || known.length === sought.length)
      );
    })
  );
}
