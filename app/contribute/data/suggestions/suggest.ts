import type { Licence } from "../../../shared/domain/rules/image-rules.ts";
import type { PhotoKind, Target } from "../../../shared/domain/suggestion.ts";
import type { Client } from "../../../shared/data/client.ts";
import type { Json } from "../../../shared/data/database.types.ts";

/** A photo of a suggestion, whose file is uploaded. */
export interface SuggestedPhoto {
  id: string;
  url: string;
  alt: string;
  kind: PhotoKind;
  licence: Licence;
  rights_stated: boolean;
  likeness?: string;
  /** Of the author's photo whose place it takes. */
  position?: number;
}

export interface NewSuggestion {
  target: Target;
  /** What each field is to become. */
  changes: Record<string, Json>;
  /** Empty if it needs none: an author's texts and photos. */
  source: string;
  photos: SuggestedPhoto[];
  /** The own open suggestion that this one replaces. */
  replaces?: string | undefined;
}

/** Suggests a correction, photos, or both, in one request. Returns true if it is public at once. */
export async function suggest(
  client: Client,
  { target, changes, source, photos, replaces }: NewSuggestion,
): Promise<boolean> {
  const { data } = await client
    .rpc("suggest", {
      target_type: target.type,
      target_id: target.id,
      changes,
      source,
      photos,
      ...(replaces && { suggestion_id: replaces }),
    })
    .throwOnError();
  return data.status === "accepted";
}

export async function withdrawSuggestion(client: Client, id: string): Promise<void> {
  await client.rpc("withdraw_suggestion", { suggestion_id: id }).throwOnError();
}

/** Asks for another reviewer, once, with the member's words. */
export async function contestSuggestion(client: Client, id: string, words: string): Promise<void> {
  await client.rpc("contest_suggestion", { suggestion_id: id, words }).throwOnError();
}
