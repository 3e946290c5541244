import type { Language } from "./languages.ts";

/** Reasons to choose from when a jersey is merged or removed, and when something is undone. */
export type PresetReason =
  | "sameShirt"
  | "sameSubmission"
  | "samePhotos"
  | "offensive"
  | "unlawful"
  | "noShirt"
  | "spam"
  | "neverExisted"
  | "noRights"
  | "mistake"
  | "wasRight"
  | "unconfirmed"
  | "vandalism";

/**
 * The words of these reasons. They are stored as words, which may be completed; readers get them in their own language.
 * Words that change here stay as they were in what is stored.
 */
export const PRESET_REASONS: Record<Language, Record<PresetReason, string>> = {
  fr: {
    sameShirt: "C’est le même maillot, deux fois au catalogue.",
    sameSubmission: "Il a été proposé deux fois par la même personne.",
    samePhotos: "Les photos montrent le même maillot.",
    offensive: "Le contenu est offensant.",
    unlawful: "Le contenu est illicite.",
    noShirt: "Ce n’est pas un maillot.",
    spam: "C’est de la publicité indésirable.",
    neverExisted: "Ce maillot n’a jamais existé.",
    noRights: "Les droits sur les photos ne sont pas établis.",
    mistake: "C’était une erreur.",
    wasRight: "Ce qui était écrit avant est exact.",
    unconfirmed: "Rien ne le confirme.",
    vandalism: "C’est du vandalisme.",
  },
  en: {
    sameShirt: "It is the same jersey, twice in the catalogue.",
    sameSubmission: "The same person submitted it twice.",
    samePhotos: "The photos show the same jersey.",
    offensive: "The content is offensive.",
    unlawful: "The content is unlawful.",
    noShirt: "This is not a jersey.",
    spam: "This is unwanted advertising.",
    neverExisted: "This jersey never existed.",
    noRights: "The rights to the photos are not established.",
    mistake: "It was a mistake.",
    wasRight: "What was there before is right.",
    unconfirmed: "Nothing confirms it.",
    vandalism: "This is vandalism.",
  },
  es: {
    sameShirt: "Es la misma camiseta, dos veces en el catálogo.",
    sameSubmission: "La misma persona la envió dos veces.",
    samePhotos: "Las fotos muestran la misma camiseta.",
    offensive: "El contenido es ofensivo.",
    unlawful: "El contenido es ilícito.",
    noShirt: "No es una camiseta.",
    spam: "Es publicidad no deseada.",
    neverExisted: "Esta camiseta nunca existió.",
    noRights: "Los derechos sobre las fotos no están acreditados.",
    mistake: "Ha sido un error.",
    wasRight: "Lo que ponía antes es correcto.",
    unconfirmed: "Nada lo confirma.",
    vandalism: "Es vandalismo.",
  },
  pt: {
    sameShirt: "É a mesma camisa, duas vezes no catálogo.",
    sameSubmission: "A mesma pessoa enviou a camisa duas vezes.",
    samePhotos: "As fotos mostram a mesma camisa.",
    offensive: "O conteúdo é ofensivo.",
    unlawful: "O conteúdo é ilícito.",
    noShirt: "Não é uma camisa.",
    spam: "É publicidade indesejada.",
    neverExisted: "Esta camisa nunca existiu.",
    noRights: "Os direitos sobre as fotos não estão comprovados.",
    mistake: "Foi um engano.",
    wasRight: "O que estava escrito antes está certo.",
    unconfirmed: "Nada confirma isso.",
    vandalism: "É vandalismo.",
  },
};

/** The chosen reason with which a text begins, in any language. */
export function chosenReason(text: string): { key: PresetReason; words: string } | undefined {
  const all = Object.values(PRESET_REASONS).flatMap(
    (reasons) => Object.entries(reasons) as [PresetReason, string][],
  );
  const found = all.find(([, words]) => text.startsWith(words));
  return found && { key: found[0], words: found[1] };
}

/** A chosen reason for a reader: the words that were chosen in their language, own words as they are. */
export function reasonInWords(reason: string, lang: Language): string {
  const chosen = chosenReason(reason);
  return chosen ? PRESET_REASONS[lang][chosen.key] + reason.slice(chosen.words.length) : reason;
}

/** Outcomes of notices, and kinds of versions, whose reason may be a chosen one. Other reasons are somebody's own words. */
const CHOSEN = ["merge", "merged", "removal", "taken_down", "brought_back", "undo", "undone"];

/**
 * The reason of a version or notice for a reader: a chosen one in their language, sources and other reasons as they were written.
 * Reasons of verdicts: see `reasonOrRefusalInWords()`.
 */
export function noteInWords(kind: string, note: string, lang: Language): string {
  return CHOSEN.includes(kind) ? reasonInWords(note, lang) : note;
}

/** True of versions and outcomes of notices whose reason may be that of a verdict. */
export function mayBeRefusal(kind: string): boolean {
  return ["rejected", "undo", "undone", "comment_hidden", "suspended"].includes(kind);
}
