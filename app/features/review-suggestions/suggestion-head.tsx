import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Badge } from "../../components/ui/badge.tsx";
import type { QueuedSuggestion } from "../../data/suggestions/queue.ts";
import { targetName, targetPath } from "../../data/suggestions/targets.ts";
import { linkify } from "../../domain/linkify.ts";
import { formatDate, formatDateTime } from "../../i18n/format.ts";
import { reasonInWords } from "../../i18n/preset-reasons.ts";
import { useLanguage } from "../../i18n/use-language.ts";

/** What a suggestion is about, whose it is, and why. */
export function SuggestionHead({
  suggestion,
  id,
  claim = null,
}: {
  suggestion: QueuedSuggestion;
  /** Of the heading, which names the review. */
  id: string;
  /** Who looks at it, in words. */
  claim?: string | null;
}) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  const { target, contest } = suggestion;
  const title = target ? targetName(target, lang) : suggestion.title;
  const name = suggestion.display_name ?? suggestion.username ?? t("queue.former");
  return (
    <>
      <header className="grid gap-2">
        <div className="flex flex-wrap gap-2">
          <Badge tone="outline">{t(`queue.kinds.${suggestion.target_type}`)}</Badge>
          {claim && <Badge tone="accent">{claim}</Badge>}
        </div>
        <h3 id={id} className="text-xl font-semibold break-words">
          {target ? (
            <Link to={targetPath(target, lang)} className="hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </h3>
        <p className="text-sm text-muted">
          {[
            t("queue.by", { name }),
            suggestion.joined_at &&
              t("queue.since", { date: formatDate(suggestion.joined_at, lang) }),
            t("queue.accepted", { count: suggestion.accepted }),
          ]
            .filter(Boolean)
            .join(" · ")}{" "}
          ·{" "}
          <time dateTime={suggestion.created_at}>
            {formatDateTime(suggestion.created_at, lang)}
          </time>
        </p>
      </header>
      <div className="grid max-w-prose gap-1 text-sm">
        <p className="font-semibold">{t("queue.source")}</p>
        <p className="break-words whitespace-pre-line">
          {linkify(reasonInWords(suggestion.source, lang)).map((piece, n) =>
            piece.href ? (
              <a
                key={n}
                href={piece.href}
                target="_blank"
                rel="noopener noreferrer nofollow ugc"
                className="underline underline-offset-4"
              >
                {piece.text}
              </a>
            ) : (
              piece.text
            ),
          )}
        </p>
        {contest !== null && (
          <p className="mt-2 border-l-4 border-line pl-3 break-words whitespace-pre-line">
            {t("queue.contest", { words: contest })}
          </p>
        )}
      </div>
    </>
  );
}
