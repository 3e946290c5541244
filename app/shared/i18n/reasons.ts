import { type RefusalReason, reasonOf } from "../domain/suggestion.ts";
import type { Language } from "./languages.ts";

/** Why something is refused, removed, merged or undone (`private.reasons()`); `gone`: its page went. */
export const REASON_WORDS: Record<Language, Record<RefusalReason, string>> = {
  fr: {
    wrong: "C’est inexact",
    no_source: "Rien ne le confirme",
    duplicate: "C’est un doublon",
    rights: "Les droits ne sont pas clairs",
    quality: "La qualité ne suffit pas",
    off_topic: "Hors sujet ou contraire aux règles",
    offensive: "C’est offensant ou illicite",
    other: "Autre motif",
    gone: "La page n’est plus au catalogue",
  },
  en: {
    wrong: "It is wrong",
    no_source: "It could not be confirmed",
    duplicate: "It is a duplicate",
    rights: "The rights aren’t clear",
    quality: "The quality isn’t good enough",
    off_topic: "Off topic or against the rules",
    offensive: "It is offensive or unlawful",
    other: "Another reason",
    gone: "The page is no longer in the catalogue",
  },
  es: {
    wrong: "Es inexacto",
    no_source: "Nada lo confirma",
    duplicate: "Es un duplicado",
    rights: "Los derechos no están claros",
    quality: "La calidad no es suficiente",
    off_topic: "Fuera de tema o contrario a las reglas",
    offensive: "Es ofensivo o ilícito",
    other: "Otro motivo",
    gone: "La página ya no está en el catálogo",
  },
  pt: {
    wrong: "Está errado",
    no_source: "Nada o confirma",
    duplicate: "Está repetido",
    rights: "Os direitos não estão claros",
    quality: "A qualidade não é suficiente",
    off_topic: "Fora do assunto ou contra as regras",
    offensive: "É ofensivo ou ilícito",
    other: "Outro motivo",
    gone: "A página saiu do catálogo",
  },
};

/** A stored reason for a reader: the words of its name, and what was written beside it. */
export function reasonInWords(stored: string, lang: Language): string {
  const { reason, note } = reasonOf(stored);
  // "Another reason" says nothing beside its words.
  const named = reason && !(reason === "other" && note) && REASON_WORDS[lang][reason];
  return [named, note].filter(Boolean).join(" – ");
}

/** Outcomes of notices, and kinds of versions, whose reason a reviewer gave. Of others it is a source in its member's words. */
const REVIEWED = [
  ...[
    "rejected",
    "merge",
    "merged",
    "submission_merged",
    "removal",
    "taken_down",
    "brought_back",
    "undo",
    "undone",
  ],
  ...["correction", "upheld", "dismissed", "report_upheld", "report_dismissed"],
  ...["comment_hidden", "list_hidden", "list_shown", "suspended"],
];

/** The reason of a version or notice for a reader. */
export const noteInWords = (kind: string, note: string, lang: Language): string =>
  REVIEWED.includes(kind) ? reasonInWords(note, lang) : note;
