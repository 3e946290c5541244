/**
 * The columns of which `localJersey()` makes a `JerseySummary`; a list orders the images and takes the first. Members also read images that
 * wait for a decision: what they read with their session leaves these out (`suggestion_id`).
 */
/** What the jersey's team is called besides its name, for lists that the browser filters (`TeamNames`). */
export const CALLED = "called:teams(short_name, aliases:team_aliases(alias))";

export const SUMMARY =
  "id, title, team, team_slug, kit_type, kit_type_slug, year, league, score, upvotes, downvotes, images:jersey_images(path), teams(colors, country, competition:competitions(slug)), competitions(slug)";
