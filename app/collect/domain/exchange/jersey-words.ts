import type { Version } from "../copies/copy-details.ts";
import type { KitType } from "../../../shared/domain/kit-types.ts";
import { seasonOf } from "../../../shared/domain/import/seasons.ts";
import { JERSEY_WORDS } from "../../../shared/domain/import/words.ts";
import { COLOR_WORDS } from "../../../shared/domain/named.ts";
import { slug } from "../../../shared/domain/slug.ts";

/** What the words of a line without columns say: "Arsenal home 2022-23 L". */
interface JerseyWords {
  team: string;
  /** True if words of the text are none of these facts. */
  isPart?: true;
  kit_type?: KitType;
  season?: string;
  size?: string;
  /** True if the text names several sizes: it is several shirts. */
  hasSizes?: true;
  version?: Version;
  printed_name?: string;
  printed_number?: string;
  /** Words that no fact takes: "finale", "manches longues", "vert". */
  beside?: string;
}

type Print = Pick<JerseyWords, "printed_name" | "printed_number">;

/** Kit types by the words that name them among others: a digit or a single letter may be anything there. */
const KITS = new Map(
  Object.entries(JERSEY_WORDS.kit_type)
    .filter(([kit]) => kit !== "other")
    .flatMap(([kit, words]) =>
      words
        .split(" ")
        .filter((word) => word.length > 1)
        .map((word) => [word, kit as KitType] as const),
    ),
);

/** Words beside the facts, in four languages. */
const BESIDE = new Set(
  "maillot maillots jersey jerseys shirt shirts kit kits camiseta camisetas camisa camisas tenue equipacion uniforme season saison temporada edition foot football soccer futbol futebol retro vintage".split(
    " ",
  ),
);
/** Words that praise a shirt or say its age, in four languages: of a text without a team's name none is the team's. */
const DESCRIBING = new Set(
  (
    "vieux vieil vieille ancien ancienne nouveau nouvel nouvelle neuf neuve beau bel belle joli jolie magnifique superbe rare original originale officiel officielle " +
    "collector classique iconique mythique old new nice beautiful lovely genuine official classic iconic mint swingman throwback stadium " +
    "viejo vieja antiguo antigua nuevo nueva bonito bonita hermoso hermosa precioso preciosa raro rara oficial clasico clasica " +
    "velho velha antigo antiga novo nova lindo linda belo bela classico classica"
  ).split(" "),
);
const isNewPlace = (word: string, next = "") =>
  slug(word) === "new" && /^(?:york|england|orleans|jersey|zealand|mexico)$/.test(slug(next));
/** Beside a team's name: "selección argentina". */
const TEAM = new Set(
  "equipe equipo equipa team time club selection seleccion selecao national nationale nacional".split(
    " ",
  ),
);
/** Versions by the words that name them among others: "player" and "supporter" may be anything there. */
const VERSIONS = new Map<string, Version>([
  ...["replica", "replique"].map((word) => [word, "replica"] as const),
  ...[
    "authentic",
    "authentique",
    "autentica",
    "autentico",
    "player-issue",
    "version-joueur",
    "player-version",
  ].map((word) => [word, "player_issue"] as const),
  ...["match-worn", "match-issue", "porte-en-match"].map((word) => [word, "match_worn"] as const),
]);
/** Competitions beside a team. */
const CUPS =
  /\b(?:coupe du monde|world cup|copa del mundo|copa do mundo|ligue des champions|champions league|liga de campeones|liga dos campe[õo]es|ldc|ucl|ligue europa|europa league|coupe de france|copa libertadores)\b/giu;
/** What is said of a shirt that none of its facts is: its sleeves, the round of a cup. */
const ASIDES =
  /\b(?:manches? (?:longues?|courtes?)|(?:long|short)[ -]sleeve[ds]?|mangas? (?:largas?|cortas?|compridas?|curtas?)|(?:(?:demi|semi|quarter)[ -]?|(?:quarts?|cuartos|quartas) de )?final(?:e?s?))\b/giu;
/** Makers, unless a player is called so, too ("Patrick", "Jordan"). */
const MAKERS =
  /(?<![\p{L}\p{N}])(?:nike|adidas|puma|umbro|kappa|hummel|macron|reebok|castore|joma|lotto|diadora|errea|mizuno|asics|admiral|kelme|uhlsport|jako|erima|fanatics|le coq sportif|new balance|under armour|mitchell (?:(?:&|and|et|n) )?ness)(?![\p{L}\p{N}])/giu;
/** A price: it is no number on a back. */
const PRICE = /[€£$]\s?\d+(?:[.,]\d+)*|\d+(?:[.,]\d+)*\s?(?:[€£$]|(?:eur|euros?|gbp|usd)\b)/giu;
/** What announces the name and number on a back: "flocage Zidane 10". */
const PRINTED = new Set(
  "flocage floque floquee nameset print printed printing estampado estampada estampagem dorsal personalisation personalise personalizado personalizada".split(
    " ",
  ),
);
/** The sign of a number on a back: "#10", "n° 10". */
const NUMBER_SIGN = /(?<![\p{L}\p{N}])(?:[#＃№]|n[°º]\.?)\s?(?=\d{1,2}(?!\d))/giu;
/** No player is called so: "Serie A 1", "Top 14". */
const NO_NAMES = new Set(
  "serie champions league premier ligue liga division top lot pack taille size talla tamanho tam edition nba nfl nhl basket basketball hockey city statement player players issue worn signed signe dedicace porte patch enfant kids".split(
    " ",
  ),
);
/** Between the words of a name: "van Dijk", "de Bruyne". */
const PARTICLES = new Set(
  "de da do dos di del della van von der den el al ben le la mc st jr".split(" "),
);
const SIZE_NAMES = new Set(["size", "taille", "talla", "tamanho", "tam"]);
const YEARS = new Set(["ans", "anos", "years", "yrs", "yo"]);
const ARTICLES = new Set("de du del da do des dos of the la le l d a".split(" "));

/** Stands where a fact was taken out, and where a comma parts two things. */
const TAKEN = "";

/** The longest name of a kit type, in words: "gardien de but". */
const LONGEST = 3;

const SIZE = /^(?:xx?s|[sm]|[lpg]|x{1,4}l|[2-6]xl|gg|xx?g)$/i;

/** True for a size as labels have it: "L", "2XL". */
export const isSize = (text: string) => SIZE.test(text);

/** A size as labels spell it: "l" is "L"; others stay as they are typed. */
export const sizeLabel = (text: string | null) =>
  text && isSize(text) ? text.toUpperCase() : text;

/**
 * The facts of a jersey in a text, in any order: words for the kit, a season, a size, at the end what is printed on its
 * back ("Mbappé 10"); the others are the team's. Undefined if no word is left for the team.
 */
export function jerseyWords(text: string): JerseyWords | undefined {
  const { tokens, beside, isPlain, hasSizes, ...facts } = takeFacts(text);
  const printed = takePrint(tokens);
  beside.push(...takeProse(tokens), ...takeColors(tokens), ...takeDescribing(tokens));
  const team = teamIn(tokens);
  if (!team) return undefined;
  // A print that could not be read, too: the notes keep the line.
  const isUnread = tokens.some((word) => word.startsWith("#") || PRINTED.has(slug(word)));
  const isPart = beside.length > 0 || hasSizes || !isPlain || isUnread || !isName(team);
  return {
    team,
    ...(isPart && { isPart }),
    ...facts,
    ...(hasSizes && { hasSizes }),
    ...printed,
    ...(beside.length > 0 && { beside: inOrder(text, beside) }),
  };
}

/** Parts of a text as they stand in it. */
const inOrder = (text: string, parts: readonly string[]) =>
  parts.toSorted((one, other) => text.indexOf(one) - text.indexOf(other)).join(" ");

/** The runs of words of a text that no fact has taken: a team's name stands in one of them. */
export function wordRuns(text: string): string[][] {
  const runs: string[][] = [[]];
  for (const word of takeFacts(text).tokens) {
    if (word === TAKEN || word.startsWith("#")) runs.push([]);
    else runs.at(-1)!.push(word);
  }
  return runs.filter((run) => run.length > 0);
}

/** What the words of a text say around a team's name, wherever it stands: "Jordan 23 Bulls 96". */
interface WordsAround extends Omit<JerseyWords, "team" | "isPart" | "hasSizes"> {
  /** Numbers that don't follow a name: each may be a year or that on the back. */
  numbers: string[];
}

/** @param called the words of one run that name the team, with single spaces */
export function wordsAround(text: string, called: string): WordsAround {
  const { tokens, beside, isPlain: _plain, hasSizes: _sizes, ...facts } = takeFacts(text);
  const name = called.split(" ");
  const place = tokens.findIndex((_word, n) => name.every((word, at) => tokens[n + at] === word));
  tokens.splice(place, name.length, TAKEN);
  const isDescribing = (word: string) => DESCRIBING.has(slug(word));
  beside.push(...tokens.filter(isDescribing));
  // The team comes first, as where a list is read: a name and a number after it are the player's.
  const around = [
    ...[...name, TAKEN],
    ...tokens.filter((word, n) => !isDescribing(word) && !isArticle(word, tokens[n + 1])),
  ];
  const printed = takePrint(around);
  beside.push(...takeProse(around), ...takeColors(around));
  const left = around
    .slice(name.length)
    .filter((word) => !BESIDE.has(slug(word)) && !TEAM.has(slug(word)))
    .filter((word) => word.slice(1) !== printed.printed_number);
  // Without a number, a name is the first one that is left; of two shirts none.
  const hasName = printed.printed_name || left.some((word) => word.startsWith("#"));
  const first = hasName ? -1 : left.findIndex(isPlayer);
  const names = first < 0 ? [] : left.splice(first, countWhile(left.slice(first), isPlayer));
  const isNumber = (word: string) => /^\d{1,2}$/.test(word);
  beside.push(...left.filter((word) => word !== TAKEN && !isNumber(word)));
  return {
    ...facts,
    ...(names.length > 0 && { printed_name: names.join(" ") }),
    ...printed,
    ...(beside.length > 0 && { beside: inOrder(text, beside) }),
    numbers: left.filter(isNumber),
  };
}

/** True for a word that a player may be called. */
const isPlayer = (word: string) =>
  word !== TAKEN &&
  isName(word) &&
  !/[\d#]/.test(word) &&
  !NO_NAMES.has(slug(word)) &&
  !PRINTED.has(slug(word));

/** True for an article of what was taken out: of "du Stade de Reims", but not of "de Bruyne". */
const isArticle = (word: string, next = TAKEN) =>
  /^\p{Ll}/u.test(word) &&
  ARTICLES.has(slug(word)) &&
  (next === TAKEN || ARTICLES.has(slug(next)) || BESIDE.has(slug(next)));

function countWhile<Item>(items: readonly Item[], is: (item: Item) => boolean): number {
  const end = items.findIndex((item) => !is(item));
  return end < 0 ? items.length : end;
}

/** The facts that stand anywhere, taken out of the words of a text. */
function takeFacts(text: string) {
  const beside: string[] = [];
  const plain = [CUPS, ASIDES, MAKERS, PRICE].reduce(
    (left, words) =>
      left.replace(words, (word) => {
        beside.push(word);
        return " ";
      }),
    text,
  );
  const tokens = plain
    .replace(/[‐‑‒–—−]/g, "-")
    .replace(NUMBER_SIGN, " #")
    .replace(/(\d)\s*([-/])\s*(?=\d)/g, "$1$2")
    // "2025 2026" is one season.
    .replace(/\b(\d{4})\s+(?=(\d{4})\b)/g, (all, one, other) =>
      Number(other) === Number(one) + 1 ? `${one}-` : all,
    )
    .split(/\s+/)
    .flatMap((word) => {
      const bare = word.replace(/^(?!#\d)[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$/gu, "");
      // What follows a comma is another thing.
      if (bare === "") return [];
      return /[,;]$/.test(word) ? [bare, TAKEN] : [bare];
    })
    .filter((word) => word === TAKEN || slug(word) !== "" || /\p{L}/u.test(word));
  const hasSizes = new Set(tokens.filter(isNamedSize).map((word) => word.toUpperCase())).size > 1;
  const size = hasSizes ? undefined : takeSize(tokens);
  const season = takeSeason(tokens);
  const kit_type = takeFact(tokens, KITS);
  const version = takeFact(tokens, VERSIONS);
  return {
    tokens,
    beside,
    isPlain: plain === text,
    hasSizes,
    ...(kit_type && { kit_type }),
    ...(season && { season }),
    ...(size && { size }),
    ...(version && { version }),
  };
}

/** True for a size among other words, where a small letter may be one of them. */
const isNamedSize = (word: string, place: number) =>
  place > 0 && isSize(word) && word === word.toUpperCase();

/** The words that name no fact, and stand beside none. */
function teamIn(tokens: readonly string[]): string {
  const left = tokens.filter((word) => word !== TAKEN && !word.startsWith("#"));
  const named = left.filter((word, n) => !BESIDE.has(slug(word)) || isPlace(left, n));
  return withoutArticles(named).join(" ");
}

/** True for words that are written as a name: "van Dijk", not "acheté à Londres". */
function isName(text: string): boolean {
  return text
    .split(" ")
    .every(
      (word) =>
        !/^\p{Ll}/u.test(word) || /^[ld]['’]\p{Lu}/u.test(word) || PARTICLES.has(slug(word)),
    );
}

/**
 * Takes out what is printed on the back: a name and a number that come after a team and a fact ("France home 2018 Mbappé 10", not
 * "Schalke 04"); one of both is enough where a word or a sign says so ("flocage Benzema", "#10"). Words that are more than that
 * stay, and all of them where two numbers are said.
 */
function takePrint(tokens: string[]): Print {
  const isAnnounced = (word = "") => PRINTED.has(slug(word));
  const isSign = (word = "") => word.startsWith("#");
  const isMark = (word = "") => word === TAKEN || isAnnounced(word);
  if (tokens.filter(isSign).length > 1) return {};
  for (let end = tokens.length, place = end - 1; place >= 0; place--) {
    const word = tokens[place]!;
    if (!isMark(word) && !isSign(word)) continue;
    // "Milito #22", after a fact: the name stands before the sign.
    const isLast = isSign(word) && (place === end - 1 || !isName(tokens[place + 1]!));
    const before = isLast ? tokens.findLastIndex((one, n) => n < place && isMark(one)) : -1;
    const from = before >= 0 ? before : place;
    const first = isMark(tokens[from]) ? from + 1 : from;
    const said = tokens.slice(first, end);
    const prose = said.findIndex((one) => !isName(one) || isAnnounced(one));
    const words = prose < 0 ? said : said.slice(0, prose);
    const print = printOf(words, isSign(word) || isAnnounced(word));
    if (print && teamIn(tokens.slice(0, from))) {
      tokens.splice(from, first - from + words.length, TAKEN);
      return print;
    }
    if (!isSign(word)) end = place;
  }
  const sign = tokens.find(isSign);
  return sign ? { printed_number: sign.slice(1) } : {};
}

/** A name of up to four words with its number before or after it; undefined for anything else. */
function printOf(words: readonly string[], isSaid: boolean): Print | undefined {
  const numbers = words.filter((word) => /^#?\d{1,2}$/.test(word));
  const names = words.filter((word) => !numbers.includes(word));
  const place = words.indexOf(numbers[0] ?? "");
  const isAtEnd = place === words.length - 1;
  const isPlain = names.every((word) => !/\d/.test(word) && !NO_NAMES.has(slug(word)));
  if (numbers.length > 1 || names.length > 4 || !isPlain) return undefined;
  if (numbers.length === 1 && !isAtEnd && !(place === 0 && isSaid)) return undefined;
  if (isSaid ? words.length === 0 : numbers.length + Math.min(names.length, 1) < 2)
    return undefined;
  return {
    ...(names.length > 0 && { printed_name: names.join(" ") }),
    ...(numbers[0] && { printed_number: numbers[0].replace("#", "") }),
  };
}

/**
 * Takes out what follows the facts as prose, "- neuf avec étiquette": from the first small word, if a name stands before the
 * facts.
 */
function takeProse(tokens: string[]): string[] {
  const team = teamIn(tokens.slice(0, Math.max(tokens.indexOf(TAKEN), 0)));
  if (!team || !/\p{Lu}/u.test(team)) return [];
  const start = tokens.findIndex(
    (word, n) =>
      n > tokens.indexOf(TAKEN) && word !== TAKEN && !BESIDE.has(slug(word)) && !isName(word),
  );
  return start === -1 ? [] : tokens.splice(start).filter((word) => word !== TAKEN);
}

/** Takes the colours of a shirt out, "maillot vert", "green shirt", if words for a team are left: not those of "Red Star". */
function takeColors(tokens: string[]): string[] {
  const isShirt = (word = "") => BESIDE.has(slug(word));
  const isColor = (word: string, n: number) =>
    COLOR_WORDS.has(slug(word)) &&
    (isShirt(tokens[n - 1]) || (isShirt(tokens[n + 1]) && !word.endsWith("s")));
  const colors = tokens.filter(isColor);
  const others = tokens.filter((word, n) => !isColor(word, n));
  if (!teamIn(others)) return [];
  tokens.splice(0, tokens.length, ...others);
  return colors;
}

/** Takes the words out that describe a shirt, if others are left for a team. */
function takeDescribing(tokens: string[]): string[] {
  const isTaken = (word: string, n: number) =>
    DESCRIBING.has(slug(word)) && !isNewPlace(word, tokens[n + 1]);
  const described = tokens.filter(isTaken);
  const others = tokens.filter((word, n) => !isTaken(word, n));
  if (!teamIn(others)) return [];
  tokens.splice(0, tokens.length, ...others);
  return described;
}

/** True for the second word of "New Jersey". */
const isPlace = (tokens: readonly string[], n: number) =>
  n > 0 && slug(`${tokens[n - 1]} ${tokens[n]}`) === "new-jersey";

/** Takes the words of a size out, with what announces it. */
function takeSize(tokens: string[]): string | undefined {
  const named = tokens.findLastIndex((word) => SIZE_NAMES.has(slug(word)));
  if (named >= 0 && named + 1 < tokens.length) {
    const isAge = YEARS.has(slug(tokens[named + 2] ?? ""));
    return tokens
      .splice(named, isAge ? 3 : 2)
      .slice(1)
      .join(" ");
  }
  const age = tokens.findLastIndex(
    (word, n) => /^\d{1,2}$/.test(word) && YEARS.has(slug(tokens[n + 1] ?? "")),
  );
  if (age >= 0) return tokens.splice(age, 2).join(" ");
  // A small letter may be a word of the team's name, except at the end.
  const place = tokens.findLastIndex(
    (word, n) =>
      SIZE.test(word) &&
      (word === word.toUpperCase() || word.length > 1 || n === tokens.length - 1),
  );
  return place > 0 ? tokens.splice(place, 1)[0]!.toUpperCase() : undefined;
}

/** Takes the last season out; clubs have the years before 1900 in their names. */
function takeSeason(tokens: string[]): string | undefined {
  const latest = new Date().getFullYear() + 1;
  const place = tokens.findLastIndex((word) => {
    const year = Number(seasonOf(word)?.slice(0, 4));
    return year >= 1900 && year <= latest;
  });
  return place >= 0 ? seasonOf(tokens.splice(place, 1, TAKEN)[0]!) : undefined;
}

/** Takes the last words for a fact out: the first may be a team's, as in "Casa Pia domicile". */
function takeFact<Fact>(tokens: string[], facts: ReadonlyMap<string, Fact>): Fact | undefined {
  for (let place = tokens.length - 1; place >= 0; place--) {
    for (let length = LONGEST; length > 0; length--) {
      const fact = facts.get(slug(tokens.slice(place, place + length).join(" ")));
      if (fact) {
        tokens.splice(place, length, TAKEN);
        return fact;
      }
    }
  }
  return undefined;
}

/** "maillot domicile du Brésil de la saison 2022" leaves "du Brésil de la". */
function withoutArticles(tokens: readonly string[]): string[] {
  const isWord = (word: string) => /^\P{Ll}/u.test(word) || !ARTICLES.has(slug(word));
  const end = tokens.findLastIndex(isWord) + 1;
  const first = tokens.slice(0, end);
  // "La Galaxy", "Le Havre": only those that a kit leaves behind.
  const start = first.findIndex((word) => !/^(?:de|du|del|da|do|des|dos|of)$/.test(word));
  return first.slice(start);
}
