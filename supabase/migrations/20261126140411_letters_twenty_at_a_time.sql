-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- accepted: takes away: function public.claim_letter() returning TABLE(member_id uuid, key uuid, email text, lang text, week text, changes jsonb): because no release has had it
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "public"."claim_letter"();

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
        'year', jersey.year, 'team_id', team.id, 'team', team.name)) order by changed.place)
      into changes
      from private.changes_of(letter.member_id, greatest(letter.covered_until, now() - interval '90 days'), letter.claimed_at, 30)
        with ordinality changed (kind, jersey_id, team_id, kit_type, amount, place)
      left join public.jerseys jersey on jersey.id = changed.jersey_id
      left join public.teams team on team.id = changed.team_id;
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

REVOKE ALL ON FUNCTION "public"."claim_letters"(integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."claim_letters"(integer) FROM "authenticated";

create or replace function public.finish_letter(member_id uuid, problem text default null, final boolean default false) returns void
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

COMMENT ON FUNCTION "public"."claim_letters"(integer) IS 'The next weekly letters that have something to tell, with their content. It passes over 200 others at most: an empty answer may also mean that it should be called again a little later';

REVOKE ALL ON FUNCTION "public"."claim_letters"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_letters"(integer) TO "service_role";

set check_function_bodies = on;
-- end
