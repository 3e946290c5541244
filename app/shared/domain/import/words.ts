import { type Color, COLORS } from "../colors.ts";
import { KIT_TYPES } from "../kit-types.ts";
import { SPORTS_OF_SHIRTS } from "../leagues.ts";
import { slug } from "../slug.ts";

/** The values of a jersey that are some of a few. */
export const JERSEY_VALUES = { league: SPORTS_OF_SHIRTS, kit_type: KIT_TYPES };

/** How lists call them: our own names and four languages. */
export const JERSEY_WORDS = {
  league: {
    NBA: "nba basketball basket baloncesto basquete",
    NFL: "nfl football-americain american-football futbol-americano futebol-americano",
    NHL: "nhl hockey ice-hockey hockey-sur-glace hockey-sobre-hielo hoquei hoquei-no-gelo",
    SOCCER: "soccer football futbol futebol foot",
    ESPORT: "esport esports e-sport e-sports",
    OTHER:
      "autre-sport another-sport other-sport otro-deporte outro-esporte rugby baseball beisbol beisebol cyclisme cycling ciclismo handball handebol balonmano rugby-union hand-ball volley volley-ball volleyball cricket tennis",
  },
  kit_type: {
    home: "home domicile dom local titular primera primeira casa mandante camisa-1 camisa-i uniforme-1 uniforme-i 1 1a h 1st 1er 1ere",
    away: "away exterieur ext visitante reserva segunda fora visiteur camisa-2 camisa-ii uniforme-2 uniforme-ii 2 2a a 2nd 2e 2eme deuxieme",
    third:
      "third troisieme tercera terceira camisa-3 camisa-iii uniforme-3 uniforme-iii 3rd 3 3a 3e 3eme alternate alternative alternatif alternativa alternativo",
    fourth: "fourth quatrieme cuarta quarta 4th 4 4e 4eme",
    goalkeeper:
      "goalkeeper goalie keeper gk gk-1 gk-2 gk1 gk2 gardien gardien-de-but portero arquero goleiro guarda-redes",
    prematch:
      "prematch pre-match avant-match prepartido pre-partido pre-jogo aquecimento warm-up warmup echauffement",
    anniversary: "anniversary anniversaire aniversario comemorativa conmemorativa commemorative",
    training: "training entrainement entrenamiento treino",
    other: "other autre otra outro outra city-edition city statement-edition",
  },
} as const;

/** Stands before or after the word for a kit: "Maillot domicile", "Home kit". */
const SHIRT =
  /^(?:maillot|camiseta|camisa|equipacion|tenue|uniforme)-(?:de-)?|-(?:kit|shirt|jersey|maillot|camiseta|camisa|equipacion|uniforme)$/g;

/** The value that a word means, by the words of each value; undefined if it is none of them. */
export function meaningOf<Value extends string>(
  values: readonly Value[],
  words: Readonly<Record<string, string>>,
  word: string,
): Value | undefined {
  const wanted = slug(word);
  const bare = wanted.replace(SHIRT, "");
  const is = (spelling: string, value: Value) =>
    slug(value) === spelling || words[value]!.split(" ").includes(spelling);
  return values.find((value) => is(wanted, value)) ?? values.find((value) => is(bare, value));
}

/** The kit type or sport that a word means. */
export function jerseyValueOf<Name extends keyof typeof JERSEY_VALUES>(
  choice: Name,
  word: string,
): (typeof JERSEY_VALUES)[Name][number] | undefined {
  return meaningOf<(typeof JERSEY_VALUES)[Name][number]>(
    JERSEY_VALUES[choice],
    JERSEY_WORDS[choice],
    word,
  );
}

const COLOR_WORDS: Record<Color, string> = {
  white: "white blanc blanche blanco blanca branco branca",
  black: "black noir noire negro negra preto preta",
  grey: "grey gray gris grise cinza",
  red: "red rouge rojo roja vermelho vermelha",
  burgundy: "burgundy maroon claret bordeaux burdeos bordo grenat granate vinho grena",
  brown: "brown marron brun brune marrom castanho castanha",
  orange: "orange naranja laranja",
  yellow: "yellow gold jaune or amarillo amarilla dorado amarelo amarela dourado",
  green: "green vert verte verde",
  teal: "teal turquoise turquesa aqua",
  sky: "sky sky-blue light-blue bleu-ciel ciel celeste azul-claro azul-celeste",
  blue: "blue navy bleu bleue bleu-marine azul azul-marino azul-marinho",
  purple: "purple violet violette morado morada violeta roxo roxa",
  pink: "pink rose rosa",
};

/** The named colour that a word of four languages means; undefined if it is none. */
export function colorOf(word: string): Color | undefined {
  return meaningOf(COLORS, COLOR_WORDS, word);
}
