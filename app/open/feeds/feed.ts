/** A feed before it is written as Atom or as JSON Feed. Paths begin at the site's root. */
export interface Feed {
  title: string;
  /** The page that shows the same. */
  page: string;
  entries: FeedEntry[];
}

export interface FeedEntry {
  /** An absolute address that never changes. */
  id: string;
  title: string;
  /** The page of the entry. */
  page: string;
  /** Its share picture (`shareImagePath()`). */
  picture: string;
  /** One line below the picture. */
  text: string;
  /** When it became public, ISO 8601. */
  at: string;
}
