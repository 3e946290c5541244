import { formatWait } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";
import type { Messages, Namespace } from "../i18n/messages.ts";
import { textOf } from "../i18n/translations.ts";
import { useLanguage } from "../i18n/use-language.ts";
import { type DatabaseProblem, databaseProblem, detailsOf } from "./database-error.ts";

/**
 * Why a write failed, in words: each table is a part of the messages, whose keys are the database's
 * stable words (`private.refuse` and its like) and the kinds of `DatabaseProblem`. A screen loads only
 * its own tables. A word without a text doesn't compile, nor a text without a word.
 */
interface Tables {
  "common:errors":
    | "jersey_merged"
    | "jersey_removed"
    | Kind<"expired" | "offline" | "factor" | "tooMany" | "failed">;
  "account:edit.errors": Kind<"offline" | "factor" | "tooMany" | "notFound">;
  "adminCatalogue:errors": "team_not_found" | "teams_unmergeable";
  "adminCommunity:members.errors":
    | "suspension_of_self"
    | "member_is_admin"
    | "account_last_admin"
    | "member_not_found";
  "adminLineUps:errors":
    | "roll_over_exists"
    | "roll_over_empty"
    | "roll_over_changed"
    | "roll_over_published"
    | "roll_over_not_found"
    | "line_up_exists"
    | "line_up_changed"
    | "line_up_team_unknown"
    | Kind<"notFound" | "denied">;
  "comments:errors": "suggestion_another_reviewer" | Kind<"tooMany"> | "tooManyLater";
  "duel:errors": "duel_over" | Kind<"offline">;
  "exchange:errors": "copy_photos_full" | "import_undone" | Kind<"offline" | "expired" | "failed">;
  "follows:errors": "follows_five_hundred";
  "guess:errors":
    | "guess_over"
    | "guess_repeated"
    | "guess_unknown"
    | Kind<"offline" | "denied" | "failed">;
  "lists:errors":
    | "list_items_per_list"
    | "lists_per_member"
    | "profiles_display_name_reserved"
    | Kind<"expired">;
  "report:errors": Kind<"failed">;
  "review:errors":
    | "decided"
    | "jersey_not_found"
    | "undo_stays"
    | "edit_part_too_many_images"
    | "correction_unknown"
    | "correction_changes_nothing"
    | "team_known"
    | "team_not_found"
    | "jersey_changed_meanwhile"
    | "report_own";
  "showcase:errors": Kind<"expired">;
  "submit:errors": Kind<"offline" | "tooMany" | "failed">;
  "suggestions:errors":
    | "suggestion_empty"
    | "suggestion_already_so"
    | "suggestion_duplicate"
    | "suggestion_field_unknown"
    | "suggestion_too_many"
    | "suggestion_target_gone"
    | "suggestion_held"
    | "suggestion_photo_limit"
    | "suggestion_decided"
    | "suggestion_contested"
    | "report_contested"
    | "suggestion_changed"
    | "suggestion_conflict"
    | "suggestion_own"
    | "suggestion_source"
    | "suggestion_another_reviewer"
    | "moderation_own"
    | "revision_not_found"
    | "revision_own"
    | "member_not_found"
    | "merge_with_itself"
    | "jersey_not_found"
    | "jersey_not_public"
    | Kind<"denied" | "notFound" | "failed">;
  "upcoming:errors": "day_begun" | "jersey_unfit" | Kind<"denied">;
}

type Kind<K extends DatabaseProblem["kind"]> = K;

/** Doesn't compile if a table and its texts differ. */
type Complete = [Same<Words, Texts>, Same<Texts, Words>];
type ProblemTable = keyof Complete[0];

/** Without an hour of its own, a limit is one per hour. */
const HOUR_S = 3600;
/** The span of the shortest limit; a longer wait is of another one. */
const SHORTEST_S = 300;

/**
 * Returns a function that says why a write failed, by the first table that has a text for the database's word,
 * else for the kind of failure, else `failed`. What no table of the caller's has is in `common:errors`.
 */
export function useProblemText(...tables: ProblemTable[]) {
  const lang = useLanguage();
  /** @param otherwise the text of a failure that no table of the caller's knows */
  return (error: unknown, otherwise?: string): string =>
    problemText(error, lang, tables, otherwise);
}

/** The same outside of components. */
export function problemText(
  error: unknown,
  lang: Language,
  tables: readonly ProblemTable[],
  otherwise?: string,
): string {
  const problem = isProblem(error) ? error : databaseProblem(error);
  const { kind, message = "", waitSeconds = HOUR_S } = problem;
  const isLater = kind === "tooMany" && waitSeconds > SHORTEST_S;
  // Other messages than our words are English and meant for logs.
  const words = /^\w+$/.test(message) ? [message] : [];
  const kinds = isLater ? ["tooManyLater", kind] : [kind];
  const all = [...tables, "common:errors"];
  const keys = [
    ...keysOf(all, words),
    ...(otherwise === undefined ? keysOf(all, [...kinds, "failed"]) : keysOf(tables, kinds)),
  ];
  const values = { ...listed(problem, lang), when: formatWait(waitSeconds, lang) };
  return textOf(lang, ["common"], keys, { ...values, defaultValue: "" }) || (otherwise ?? "");
}

const keysOf = (tables: readonly string[], names: readonly string[]) =>
  names.flatMap((name) => tables.map((table) => `${table}.${name}`));

const isProblem = (error: unknown): error is DatabaseProblem =>
  !(error instanceof Error) && typeof error === "object" && error !== null && "kind" in error;

/** The error's details as values of a text; lists as words. */
function listed(problem: DatabaseProblem, lang: Language): Record<string, unknown> {
  const details = Object.entries(detailsOf<Record<string, unknown>>(problem) ?? {});
  return Object.fromEntries(
    details.map(([name, value]) => [
      name,
      Array.isArray(value) ? new Intl.ListFormat(lang).format(value as string[]) : value,
    ]),
  );
}

/** The texts of a table: `"account:edit.errors"` is `edit.errors` of the namespace `account`. */
type TextsOf<Table> = Table extends `${infer Ns extends Namespace}:${infer Path}`
  ? At<Messages[Ns], Path>
  : never;

type At<Texts, Path> = Path extends `${infer Key extends keyof Texts & string}.${infer Rest}`
  ? At<Texts[Key], Rest>
  : Path extends keyof Texts
    ? Texts[Path]
    : never;

type Words = { [Table in keyof Tables]: Record<Tables[Table], string> };
type Texts = { [Table in keyof Tables]: Record<keyof TextsOf<Table>, string> };
type Same<One extends Other, Other> = One;
