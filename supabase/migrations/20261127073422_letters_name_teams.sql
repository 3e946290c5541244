-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function public.claim_letters(most integer)
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
        'target', coalesce(club.name, competition.name, brand.name, list.title),
        'target_slug', coalesce(home.slug, competition.slug), 'target_country', club.country)) order by changed.place)
      into changes
      from private.changes_of(letter.member_id, greatest(letter.covered_until, now() - interval '90 days'), letter.claimed_at, 30)
        with ordinality changed (kind, jersey_id, team_id, kit_type, amount, target_type, target_id, place)
      left join public.jerseys jersey on jersey.id = changed.jersey_id
      -- A set is a team's, which its member need not follow.
      left join public.teams club on club.id = coalesce(changed.target_id, changed.team_id)
      left join public.competitions home on home.id = club.competition_id
      left join public.competitions competition on competition.id = changed.target_id
      left join public.brands brand on brand.id = changed.target_id
      left join public.lists list on list.id = changed.target_id;
    end if;
    if changes is null then
      -- Not by finish_letter(): what is claimed must reach the disk.
      update public.letters stored set covered_until = stored.claimed_at, problem = null
      where stored.member_id = letter.member_id;
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

set check_function_bodies = on;
-- end
