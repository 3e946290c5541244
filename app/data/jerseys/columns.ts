/** The columns of `JerseySummary`; the images are ordered and cut to the cover by `withCover`. */
export const SUMMARY =
  "id, title, team, team_slug, kit_type, kit_type_slug, year, league, score, upvotes, downvotes, images:jersey_images(path, alt)";
