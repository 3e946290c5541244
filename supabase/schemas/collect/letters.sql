-- The weekly letter: what changed for a member, by mail, if they switched it on.
-- Due from Monday, 8 o'clock in Paris. Claiming one notes its week, so nobody gets two letters of a week, whatever dies when.
-- A claimed letter of which nobody knows whether it left isn't repeated; the next one covers the same time again.

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
comment on table public.letters is 'Who wants the weekly letter, and up to when it covered what changed for them. Written by functions';
comment on column public.letters.key is 'Of the link that ends the letters without signing in. Only their reader gets it';
comment on column public.letters.week is 'The Monday of the week whose letter was sent, or had nothing to tell';

create index letters_due on public.letters (week, member_id) where is_wanted;
comment on index public.letters_due is 'Letters of members whose week is past: job';
create index letters_again on public.letters (retry_at) where retry_at is not null;
comment on index public.letters_again is 'Letters that a mail server refused for now: job';

alter table public.letters enable row level security;
revoke all on public.letters from anon, authenticated;
grant select on public.letters to authenticated;
grant select, insert, update, delete on public.letters to service_role;

create policy "members read their own letter" on public.letters
  for select to authenticated using (member_id = (select auth.uid()));

create function private.letter_week(at timestamptz default now()) returns date
language sql stable parallel safe set search_path = ''
as $$ select date_trunc('week', (letter_week.at at time zone 'Europe/Paris') - interval '8 hours')::date $$;
comment on function private.letter_week is 'The Monday whose letter is sent at a time: from 8 o''clock in Paris on';

create function public.want_letter(wanted boolean) returns void
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
  insert into public.letters as letter (member_id, is_wanted, week)
  values (member, want_letter.wanted, private.letter_week())
  on conflict on constraint letters_pkey do update set
    is_wanted = excluded.is_wanted,
    week = greatest(letter.week, excluded.week),
    retry_at = null,
    covered_until = case when excluded.is_wanted and not letter.is_wanted then now() else letter.covered_until end
  where letter.is_wanted <> excluded.is_wanted;
end $$;
comment on function public.want_letter is 'Switches the caller''s weekly letter on or off';

-- RFC 8058, as stop_notice_mails().
create function public.stop_letters(key uuid) returns void
language sql security definer set search_path = ''
as $$ update public.letters set is_wanted = false, retry_at = null where key = stop_letters.key $$;
comment on function public.stop_letters is
  'Switches off the weekly letter whose key this is, without signing in; does not tell whether there is one';

create function private.take_letter() returns public.letters
language sql security definer set search_path = ''
as $$
  update public.letters
  set week = private.letter_week(), claimed_at = now(), retry_at = null,
    attempts = case when week < private.letter_week() then 1 else attempts + 1 end
  where member_id = coalesce(
    (select letter.member_id from public.letters letter
      where letter.is_wanted and letter.week < private.letter_week()
      order by letter.week, letter.member_id limit 1 for update skip locked),
    (select letter.member_id from public.letters letter
      where letter.is_wanted and letter.retry_at <= now()
      order by letter.retry_at limit 1 for update skip locked))
  returning *
$$;
comment on function private.take_letter is 'Claims the next letter: who waited longest first, then those that a mail server refused for now';

create function public.claim_letters(most integer)
returns table (member_id uuid, key uuid, email text, lang text, week text, changes jsonb)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  letter public.letters;
  account auth.users;
  claimed integer := 0;
begin
  -- Most members have nothing new: at most so many in one statement, so that it stays short.
  for step in 1..200 loop
    letter := private.take_letter();
    exit when letter.member_id is null;
    select * into account from auth.users where id = letter.member_id;
    changes := null;
    if account.email <> '' and account.email_confirmed_at is not null and coalesce(account.banned_until <= now(), true) then
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'kind', changed.kind, 'amount', changed.amount, 'kit_type', changed.kit_type,
        'jersey_id', jersey.id, 'title', jersey.title, 'team_slug', jersey.team_slug, 'kit_type_slug', jersey.kit_type_slug,
        'year', jersey.year, 'target_type', coalesce(changed.target_type, case when changed.team_id is not null then 'team' end),
        'target_id', coalesce(changed.target_id, changed.team_id),
        'target', coalesce(team.name, competition.name, brand.name, list.title),
        'target_slug', coalesce(c_home.slug, competition.slug), 'target_country', team.country)) order by changed.place)
      into changes
      from private.changes_of(letter.member_id, greatest(letter.covered_until, now() - interval '90 days'), letter.claimed_at, 30)
        with ordinality changed (kind, jersey_id, team_id, kit_type, amount, target_type, target_id, place)
      left join public.jerseys jersey on jersey.id = changed.jersey_id
      -- A set is a team's, which its member need not follow.
      left join public.teams team on team.id = coalesce(changed.target_id, changed.team_id)
      left join public.competitions c_home on c_home.id = team.competition_id
      left join public.competitions competition on competition.id = changed.target_id
      left join public.brands brand on brand.id = changed.target_id
      left join public.lists list on list.id = changed.target_id;
    end if;
    if changes is null then
      -- Not by finish_letter(): what is claimed must reach the disk.
      update public.letters l set covered_until = l.claimed_at, problem = null
      where l.member_id = letter.member_id;
    else
      member_id := letter.member_id;
      key := letter.key;
      email := account.email;
      lang := account.raw_user_meta_data ->> 'lang';
      week := letter.week;
      return next;
      claimed := claimed + 1;
      exit when claimed >= most;
    end if;
  end loop;
end $$;
comment on function public.claim_letters is
  'The next weekly letters that have something to tell, with their content. It passes over 200 others at most: an empty answer may also mean that it should be called again a little later';

create function public.finish_letter(member_id uuid, problem text default null, final boolean default false) returns void
language sql security definer set search_path = ''
as $$
  -- Without waiting for the disk: what a crash of the database loses is told once more next week.
  select set_config('synchronous_commit', 'off', true);
  update public.letters letter set
    problem = finish_letter.problem,
    covered_until = case when finish_letter.problem is null then letter.claimed_at else letter.covered_until end,
    retry_at = case when finish_letter.problem is not null and not finish_letter.final and letter.attempts < 5
      then now() + interval '5 minutes' * power(4, letter.attempts - 1) end
  where letter.member_id = finish_letter.member_id
$$;
comment on function public.finish_letter is
  'Records that a letter has left, or why it has not. One that was refused for now is claimed again, five times at most; any other comes next week';
