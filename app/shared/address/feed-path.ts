import { isLanguage, type Language } from "../i18n/languages.ts";

/** What a feed is about; `latest` are the newest jerseys of all. */
export type FeedSubject =
  | { kind: "daily" | "latest" }
  | { kind: "team" | "competition" | "brand" | "list"; id: string };

/** The formats of feeds, with their media types. */
export const FEED_TYPES = {
  atom: "application/atom+xml",
  json: "application/feed+json",
} as const;

export type FeedFormat = keyof typeof FEED_TYPES;

const PATH =
  /^\/feed\/(?:(latest)\.|(team|competition|brand|list)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.)?(\w+)\.(atom|json)$/;

/** `/feed/fr.atom`, `/feed/latest.fr.json`, `/feed/team/{id}.fr.atom`. */
export function feedPath(subject: FeedSubject, lang: Language, format: FeedFormat): string {
  const file = `${lang}.${format}`;
  if ("id" in subject) return `/feed/${subject.kind}/${subject.id}.${file}`;
  return subject.kind === "daily" ? `/feed/${file}` : `/feed/${subject.kind}.${file}`;
}

/** The inverse of `feedPath()`; undefined for any other path. */
export function parseFeedPath(path: string) {
  const [, latest, kind, id, lang, format] = PATH.exec(path) ?? [];
  if (!isLanguage(lang)) return undefined;
  const subject = kind ? { kind, id } : { kind: latest ?? "daily" };
  return { subject: subject as FeedSubject, lang, format: format as FeedFormat };
}
