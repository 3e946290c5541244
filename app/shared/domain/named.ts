import { words } from "./words.ts";

/** What the four languages call a colour; a rules test compares the words with `private.called_colors()`. */
export const COLOR_WORDS: ReadonlySet<string> = new Set(
  [
    "blanc blancs blanche blanches white whites blanco blancos blanca blancas branco brancos branca brancas",
    "creme cremes cream crema noir noirs noire noires black blacks negro negros negra negras preto pretos preta pretas",
    "gris grise grises grey greys gray grays cinza cinzas cinzento cinzenta",
    "argent argente argentee argentes argentees silver plateado plateada prata prateado prateada",
    "rouge rouges red reds rojo rojos roja rojas vermelho vermelhos vermelha vermelhas",
    "bordeaux burgundy maroon claret garnet grenat grenats burdeos granate granates bordo bordos grena grenas",
    "marron marrons brun bruns brune brunes brown browns marrones marrom castanho castanhos castanha castanhas",
    "orange oranges naranja naranjas laranja laranjas",
    "jaune jaunes yellow yellows amarillo amarillos amarilla amarillas amarelo amarelos amarela amarelas",
    "gold dore dores doree dorees dorado dorados dorada doradas dourado dourados dourada douradas",
    "vert verts verte vertes green greens verde verdes turquoise turquoises turquesa turquesas teal aqua",
    "ciel sky celeste celestes bleu bleus bleue bleues blue blues azul azules azuis marine navy marino marinho",
    "violet violets violette violettes purple morado morados morada moradas roxo roxos roxa roxas violeta violetas",
    "rose roses pink pinks rosa rosas",
  ].flatMap((line) => line.split(" ")),
);

/** Words that name nothing: those for "jersey", and articles, as in `private.significant_words()`. */
const EMPTY = new Set(
  (
    "maillot maillots jersey jerseys shirt shirts kit kits camiseta camisetas camisa camisas " +
    "a al as au d da de del des do du e el et l la las le les los o of os the y"
  ).split(" "),
);

/** The words of a text that distinguish one thing from another; all if there are no others. */
export function tellingWords(text: string): string[] {
  const all = words(text);
  const telling = all.filter((word) => !EMPTY.has(word));
  return telling.length > 0 ? telling : all;
}

/**
 * Whether a text names a thing: its words are all in one of the thing's names. A colour is a club
 * only where the club is called just so: "les bleus", but not "rouge" for "Rouge et Noir".
 */
export function isNamed(names: readonly (string | null)[], text: string): boolean {
  const sought = tellingWords(text);
  const isColor = sought.every((word) => COLOR_WORDS.has(word));
  return (
    sought.length > 0 &&
    names.some((name) => {
      const known = tellingWords(name ?? "");
      return (
        sought.every((word) => known.includes(word)) && (!isColor || known.length === sought.length)
      );
    })
  );
}
