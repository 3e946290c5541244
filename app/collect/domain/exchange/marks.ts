import { type WishDetails, wishForm } from "../copies/copy-rules.ts";
import { isUuid } from "../../../shared/domain/uuid.ts";
import type { Vote } from "../../../shared/domain/vote.ts";
import type { ExchangedJersey } from "./collection-file.ts";
import type { FormerJersey } from "../copies/copy.ts";
import { type Candidate, keptFacts, type Match, type SaidShirt, type SentLine } from "./dry-run.ts";
import { timeOf } from "../../../shared/domain/import/dates.ts";
import { seasonOf } from "../../../shared/domain/import/seasons.ts";
import { asText, isPlain, type Plain } from "../../../shared/domain/import/plain.ts";
import type { Row } from "../../../shared/domain/import/read-table.ts";
import { DETAIL_NAMES, LONGEST_NOTE, says } from "../copies/copy-details.ts";
import { valueOf } from "./read-cells.ts";
import {
  jerseyOfLine,
  type Line,
  questionOf,
  type ReadLine,
  type ReadOptions,
  saysLeague,
  titleOf,
} from "./read-line.ts";

/** What an exported collection has besides copies. */
export const MARK_KINDS = ["wish", "vote"] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** A wish or a vote of an exported collection. */
export interface Mark {
  kind: MarkKind;
  /** Its place in its list. */
  line: number;
  key: string;
  /** The line of a list that wishes; missing in our own files. */
  row?: Row;
  jersey: ExchangedJersey;
  /** The shirt that a wish is for, should the catalogue lack it. */
  shirt?: SaidShirt | undefined;
  /** What it says; undefined if that breaks a rule. */
  said: Said | undefined;
}

type Said =
  | { kind: "wish"; added_at: string | null; details: WishDetails }
  | { kind: "vote"; vote: Vote };

/** A jersey that a mark may be about. */
export interface MarkCandidate extends Candidate {
  /** The member's own mark on it: `wish`, or which vote; null if there is none. */
  mine: "wish" | Vote | null;
}

export const MARK_VERDICTS = ["new", "unmatched", "refused", "duplicate"] as const;
type MarkVerdict = (typeof MARK_VERDICTS)[number];

export interface CheckedMark {
  mark: Mark;
  candidates: MarkCandidate[];
  /** What a wish keeps of a shirt that the catalogue lacks; undefined if the line says too little. */
  own: Facts | undefined;
  verdict: MarkVerdict;
  /** A jersey's id, kept without one, or left out. */
  choice: MarkChoice;
  /** The choice while nobody has chosen. */
  initial: MarkChoice;
}

type MarkChoice = { jersey: string } | "keep" | "leave";
type Facts = Omit<ExchangedJersey, "id">;

/** The wishes and votes of a file in our own format. */
export function readMarks(wishes: unknown, votes: unknown): Mark[] {
  return [
    ...marksOf("wish", wishes, (mark) => {
      const text = (name: string) => asText(mark[name]);
      const { data } = wishForm.safeParse({
        size_scale: text("size_scale"),
        size: text("size"),
        highest_price: text("highest_price"),
        currency: text("currency"),
        note: text("note"),
      });
      return data && { kind: "wish", added_at: timeOf(text("added_at"), "dmy"), details: data };
    }),
    ...marksOf("vote", votes, ({ vote }) =>
      vote === "up" || vote === "down" ? { kind: "vote", vote } : undefined,
    ),
  ];
}

/** Details that a wish has too. */
const OF_WISHES: readonly string[] = ["size_scale", "size", "price", "currency", "notes"];

/**
 * A line of a list that wishes for its shirt. Its note keeps what a wish has no field for.
 * @param labels how the file calls its columns
 */
export function wishOfLine(
  read: ReadLine & { line: Line },
  labels: ReadOptions["labels"] = {},
): Mark {
  const { line, key, details } = read.line;
  const { size_scale, size, price, currency, notes } = details;
  const others = DETAIL_NAMES.filter(
    (name) => !OF_WISHES.includes(name) && says(details[name]),
  ).map((name) => {
    const cell = read.values[name];
    return cell ? [labels[name], cell].filter(Boolean).join(" ") : read.values.title;
  });
  const said = [...new Set([notes, ...others])].filter(Boolean).join("\n");
  const note = [...said].slice(0, LONGEST_NOTE).join("").trim() || null;
  const { jersey } = questionOf(read);
  const { id: _, ...facts } = jerseyOfLine(read);
  return {
    kind: "wish",
    line,
    key: `wish ${key}`,
    row: read.row,
    // A word for a kit that nobody knows names none.
    jersey: { ...jersey, kit_type: facts.kit_type },
    shirt: { facts, saysLeague: saysLeague(read), title: titleOf(read) },
    said: {
      kind: "wish",
      added_at: null,
      details: { size_scale, size, highest_price: price, currency, note } as WishDetails,
    },
  };
}

function marksOf(kind: MarkKind, list: unknown, read: (mark: Plain) => Said | undefined): Mark[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isPlain).map((mark, n) => {
    const jersey = jerseyOf(isPlain(mark["jersey"]) ? mark["jersey"] : {});
    const { id, ...facts } = jersey;
    return {
      kind,
      line: n + 1,
      key: `${kind}#${n}`,
      jersey,
      // An id means that the shirt had a page.
      ...(kind === "wish" &&
        id === null && { shirt: { facts, saysLeague: true, title: facts.title } }),
      said: read(mark),
    };
  });
}

function jerseyOf(jersey: Plain): ExchangedJersey {
  const text = (name: string) => asText(jersey[name]) || null;
  const id = text("id");
  const year = Number(text("year"));
  return {
    id: id && isUuid(id) ? id.toLowerCase() : null,
    title: text("title"),
    team: text("team"),
    league: valueOf("league", text("league") ?? "") ?? null,
    competition: text("competition"),
    season: seasonOf(text("season") ?? "") ?? null,
    year: year >= 1850 && year <= 2100 ? year : null,
    kit_type: valueOf("kit_type", text("kit_type") ?? "") ?? null,
    brand: text("brand"),
  };
}

/**
 * What happens to a mark. What the member wishes for or voted on already stays as it is.
 * @param wished the member's wishes for shirts that the catalogue lacks
 */
export function checkedMark(
  mark: Mark,
  { candidates, ...match }: MarkMatch,
  wished: readonly FormerJersey[] = [],
): CheckedMark {
  const own = mark.shirt && keptFacts(mark.shirt, match);
  const as = (verdict: MarkVerdict, choice: MarkChoice = "leave"): CheckedMark => ({
    ...{ mark, candidates, own, verdict, choice },
    initial: choice,
  });
  if (!mark.said) return as("refused");
  const [sure, ...others] = candidates.filter((candidate) => candidate.sure);
  if (sure && others.length === 0) {
    return sure.mine ? as("duplicate") : as("new", { jersey: sure.id });
  }
  if (!own) return as("unmatched");
  return wished.some((shirt) => isSame(shirt, own)) ? as("duplicate") : as("unmatched", "keep");
}

/** What the database knows of a mark's shirt. */
export type MarkMatch = { candidates: MarkCandidate[] } & Pick<Match, "league" | "teams">;

const WORDS = [
  ...["title", "team", "league", "competition"],
  ...["season", "year", "kit_type", "brand"],
] as const satisfies (keyof Facts)[];
const isSame = (shirt: FormerJersey, own: Facts) =>
  WORDS.every((name) => (shirt[name] ?? null) === own[name]);

/**
 * A mark for which a jersey was found by words; it is chosen. If the member has marked that one already,
 * the import leaves theirs as it is.
 */
export function markWithFound(checked: CheckedMark, found: Candidate): CheckedMark {
  const known = checked.candidates.find(({ id }) => id === found.id);
  if (known?.mine) return checked;
  const others = checked.candidates.filter((candidate) => candidate !== known);
  const candidates = [...others, { ...found, mine: null }];
  return { ...checked, candidates, choice: { jersey: found.id } };
}

/** True for a jersey that the member has not marked so. */
export const isFree = ({ mine }: MarkCandidate): boolean => mine === null;

/** True for a mark on a jersey that the catalogue doesn't have, and that can be made on no other. */
export const isLacking = ({ verdict, candidates, own }: CheckedMark): boolean =>
  verdict === "unmatched" && !own && !candidates.some(isFree);

/** A mark as `import_copies` takes it. */
type SentMark = { key: string } & ({ jersey_id: string } | { facts: Facts }) & Said;

/** A line of a batch. */
export type Sent = SentLine | SentMark;

/** What an import does with marks. Of several on one jersey, it makes the first. */
export function splitMarks(marks: readonly CheckedMark[]) {
  const seen = new Set<string>();
  const sent: { row: Row | undefined; sent: SentMark }[] = [];
  const split = { sent, left: [] as CheckedMark[], owned: 0, repeated: 0 };
  for (const checked of marks) {
    const { mark, verdict, own } = checked;
    const choice = checked.choice === "keep" ? own && { facts: own } : checked.choice;
    if (!mark.said || !choice || choice === "leave") {
      if (verdict === "duplicate") split.owned += 1;
      else split.left.push(checked);
      continue;
    }
    const made = `${mark.kind} ${JSON.stringify(choice)}`;
    const about = "facts" in choice ? choice : { jersey_id: choice.jersey };
    if (seen.has(made)) split.repeated += 1;
    else sent.push({ row: mark.row, sent: { key: mark.key, ...about, ...mark.said } });
    seen.add(made);
  }
  return split;
}
