import {
  type CopyDetails,
  type DetailChoice,
  type DetailName,
  DETAILS,
} from "../copies/copy-details.ts";
import { JERSEY_VALUES, JERSEY_WORDS, meaningOf } from "../../../shared/domain/import/words.ts";
import { slug } from "../../../shared/domain/slug.ts";

type JerseyChoice = keyof typeof JERSEY_VALUES;

/** The columns whose value is one of a few words. */
export type Choice = JerseyChoice | DetailChoice;

type ValueOf<Name extends Choice> = Name extends JerseyChoice
  ? (typeof JERSEY_VALUES)[Name][number]
  : Name extends DetailName
    ? NonNullable<CopyDetails[Name]>
    : never;

const isOfJersey = (choice: Choice): choice is JerseyChoice => choice in JERSEY_VALUES;

/** The value that a word means; undefined if it is none that we know. */
export function valueOf<Name extends Choice>(
  choice: Name,
  word: string,
): ValueOf<Name> | undefined {
  if (isOfJersey(choice)) {
    return meaningOf(JERSEY_VALUES[choice], JERSEY_WORDS[choice], word) as ValueOf<Name>;
  }
  const detail = DETAILS[choice as DetailChoice];
  if (detail.kind !== "choice") return undefined;
  return meaningOf(detail.values, detail.words, word) as ValueOf<Name> | undefined;
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
