import type { ReactNode } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { storedPath } from "../../../shared/address/image-url.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { FieldChanges } from "../../../shared/components/field-changes.tsx";
import { SmallPhoto } from "../../../shared/components/small-photo.tsx";
import { Badge } from "../../../shared/ui/badge.tsx";
import type { Version, VersionKind } from "../../data/history/history.ts";
import { targetName, targetPath } from "../../../contribute/data/suggestions/targets.ts";
import { formatDay } from "../../../shared/i18n/format.ts";
import { noteInWords } from "../../../shared/i18n/reasons.ts";
import { allChangesInWords } from "../../../shared/i18n/suggestion-words.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { memberName } from "../../../shared/i18n/member-name.ts";

/** Without a name these are the site's. */
const OF_SITE = new Set<VersionKind>(["correction", "undo", "merge", "removal"]);

/** One version: when, what, why and by whom. */
export function VersionItem({ version, children }: { version: Version; children?: ReactNode }) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  const to = useHref();
  const { kind, at, changes, reason, username, display_name, target, undone } = version;
  const words = allChangesInWords(changes, lang);
  const texts = words.filter(({ field }) => field !== "image");
  const images = words.filter(({ field }) => field === "image");
  return (
    <li className="grid grid-cols-1 gap-3 border-t border-line py-5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <p className="flex flex-wrap items-start gap-x-3 gap-y-2 sm:grid sm:content-start sm:justify-items-start">
        <time dateTime={at} className="text-sm text-muted">
          {formatDay(at, lang)}
        </time>
        <Badge tone={kind === "undo" ? "outline" : "neutral"}>
          {t([`history.kinds.${kind as "photo"}`, `kinds.${kind as "merge"}`])}
        </Badge>
        {undone && (
          <Badge tone="danger">
            {t(undone === "whole" ? "history.undone" : "history.undonePartly")}
          </Badge>
        )}
        {!target && (
          <span className="text-sm text-muted">
            {username ? (
              <Link
                to={to("history", { type: "member", id: username })}
                className="inline-flex min-h-6 items-center underline decoration-control underline-offset-4 hover:decoration-ink"
              >
                {t("history.by", { name: memberName({ username, display_name }, lang) })}
              </Link>
            ) : (
              t("history.by", {
                name: t(OF_SITE.has(kind) ? "history.moderators" : "history.former"),
              })
            )}
          </span>
        )}
      </p>
      <div className="grid min-w-0 grid-cols-1 content-start justify-items-start gap-3">
        {target && (
          <h2 className="font-semibold break-words">
            <Link to={targetPath(target, lang)} className="hover:underline">
              {targetName(target, lang)}
            </Link>
          </h2>
        )}
        {texts.length > 0 && <FieldChanges changes={texts} />}
        {images.map(({ before, after }) => (
          <p key={`${before} ${after}`} className="flex flex-wrap items-center gap-3 text-sm">
            <Photo address={before} label={t("history.before")} />
            <Photo address={after} label={t("history.after")} />
          </p>
        ))}
        {reason && (
          <p className="max-w-prose text-sm break-words">
            {t("history.reason", { reason: noteInWords(kind, reason, lang) })}
          </p>
        )}
        {children}
      </div>
    </li>
  );
}

/** A photo that was added or removed. */
function Photo({ address, label }: { address: string | undefined; label: string }) {
  const { t } = useTranslation("suggestions");
  if (!address || !storedPath(address)) return null;
  return (
    <span className="grid gap-1">
      {label}
      <SmallPhoto
        address={address}
        name={t("fields.image")}
        className="size-20 rounded-lg bg-raised"
      />
    </span>
  );
}
