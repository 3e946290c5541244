import { SERVICE_POLICY } from "@maillotheque/backend/testing";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";

import { createRules, type Rules } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

async function list(text: string): Promise<unknown[]> {
  const { rows } = await rules.system(text);
  return rows.map((row) => Object.values(row).join(" "));
}

test("nobody has a privilege on a table that is private", async () => {
  expect(
    await list(`select grantee, relname from pg_class
      cross join unnest(array['anon', 'authenticated', 'service_role']) grantee
      where relnamespace = 'private'::regnamespace and relkind in ('r', 'p', 'm', 'f') and (
        has_table_privilege(grantee, oid, 'select, insert, update, delete, truncate, references, trigger')
        or has_any_column_privilege(grantee, oid, 'select, insert, update, references'))`),
  ).toEqual([]);
});

describe("every table of public", () => {
  it("has row-level security", async () => {
    expect(
      await list(`select relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'm', 'f')
          and not relrowsecurity`),
    ).toEqual([]);
  });

  it("gives the request roles only the listed rights", async () => {
    // Privileges on whole tables; the tests of each table check those on columns.
    expect(
      await list(`select grantee, table_name, string_agg(privilege_type, ' ' order by privilege_type)
        from information_schema.role_table_grants
        where table_schema = 'public' and grantee in ('PUBLIC', 'anon', 'authenticated')
        group by 1, 2 order by 1, 2`),
    ).toEqual([
      "anon brands SELECT",
      "anon comments SELECT",
      "anon competitions SELECT",
      "anon daily_duels SELECT",
      "anon daily_shirts SELECT",
      "anon dumps SELECT",
      "anon jersey_counts SELECT",
      "anon jersey_images SELECT",
      "anon jersey_redirects SELECT",
      "anon jerseys SELECT",
      "anon profiles SELECT",
      "anon public_changes SELECT",
      "anon seasons SELECT",
      "anon sponsors SELECT",
      "anon team_aliases SELECT",
      "anon team_redirects SELECT",
      "anon team_seasons SELECT",
      "anon teams SELECT",
      "authenticated audit_log SELECT",
      "authenticated brands DELETE INSERT SELECT UPDATE",
      "authenticated catalogue_imports SELECT",
      "authenticated collection_imports SELECT",
      "authenticated comments DELETE SELECT",
      "authenticated competitions DELETE INSERT SELECT UPDATE",
      "authenticated copies DELETE SELECT",
      "authenticated copy_photos DELETE SELECT",
      "authenticated daily_duel_answers SELECT",
      "authenticated daily_duels SELECT",
      "authenticated daily_guesses SELECT",
      "authenticated daily_players SELECT",
      "authenticated daily_shirts SELECT",
      "authenticated dumps SELECT",
      "authenticated follows DELETE SELECT",
      "authenticated gone_jerseys SELECT",
      "authenticated jersey_counts SELECT",
      "authenticated jersey_images DELETE SELECT",
      "authenticated jersey_redirects SELECT",
      "authenticated jersey_votes DELETE SELECT",
      "authenticated jerseys DELETE SELECT",
      "authenticated letters SELECT",
      "authenticated list_items DELETE SELECT",
      "authenticated lists DELETE SELECT",
      "authenticated notice_settings INSERT SELECT UPDATE",
      "authenticated notices SELECT",
      "authenticated profiles SELECT",
      "authenticated public_changes SELECT",
      "authenticated report_contests SELECT",
      "authenticated reports DELETE SELECT",
      "authenticated review_mails SELECT",
      "authenticated roll_over_competitions SELECT",
      "authenticated roll_over_teams SELECT",
      "authenticated roll_overs SELECT",
      "authenticated seasons DELETE INSERT SELECT UPDATE",
      "authenticated showcase_shirts SELECT",
      "authenticated showcases SELECT",
      "authenticated sponsors SELECT",
      "authenticated suggestions SELECT",
      "authenticated team_aliases DELETE INSERT SELECT",
      "authenticated team_redirects SELECT",
      "authenticated team_seasons DELETE INSERT SELECT UPDATE",
      "authenticated teams DELETE INSERT SELECT UPDATE",
      "authenticated user_collections DELETE SELECT",
      "authenticated user_roles DELETE INSERT SELECT",
      "authenticated user_wishlists DELETE SELECT",
      "authenticated visitor_reports SELECT",
      "authenticated visits SELECT",
      "authenticated year_links DELETE SELECT",
    ]);
  });
});

describe("every column of public", () => {
  it("can be written by members only if listed", async () => {
    // For tables without a grant on the whole table, see above.
    expect(
      await list(`select attrelid::regclass, privilege, string_agg(attname, ' ' order by attname)
        from pg_attribute, unnest(array['insert', 'update']) privilege, unnest(array['anon', 'authenticated']) role
        where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p'))
          and attnum > 0 and not attisdropped
          and has_column_privilege(role, attrelid, attnum, privilege)
          and not has_table_privilege(role, attrelid, privilege)
        group by 1, 2 order by attrelid::regclass::text, 2`),
    ).toEqual([
      "collection_imports insert file_name id line_count",
      "comments insert author_id body jersey_id",
      "comments update body hidden_reason is_hidden",
      "copies insert bought_from bought_on certificate condition currency former_jersey id is_signed jersey_id lent_since lent_to notes price printed_name printed_number signed_by size size_scale storage_place version",
      "copies update bought_from bought_on certificate condition currency former_jersey is_signed jersey_id lent_since lent_to notes price printed_name printed_number removed_at signed_by size size_scale storage_place version",
      "copy_photos insert copy_id id import_id path position",
      "copy_photos update is_shown position",
      "follows insert target_id target_type",
      "jersey_images insert alt id jersey_id licence likeness position rights_stated url",
      "jersey_images update alt licence position url",
      "jersey_votes insert jersey_id vote voter_id",
      "jersey_votes update jersey_id vote voter_id",
      "jerseys insert author_id brand brand_id colors competition_id description edition external_link id kit_type league pattern price product_codes season_id sponsor team team_id title year",
      "jerseys update brand brand_id colors competition_id description edition external_link is_active kit_type league pattern price product_codes season_id sponsor team team_id title year",
      "list_items insert copy_id jersey_id list_id note place",
      "list_items update note",
      "lists insert description is_public title",
      "lists update description is_public title",
      "notices update read_at",
      "profiles update display_name username",
      "reports insert category reason reporter_id target_id target_type",
      "reports update resolution_note status",
      "user_collections insert jersey_id user_id",
      "user_wishlists insert currency former_jersey highest_price id jersey_id note size size_scale user_id",
      "user_wishlists update currency former_jersey highest_price note size size_scale",
      "year_links insert year",
    ]);
  });
});

describe("every table that members write to", () => {
  it("first checks whether the member may write at all", async () => {
    expect(
      await list(`select relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and (has_table_privilege('authenticated', oid, 'delete')
            or has_any_column_privilege('authenticated', oid, 'insert')
            or has_any_column_privilege('authenticated', oid, 'update'))
          and not exists (
            select from pg_trigger join pg_proc on pg_proc.oid = tgfoid
            where tgrelid = pg_class.oid and prosrc ~ 'perform private\\.check_standing\\(\\)')`),
    ).toEqual([]);
  });
});

describe("every error", () => {
  it("that names a constraint names one that exists", async () => {
    expect(
      await list(`select distinct named[1]
        from pg_proc, regexp_matches(prosrc, $$constraint = '(\\w+)'$$, 'g') named
        where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
          and named[1] not in (select conname from pg_constraint)`),
    ).toEqual([]);
  });
});

describe("every column of a jersey", () => {
  it("has the effects of a change, but the key, counters, what is generated and what is always null", async () => {
    expect(
      await list(`select attname from pg_attribute
        where attrelid = 'public.jerseys'::regclass and attnum > 0 and not attisdropped
          and attnum <> all ((select tgattr::int2[] from pg_trigger
            where tgrelid = 'public.jerseys'::regclass and tgname = 'jerseys_changed')::int2[])
        order by 1`),
    ).toEqual([
      ...["downvotes", "id", "kit_type_slug", "moderated_by", "score", "search_text", "team_slug"],
      "upvotes",
    ]);
  });
});

describe("every policy", () => {
  // Every table has another one, for the service role.
  const POLICIES = `from pg_policies
    where schemaname in ('public', 'storage') and policyname <> '${SERVICE_POLICY}'`;

  it("names its role and one operation", async () => {
    expect(
      await list(`select tablename, policyname ${POLICIES}
        and (cmd = 'ALL' or not roles <@ array['anon', 'authenticated']::name[])`),
    ).toEqual([]);
  });

  it("is the only one of its table, role and operation, of files the only one of its bucket", async () => {
    expect(
      await list(`select tablename, bucket, cmd, role
        from pg_policies, unnest(roles) role,
          substring(coalesce(qual, with_check) from 'bucket_id = ''([a-z]+)''') bucket
        where schemaname in ('public', 'storage')
        group by tablename, bucket, cmd, role, permissive having count(*) > 1`),
    ).toEqual([]);
  });

  it("reads the caller once per statement, not once per row", async () => {
    // PostgreSQL's form of `(select auth.uid())`; any remaining call is not wrapped.
    expect(
      await list(`select tablename, policyname ${POLICIES} and
        regexp_replace(
          coalesce(qual, '') || coalesce(with_check, ''),
          '\\( SELECT (auth\\.uid\\(\\)|is_admin\\(\\( SELECT auth\\.uid\\(\\) AS uid\\)\\)) AS \\w+\\)', '', 'g'
        ) ~ 'auth\\.uid|is_admin'`),
    ).toEqual([]);
  });
});

describe("every foreign key", () => {
  it("has an index that starts with its columns", async () => {
    expect(
      await list(`select conrelid::regclass, conname from pg_constraint f
        where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
          select from pg_index i where i.indrelid = f.conrelid and i.indpred is null
            and (i.indkey::smallint[])[0:cardinality(f.conkey) - 1] @> f.conkey)`),
    ).toEqual([]);
  });

  it("leaves one way from a jersey to its author, and none through a link table", async () => {
    expect(
      await list(`select conrelid::regclass, conname from pg_constraint
        where contype = 'f' and confrelid = 'profiles'::regclass order by conname`),
    ).toEqual([
      "comments comments_author_id_fkey",
      "jersey_images jersey_images_contributor_id_fkey",
      "jerseys jerseys_author_id_fkey",
      "reports reports_reporter_id_fkey",
      "revisions revisions_contributor_id_fkey",
      "suggestions suggestions_member_id_fkey",
      "user_roles user_roles_user_id_fkey",
    ]);
    expect(
      await list(`select k.conrelid::regclass from pg_constraint k
        where k.contype = 'p' and k.connamespace = 'public'::regnamespace and 1 < (
          select count(*) from pg_constraint f join pg_class target on target.oid = f.confrelid
          where f.conrelid = k.conrelid and f.contype = 'f' and f.conkey <@ k.conkey
            and target.relnamespace = 'public'::regnamespace)`),
    ).toEqual([]);
  });
});

describe("every function", () => {
  const OURS = `from pg_proc p
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

  it("sets its search_path, unless its body was resolved at creation", async () => {
    expect(
      await list(
        `select proname ${OURS} and prosqlbody is null
          and not coalesce(proconfig, '{}') @> '{"search_path=\\"\\""}'`,
      ),
    ).toEqual([]);
  });

  it("with its owner's rights can be executed only by the listed roles", async () => {
    expect(
      await list(`select format('%s.%s', pronamespace::regnamespace, proname), string_agg(role, ' ' order by role)
        ${OURS.replace("where", ", unnest(array['anon', 'authenticated', 'service_role']) role where")}
          and prosecdef and has_function_privilege(role, p.oid, 'execute')
        group by 1 order by 1`),
    ).toEqual([
      "private.account_for_review authenticated",
      "private.admitted_image authenticated service_role",
      "private.check_not_gone authenticated service_role",
      "private.check_standing authenticated",
      "private.club_called authenticated",
      "private.clubs_nicknamed authenticated",
      "private.count_copy_upload authenticated",
      "private.count_matching authenticated",
      "private.count_upload authenticated",
      "private.follow_images authenticated service_role",
      "private.in_good_standing authenticated",
      "private.inactive_ids anon authenticated",
      "private.is_about authenticated",
      "private.is_comment_for_another authenticated service_role",
      "private.is_copy_photo authenticated",
      "private.is_followable authenticated",
      "private.is_image_in_use authenticated",
      "private.is_like_jersey authenticated",
      "private.is_like_team authenticated",
      "private.is_report_for_another authenticated",
      "private.is_shown_photo anon authenticated",
      "private.line_teams authenticated",
      "private.lock_own_collection authenticated",
      "private.may_settle authenticated",
      "private.may_take_name authenticated",
      "private.names_club authenticated",
      "private.reported_author authenticated",
      "private.require_factor authenticated",
      "private.teams_among_words authenticated",
      "private.teams_called authenticated",
      "private.waiting_for authenticated",
      "public.adopt_team authenticated service_role",
      "public.age_votes service_role",
      "public.answer_duel anon authenticated service_role",
      "public.begin_catalogue_import authenticated service_role",
      "public.cancel_email_change authenticated service_role",
      "public.catalogue_counts anon authenticated service_role",
      "public.catalogue_page anon authenticated service_role",
      "public.catalogue_values anon authenticated service_role",
      "public.check_derived service_role",
      "public.check_dump service_role",
      "public.claim_cache_purges service_role",
      "public.claim_daily authenticated service_role",
      "public.claim_letters service_role",
      "public.claim_notice_mail service_role",
      "public.claim_review_mails service_role",
      "public.claim_visitor_report_mail service_role",
      "public.competition_seasons anon authenticated service_role",
      "public.confirm_visitor_report anon authenticated service_role",
      "public.contest_notice authenticated service_role",
      "public.contest_report anon authenticated service_role",
      "public.contest_suggestion authenticated service_role",
      "public.contributors anon authenticated service_role",
      "public.create_recovery_codes authenticated service_role",
      "public.decide authenticated service_role",
      "public.delete_account authenticated service_role",
      "public.derive service_role",
      "public.discard_roll_over authenticated service_role",
      "public.draw_days service_role",
      "public.draw_duels service_role",
      "public.export_jerseys authenticated service_role",
      "public.file_visitor_report service_role",
      "public.fill_list authenticated service_role",
      "public.finish_cache_purges service_role",
      "public.finish_dump service_role",
      "public.finish_letter service_role",
      "public.finish_notice_mail service_role",
      "public.finish_review_mail service_role",
      "public.finish_visitor_report_mail service_role",
      "public.guess_days anon authenticated service_role",
      "public.guess_game anon authenticated service_role",
      "public.guess_picture service_role",
      "public.held_of_list authenticated service_role",
      "public.hide_comments authenticated service_role",
      "public.hide_list authenticated service_role",
      "public.history anon authenticated service_role",
      "public.import_copies authenticated service_role",
      "public.import_jerseys authenticated service_role",
      "public.is_admin anon authenticated service_role",
      "public.is_reviewer anon authenticated service_role",
      "public.items_of_list anon authenticated service_role",
      "public.joining_photos authenticated service_role",
      "public.kits_beside anon authenticated service_role",
      "public.list anon authenticated service_role",
      "public.list_members authenticated service_role",
      "public.lists_of_member anon authenticated service_role",
      "public.lists_with anon authenticated service_role",
      "public.match_jerseys authenticated service_role",
      "public.merge_effects authenticated service_role",
      "public.merge_jerseys authenticated service_role",
      "public.merge_teams authenticated service_role",
      "public.moderate_jersey authenticated service_role",
      "public.move_in_list authenticated service_role",
      "public.my_changes authenticated service_role",
      "public.my_decisions authenticated service_role",
      "public.my_duel anon authenticated service_role",
      "public.my_sessions authenticated service_role",
      "public.my_trust authenticated service_role",
      "public.my_year authenticated service_role",
      "public.offer_visitor_reports service_role",
      "public.order_images authenticated service_role",
      "public.publish_roll_over authenticated service_role",
      "public.queue authenticated service_role",
      "public.queue_figures anon authenticated service_role",
      "public.queue_unused_files service_role",
      "public.rebuild service_role",
      "public.recovery_codes_left authenticated service_role",
      "public.redeem_recovery_code authenticated service_role",
      "public.refresh_vote_sums service_role",
      "public.removal_reason anon authenticated service_role",
      "public.remove_jersey authenticated service_role",
      "public.removed_jersey anon authenticated service_role",
      "public.rename_factor authenticated service_role",
      "public.replace_line_ups authenticated service_role",
      "public.reset_names authenticated service_role",
      "public.revoke_session authenticated service_role",
      "public.same_pictures authenticated service_role",
      "public.save_showcase authenticated service_role",
      "public.search_competitions anon authenticated service_role",
      "public.search_jerseys anon authenticated service_role",
      "public.search_teams anon authenticated service_role",
      "public.season_kits anon authenticated service_role",
      "public.season_wall anon authenticated service_role",
      "public.season_walls anon authenticated service_role",
      "public.send_visitor_report anon authenticated service_role",
      "public.settle_reports authenticated service_role",
      "public.shared_year anon authenticated service_role",
      "public.shelf_counts anon authenticated service_role",
      "public.showcase anon authenticated service_role",
      "public.showcase_collection anon authenticated service_role",
      "public.showcase_names anon authenticated service_role",
      "public.showcase_own anon authenticated service_role",
      "public.showcase_sets anon authenticated service_role",
      "public.showcase_shirts anon authenticated service_role",
      "public.showcase_wishes anon authenticated service_role",
      "public.start_roll_over authenticated service_role",
      "public.stop_letters anon authenticated service_role",
      "public.stop_notice_mails anon authenticated service_role",
      "public.stop_review_mails anon authenticated service_role",
      "public.suggest authenticated service_role",
      "public.suggest_teams anon authenticated service_role",
      "public.suspend_member authenticated service_role",
      "public.swap_daily_shirt authenticated service_role",
      "public.sweep_arrivals service_role",
      "public.sweep_audit_log service_role",
      "public.sweep_daily_players service_role",
      "public.sweep_gone_jerseys service_role",
      "public.sweep_imports service_role",
      "public.sweep_notices service_role",
      "public.sweep_removed_copies service_role",
      "public.sweep_visitor_reports service_role",
      "public.takes_visitor_reports anon authenticated service_role",
      "public.team_colors anon authenticated service_role",
      "public.team_decade anon authenticated service_role",
      "public.team_kits anon authenticated service_role",
      "public.team_kits_near anon authenticated service_role",
      "public.teams_like authenticated service_role",
      "public.try_guess anon authenticated service_role",
      "public.underived authenticated service_role",
      "public.undo authenticated service_role",
      "public.undo_decision authenticated service_role",
      "public.undo_import authenticated service_role",
      "public.undo_import_effects authenticated service_role",
      "public.undone_revisions anon authenticated service_role",
      "public.vote_totals anon authenticated service_role",
      "public.want_letter authenticated service_role",
      "public.want_review_mail authenticated service_role",
      "public.withdraw_suggestion authenticated service_role",
      "public.worker_state service_role",
    ]);
  });

  it("of public has a unique name", async () => {
    expect(
      await list(`select proname ${OURS} and pronamespace = 'public'::regnamespace
        group by proname having count(*) > 1`),
    ).toEqual([]);
  });
});

describe("every index", () => {
  it("except those of keys and references names the query it serves", async () => {
    expect(
      await list(`select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace = 'public'::regnamespace and c.relname !~ '_by_'
          and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
          and obj_description(c.oid, 'pg_class') is null`),
    ).toEqual([]);
  });
});

describe("every constraint", () => {
  it("on a value has an explicit name", async () => {
    expect(
      await list(`select conname from pg_constraint
        where connamespace = 'public'::regnamespace and contype = 'c'
          and (conname ~ '_check\\d*$' or conname !~ '^[a-z]+(_[a-z]+)+$')`),
    ).toEqual([]);
  });
});
