-- Whose the functions of schema private are: of nobody but their owner, unless a file grants one to a role.
-- The REST interface doesn't offer this schema; what runs with a member's rights needs grants: constraints, policies, some triggers.
-- This file is read last, so that it reaches all of them.

revoke execute on all functions in schema private from public;
-- They read nothing, or what everybody reads.
grant execute on function
  private.asked_words, private.begin_words, private.combining_marks, private.corrections, private.current_change, private.day_at,
  private.deletion_variants, private.demonstration, private.fold, private.found_words, private.hidden_characters, private.is_reserved,
  private.is_visible, private.jersey_names, private.are_codes, private.code_key, private.kit_of, private.kit_type_names, private.kit_types, private.patterns, private.masked_variants,
  private.matching_jerseys, private.name_skeleton, private.nearness, private.prefix_matches, private.profile_text, private.said_text, private.saint_variant,
  private.search_query(text[], integer), private.significant_words, private.slug, private.small_version, private.storage_path,
  private.swaps, private.team_slug, private.tidy, private.tidy_profile, private.tier, private.tier_marks, private.unfinished_word,
  private.visible, private.whole_words, private.word_line, private.words
to public;
