import { ChevronDown } from "lucide-react";
import { Link } from "react-router";

import { factKey } from "../../shared/i18n/fact-key.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { Table, Td, Th } from "../../shared/ui/table.tsx";
import { LOGGED_TABLES, type LogEntry } from "../data/audit/audit-log.ts";
import { formatDateTime } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { deedOf } from "./deed.ts";
import { historyOf } from "./history-of.ts";
import { differences, nameOf } from "./differences.ts";
import { valueInLog } from "./value-in-log.ts";

const TONES = { insert: "success", update: "outline", delete: "danger" } as const;

/** One entry: what was done, to what, by whom and when. The values before and after can be expanded. */
export function LogItem({
  entry,
  onActor,
}: {
  entry: LogEntry;
  onActor: (actor: { id: string; name: string }) => void;
}) {
  const { t } = useTranslation(["adminCommunity", "facts", "catalogue"]);
  const lang = useLanguage();
  const to = useHref();
  const { action, actor, actor_id: actorId, before, after } = entry;
  const target = historyOf(entry);
  const withoutAccount = partyOf(entry);
  const table = LOGGED_TABLES.find((name) => name === entry.table_name);
  const rows = differences(before, after, (field, value) => valueInLog(field, value, lang));
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line px-4 py-3 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={TONES[action]}>{t(`adminCommunity:log.deeds.${deedOf(entry)}`)}</Badge>
        <span className="font-semibold">
          {table
            ? t([
                `adminCommunity:log.tables.${table as "comments"}`,
                `catalogue:names.${table as "teams"}`,
              ])
            : entry.table_name}
        </span>
        <span className="line-clamp-2 min-w-0 break-words">
          {[nameOf(before, after) ?? entry.name, entry.into].filter(Boolean).join(" → ")}
        </span>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        {actorId && actor ? (
          <button
            type="button"
            aria-label={t("adminCommunity:log.onlyActor", { name: actor })}
            onClick={() => onActor({ id: actorId, name: actor })}
            className="min-h-6 rounded-sm font-semibold text-ink underline underline-offset-4"
          >
            {actor}
          </button>
        ) : (
          t(
            actorId
              ? "deletedAccount"
              : withoutAccount
                ? `log.values.party.${withoutAccount}`
                : "log.command",
          )
        )}
        <span aria-hidden>·</span>
        <time dateTime={entry.at}>{formatDateTime(entry.at, lang)}</time>
        {target && (
          <>
            <span aria-hidden>·</span>
            <Link
              to={to("history", target)}
              className="inline-flex min-h-6 items-center underline underline-offset-4"
            >
              {t("catalogue:history")}
            </Link>
          </>
        )}
      </p>
      {rows.length > 0 && (
        <details className="group text-sm">
          <summary className="flex min-h-8 items-center gap-1.5 rounded-sm font-semibold">
            <ChevronDown
              aria-hidden
              className="size-4 transition-transform group-open:rotate-180"
            />
            {t("adminCommunity:log.details")}
          </summary>
          <Table className="mt-1">
            <thead>
              <tr>
                <Th>{t("adminCommunity:log.field")}</Th>
                <Th>{t("adminCommunity:log.before")}</Th>
                <Th>{t("adminCommunity:log.after")}</Th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ field, ...sides }) => (
                <tr key={field}>
                  <Td>
                    {t([`adminCommunity:log.fields.${field as "about"}`, factKey(field)], {
                      defaultValue: field,
                    })}
                  </Td>
                  <Td className="max-w-80 break-words">{sides.before}</Td>
                  <Td className="max-w-80 break-words">{sides.after}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </details>
      )}
    </li>
  );
}

/** Who reports or contests by the link of a mail, without a session. */
function partyOf({
  table_name: table,
  action,
  after,
}: LogEntry): "author" | "notifier" | undefined {
  if (action !== "insert") return undefined;
  if (table === "reports") return "notifier";
  const { party } = (after ?? {}) as { party?: "author" | "notifier" };
  return table === "report_contests" ? party : undefined;
}
