import { Merge, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import type { MySuggestion } from "../data/suggestions/mine.ts";
import { targetName, targetPath } from "../data/suggestions/targets.ts";
import type { SuggestionStatus } from "../../shared/domain/suggestion.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ContributionItem } from "./contribution-item.tsx";
import { SuggestionActions } from "./suggestion-actions.tsx";
import { SuggestionParts } from "./suggestion-parts.tsx";

const TONES = {
  open: "outline",
  accepted: "success",
  partly: "success",
  refused: "danger",
  withdrawn: "neutral",
  outdated: "neutral",
} as const satisfies Record<SuggestionStatus, string>;

const ICONS = { edit: Pencil, merge: Merge, removal: Trash2 };

/** One suggestion: what it is about, its parts with their decisions, and what its member may do. */
export function SuggestionItem({ suggestion }: { suggestion: MySuggestion }) {
  const { t } = useTranslation(["contributions", "facts", "suggestions"]);
  const lang = useLanguage();
  const { kind, target, target_type: type, status, isOwn } = suggestion;
  // Of one of trust a reviewer may have said so without anything going back.
  const undone = suggestion.undone ?? (suggestion.afterwards === "undone" ? "whole" : null);
  const of = t(`suggestions:kinds.${isOwn && kind === "edit" ? "own" : kind}`);
  const Icon = ICONS[kind];
  return (
    <ContributionItem
      picture={
        target?.type === "jersey" ? (
          <JerseyImage jersey={target} path={target.images[0]?.path} alt="" sizes="3rem" />
        ) : (
          <Icon aria-hidden />
        )
      }
      caption={type === "jersey" ? of : `${of} · ${t(`facts:${type}`)}`}
      title={
        target ? (
          <Link to={targetPath(target, lang)} className="hover:underline">
            {targetName(target, lang)}
          </Link>
        ) : (
          suggestion.title
        )
      }
      date={suggestion.created_at}
      status={
        undone
          ? t(`suggestion.${undone === "whole" ? "undone" : "undonePartly"}`)
          : t(`suggestion.${suggestion.trusted ? "trusted" : status}`)
      }
      tone={undone ? "danger" : TONES[status]}
      actions={<SuggestionActions suggestion={suggestion} />}
    >
      <SuggestionParts suggestion={suggestion} />
    </ContributionItem>
  );
}
