create table private.arrivals (
  -- A team, a competition or a brand: their ids are of one kind, and no two are the same.
  target_id uuid not null,
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  kind text not null
    constraint arrivals_kind_known check (kind in ('jersey', 'photo')),
  is_bulk boolean not null,
  at timestamptz not null default now(),
  constraint arrivals_pkey primary key (target_id, jersey_id, kind)
);
create index arrivals_of_target on private.arrivals (target_id, is_bulk, at desc);
create index arrivals_by_jersey on private.arrivals (jersey_id);
create index arrivals_age on private.arrivals (at);
alter table private.arrivals enable row level security;

create table public.follows (
  member_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  target_type text not null
    constraint follows_target_type_known check (target_type in ('team', 'competition', 'brand', 'list')),
  target_id uuid not null,
  created_at timestamptz not null default now(),
  constraint follows_pkey primary key (member_id, target_id)
);
create index follows_of_target on public.follows (target_id);
alter table public.follows enable row level security;
create table public.visits (
  member_id uuid primary key references auth.users (id) on delete cascade,
  seen_at timestamptz not null,
  since timestamptz not null
);
alter table public.visits enable row level security;

create table public.letters (
  member_id uuid primary key references auth.users (id) on delete cascade,
  is_wanted boolean not null,
  key uuid not null default gen_random_uuid()
    constraint letters_key_key unique,
  covered_until timestamptz not null default now(),
  week date not null,
  claimed_at timestamptz,
  retry_at timestamptz,
  attempts integer not null default 0,
  problem text
);
create index letters_due on public.letters (week, member_id) where is_wanted;
create index letters_again on public.letters (retry_at) where retry_at is not null;
alter table public.letters enable row level security;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

REVOKE ALL ON TABLE "public"."follows" FROM "anon";

REVOKE ALL ON TABLE "public"."letters" FROM "anon";

REVOKE ALL ON TABLE "public"."visits" FROM "anon";

create or replace function private.after_image() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  image constant public.jersey_images := coalesce(new, old);
  is_suggested constant boolean := image.suggestion_id is not null;
  is_author constant boolean := tg_nargs > 0;
  is_staged constant boolean := is_author
    and (select status from public.jerseys where id = image.jersey_id) is not distinct from 'approved';
begin
  if is_author and tg_op = 'INSERT' then
    perform private.stage_image(new);
  elsif is_author and tg_op = 'DELETE' then
    perform private.stage_image_removal(old);
  end if;
  if private.is_staging() then
    perform private.list_image(old, new);
    return null;
  end if;

  if tg_op <> 'DELETE' or is_suggested or not is_staged then
    perform private.log_change(
      'jersey_images', image.jersey_id::text, case when tg_op <> 'INSERT' then to_jsonb(old) end,
      case when tg_op <> 'DELETE' then to_jsonb(new) end);
  end if;
  perform private.list_image(old, new);
  -- One row of history for each photo, so that each is undone by itself. None for what a trigger writes.
  if not is_suggested and pg_trigger_depth() = 1 and not is_staged
    and (tg_op <> 'UPDATE' or old.suggestion_id is not null or old.url <> new.url) then
    perform private.record_photo_revision(old, new);
  end if;
  if not is_suggested and not is_staged and (tg_op = 'INSERT' or tg_op = 'UPDATE' and old.suggestion_id is not null) then
    perform private.record_arrival('photo', image.jersey_id);
  end if;
  if tg_op = 'INSERT' and not is_suggested and not is_staged or tg_op = 'UPDATE' and not is_suggested
    or tg_op = 'DELETE' and not is_suggested and not is_staged then
    perform private.invalidate_pages(image.jersey_id);
  end if;
  return null;
end $$;

create or replace function private.after_jersey_came_or_went() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  jersey constant public.jerseys := coalesce(new, old);
  is_public constant boolean := jersey.status = 'approved' and jersey.is_active;
begin
  perform private.log_change(
    'jerseys', jersey.id::text, case when tg_op = 'DELETE' then to_jsonb(old) end,
    case when tg_op = 'INSERT' then to_jsonb(new) end);
  -- It locks the row 'all' first, and decisions wait for each other there.
  perform private.count_jersey(old, new);
  if tg_op = 'DELETE' then
    delete from private.decisions where table_name = 'jerseys' and row_id = old.id;
    update public.storage_deletions set held_for = null, retry_at = now() where held_for = old.id;
  end if;
  perform private.count_kit(old, new);
  if is_public then
    perform private.mark_changed_facts(array[jersey.id], 'jerseys');
  end if;
  if tg_op = 'INSERT' and is_public then
    perform private.record_arrival('jersey', new.id);
  end if;
  perform private.count_of_author(old, new);
  perform private.record_words_of_jersey(jersey.id);
  -- Lists and counts of any page change.
  if is_public then
    perform pg_notify('public_changes', '*');
  end if;
  return null;
end $$;

create or replace function private.after_jersey_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was_public constant boolean := old.status = 'approved' and old.is_active;
  is_public constant boolean := new.status = 'approved' and new.is_active;
  is_placed_anew constant boolean := was_public <> is_public
    or (old.league, old.competition_id, old.team_id) is distinct from (new.league, new.competition_id, new.team_id);
  is_moved constant boolean := is_placed_anew
    or (old.season_id, old.year, old.kit_type) is distinct from (new.season_id, new.year, new.kit_type);
  are_facts_changed constant boolean := was_public <> is_public
    or (old.competition_id, old.team_id, old.season_id, old.year, old.kit_type, old.brand_id, old.colors, old.created_at)
      is distinct from
      (new.competition_id, new.team_id, new.season_id, new.year, new.kit_type, new.brand_id, new.colors, new.created_at);
  -- A league changes without its competition only when the competition's does, and takes its jerseys along.
  is_taken_along constant boolean := old.league <> new.league and old.competition_id = new.competition_id;
begin
  -- Putting the approved version back changes nothing.
  if private.is_staging() then
    return null;
  end if;

  perform private.log_change('jerseys', new.id::text, to_jsonb(old), to_jsonb(new));
  if (is_moved or are_facts_changed) and (was_public or is_public) then
    perform private.lock_jersey_counts();
  end if;
  if is_placed_anew then
    perform private.count_jersey(old, new);
  end if;
  if is_moved then
    perform private.count_kit(old, new);
  end if;
  if are_facts_changed and (was_public or is_public) then
    perform private.mark_changed_facts(array[new.id], 'jerseys');
  end if;
  -- One that comes back was public before.
  if old.status <> 'approved' and is_public then
    perform private.record_arrival('jersey', new.id);
  end if;
  if (old.author_id, old.status) is distinct from (new.author_id, new.status) then
    perform private.count_of_author(old, new);
  end if;
  -- Only a direct write is in the history: a renamed team changes thousands of jerseys, and is itself in it.
  if old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 1 and not is_taken_along then
    perform private.record_revision('jersey', new.id, to_jsonb(old), to_jsonb(new));
  elsif old.status <> 'approved' and new.status = 'approved' then
    perform private.write_revision(
      'jersey', new.id, jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', new.title)),
      jsonb_build_object('was', jsonb_build_object(
        'status', old.status, 'moderation_note', old.moderation_note, 'moderated_at', old.moderated_at, 'edited_at', old.edited_at)),
      'approved', new.author_id);
  end if;
  if is_moved
    or (old.title, old.team, old.brand, old.brand_id, old.edition, old.colors)
      is distinct from (new.title, new.team, new.brand, new.brand_id, new.edition, new.colors) then
    perform private.record_words_of_jersey(new.id);
  end if;
  -- A decision: of one that repeats the status, its time or note is another.
  if (old.status, old.moderation_note, old.moderated_at)
    is distinct from (new.status, new.moderation_note, new.moderated_at) then
    perform private.notify_author(old, new);
  end if;
  if was_public <> is_public or is_public and is_moved then
    perform pg_notify('public_changes', '*');
  end if;
  if was_public and is_public and old is distinct from new then
    perform private.invalidate_pages(new.id);
  end if;
  return null;
end $$;

create or replace function private.changes_of(member uuid, since timestamptz, till timestamptz, most integer)
returns table (kind text, jersey_id uuid, team_id uuid, kit_type text, amount bigint)
language sql stable security definer rows 20 set search_path = ''
as $$
  -- As on a page that shows a collection: a team's home, away or third jerseys, from two on.
  with sets as materialized (
    select jersey.team_id, jersey.kit_type_slug, count(*) as held, max(shelf.created_at) as newest
    from public.user_collections shelf
    join public.jerseys jersey on jersey.id = shelf.jersey_id and jersey.status = 'approved' and jersey.is_active
    where shelf.user_id = member and jersey.team_id is not null
      and private.kit_of(jersey.kit_type_slug) in ('home', 'away', 'third')
    group by jersey.team_id, jersey.kit_type_slug
    having count(*) > 1
  ),
  news as materialized (
    select 1 as place, 'wish' as kind, arrival.jersey_id, arrival.at, null::uuid as target_id
    from public.user_wishlists wish
    join private.arrivals arrival
      on arrival.jersey_id = wish.jersey_id and arrival.kind = 'photo' and not arrival.is_bulk
        and arrival.at > since and arrival.at <= till
    where wish.user_id = member
    union all
    select 2, 'gap', arrival.jersey_id, arrival.at, own.team_id
    from (select distinct sets.team_id from sets) own
    cross join lateral (
      select newest.* from private.arrivals newest
      where newest.target_id = own.team_id and not newest.is_bulk and newest.at > since and newest.at <= till
      order by newest.at desc limit 100
    ) arrival
    join public.jerseys jersey on jersey.id = arrival.jersey_id
    join sets on sets.team_id = jersey.team_id and sets.kit_type_slug = jersey.kit_type_slug
    where arrival.kind = 'jersey'
    union all
    select case arrival.kind when 'jersey' then 3 else 4 end, arrival.kind, arrival.jersey_id, arrival.at, follow.target_id
    from public.follows follow
    cross join lateral (
      select newest.* from private.arrivals newest
      where newest.target_id = follow.target_id and not newest.is_bulk and newest.at > since and newest.at <= till
      order by newest.at desc limit 100
    ) arrival
    where follow.member_id = member and follow.target_type <> 'list'
    union all
    select 5, 'listed', item.jersey_id, item.created_at, null
    from public.follows follow
    join public.lists list on list.id = follow.target_id and private.is_shown_list(list)
    cross join lateral (
      select newest.jersey_id, newest.created_at from public.list_items newest
      where newest.list_id = list.id and newest.created_at > since and newest.created_at <= till
      order by newest.created_at desc limit 100
    ) item
    where follow.member_id = member and follow.target_type = 'list'
  ),
  changed as materialized (
    select distinct on (news.jersey_id) news.place, news.kind, news.jersey_id, news.at
    from news
    join public.jerseys jersey on jersey.id = news.jersey_id and jersey.status = 'approved' and jersey.is_active
    -- It may have been corrected since.
    where (news.target_id is null or news.target_id in (jersey.team_id, jersey.competition_id, jersey.brand_id))
      -- Not what a member added themselves, nor a new jersey that they have.
      and case
        when news.kind in ('jersey', 'gap') then jersey.author_id is distinct from member and not exists (
          select from public.user_collections shelf where shelf.user_id = member and shelf.jersey_id = news.jersey_id)
        when news.kind in ('photo', 'wish') then exists (
          select from public.jersey_images image
          where image.jersey_id = news.jersey_id and image.suggestion_id is null
            and image.contributor_id is distinct from member)
        else true end
    order by news.jersey_id, news.place
  )
  select changed.kind, null::uuid, null::uuid, null::text, count(*) from changed group by changed.kind
  union all
  (select changed.kind, changed.jersey_id, null, null, 1 from changed order by changed.place, changed.at desc, changed.jersey_id limit most)
  union all
  select 'set', null, sets.team_id, private.kit_of(sets.kit_type_slug), sets.held
  from sets
  where sets.newest > since and sets.newest <= till and sets.held = (
    select sum(counts.jerseys) from private.team_kit_counts counts
    where counts.team_id = sets.team_id and counts.kit_type_slug = sets.kit_type_slug)
  union all
  select 'bulk', null, null, null, imported.amount
  from (
    select count(*) as amount
    from (
      select distinct arrival.jersey_id
      from public.follows follow
      cross join lateral (
        select newest.jersey_id from private.arrivals newest
        where newest.target_id = follow.target_id and newest.is_bulk and newest.at > since and newest.at <= till
          and newest.kind = 'jersey'
        limit 1000
      ) arrival
      join public.jerseys jersey on jersey.id = arrival.jersey_id and jersey.status = 'approved' and jersey.is_active
      where follow.member_id = member
      limit 1000
    ) added
  ) imported
  where imported.amount > 0
$$;

create or replace function private.end_follows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.follows where target_id = old.id;
  return null;
end $$;

create or replace function private.hide_unfollowed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.showcases set teams = array_remove(teams, old.target_id)
  where member_id = old.member_id and teams @> array[old.target_id];
  return null;
end $$;

create or replace function private.is_followable(target_type text, target_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case is_followable.target_type
    when 'team' then exists (select from public.teams where id = is_followable.target_id and is_active)
    when 'competition' then exists (select from public.competitions where id = is_followable.target_id and is_active)
    when 'brand' then exists (select from public.brands where id = is_followable.target_id)
    when 'list' then exists (
      select from public.lists list
      where list.id = is_followable.target_id and list.member_id <> auth.uid() and private.is_shown_list(list))
    else false
  end
$$;

create or replace function private.letter_week(at timestamptz default now()) returns date
language sql stable parallel safe set search_path = ''
as $$ select date_trunc('week', (letter_week.at at time zone 'Europe/Paris') - interval '8 hours')::date $$;

create or replace function private.limit_follows() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.follows
    where member_id in (select member_id from added) group by member_id having count(*) > 500
  ) then
    perform private.refuse('follows_five_hundred', 'A member follows at most 500 teams, competitions, brands and lists.');
  end if;
  return null;
end $$;

create or replace function private.record_arrival(kind text, jersey_id uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into private.arrivals as known (target_id, jersey_id, kind, is_bulk)
  select target.id, jersey.id, record_arrival.kind,
    -- A command, and an import also when its jerseys are approved one by one.
    auth.uid() is null or private.current_change() ? 'batch'
      or exists (select from private.imported_jerseys imported where imported.jersey_id = jersey.id)
        and record_arrival.kind = 'jersey'
  from public.jerseys jersey
  cross join lateral unnest(array[jersey.team_id, jersey.competition_id, jersey.brand_id]) as target (id)
  where jersey.id = record_arrival.jersey_id and jersey.status = 'approved' and jersey.is_active and target.id is not null
    and coalesce(private.current_change() -> 'revision' ->> 'kind', '') not in ('none', 'undo', 'merge')
  -- A jersey is new once; its newest photo counts.
  on conflict on constraint arrivals_pkey do update set at = excluded.at, is_bulk = excluded.is_bulk
  where known.kind = 'photo'
$$;

create or replace function private.schedule_jobs() returns text[]
language plpgsql set search_path = ''
as $$
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
      ('recheck_due_voters', '5 seconds', 'select public.recheck_due_voters(), public.age_votes(), public.apply_pending_standings(10000)'),
      ('refresh_leaderboards', '*/10 * * * *', 'select public.refresh_leaderboards()'),
      ('sweep', '17 4 * * *',
        'select public.sweep_notices(), public.sweep_audit_log(), public.sweep_removed_copies(), public.sweep_imports(), public.sweep_gone_jerseys(), public.sweep_arrivals()'))
      as jobs (name, times, command)
  loop
    -- A job of the same name is replaced.
    execute 'select cron.schedule($1, $2, $3)' using 'maillotheque_' || job.name, job.times, job.command;
    scheduled := scheduled || job.name;
  end loop;
  return scheduled;
end $$;

create or replace function private.take_letter() returns public.letters
language sql security definer set search_path = ''
as $$
  update public.letters
  set week = private.letter_week(), claimed_at = now(), retry_at = null,
    attempts = case when week < private.letter_week() then 1 else attempts + 1 end
  where member_id = coalesce(
    (select due.member_id from public.letters due
      where due.is_wanted and due.week < private.letter_week()
      order by due.week, due.member_id limit 1 for update skip locked),
    (select due.member_id from public.letters due
      where due.is_wanted and due.retry_at <= now()
      order by due.retry_at limit 1 for update skip locked))
  returning *
$$;

create or replace function public.claim_letter()
returns table (member_id uuid, key uuid, email text, lang text, week text, changes jsonb)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  letter public.letters;
  account auth.users;
  changes jsonb;
begin
  -- Most members have nothing new: at most so many in one statement, so that it stays short.
  for step in 1..200 loop
    letter := private.take_letter();
    if letter.member_id is null then
      return;
    end if;
    select * into account from auth.users where id = letter.member_id;
    if account.email <> '' and account.email_confirmed_at is not null and coalesce(account.banned_until <= now(), true) then
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'kind', changed.kind, 'amount', changed.amount, 'kit_type', changed.kit_type,
        'jersey_id', jersey.id, 'title', jersey.title, 'team_slug', jersey.team_slug, 'kit_type_slug', jersey.kit_type_slug,
        'year', jersey.year, 'team_id', team.id, 'team', team.name)) order by changed.place)
      into changes
      from private.changes_of(letter.member_id, greatest(letter.covered_until, now() - interval '90 days'), letter.claimed_at, 30)
        with ordinality changed (kind, jersey_id, team_id, kit_type, amount, place)
      left join public.jerseys jersey on jersey.id = changed.jersey_id
      left join public.teams team on team.id = changed.team_id;
      if changes is not null then
        return query select letter.member_id, letter.key, account.email::text, account.raw_user_meta_data ->> 'lang',
          letter.week::text, changes;
        return;
      end if;
    end if;
    perform public.finish_letter(letter.member_id);
  end loop;
end $$;

REVOKE ALL ON FUNCTION "public"."claim_letter"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."claim_letter"() FROM "authenticated";

create or replace function public.finish_letter(member_id uuid, problem text default null, final boolean default false) returns void
language sql security definer set search_path = ''
as $$
  update public.letters letter set
    problem = finish_letter.problem,
    covered_until = case when finish_letter.problem is null then letter.claimed_at else letter.covered_until end,
    retry_at = case when finish_letter.problem is not null and not finish_letter.final and letter.attempts < 5
      then now() + interval '5 minutes' * power(4, letter.attempts - 1) end
  where letter.member_id = finish_letter.member_id
$$;

REVOKE ALL ON FUNCTION "public"."finish_letter"(uuid, text, boolean) FROM "anon";

REVOKE ALL ON FUNCTION "public"."finish_letter"(uuid, text, boolean) FROM "authenticated";

create or replace function public.my_changes()
returns table (since timestamptz, kind text, jersey_id uuid, team_id uuid, kit_type text, amount bigint)
language plpgsql security definer rows 20 set search_path = ''
as $$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  began timestamptz;
begin
  if member is null then
    raise insufficient_privilege using
      message = 'changes_denied', detail = 'Members read what changed for them.';
  end if;
  -- Who comes back within half an hour is on the same visit. The first time, a week is looked back.
  insert into public.visits as visit (member_id, seen_at, since)
  select account.id, now(), greatest(account.created_at, now() - interval '7 days')
  from auth.users account where account.id = member
  on conflict on constraint visits_pkey do update set
    since = case when visit.seen_at < now() - interval '30 minutes' then visit.seen_at else visit.since end,
    seen_at = now()
  where visit.seen_at < now() - interval '5 minutes';
  select visit.since into began from public.visits visit where visit.member_id = member;
  return query select began, changed.* from private.changes_of(member, began, now(), 12) changed;
end $$;

REVOKE ALL ON FUNCTION "public"."my_changes"() FROM "anon";

create or replace function public.save_showcase(
  is_open boolean, with_wishes boolean default false, about text default null, teams uuid[] default '{}', shirts jsonb default '[]'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
begin
  if member is null then
    raise insufficient_privilege using message = 'showcase_denied', detail = 'Members show what is theirs.';
  end if;
  perform private.check_standing();
  if jsonb_typeof(shirts) is distinct from 'array' or jsonb_array_length(shirts) > 5
    or exists (select from jsonb_array_elements(shirts) shirt where not private.is_uuid(shirt ->> 'copy_id')
      or (shirt ->> 'photo_id' is not null and not private.is_uuid(shirt ->> 'photo_id'))) then
    raise sqlstate 'PT400' using
      message = 'showcase_malformed', detail = 'Send a list of at most five shirts.';
  end if;
  perform private.count_write('showcases', 1);
  insert into public.showcases as stored (member_id, is_open, with_wishes, about, teams)
  values (
    member, save_showcase.is_open, save_showcase.with_wishes,
    private.tidy(save_showcase.about), coalesce(save_showcase.teams, '{}'))
  on conflict on constraint showcases_pkey do update set
    is_open = excluded.is_open, with_wishes = excluded.with_wishes, about = excluded.about, teams = excluded.teams;
  -- A club that is shown is one that its member follows.
  insert into public.follows (member_id, target_type, target_id)
  select member, 'team', team.id from public.teams team
  where team.id = any (save_showcase.teams)
  on conflict on constraint follows_pkey do nothing;
  delete from public.showcase_shirts where member_id = member;
  insert into public.showcase_shirts (member_id, place, copy_id, line, photo_id)
  select member, wanted.place, copy.id, private.tidy(wanted.shirt ->> 'line'), photo.id
  from jsonb_array_elements(shirts) with ordinality as wanted (shirt, place)
  -- Of others' copies and photos nothing is told: they are left out, as those that are gone.
  join public.copies copy on copy.id = (wanted.shirt ->> 'copy_id')::uuid and copy.owner_id = member
  left join public.copy_photos photo on photo.id = (wanted.shirt ->> 'photo_id')::uuid and photo.copy_id = copy.id;
end $$;

create or replace function public.stop_letters(key uuid) returns void
language sql security definer set search_path = ''
as $$ update public.letters set is_wanted = false, retry_at = null where key = stop_letters.key $$;

create or replace function public.sweep_arrivals() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint;
begin
  delete from private.arrivals where at < now() - interval '90 days';
  get diagnostics gone = row_count;
  return gone;
end $$;

REVOKE ALL ON FUNCTION "public"."sweep_arrivals"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."sweep_arrivals"() FROM "authenticated";

create or replace function public.want_letter(wanted boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
begin
  if member is null then
    raise insufficient_privilege using message = 'letters_denied', detail = 'Members choose their letters.';
  end if;
  perform private.check_standing();
  perform private.count_write('letters', 1);
  -- The first one comes next Monday, also to who switches it off and on again.
  insert into public.letters as stored (member_id, is_wanted, week)
  values (member, want_letter.wanted, private.letter_week())
  on conflict on constraint letters_pkey do update set
    is_wanted = excluded.is_wanted,
    week = greatest(stored.week, excluded.week),
    retry_at = null,
    covered_until = case when excluded.is_wanted and not stored.is_wanted then now() else stored.covered_until end
  where stored.is_wanted <> excluded.is_wanted;
end $$;

REVOKE ALL ON FUNCTION "public"."want_letter"(boolean) FROM "anon";

create trigger brands_end_follows after delete on public.brands
for each row execute function private.end_follows();

create trigger competitions_end_follows after delete on public.competitions
for each row execute function private.end_follows();

create trigger follows_counted after insert on public.follows
referencing new table as counted
for each statement when (current_user = 'authenticated')
execute function private.count_rows('follows');

create trigger follows_hide_unfollowed after delete on public.follows
for each row when (old.target_type = 'team') execute function private.hide_unfollowed();

create trigger follows_limit after insert on public.follows
referencing new table as added
for each statement execute function private.limit_follows();

create trigger follows_standing before insert or update or delete on public.follows
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger lists_end_follows after delete on public.lists
for each row execute function private.end_follows();

create trigger teams_end_follows after delete on public.teams
for each row execute function private.end_follows();

create policy "members end their own follows" on public.follows
  for delete to authenticated using (member_id = (select auth.uid()));

create policy "members follow what everyone sees" on public.follows
  for insert to authenticated
  with check (member_id = (select auth.uid()) and private.is_followable(target_type, target_id));

create policy "members read their own follows" on public.follows
  for select to authenticated using (member_id = (select auth.uid()));

CREATE POLICY "service role" ON "public"."follows" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

create policy "members read their own letter" on public.letters
  for select to authenticated using (member_id = (select auth.uid()));

CREATE POLICY "service role" ON "public"."letters" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

create policy "members read their own visit" on public.visits
  for select to authenticated using (member_id = (select auth.uid()));

CREATE POLICY "service role" ON "public"."visits" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON COLUMN "public"."letters"."key" IS 'Of the link that ends the letters without signing in. Only their reader gets it';

COMMENT ON COLUMN "public"."letters"."week" IS 'The Monday of the week whose letter was sent, or had nothing to tell';

COMMENT ON FUNCTION "private"."changes_of"(uuid, timestamp with time zone, timestamp with time zone, integer) IS 'What changed for a member between two times: how many of each kind (`jersey_id` null), of them at most so many jerseys, sets that became complete, and how many jerseys imports added (1000 at most)';

COMMENT ON FUNCTION "private"."end_follows"() IS 'After the deletion of what may be followed';

COMMENT ON FUNCTION "private"."hide_unfollowed"() IS 'A team that its member doesn''t follow any more leaves the clubs of their page';

COMMENT ON FUNCTION "private"."is_followable"(text, uuid) IS 'True for a team, a competition, a brand or a list of somebody else that everyone sees';

COMMENT ON FUNCTION "private"."letter_week"(timestamp with time zone) IS 'The Monday whose letter is sent at a time: from 8 o''clock in Paris on';

COMMENT ON FUNCTION "private"."record_arrival"(text, uuid) IS 'Notes that a jersey became public, or got a photo; nothing of one that isn''t public';

COMMENT ON FUNCTION "private"."take_letter"() IS 'Claims the next letter: who waited longest first, then those that a mail server refused for now';

COMMENT ON FUNCTION "public"."claim_letter"() IS 'The next weekly letter that has something to tell, with its content. It passes over 200 others at most: an empty answer may also mean that it should be called again a little later';

COMMENT ON FUNCTION "public"."finish_letter"(uuid, text, boolean) IS 'Records that a letter has left, or why it has not. One that was refused for now is claimed again, five times at most; any other comes next week';

COMMENT ON FUNCTION "public"."my_changes"() IS 'What changed for the caller since their last visit, and when that was; notes this visit';

COMMENT ON FUNCTION "public"."stop_letters"(uuid) IS 'Switches off the weekly letter whose key this is, without signing in; does not tell whether there is one';

COMMENT ON FUNCTION "public"."sweep_arrivals"() IS 'Deletes arrivals after ninety days; returns how many';

COMMENT ON FUNCTION "public"."want_letter"(boolean) IS 'Switches the caller''s weekly letter on or off';

COMMENT ON INDEX "private"."arrivals_age" IS 'Arrivals old enough to be deleted: job';

COMMENT ON INDEX "private"."arrivals_by_jersey" IS 'New photos of a wish; a jersey that is deleted';

COMMENT ON INDEX "private"."arrivals_of_target" IS 'What is new of a team, a competition or a brand: home of a member, weekly letter';

COMMENT ON INDEX "public"."follows_of_target" IS 'Follows that go with what is deleted';

COMMENT ON INDEX "public"."letters_again" IS 'Letters that a mail server refused for now: job';

COMMENT ON INDEX "public"."letters_due" IS 'Letters of members whose week is past: job';

COMMENT ON TABLE "private"."arrivals" IS 'Which jerseys became public within ninety days, and which got a photo, under each team, competition and brand of theirs';

COMMENT ON TABLE "public"."follows" IS 'What members follow, their own rows only. private.limit_follows() checks follows_five_hundred';

COMMENT ON TABLE "public"."letters" IS 'Who wants the weekly letter, and up to when it covered what changed for them. Written by functions';

COMMENT ON TABLE "public"."visits" IS 'When a member last opened their home page, and the end of the visit before: what is newer is shown there. Written by my_changes()';

REVOKE ALL ON FUNCTION "private"."changes_of"(uuid, timestamp with time zone, timestamp with time zone, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_follows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hide_unfollowed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_followable"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_followable"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."letter_week"(timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_follows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_arrival"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_letter"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."claim_letter"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_letter"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_letter"(uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_letter"(uuid, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."my_changes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_changes"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."my_changes"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."stop_letters"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."stop_letters"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."stop_letters"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."sweep_arrivals"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sweep_arrivals"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."want_letter"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."want_letter"(boolean) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."want_letter"(boolean) TO "service_role";

REVOKE ALL ("target_id") ON TABLE "public"."follows" FROM "authenticated";

GRANT INSERT ("target_id") ON TABLE "public"."follows" TO "authenticated";

REVOKE ALL ("target_type") ON TABLE "public"."follows" FROM "authenticated";

GRANT INSERT ("target_type") ON TABLE "public"."follows" TO "authenticated";

REVOKE ALL ON TABLE "public"."follows" FROM "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."follows" TO "authenticated";

REVOKE ALL ON TABLE "public"."letters" FROM "authenticated";

GRANT SELECT ON TABLE "public"."letters" TO "authenticated";

REVOKE ALL ON TABLE "public"."visits" FROM "authenticated";

GRANT SELECT ON TABLE "public"."visits" TO "authenticated";

REVOKE ALL ("target_id") ON TABLE "public"."follows" FROM "authenticated";

GRANT INSERT ("target_id") ON TABLE "public"."follows" TO "authenticated";

REVOKE ALL ("target_type") ON TABLE "public"."follows" FROM "authenticated";

GRANT INSERT ("target_type") ON TABLE "public"."follows" TO "authenticated";

set check_function_bodies = on;
-- end

select private.schedule_jobs();
