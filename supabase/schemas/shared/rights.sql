-- Who may call which function. This file is read last, so that it reaches all of them.
-- Schema `public` is what the REST interface offers: each role calls what is listed for it here, the service key everything.
-- Of schema `private` nobody calls a function but its owner, unless it is listed: what runs with a member's rights needs that
-- (constraints, policies, some triggers and functions).

revoke execute on all functions in schema public from public, anon, authenticated;
grant execute on all functions in schema public to service_role;
-- Visitors and members.
grant execute on function
  public.answer_duel, public.catalogue_counts, public.catalogue_page, public.catalogue_values, public.competition_seasons,
  public.confirm_visitor_report, public.contest_report, public.contributors, public.guess_days, public.guess_game, public.history,
  public.is_admin, public.is_reviewer, public.items_of_list, public.kits_beside, public.line_up_sizes, public.line_ups, public.list,
  public.lists_of_member, public.lists_with, public.member_state, public.my_duel, public.nearest_sets, public.open_changes,
  public.popular_teams, public.queue_figures, public.removal_reason, public.removed_jersey, public.search_competitions,
  public.search_jerseys, public.search_teams, public.season_kits, public.season_wall, public.season_walls, public.send_visitor_report,
  public.shared_year, public.shelf_counts, public.showcase, public.showcase_collection, public.showcase_names, public.showcase_own,
  public.showcase_sets, public.showcase_shirts, public.showcase_wishes, public.stop_letters, public.stop_notice_mails,
  public.stop_review_mails, public.suggest_teams, public.takes_visitor_reports, public.team_colors, public.team_decade, public.team_kits,
  public.team_kits_near, public.try_guess, public.undone_revisions, public.vote_totals
to anon, authenticated;
-- Members; most functions ask who it is themselves.
grant execute on function
  public.adopt_team, public.arrange_copy_photos, public.begin_catalogue_import, public.cancel_email_change, public.claim_daily,
  public.contest_notice, public.contest_suggestion, public.create_recovery_codes, public.decide, public.delete_account, public.discard_roll_over,
  public.export_jerseys, public.fill_list, public.held_of_list, public.hide_comments, public.hide_list, public.import_copies,
  public.import_jerseys, public.joining_photos, public.list_members, public.match_copies, public.match_jerseys, public.member_file,
  public.merge_effects, public.merge_jerseys, public.merge_teams, public.moderate_jersey, public.move_in_list, public.my_changes,
  public.my_decisions, public.my_sessions, public.my_trust, public.my_year, public.order_images, public.publish_roll_over, public.queue,
  public.recovery_codes_left, public.redeem_recovery_code, public.remove_jersey, public.rename_factor, public.replace_image,
  public.replace_line_ups, public.reset_names, public.revoke_session, public.same_pictures, public.save_showcase,
  public.settle_reports, public.start_roll_over, public.suggest, public.suspend_member, public.swap_daily_shirt, public.teams_like,
  public.underived, public.undo, public.undo_decision, public.undo_import, public.undo_import_effects, public.want_letter,
  public.want_review_mail, public.withdraw_suggestion
to authenticated;

revoke execute on all functions in schema private from public;
-- What policies, constraints, triggers and functions with the rights of their caller call.
grant execute on function
  private.account_for_review, private.candidate, private.check_lines, private.check_standing, private.club_called,
  private.clubs_nicknamed,
  private.count_copy_upload, private.count_matching, private.count_upload, private.import_key, private.in_good_standing, private.is_about,
  private.is_copy_of_line, private.is_copy_photo, private.is_followable, private.is_image_in_use, private.is_like_jersey,
  private.is_like_team, private.is_uuid, private.kept_shirts, private.known_jersey, private.line_candidates, private.line_teams,
  private.lock_own_collection, private.mark_candidates, private.is_report_for_another, private.may_settle, private.may_take_name, private.names_club, private.own_copy,
  private.report_for_file, private.reported_author, private.require_factor, private.stored_reason, private.teams_among_words,
  private.teams_called, private.teams_of_line, private.waiting_for, private.worded_candidates
to authenticated;
grant execute on function
  private.admitted_image, private.check_not_gone, private.contest_time, private.follow_images, private.is_comment_for_another,
  private.is_currency, private.is_palette,
  private.is_partial_date, private.is_past, private.likeness_quarters, private.lock_merges
to authenticated, service_role;
grant execute on function
  private.inactive_ids, private.is_shown_photo
to anon, authenticated;
grant execute on function
  private.open_files, private.open_rows, private.open_time
to anon;
-- They read nothing, or what everybody reads.
grant execute on function
  private.asked_words, private.begin_words, private.combining_marks, private.corrections, private.current_change, private.day_at,
  private.deletion_variants, private.demonstration, private.fold, private.found_words, private.hidden_characters, private.is_reserved,
  private.is_visible, private.jersey_names, private.are_codes, private.code_key, private.kit_of, private.kit_type_names, private.kit_types, private.patterns, private.masked_variants,
  private.matching_jerseys, private.name_skeleton, private.nearness, private.prefix_matches, private.profile_text, private.said_text, private.saint_variant,
  private.search_query, private.significant_words, private.slug, private.small_version, private.storage_path,
  private.swaps, private.team_slug, private.tidy, private.tidy_profile, private.tier, private.tier_marks, private.unfinished_word,
  private.visible, private.whole_words, private.word_line, private.words
to public;
