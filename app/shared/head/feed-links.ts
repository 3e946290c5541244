import type { MetaDescriptor } from "react-router";

import { FEED_TYPES, type FeedFormat, feedPath, type FeedSubject } from "../address/feed-path.ts";
import type { Language } from "../i18n/languages.ts";

const NAMES: Record<FeedFormat, string> = { atom: "Atom", json: "JSON" };

/** The links by which a feed reader finds the feeds of a page. */
export function feedLinks(subject: FeedSubject, title: string, lang: Language): MetaDescriptor[] {
  return (["atom", "json"] as const).map((format) => ({
    tagName: "link",
    rel: "alternate",
    type: FEED_TYPES[format],
    href: feedPath(subject, lang, format),
    title: `${title} · ${NAMES[format]}`,
  }));
}
