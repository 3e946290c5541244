/** The keys of what the figures of a collection count. */
export const FIGURE_LABELS = {
  shirts: "catalogue:label.jerseys",
  teams: "catalogue:label.teams",
  countries: "collectionNumbers:share.label.countries",
  seasons: "collectionNumbers:share.label.seasons",
} as const;
