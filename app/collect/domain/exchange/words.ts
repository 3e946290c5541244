import { type Color, COLORS } from "../../../shared/domain/colors.ts";
import { CONDITIONS, SIZE_SCALES, VERSIONS } from "../copies/copy.ts";
import { KIT_TYPES } from "../../../shared/domain/kit-types.ts";
import { LEAGUES } from "../../../shared/domain/leagues.ts";
import { slug } from "../../../shared/domain/slug.ts";

// How lists call what we keep as one of a few values: our own names, four languages, gradings of record lists.

const WORDS = {
  league: {
    NBA: "nba basketball basket baloncesto basquete",
    NFL: "nfl football-americain american-football futbol-americano futebol-americano",
    NHL: "nhl hockey ice-hockey hockey-sur-glace hoquei",
    SOCCER: "soccer football futbol futebol foot",
    ESPORT: "esport esports e-sport e-sports",
  },
  kit_type: {
    home: "home domicile local titular primera casa mandante 1 h",
    away: "away exterieur visitante reserva segunda fora 2 a",
    third: "third troisieme tercera terceira 3rd 3",
    training: "training entrainement entrenamiento treino",
    other: "other autre otra outro outra",
  },
  size_scale: {
    adult: "adult adulte adulto homme men mens man hombre masculino unisex unisexe",
    women: "women womens woman femme mujer feminino feminina ladies",
    youth: "youth enfant junior kids kid nino ninos infantil juvenil crianca",
  },
  version: {
    replica: "replica replique fan supporter stadium torcedor",
    player_issue:
      "player-issue player authentic authentique joueur version-joueur jugador version-de-jugador jogador versao-de-jogador",
    match_worn:
      "match-worn worn porte match-issue usada usada-en-partido usada-em-jogo porte-en-match",
    other: "other autre otra outro outra",
  },
  condition: {
    new_with_tags:
      "new-with-tags nwt bnwt neuf-avec-etiquettes nueva-con-etiquetas nova-com-etiqueta nova-com-etiquetas mint-m m mint",
    new: "new neuf neuve nueva nuevo nova novo bnwot near-mint-nm-or-m near-mint nm",
    very_good:
      "very-good excellent tres-bon tres-bon-etat muy-bueno muy-buena muy-buen-estado muito-bom-estado muito-bom muito-boa very-good-plus-vg vg very-good-vg",
    good: "good bon bon-etat bueno buena buen-estado bom-estado bom boa good-plus-g g good-g",
    worn: "worn used use usagee usage usada usado gasto gasta gastada fair-f f fair correct",
    damaged: "damaged abime abimee endommage danada danado danificada poor-p p poor",
  },
} as const;

const KNOWN = {
  league: LEAGUES,
  kit_type: KIT_TYPES,
  size_scale: SIZE_SCALES,
  version: VERSIONS,
  condition: CONDITIONS,
};

export type Choice = keyof typeof KNOWN;
type ValueOf<Name extends Choice> = (typeof KNOWN)[Name][number];

/** The value that a word means; undefined if it is none that we know. */
export function valueOf<Name extends Choice>(
  choice: Name,
  word: string,
): ValueOf<Name> | undefined {
  const wanted = slug(word);
  const meanings: Record<string, string> = WORDS[choice];
  return KNOWN[choice].find(
    (value) => slug(value) === wanted || meanings[value]!.split(" ").includes(wanted),
  );
}

const YES = "true 1 yes y oui o si s sim x vrai verdadero verdadeiro signed signe";
const NO = "false 0 no n non nao faux falso";

/** Yes or no, in four languages and in spreadsheets; undefined if it is neither. */
export function truthOf(word: string): boolean | undefined {
  const wanted = slug(word);
  if (wanted === "" || NO.split(" ").includes(wanted)) return false;
  return YES.split(" ").includes(wanted) ? true : undefined;
}

const COLOR_WORDS: Record<Color, string> = {
  white: "white blanc blanche blanco blanca branco branca",
  black: "black noir noire negro negra preto preta",
  grey: "grey gray gris grise cinza",
  red: "red rouge rojo roja vermelho vermelha",
  burgundy: "burgundy maroon claret bordeaux burdeos bordo grenat granate vinho grena",
  orange: "orange naranja laranja",
  yellow: "yellow gold jaune or amarillo amarilla dorado amarelo amarela dourado",
  green: "green vert verte verde",
  sky: "sky sky-blue light-blue bleu-ciel ciel celeste azul-claro azul-celeste",
  blue: "blue navy bleu bleue bleu-marine azul azul-marino azul-marinho",
  purple: "purple violet violette morado morada violeta roxo roxa",
  pink: "pink rose rosa",
};

/** The named colour that a word of four languages means; undefined if it is none. */
export function colorOf(word: string): Color | undefined {
  const wanted = slug(word);
  return COLORS.find((color) => COLOR_WORDS[color].split(" ").includes(wanted));
}
