-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
CREATE TABLE "private"."changes" ("kind" text NOT NULL, "id" uuid NOT NULL, "at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "changes_kind_known" CHECK ((kind = ANY (ARRAY['vote'::text, 'voter'::text, 'page'::text]))));
ALTER TABLE "private"."changes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."vote_sums" RESET (fillfactor);
CREATE TABLE "private"."voters_noted" ("until" timestamp with time zone);
delete from private.vote_sums where slot <> -1;
ALTER TABLE "private"."vote_sums" DROP CONSTRAINT "vote_sums_pkey";
ALTER TABLE "private"."vote_sums" DROP COLUMN "slot";
insert into private.voters_noted (until) values (null);

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP TRIGGER "standings_mark_pending" ON "private"."standings";

DROP TRIGGER "jersey_votes_begin" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_cast" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_changed" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_judge" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_withdrawn" ON "public"."jersey_votes";

DROP FUNCTION "private"."add_votes"(bigint, bigint);

DROP FUNCTION "private"."apply_pending_standings"(integer);

DROP FUNCTION "private"."begin_votes"();

DROP FUNCTION "private"."count_votes"();

DROP FUNCTION "private"."current_votes"();

DROP FUNCTION "private"."judge_vote"();

DROP FUNCTION "private"."mark_outdated"(uuid);

DROP FUNCTION "private"."mark_pending_standing"();

DROP FUNCTION "private"."publish_outdated"();

DROP FUNCTION "private"."recheck_voters"(uuid[], integer);

DROP FUNCTION "private"."rising_of"(text, boolean, timestamp with time zone);

DROP FUNCTION "private"."shift_all"(private.vote_shift[]);

DROP FUNCTION "private"."shift_standing"(uuid, integer, integer, double precision);

DROP FUNCTION "private"."shift_votes"(uuid, bigint, bigint);

DROP FUNCTION "public"."apply_pending_standings"(integer);

DROP FUNCTION "public"."recheck_due_voters"();

CREATE OR REPLACE FUNCTION private.add_jerseys(jersey public.jerseys, amount integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- Always in this order: a waiting transaction waits for the first row and holds none of the
  -- others.
  insert into public.jersey_counts as counts (kind, key, jerseys)
  select kind, key, amount
  from (values
    ('all', ''), ('league', jersey.league), ('competition', jersey.competition_id::text),
    ('team', jersey.team_id::text)) as counted (kind, key)
  where key is not null
  on conflict (kind, key) do update set jerseys = counts.jerseys + excluded.jerseys
$function$
;

CREATE OR REPLACE FUNCTION private.admit_vote()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user = 'authenticated' then
    perform private.check_standing();
  end if;
  if tg_op = 'INSERT' then
    perform private.check_not_gone(new.jersey_id);
  elsif tg_op = 'UPDATE' and new.vote <> old.vote then
    new.cast_at := now();
  end if;
  return coalesce(new, old);
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_deriving()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select pg_advisory_xact_lock(hashtextextended('maillotheque.derive', 0)) $function$
;

CREATE OR REPLACE FUNCTION private.bring_back(departed public.gone_jerseys, reason text, notifies boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  gone constant uuid := departed.jersey_id;
  kept constant uuid := departed.into_id;
begin
  perform private.lock_jerseys(array_remove(array[gone, kept], null));
  update public.jerseys set is_active = true where id = gone;

  -- Each row that is still where it was moved to. Collections follow copies.
  update public.copies copy
  set jersey_id = gone, former_jersey = case when kept is null then null else copy.former_jersey end
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'copies' and mr.row_id = copy.id
    and copy.jersey_id is not distinct from kept;
  -- The row that came with the jersey stays where there is another copy by now: under an id of its own.
  update public.user_collections collection set id = gen_random_uuid()
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'user_collections' and collection.id = mr.row_id
    and collection.jersey_id = kept;
  update public.user_collections collection
  set id = mr.row_id, created_at = (mr.stored ->> 'created_at')::timestamptz
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'user_collections'
    and collection.user_id = mr.member_id and collection.jersey_id = gone
    and not exists (select from public.user_collections uc_taken where uc_taken.id = mr.row_id);

  if kept is not null then
    delete from public.jersey_redirects where from_id = gone and into_id = kept;
    update public.jersey_redirects redirect set into_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_redirects' and mr.row_id = redirect.from_id
      and redirect.into_id = kept;
    perform private.set_change('moving', 'true');
    update public.jersey_votes vote set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_votes' and mr.row_id = vote.voter_id
      and vote.jersey_id = kept
      and not exists (select from public.jersey_votes jv_own where jv_own.jersey_id = gone and jv_own.voter_id = vote.voter_id);
    perform private.set_change('moving', null);
    perform private.recount_jerseys(array[gone, kept]);
    update public.user_wishlists wishlist set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'user_wishlists' and mr.row_id = wishlist.id
      and wishlist.jersey_id = kept
      and not exists (select from public.user_wishlists uw_own where uw_own.jersey_id = gone and uw_own.user_id = wishlist.user_id);
    update public.list_items item set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'list_items' and mr.row_id = item.id
      and item.jersey_id = kept
      and not exists (select from public.list_items li_own where li_own.jersey_id = gone and li_own.list_id = item.list_id);
    update public.comments comment set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'comments' and mr.row_id = comment.id
      and comment.jersey_id = kept;
    update public.reports report set target_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'reports' and mr.row_id = report.id
      and report.jersey_id = kept
      and not (report.status = 'open' and exists (
        select from public.reports r_own
        where r_own.jersey_id = gone and r_own.status = 'open' and r_own.reporter_id = report.reporter_id));
    update public.jersey_images image set jersey_id = gone, position = (mr.stored #>> '{}')::integer
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_images' and mr.row_id = image.id
      and image.jersey_id = kept and image.suggestion_id is null;
    update public.notices notice set jersey_id = gone
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'notices' and mr.row_id = notice.id
      and notice.jersey_id = kept;
    perform private.move_suggestions(gone, gone, departed.title);
  end if;
  update public.suggestions set held_at = null
  where target_type = 'jersey' and target_id = gone and held_at is not null;
  perform private.withhold_files(array(select path from public.jersey_images where jersey_id = gone), false);
  delete from public.gone_jerseys where jersey_id = gone;
  perform private.write_departure(gone, kept, departed.title, departed.urgency, false);
  if notifies then
    perform private.notify_members_with_jersey(gone, 'brought_back', gone, departed.title, reason);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_vote()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.current_change() ? 'moving' then
    return null;
  elsif tg_op = 'UPDATE' and old.jersey_id = new.jersey_id then
    if (old.vote, old.cast_at) is distinct from (new.vote, new.cast_at) then
      perform private.move_counters(
        new.jersey_id, (new.vote = 'up')::integer - (old.vote = 'up')::integer,
        (new.vote = 'down')::integer - (old.vote = 'down')::integer);
    end if;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform private.move_counters(old.jersey_id, -(old.vote = 'up')::integer, -(old.vote = 'down')::integer);
  end if;
  if tg_op <> 'DELETE' then
    perform private.move_counters(new.jersey_id, (new.vote = 'up')::integer, (new.vote = 'down')::integer);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_list_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.lists list set changed_at = now() where list.id in (select list_id from changed);
  -- A note is on the list's own page, which no cache has.
  if tg_op <> 'UPDATE' then
    perform private.invalidate_pages(list.id) from public.lists list
    where list.is_public and list.id in (select list_id from changed);
  end if;
  if tg_op = 'INSERT' then
    insert into private.changes (kind, id)
    select distinct 'page', item.jersey_id
    from changed item join public.lists list on list.id = item.list_id and list.is_public;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.import_votes(own public.collection_imports, lines jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked jsonb;
  gone text[];
begin
  select jsonb_agg(line), array_agg(line ->> 'key') filter (where not private.votable_jersey((line ->> 'jersey_id')::uuid))
  into asked, gone
  from jsonb_array_elements(lines) line
  where line ->> 'kind' = 'vote' and line ->> 'vote' in ('up', 'down') and line ->> 'jersey_id' is not null;
  if asked is null then
    return '{}';
  end if;
  with cast_votes as (
    insert into public.jersey_votes (jersey_id, voter_id, vote)
    select distinct on (jersey_id) jersey_id, own.owner_id, vote from (
      select (line ->> 'jersey_id')::uuid as jersey_id, line ->> 'vote' as vote, place
      from jsonb_array_elements(asked) with ordinality as lines (line, place)) vote
    where private.votable_jersey(jersey_id)
    order by jersey_id, place
    on conflict (jersey_id, voter_id) do nothing
    returning jersey_id, vote, cast_at
  )
  insert into private.imported_votes (import_id, jersey_id, vote, cast_at)
  select own.id, jersey_id, vote, cast_at from cast_votes
  -- Voted, withdrawn elsewhere, and sent again because the answer was lost.
  on conflict (import_id, jersey_id) do update set vote = excluded.vote, cast_at = excluded.cast_at;
  return coalesce(gone, '{}');
end $function$
;

CREATE OR REPLACE FUNCTION private.mark_collected()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.changes (kind, id)
  select 'page', changed.id
  from (select distinct unnest(array[old.jersey_id, new.jersey_id]) as id) changed
  where changed.id is not null
    -- With fewer, no number is shown, nor was one.
    and 2 <= case tg_table_name
      when 'user_collections' then
        (select count(*) from (select from public.user_collections where jersey_id = changed.id limit 2) shelved)
      else (select count(*) from (select from public.user_wishlists where jersey_id = changed.id limit 2) shelved)
    end;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.mark_listed(list_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.changes (kind, id)
  select 'page', item.jersey_id from public.list_items item where item.list_id = mark_listed.list_id
$function$
;

CREATE OR REPLACE FUNCTION private.mark_voter_due()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.changes (kind, id) values ('voter', new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.move_counters(jersey_id uuid, up integer, down integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if up <> 0 or down <> 0 then
    update public.jerseys set upvotes = upvotes + up, downvotes = downvotes + down where id = move_counters.jersey_id;
  end if;
  insert into private.changes (kind, id) values ('vote', move_counters.jersey_id);
end $function$
;

CREATE OR REPLACE FUNCTION private.move_jersey(from_jersey uuid, into_jersey uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select from_jersey, 'suggestions', suggestion.id, null::uuid from public.suggestions suggestion
  where target_type = 'jersey' and target_id = from_jersey and status = 'open' and kind in ('edit', 'photos')
    -- What an author wants of their own jersey is about that one.
    and suggestion.member_id is distinct from (select author_id from public.jerseys where id = from_jersey)
    -- Of a member with one for each, that about the other jersey waits until this one comes back.
    and not exists (
      select from public.suggestions s_kept
      where s_kept.target_id = into_jersey and s_kept.member_id = suggestion.member_id and s_kept.status = 'open'
        and s_kept.kind in ('edit', 'photos'))
  union all
  select from_jersey, 'jersey_redirects', from_id, null from public.jersey_redirects where into_id = from_jersey
  union all
  select from_jersey, 'comments', id, null from public.comments where jersey_id = from_jersey
  union all
  select from_jersey, 'notices', id, recipient_id from public.notices where jersey_id = from_jersey;

  -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
  perform private.set_change('moving', 'true');
  with moved as (
    update public.jersey_votes vote set jersey_id = into_jersey
    where jersey_id = from_jersey and not exists (
      select from public.jersey_votes jv_kept where jv_kept.jersey_id = into_jersey and jv_kept.voter_id = vote.voter_id)
    returning voter_id)
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select from_jersey, 'jersey_votes', voter_id, voter_id from moved;
  perform private.set_change('moving', null);
  perform private.recount_jerseys(array[from_jersey, into_jersey]);
  update public.user_collections collection set jersey_id = into_jersey
  where jersey_id = from_jersey and not exists (
    select from public.user_collections uc_kept
    where uc_kept.jersey_id = into_jersey and uc_kept.user_id = collection.user_id);
  with moved as (
    update public.user_wishlists wishlist set jersey_id = into_jersey
    where jersey_id = from_jersey and not exists (
      select from public.user_wishlists uw_kept
      where uw_kept.jersey_id = into_jersey and uw_kept.user_id = wishlist.user_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'user_wishlists', id from moved;
  with moved as (
    update public.list_items item set jersey_id = into_jersey
    where jersey_id = from_jersey and not exists (
      select from public.list_items li_kept
      where li_kept.jersey_id = into_jersey and li_kept.list_id = item.list_id)
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'list_items', id from moved;
  update public.comments set jersey_id = into_jersey where jersey_id = from_jersey;
  with moved as (
    update public.reports report set target_id = into_jersey
    where jersey_id = from_jersey and not (status = 'open' and exists (
      select from public.reports r_kept
      where r_kept.jersey_id = into_jersey and r_kept.status = 'open' and r_kept.reporter_id = report.reporter_id))
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'reports', id from moved;
  -- Images move behind the existing ones.
  with next as (
    select joining.id, image.position, joining.place
    from public.joining_photos(from_jersey, into_jersey) with ordinality joining (id, place) join public.jersey_images image on image.id = joining.id
  ), moved as (
    update public.jersey_images image
    set jersey_id = into_jersey, position = (
        select coalesce(max(ji_kept.position), -1) from public.jersey_images ji_kept where ji_kept.jersey_id = into_jersey
      ) + next.place
    from next where image.id = next.id
    returning image.id, next.position as was
  )
  insert into private.moved_rows (jersey_id, relation, row_id, stored)
  select from_jersey, 'jersey_images', id, to_jsonb(was) from moved;

  update public.notices set jersey_id = into_jersey where jersey_id = from_jersey;
  perform private.move_suggestions(from_jersey, into_jersey, (select title from public.jerseys where id = into_jersey));
  update public.jersey_redirects set into_id = into_jersey where into_id = from_jersey;
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (from_jersey, into_jersey);
end $function$
;

CREATE OR REPLACE FUNCTION private.note_due_voters()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  since timestamptz;
begin
  select coalesce(until, now()) into since from private.voters_noted
  where until is null or until < now() - interval '5 seconds';
  if not found then
    return;
  end if;
  insert into private.changes (kind, id)
  select 'voter', u.id from auth.users u
  where private.may_ever_count(u) and private.counts_from(u) > since and private.counts_from(u) <= now();
  update private.voters_noted set until = now();
end $function$
;

CREATE OR REPLACE FUNCTION private.publish_pages(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- PostgreSQL takes 8000 bytes per message.
  select pg_notify('public_changes', string_agg(id::text, ','))
  from (
    select id, row_number() over () / 200 as message
    from public.jerseys where id = any (ids) and status = 'approved' and is_active) numbered
  group by message
$function$
;

CREATE OR REPLACE FUNCTION private.recount_jerseys(ids uuid[])
 RETURNS TABLE(jersey_id uuid, upvotes integer, downvotes integer, was_upvotes integer, was_downvotes integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with counted as (
    select jersey.id, jersey.upvotes as was_up, jersey.downvotes as was_down,
      count(*) filter (where vote.vote = 'up')::integer as up, count(*) filter (where vote.vote = 'down')::integer as down
    from public.jerseys jersey left join public.jersey_votes vote on vote.jersey_id = jersey.id
    where jersey.id = any (ids) and jersey.id::text is distinct from private.current_change() ->> 'leaving'
    group by jersey.id
  ), repaired as (
    update public.jerseys jersey set upvotes = counted.up, downvotes = counted.down
    from counted where counted.id = jersey.id and (counted.up, counted.down) <> (jersey.upvotes, jersey.downvotes)
    returning jersey.id, counted.up, counted.down, counted.was_up, counted.was_down
  ), noted as (
    insert into private.changes (kind, id) select 'vote', id from unnest(ids) id
  )
  select id, up, down, was_up, was_down from repaired
$function$
;

CREATE OR REPLACE FUNCTION private.refresh_standings(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with counted as (
    select vote.jersey_id, count(*) filter (where vote.vote = 'up')::integer as up,
      count(*) filter (where vote.vote = 'down')::integer as down,
      coalesce(sum(case vote.vote when 'up' then 1 else -1 end) filter (where vote.cast_at > now() - interval '30 days'), 0) as rising
    from public.jersey_votes vote join auth.users u on u.id = vote.voter_id
    where vote.jersey_id = any (ids) and private.may_count(u)
    group by vote.jersey_id
  ), gone as (
    delete from private.standings
    where jersey_id = any (ids) and jersey_id not in (select jersey_id from counted)
  )
  insert into private.standings as standing (jersey_id, upvotes, downvotes, rising)
  select jersey_id, up, down, rising from counted
  on conflict (jersey_id) do update set upvotes = excluded.upvotes, downvotes = excluded.downvotes, rising = excluded.rising
  where (standing.upvotes, standing.downvotes, standing.rising) <> (excluded.upvotes, excluded.downvotes, excluded.rising)
$function$
;

CREATE OR REPLACE FUNCTION private.refresh_tiers(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- A document that is being written just now is looked at once more: waiting for it here could deadlock.
  with moved as (
    select document.id, private.tier_marks(private.tier(jersey.score)) as marks
    from public.jerseys jersey
    join private.search_documents document on document.kind = 'jersey' and document.id = jersey.id
    where jersey.id = any (ids)
      and array(select word from unnest(tsvector_to_array(document.words)) word where word like '#%')
        <> private.tier_marks(private.tier(jersey.score))
  ), free as (
    select document.id from private.search_documents document
    where document.kind = 'jersey' and document.id in (select id from moved) for update skip locked
  ), busy as (
    insert into private.changes (kind, id)
    select 'vote', id from moved where id not in (select id from free)
  )
  update private.search_documents document
  set words = ts_delete(
      document.words, array(select word from unnest(tsvector_to_array(document.words)) word where word like '#%'))
    || array_to_tsvector(moved.marks)
  from moved join free using (id)
  where document.kind = 'jersey' and document.id = moved.id
$function$
;

CREATE OR REPLACE FUNCTION private.schedule_jobs()
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  job record;
  scheduled text[] := '{}';
begin
  if to_regnamespace('cron') is null or not has_schema_privilege(to_regnamespace('cron'), 'usage') then
    return scheduled;
  end if;
  -- Only then: looking into a schema needs that privilege.
  if to_regprocedure('cron.schedule(text, text, text)') is null then
    return scheduled;
  end if;
  for job in
    select * from (values
      ('derive', '2 seconds', 'select public.derive(10000), public.age_votes()'),
      ('refresh_leaderboards', '*/10 * * * *', 'select public.refresh_leaderboards()'),
      ('draw_days', '*/10 * * * *', 'select public.draw_days(), public.draw_duels()'),
      ('sweep', '17 4 * * *',
        'select public.sweep_notices(), public.sweep_audit_log(), public.sweep_removed_copies(), public.sweep_imports(), public.sweep_gone_jerseys(), public.sweep_arrivals(), public.sweep_daily_players()'))
      as jobs (name, times, command)
  loop
    -- A job of the same name is replaced.
    execute 'select cron.schedule($1, $2, $3)' using 'maillotheque_' || job.name, job.times, job.command;
    scheduled := scheduled || job.name;
  end loop;
  return scheduled;
end $function$
;

CREATE OR REPLACE FUNCTION private.tidy_entries()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (select cleaned_at < clock_timestamp() - interval '1 minute' from private.catalogue_edition) then
    perform private.begin_edition();
    perform private.forget_entries();
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.age_votes()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  update public.jersey_votes vote set cast_at = null
  from (
    select jv_aged.jersey_id, jv_aged.voter_id from public.jersey_votes jv_aged
    where jv_aged.cast_at <= now() - interval '30 days'
    order by jv_aged.cast_at limit 1000 for update skip locked) old
  where (vote.jersey_id, vote.voter_id) = (old.jersey_id, old.voter_id);
  get diagnostics changed = row_count;
  return changed;
end $function$
;

CREATE OR REPLACE FUNCTION public.derive(at_most integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken private.changes[];
  voted uuid[];
  pages uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('maillotheque.derive', 0)) then
    return 0;
  end if;
  perform private.note_due_voters();
  with gone as (
    delete from private.changes
    where ctid = any (array(select ctid from private.changes limit least(greatest(coalesce(at_most, 1000), 1), 10000)))
    returning *
  )
  select array_agg(gone::private.changes) into taken from gone;
  if taken is not null then
    voted := array(
      select id from unnest(taken) where kind = 'vote'
      union
      select jersey_id from public.jersey_votes where voter_id in (select id from unnest(taken) where kind = 'voter'));
    pages := array(select id from unnest(taken) where kind = 'page' union select unnest(voted));
    -- What comes later reads what is before it.
    if voted <> '{}' then
      perform private.refresh_standings(voted);
      perform private.apply_standings(voted);
      perform private.refresh_tiers(voted);
    end if;
    perform private.publish_pages(pages);
  end if;
  perform private.tidy_entries();
  return coalesce(cardinality(taken), 0);
end $function$
;

REVOKE ALL ON FUNCTION "public"."derive"(integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."derive"(integer) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.recount_catalogue()
 RETURNS TABLE(what text, counted bigint, was bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  wrong uuid[];
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys, public.jersey_images in share row exclusive mode;
  perform private.begin_edition();
  wrong := array(
    select jersey_id
    from private.catalogue_facts fact
    full join (select * from private.catalogue_entries where until = private.for_ever()) entry using (jersey_id)
    where (entry.competition_id, entry.team_id, entry.year, entry.kit, entry.brand_id, entry.color,
        entry.has_photo, entry.created_at, entry.best, entry.votes, entry.rising)
      is distinct from
      (fact.competition_id, fact.team_id, fact.year, fact.kit, fact.brand_id, fact.color,
        fact.has_photo, fact.created_at, fact.best, fact.votes, fact.rising));
  return query select 'entries, jersey ' || id, 1::bigint, 0::bigint from unnest(wrong) id;
  perform private.refresh_entries(wrong);

  return query
  with facts as (
    select competition_id, team_id, year, kit, brand_id, color, has_photo, count(*) as jerseys
    from private.catalogue_facts group by 1, 2, 3, 4, 5, 6, 7
  ), fresh as (
    select key.dims, key.competition as competition_id, key.team as team_id, key.period, key.kit_known as kit,
      key.brand as brand_id, key.color_known as color, key.photo as has_photo, sum(facts.jerseys)::integer as jerseys
    from facts cross join lateral private.cell_keys(
      facts.competition_id, facts.team_id, facts.year, facts.kit, facts.brand_id, facts.color, facts.has_photo) key
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), differing as (
    select dims, competition_id, team_id, period, kit, brand_id, color, has_photo,
      coalesce(fresh.jerseys, 0) as jerseys, coalesce(cell.jerseys, 0) as was
    from fresh full join private.catalogue_cells cell
      using (dims, competition_id, team_id, period, kit, brand_id, color, has_photo)
    where coalesce(fresh.jerseys, 0) <> coalesce(cell.jerseys, 0)
  ), repaired as (
    insert into private.catalogue_cells (
      dims, competition_id, team_id, period, kit, brand_id, color, has_photo, jerseys)
    select dims, competition_id, team_id, period, kit, brand_id, color, has_photo, jerseys from differing
    on conflict on constraint catalogue_cells_pkey do update set jerseys = excluded.jerseys
  )
  select concat_ws(' ', 'cell', dims, competition_id, team_id, period, kit, brand_id, color, has_photo),
    jerseys::bigint, was::bigint
  from differing;
end $function$
;

CREATE OR REPLACE FUNCTION public.recount_standings()
 RETURNS TABLE(jersey_id uuid, upvotes integer, downvotes integer, rising double precision, was_upvotes integer, was_downvotes integer, was_rising double precision)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  -- What is due, or waits for the worker, is no error.
  while public.derive() > 0 loop end loop;
  perform private.begin_deriving();
  create temporary table former on commit drop as select * from private.standings;
  perform private.refresh_standings(array(
    select jersey_id from public.jersey_votes union select jersey_id from pg_temp.former));
  return query
  with wrong as (
    select coalesce(standing.jersey_id, former.jersey_id) as id, coalesce(standing.upvotes, 0), coalesce(standing.downvotes, 0),
      coalesce(standing.rising, 0), coalesce(former.upvotes, 0), coalesce(former.downvotes, 0), coalesce(former.rising, 0)
    from private.standings standing full join pg_temp.former former using (jersey_id)
    where (standing.upvotes, standing.downvotes, standing.rising) is distinct from (former.upvotes, former.downvotes, former.rising)
  ), noted as (
    insert into private.changes (kind, id) select 'vote', id from wrong
  )
  select * from wrong;
  drop table pg_temp.former;
end $function$
;

CREATE OR REPLACE FUNCTION public.recount_sums()
 RETURNS TABLE(what text, counted bigint, was bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  -- Writes that would change a number wait until the count is done.
  lock table public.jerseys in share row exclusive mode;
  create temporary table fresh on commit drop as
  select
    case when grouping(league) = 0 then 'league' when grouping(competition_id) = 0 then 'competition'
      when grouping(team_id) = 0 then 'team' else 'all' end as kind,
    coalesce(league, competition_id::text, team_id::text, '') as key, count(*) as jerseys
  from public.jerseys where status = 'approved' and is_active
  group by grouping sets ((), (league), (competition_id), (team_id))
  having grouping(team_id) = 1 or team_id is not null;

  return query
  select btrim(concat('jerseys, ', kind, ' ', key)), coalesce(fresh.jerseys, 0), coalesce(jc.jerseys, 0)
  from pg_temp.fresh full join public.jersey_counts jc using (kind, key)
  where coalesce(fresh.jerseys, 0) <> coalesce(jc.jerseys, 0);

  delete from public.jersey_counts;
  insert into public.jersey_counts (kind, key, jerseys) select kind, key, jerseys from pg_temp.fresh;
  drop table pg_temp.fresh;
end $function$
;

CREATE OR REPLACE FUNCTION public.recount_votes()
 RETURNS TABLE(jersey_id uuid, upvotes integer, downvotes integer, was_upvotes integer, was_downvotes integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- New votes wait until the count is done. It would undo those cast meanwhile.
  lock table public.jersey_votes in share row exclusive mode;
  return query
  select * from private.recount_jerseys(array(
    select jersey.id from public.jerseys jersey
    left join (
      select vote.jersey_id as id, count(*) filter (where vote.vote = 'up') as up, count(*) filter (where vote.vote = 'down') as down
      from public.jersey_votes vote group by 1) counted using (id)
    where (jersey.upvotes, jersey.downvotes) <> (coalesce(counted.up, 0), coalesce(counted.down, 0))));
end $function$
;

CREATE OR REPLACE FUNCTION public.refresh_leaderboards()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  with ranked as (
    select jersey.league, jersey.competition_id, jersey.brand_id, jersey.colors[1] as color,
      fact.year, season.code like '%-%' as is_split
    from private.standings standing
    join public.jerseys jersey on jersey.id = standing.jersey_id
    join private.catalogue_facts fact on fact.jersey_id = jersey.id
    join public.seasons season on season.id = jersey.season_id
    where standing.upvotes + standing.downvotes >= private.votes_to_rank()
  ), counted as (
    select league, year, is_split, competition_id, brand_id, color, count(*)::integer as jerseys
    from ranked group by grouping sets ((league), (year, is_split), (competition_id), (brand_id), (color))
  ), fresh as (
    select 'sport' as scope, lower(league) as value, null as label, jerseys from counted where league is not null
    union all
    select 'season', season.code, season.name, jerseys
    from counted
    join public.seasons season on left(season.code, 4)::integer = counted.year
      and (season.code like '%-%') = counted.is_split
    where season.is_active
    union all
    select 'competition', competition.slug, competition.name, jerseys
    from counted join public.competitions competition on competition.id = counted.competition_id
    where competition.is_active
    union all
    -- Two names may have one slug.
    select 'brand', private.slug(brand.name), min(brand.name), sum(jerseys)::integer
    from counted join public.brands brand on brand.id = counted.brand_id group by 2
    union all
    select 'color', color, null, jerseys from counted where color is not null
  ), gone as (
    delete from private.leaderboards leaderboard
    where not exists (select from fresh where (fresh.scope, fresh.value) = (leaderboard.scope, leaderboard.value))
    returning 1
  ), written as (
    insert into private.leaderboards as leaderboard (scope, value, label, jerseys)
    select scope, value, label, jerseys from fresh
    on conflict (scope, value) do update set label = excluded.label, jerseys = excluded.jerseys
    where (leaderboard.label, leaderboard.jerseys) is distinct from (excluded.label, excluded.jerseys)
    returning xmax = 0 as is_new
  )
  select (select count(*) from gone) + (select count(*) from written where is_new) into changed;
  update private.vote_sums sums set upvotes = counted.up, downvotes = counted.down
  from (
    select coalesce(sum(upvotes), 0) as up, coalesce(sum(downvotes), 0) as down
    from public.jerseys where status = 'approved' and is_active) counted
  where (sums.upvotes, sums.downvotes) <> (counted.up, counted.down);
  if changed > 0 then
    perform pg_notify('public_changes', '*');
  end if;
  return changed;
end $function$
;

CREATE OR REPLACE FUNCTION public.undo_import(import uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.collection_imports;
  kept jsonb;
  removed bigint;
  restored bigint;
  unwished bigint;
  withdrawn bigint;
  photos constant bigint := (select count(*) from public.copy_photos photo where photo.import_id = undo_import.import);
begin
  perform private.check_standing();
  own := private.own_import(import);
  if own.undone_at is not null or own.created_at < now() - interval '7 days' then
    raise sqlstate 'PT409' using
      message = case when own.undone_at is null then 'import_too_old' else 'import_undone' end,
      detail = 'An import is undone once, within seven days.';
  end if;
  -- In the order of locks: jerseys, whose counters votes move, the member, rows.
  delete from public.jersey_votes vote using private.imported_votes iv_brought
  left join public.jersey_redirects redirect on redirect.from_id = iv_brought.jersey_id
  where iv_brought.import_id = own.id and vote.voter_id = own.owner_id
    -- A merge moves a vote, or sets it aside where the member had one there already.
    and vote.jersey_id in (iv_brought.jersey_id, redirect.into_id)
    and vote.vote = iv_brought.vote and vote.cast_at = iv_brought.cast_at;
  get diagnostics withdrawn = row_count;
  perform private.lock_collections(array[own.owner_id]);
  delete from public.user_wishlists wishlist using private.imported_wishes iw_brought
  where iw_brought.import_id = own.id and wishlist.id = iw_brought.wish_id and private.wish_details(wishlist) = iw_brought.said;
  get diagnostics unwished = row_count;

  perform from public.copies copy
  join private.imported_lines line on line.copy_id = copy.id
  where line.import_id = own.id order by copy.id for update of copy;
  -- What its owner changed since, or gave a photo, stays and is named.
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', copy.id, 'title', coalesce(jersey.title, copy.former_jersey ->> 'title')) order by copy.id), '[]')
  into kept
  from private.imported_lines line
  join public.copies copy on copy.id = line.copy_id
  left join public.jerseys jersey on jersey.id = copy.jersey_id
  where line.import_id = own.id and private.is_changed_since(line, copy);

  update public.copies copy set
    size_scale = old.size_scale, size = old.size, version = old.version, condition = old.condition,
    printed_name = old.printed_name, printed_number = old.printed_number, is_signed = old.is_signed,
    signed_by = old.signed_by, certificate = old.certificate, price = old.price, currency = old.currency,
    bought_on = old.bought_on, bought_from = old.bought_from, lent_to = old.lent_to, lent_since = old.lent_since,
    storage_place = old.storage_place, notes = old.notes
  from private.imported_lines line
  cross join lateral jsonb_populate_record(null::public.copies, line.before) old
  where line.import_id = own.id and line.before is not null and copy.id = line.copy_id
    and not private.is_changed_since(line, copy);
  get diagnostics restored = row_count;
  delete from public.copies copy using private.imported_lines line
  where line.import_id = own.id and line.before is null and copy.id = line.copy_id
    and not private.is_changed_since(line, copy);
  get diagnostics removed = row_count;
  -- Photos that it brought to copies of an earlier import; those of its own copies go or stay with these.
  delete from public.copy_photos photo
  where photo.import_id = own.id and not exists (
    select from private.imported_lines line
    where line.import_id = own.id and line.copy_id = photo.copy_id and line.before is null);
  -- Later imports of the same file may add those that stay by their keys, not again.
  update public.collection_imports set undone_at = now(), finished_at = coalesce(finished_at, now())
  where id = own.id;
  delete from private.imported_lines where import_id = own.id;
  delete from private.imported_wishes where import_id = own.id;
  delete from private.imported_votes where import_id = own.id;
  return jsonb_build_object(
    'removed', removed, 'restored', restored, 'kept', kept, 'wishes', unwished, 'votes', withdrawn,
    'photos', photos - (select count(*) from public.copy_photos photo where photo.import_id = own.id));
end $function$
;

CREATE OR REPLACE FUNCTION public.vote_totals()
 RETURNS TABLE(upvotes bigint, downvotes bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select upvotes, downvotes from private.vote_sums $function$
;

CREATE TRIGGER jersey_votes_admit BEFORE INSERT OR DELETE OR UPDATE ON public.jersey_votes FOR EACH ROW EXECUTE FUNCTION private.admit_vote();

CREATE TRIGGER jersey_votes_count AFTER INSERT OR DELETE OR UPDATE ON public.jersey_votes FOR EACH ROW EXECUTE FUNCTION private.count_vote();

COMMENT ON FUNCTION "private"."admit_vote"() IS 'Refuses the votes of a suspended member, and one on a jersey that is gone; dates a vote that is switched';

COMMENT ON FUNCTION "private"."begin_deriving"() IS 'Until the transaction ends, nobody else derives';

COMMENT ON FUNCTION "private"."count_vote"() IS 'Moves the counters of the jersey of a vote that came, changed or went';

COMMENT ON FUNCTION "private"."mark_voter_due"() IS 'Notes for the worker that an account has changed: its votes may start or stop counting';

COMMENT ON FUNCTION "private"."move_counters"(uuid, integer, integer) IS 'Moves the counters of a jersey, and notes for the worker that its votes changed';

COMMENT ON FUNCTION "private"."note_due_voters"() IS 'Notes for the worker whose first day or suspension is over; at most every five seconds';

COMMENT ON FUNCTION "private"."publish_pages"(uuid[]) IS 'Tells servers that the pages of these jerseys are outdated, of those that are public';

COMMENT ON FUNCTION "private"."recount_jerseys"(uuid[]) IS 'Counts the votes of these jerseys again, but of one that is being deleted; returns those whose counters were others';

COMMENT ON FUNCTION "private"."refresh_standings"(uuid[]) IS 'Counts the votes of these jerseys that count for rankings';

COMMENT ON FUNCTION "private"."refresh_tiers"(uuid[]) IS 'Marks the search documents of these jerseys with the tiers of their scores';

COMMENT ON FUNCTION "private"."tidy_entries"() IS 'Deletes entries that ended more than an hour ago, about once a minute';

COMMENT ON FUNCTION "public"."age_votes"() IS 'Forgets when votes were cast that are 30 days old, and with it takes them from the rising jerseys: at most 1000 a call, returns how many';

COMMENT ON FUNCTION "public"."derive"(integer) IS 'Takes at most so many changes and derives what is only read: standings, orders of the catalogue, tiers of search, outdated pages. Returns how many it took. Servers call it after writes and every five seconds';

COMMENT ON FUNCTION "public"."recount_standings"() IS 'Counts the votes of all jerseys that count for rankings; repairs and returns the standings that were wrong';

COMMENT ON FUNCTION "public"."recount_sums"() IS 'Counts every public jersey again; repairs and returns the numbers that were wrong';

COMMENT ON TABLE "private"."changes" IS 'What the worker has yet to look at: a jersey whose votes changed (vote), an account whose votes may start or stop counting (voter), a jersey whose page shows something else (page)';

COMMENT ON TABLE "private"."vote_sums" IS 'One row: the votes on all public jerseys, as refresh_leaderboards() found them last';

COMMENT ON TABLE "private"."voters_noted" IS 'One row: up to when note_due_voters() has noted whose votes start counting; null before the first time';

REVOKE ALL ON FUNCTION "private"."admit_vote"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."begin_deriving"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_not_gone"(uuid) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."check_not_gone"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."check_not_gone"(uuid) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."check_not_gone"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."count_vote"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_counters"(uuid, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_due_voters"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."publish_pages"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recount_jerseys"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_standings"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_tiers"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tidy_entries"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."derive"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."derive"(integer) TO "service_role";

set check_function_bodies = on;
-- end

ALTER TABLE "private"."standings" DROP CONSTRAINT "standings_jersey_id_fkey";
ALTER TABLE "private"."voters_due" DROP CONSTRAINT "voters_due_voter_id_fkey";
DROP TYPE "private"."vote_shift";
ALTER TABLE "public"."jersey_votes" DROP COLUMN "counts";
DROP TABLE "private"."outdated";
DROP TABLE "private"."pending_standings";
DROP TABLE "private"."voters_due";

-- The slots are one row now, which the listing of leaderboards fills.
update private.vote_sums set (upvotes, downvotes) = (
  select coalesce(sum(upvotes), 0), coalesce(sum(downvotes), 0) from public.jerseys where status = 'approved' and is_active);

-- Votes that start or stop counting just now.
insert into private.changes (kind, id) select distinct 'vote', jersey_id from public.jersey_votes;

do $$
begin
  if to_regnamespace('cron') is null or not has_schema_privilege(to_regnamespace('cron'), 'usage')
    or to_regprocedure('cron.unschedule(text)') is null then
    return;
  end if;
  perform cron.unschedule(jobname) from cron.job where jobname = 'maillotheque_recheck_due_voters';
end $$;
select private.schedule_jobs();
