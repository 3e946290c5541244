import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { isAdmin } from "../../shared/data/roles/is-admin.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import type { Json } from "../../shared/data/database.types.ts";
import { suggestionKeys } from "../data/suggestions/keys.ts";
import type { OpenSuggestion } from "../data/suggestions/subject.ts";
import { suggest, type SuggestedPhoto } from "../data/suggestions/suggest.ts";
import { myTrust } from "../data/suggestions/trust.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import type { ArrangedPhoto } from "../domain/photo-arrangement.ts";
import { TEXT_FIELDS } from "../domain/correction-rules.ts";
import { tidy } from "../../shared/domain/rules/text.ts";
import { isSource, type Target } from "../../shared/domain/suggestion.ts";
import {
  extendSuggestionDraft,
  readSuggestionDraft,
  removeSuggestionDraft,
  type SuggestionDraft,
} from "./suggestion-draft.ts";
import { usePhotos } from "./use-photos.ts";

/** The field with the source, which takes the focus when it is missing. */
export const SOURCE_ID = "suggestion-source";

/** What an author corrects without a source. */
export const OWN_FIELDS: readonly string[] = [...TEXT_FIELDS, "photos", "removed"];

/** What all forms of a suggestion have: source, photos, and sending them with the fields that changed. */
export function useSuggestion({
  target,
  userId,
  alt,
  isOwn = false,
  open,
  onSent,
}: {
  target: Target;
  userId: string;
  /** True for the author of a jersey, whose texts and photos need no source. */
  isOwn?: boolean;
  /** What photos show, for those who don't see them. */
  alt: string;
  /** The own open suggestion, which this one replaces. */
  open: OpenSuggestion | null;
  /** Called with true if the page shows it already. */
  onSent: (isLive: boolean) => void;
}) {
  // A suggestion that waits has a draft of its own.
  const draftId = open?.id ?? target.id;
  const [draft] = useState(() => readSuggestionDraft(userId, draftId));
  const { t } = useTranslation("suggestions");
  // What the form said of photos alone is nobody's words.
  const said = open?.source === t("photos.source") ? "" : open?.source;
  const [source, setSource] = useState(draft?.source ?? said ?? "");
  const [isSourceMissing, setSourceMissing] = useState(false);
  const problemText = useProblemText("suggestions:errors");
  const [failure, setFailure] = useState<string>();
  /** Keeps what was typed. Why the version before was refused is no longer true. */
  function store(part: SuggestionDraft) {
    setFailure(undefined);
    extendSuggestionDraft(userId, draftId, part);
  }
  const photos = usePhotos(userId, alt, draft?.photos ?? storedPhotos(open), (next) =>
    store({ photos: next }),
  );
  const { data: trust } = useMemberQuery(myTrust(userId));
  const { data: isAdministrator = false } = useMemberQuery(isAdmin(userId));
  const { mutateAsync } = useMemberMutation({
    write: (client, changes: Record<string, Json>) =>
      suggest(client, {
        ...{ target, changes, photos: photos.photos },
        // A photo is a source itself: only facts need another.
        source: isSource(source) ? tidy(source) : isOwn ? "" : t("photos.source"),
        replaces: open?.id,
      }),
    invalidates: [suggestionKeys.all],
  });

  /** @throws the database's error, if it is about a value: the form shows it beside the field */
  async function send(changes: Record<string, Json>, isAboutValue: (error: unknown) => boolean) {
    setFailure(undefined);
    if (photos.requireStatement()) return;
    const isMissing = !isSource(source) && needsSource(Object.keys(changes));
    setSourceMissing(isMissing);
    if (isMissing) return document.getElementById(SOURCE_ID)?.focus();
    try {
      const isLive = await mutateAsync(changes);
      removeSuggestionDraft(userId, draftId);
      onSent(isLive);
    } catch (error) {
      if (isAboutValue(error)) throw error;
      const isRefused = databaseProblem(error).message?.startsWith("suggestion_");
      if (!isRefused) console.error("suggestion not sent", error);
      setFailure(problemText(error));
    }
  }

  /** @param fields what is corrected */
  function needsSource(fields: readonly string[]): boolean {
    if (isOwn) return fields.some((field) => !OWN_FIELDS.includes(field));
    return fields.length > 0 || photos.photos.length === 0;
  }

  return {
    draft,
    source,
    isOwn,
    isSourceMissing: isSourceMissing && !isSource(source),
    setSource: (next: string) => {
      setSource(next);
      store({ source: next });
    },
    photos,
    /** True if small corrections of this member are public at once; an open suggestion stays one. */
    isAdministrator,
    isTrusted: open === null && photos.photos.length === 0 && trust?.is_trusted === true,
    type: target.type,
    failure,
    send,
    storeForm: (form: Record<string, string>) => store({ form }),
    storeArrangement: (arrangement: ArrangedPhoto[]) => store({ arrangement }),
    storeRemoved: (removed: string[]) => store({ removed }),
  };
}

export type Suggestion = ReturnType<typeof useSuggestion>;

function storedPhotos(open: OpenSuggestion | null): SuggestedPhoto[] {
  return (open?.photos ?? []).map(({ likeness, ...photo }) => ({
    // Each suggested photo says what it shows.
    ...{ ...photo, alt: photo.alt ?? "", kind: photo.kind ?? "detail" },
    ...(likeness && { likeness }),
  }));
}
