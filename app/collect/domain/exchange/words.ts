import { CONDITIONS, SIZE_SCALES, VERSIONS } from "../copies/copy.ts";
import { JERSEY_VALUES, JERSEY_WORDS, meaningOf } from "../../../shared/domain/import/words.ts";
import { slug } from "../../../shared/domain/slug.ts";

// How lists call what is kept of a copy as one of a few values: our own names, four languages, gradings of record lists.

const WORDS = {
  ...JERSEY_WORDS,
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
      "new-with-tags new-with-tag nwt bnwt neuf-avec-etiquettes neuf-avec-etiquette neuve-avec-etiquettes neuve-avec-etiquette nueva-con-etiquetas nueva-con-etiqueta nuevo-con-etiquetas nuevo-con-etiqueta nova-com-etiqueta nova-com-etiquetas novo-com-etiqueta novo-com-etiquetas nova-com-etiquetas mint-m m mint",
    new: "new neuf neuve neuf-sans-etiquettes neuf-sans-etiquette neuve-sans-etiquette neuve-sans-etiquettes new-without-tags new-without-tag nuevo-sin-etiquetas nuevo-sin-etiqueta nueva-sin-etiquetas nueva-sin-etiqueta novo-sem-etiquetas novo-sem-etiqueta nova-sem-etiquetas nova-sem-etiqueta nueva nuevo nova novo bnwot near-mint-nm-or-m near-mint nm",
    very_good:
      "very-good tbe comme-neuf comme-neuve like-new as-new como-nuevo como-nueva como-novo como-nova excellent excellent-etat excelente excelente-estado tres-bon tres-bon-etat muy-bueno muy-buena muy-buen-estado muito-bom-estado muito-bom muito-boa very-good-plus-vg vg very-good-vg",
    good: "good bon bon-etat be good-condition bueno buena buen-estado bom-estado bom boa good-plus-g g good-g",
    worn: "worn well-worn used satisfaisant satisfactory satisfactorio satisfatorio use usagee usage usada usado gasto gasta gastada fair-f f fair correct",
    damaged: "damaged abime abimee endommage danada danado danificada poor-p p poor",
  },
} as const;

const KNOWN = {
  ...JERSEY_VALUES,
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
  return meaningOf<ValueOf<Name>>(KNOWN[choice], WORDS[choice], word);
}

/** True for what spreadsheets and people write into a cell that says nothing. */
export const isBlank = (cell: string) =>
  /^(?:[-–—?.]*|NA|n\/a|N\/A|#N\/A|null|NULL|NaN)$/.test(cell);

/** What lists say of a shirt that isn't in its collection: sold, given away, or wanted. */
const AWAY = new Set(
  [
    "vendu vendue a-vendre donne donnee echange echangee recherche recherchee souhaite souhaitee je-cherche je-veux",
    "sold for-sale given-away traded swapped wanted wish wished wishlist looking-for",
    "vendido vendida en-venta a-venda regalado regalada cambiado cambiada buscado buscada busco deseado deseada",
    "trocado trocada procurado procurada procuro desejado desejada quero",
  ].flatMap((words) => words.split(" ")),
);

/** True for a cell that says so, and nothing else. */
export const isAway = (cell: string) => AWAY.has(slug(cell));

const YES = "true 1 yes y oui o si s sim x vrai verdadero verdadeiro signed signe";
const NO = "false 0 no n non nao faux falso";

/** Yes or no, in four languages and in spreadsheets; undefined if it is neither. */
export function truthOf(word: string): boolean | undefined {
  const wanted = slug(word);
  if (wanted === "" || NO.split(" ").includes(wanted)) return false;
  return YES.split(" ").includes(wanted) ? true : undefined;
}
