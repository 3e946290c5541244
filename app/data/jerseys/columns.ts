/** The columns of `JerseySummary`; a list orders the images and takes the first. */
export const SUMMARY =
  "id, title, team, team_slug, kit_type, kit_type_slug, year, league, score, upvotes, downvotes, images:jersey_images(path), teams(colors), competitions(slug)";
