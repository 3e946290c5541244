import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { CorrectionForm } from "../../shared/import/correction-form.tsx";
import { LineFrame } from "../../shared/import/line-frame.tsx";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { ValueInput } from "../components/value-input.tsx";
import { DETAIL_NAMES, says } from "../domain/copies/copy-details.ts";
import { partialDate } from "../domain/copies/partial-date.ts";
import { useDetailWords } from "../i18n/use-detail-words.ts";
import { LOCALES } from "../../shared/i18n/languages.ts";
import type { Column } from "../domain/exchange/collection-file.ts";
import {
  type Candidate,
  type CheckedLine,
  isThere,
  jerseyOf,
  ownedOf,
  formerFacts,
} from "../domain/exchange/dry-run.ts";
import type { Values } from "../domain/exchange/read-line.ts";
import { JerseyChoice, useCandidateName } from "./jersey-choice.tsx";
import { OtherJersey } from "./jersey-search.tsx";

interface Props {
  line: CheckedLine;
  /** The line of the file that says the same before it. */
  first: number | undefined;
  busy: boolean;
  onChoice: (choice: CheckedLine["choice"]) => void;
  onFound: (candidate: Candidate) => void;
  /** All values of the line with what is typed; undefined before anything is. */
  typed: Values | undefined;
  onType: (values: Values) => void;
  onCheck: (values: Values) => void;
}

/** One line of the dry run: what it says, what would happen to it, and what can be chosen instead. */
export function DryRunLine(props: Props) {
  const { t } = useTranslation("common");
  const { line } = props;
  const lang = useLanguage();
  const { row, values, line: understood } = line.read;
  const { team, title, season, year, kit_type } = understood?.jersey ?? values;
  const time = season ? seasonInWords(season, lang) : year;
  const kit = understood?.jersey.kit_type ? t(`kitType.${understood.jersey.kit_type}`) : kit_type;
  // A shirt without a page is called as the catalogue calls its club.
  const kept = line.choice === "keep" && formerFacts(line);
  // What is stored of a new copy is said below, its size too.
  const said = [kept ? kept.team : team, title, time, kit, !isStored(line) && values.size];
  return (
    <LineFrame line={row.line} said={said}>
      <Stored line={line} />
      <Effect {...props} />
    </LineFrame>
  );
}

const isStored = (line: CheckedLine) =>
  line.verdict === "new" ||
  line.verdict === "unmatched" ||
  (line.verdict === "owned" && !isThere(line));

/** All that would be stored of a copy, in the reader's format. */
function Stored({ line }: Pick<Props, "line">) {
  const { nameOf, textOf } = useDetailWords();
  const lang = useLanguage();
  const { read } = line;
  if (!read.line || !isStored(line)) return null;
  const { details, added_at } = read.line;
  const stored = [
    // A price has its currency beside it.
    ...DETAIL_NAMES.filter((name) => name !== "currency" && says(details[name])).map(
      (name) => [nameOf(name), textOf(name, details)] as const,
    ),
    ...(added_at
      ? [[nameOf("added_at"), partialDate(added_at.slice(0, 10), LOCALES[lang])] as const]
      : []),
  ];
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm empty:hidden">
      {stored.map(([name, text]) => (
        <div key={name} className="min-w-0 break-words">
          <dt className="inline text-muted">{name}</dt> <dd className="inline">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Effect(props: Props) {
  const { line, first } = props;
  const { t } = useTranslation("exchange");
  if (line.verdict === "refused") return <Correction {...props} />;
  if (isThere(line)) {
    return (
      <p className="text-sm text-muted">
        {t(line.match?.known?.removed_at ? "check.inBin" : "check.known")}
      </p>
    );
  }
  const owned = ownedOf(line);
  return (
    <>
      {first !== undefined && (
        <p className="text-sm">{t("check.repeated.same", { line: first })}</p>
      )}
      {line.read.row.extra && (
        <p className="text-sm break-words">
          {t("check.extra", { cells: line.read.row.extra.join(", ") })}
        </p>
      )}
      {line.read.line!.away && (
        <p className="text-sm break-words">{t("check.away", { word: line.read.line!.away })}</p>
      )}
      {owned > 0 && <p className="text-sm">{t("check.owned.already", { count: owned })}</p>}
      {line.change && <Changes change={line.change} />}
      {line.read.line!.emptied.length > 0 && <Correction {...props} />}
      {line.match?.known ? <ChangeChoice {...props} /> : <JerseyOfLine {...props} />}
    </>
  );
}

/** Whose copy it is, and what would be otherwise in it, from what to what. */
function Changes({ change: { copy, details, after } }: Pick<Required<CheckedLine>, "change">) {
  const { t } = useTranslation("exchange");
  const { nameOf, textOf } = useDetailWords();
  const name = useCandidateName();
  // A price has its currency beside it.
  const shown = details.filter((field) => field !== "currency" || !details.includes("price"));
  return (
    <>
      {copy.jersey && (
        <p className="text-sm break-words">{t("check.ownCopy", { jersey: name(copy.jersey) })}</p>
      )}
      <ul className="text-sm">
        {shown.map((field) => (
          <li key={field} className="break-words">
            {t("check.change", {
              field: nameOf(field),
              before: textOf(field, copy) || "—",
              after: textOf(field, after) || "—",
            })}
          </li>
        ))}
      </ul>
    </>
  );
}

function ChangeChoice({ line, onChoice }: Pick<Props, "line" | "onChoice">) {
  const { t } = useTranslation("exchange");
  return (
    <Checkbox
      checked={line.choice === "change"}
      onChange={({ target }) => onChoice(target.checked ? "change" : "leave")}
    >
      {t("check.applyChange")}
    </Checkbox>
  );
}

/** The jersey of a line: one that is near to it, one that is found by words, or none. */
function JerseyOfLine({ line, onChoice, onFound }: Pick<Props, "line" | "onChoice" | "onFound">) {
  const { t } = useTranslation("exchange");
  return (
    <>
      <JerseyChoice
        value={typeof line.choice === "object" ? line.choice.jersey : line.choice}
        candidates={line.match?.candidates ?? []}
        meant={line.verdict === "unmatched" ? undefined : jerseyOf(line)?.id}
        onChange={(value) =>
          onChoice(
            value === "keep" || value === "leave" || value === "change" ? value : { jersey: value },
          )
        }
      >
        {line.change && <option value="change">{t("check.complete")}</option>}
        {formerFacts(line) && <option value="keep">{t("check.keep")}</option>}
      </JerseyChoice>
      <OtherJersey said={line.read.line!.jersey} onFound={onFound} />
    </>
  );
}

/** The refused fields of a line, or the cells that stay empty, with what is said of each, to be corrected. */
function Correction({ line, busy, typed, onType, onCheck }: Props) {
  const { t } = useTranslation("exchange");
  const { refusals = [] } = line.read;
  const emptied = line.read.line?.emptied ?? [];
  const columns = [...new Set([...refusals, ...emptied].map(({ column }) => column))];
  const { choicesOf, nameOf } = useDetailWords();
  // A list shows what it sends: the refused word is none of its values.
  const unset = Object.fromEntries(
    columns.filter(choicesOf).map((column) => [column, ""]),
  ) as Values;
  const reasonOf = (column: Column) => {
    const refusal = refusals.find((one) => one.column === column);
    if (refusal) return t(`refused.${refusal.problem}`, { value: refusal.value.slice(0, 60) });
    const { problem, value } = emptied.find((one) => one.column === column)!;
    return t(`emptied.${problem}`, { value: value.slice(0, 60) });
  };
  const values = typed ?? { ...line.read.values, ...unset };
  return (
    <CorrectionForm busy={busy} onSubmit={() => onCheck(values)}>
      {columns.map((column) => (
        <Field key={column} label={nameOf(column)} error={reasonOf(column)}>
          <ValueInput
            column={column}
            value={values[column] ?? ""}
            onChange={(value) => onType({ ...values, [column]: value })}
          />
        </Field>
      ))}
    </CorrectionForm>
  );
}
