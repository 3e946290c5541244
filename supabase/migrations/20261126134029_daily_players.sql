CREATE TABLE "private"."daily_arrivals" ("hour" timestamp with time zone NOT NULL, "visitors" integer NOT NULL, CONSTRAINT "daily_arrivals_pkey" PRIMARY KEY (hour));
ALTER TABLE "private"."daily_arrivals" ENABLE ROW LEVEL SECURITY;
CREATE TABLE "public"."daily_players" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid, "token_hash" bytea, "last_played_at" timestamp with time zone NOT NULL DEFAULT now(), "moves" integer NOT NULL DEFAULT 1, CONSTRAINT "daily_players_member_or_visitor" CHECK ((num_nonnulls(user_id, token_hash) = 1)), CONSTRAINT "daily_players_pkey" PRIMARY KEY (id), CONSTRAINT "daily_players_token_hash_key" UNIQUE (token_hash), CONSTRAINT "daily_players_user_id_key" UNIQUE (user_id));
ALTER TABLE "public"."daily_players" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "public"."daily_players" ADD CONSTRAINT "daily_players_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
CREATE INDEX daily_players_visitors ON public.daily_players USING btree (last_played_at) WHERE (token_hash IS NOT NULL);
insert into private.write_limits (kind, span, most, for_new) values
  ('daily_moves', '1 hour', 600, false), ('daily_visitors', '1 hour', 100000, false)
on conflict do nothing;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

REVOKE ALL ON TABLE "public"."daily_players" FROM "anon";

create or replace function private.daily_player(player text, make boolean) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
  -- A member's games are the account's, whichever token the browser still has.
  digest constant bytea := case when member is null and (make or player is not null) then private.player_digest(player) end;
  playing uuid;
  made integer;
begin
  if not make then
    return (
      select known.id from public.daily_players known
      where known.user_id = member or known.token_hash = digest);
  end if;
  if member is not null then
    perform private.check_standing();
  end if;
  loop
    update public.daily_players known set
      moves = case when known.last_played_at >= date_trunc('hour', now()) then known.moves + 1 else 1 end,
      last_played_at = now()
    where known.user_id = member or known.token_hash = digest
    returning known.id, known.moves into playing, made;
    exit when found;
    insert into public.daily_players (user_id, token_hash) values (member, digest)
    on conflict do nothing returning id, moves into playing, made;
    if found then
      if member is null then
        insert into private.daily_arrivals as known (hour, visitors) values (date_trunc('hour', now()), 1)
        on conflict (hour) do update set visitors = known.visitors + 1
        where known.visitors < private.most_in_an_hour('daily_visitors');
        if not found then
          perform private.refuse_move('daily_visitors');
        end if;
      end if;
      exit;
    end if;
  end loop;
  if made > private.most_in_an_hour('daily_moves') then
    perform private.refuse_move('daily_moves');
  end if;
  return playing;
end $$;

create or replace function private.most_in_an_hour(kind text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select min(allowed.most) from private.write_limits allowed
  where allowed.kind = most_in_an_hour.kind and allowed.span = interval '1 hour'
$$;

create or replace function private.player_digest(player text) returns bytea
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  -- 256 bits in base64url.
  if player is null or player !~ '^[A-Za-z0-9_-]{43}$' then
    raise sqlstate 'PT400' using
      message = 'player_malformed', detail = 'A visitor plays under a token of 43 letters, digits, - and _.';
  end if;
  return sha256(convert_to(player, 'UTF8'));
end $$;

create or replace function private.refuse_move(kind text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  raise sqlstate 'PT429' using
    message = kind || '_too_many', detail = 'Too many in an hour.',
    hint = format('Retry after %s seconds.',
      greatest(1, ceil(extract(epoch from date_trunc('hour', now()) + interval '1 hour' - now())))::integer);
end $$;

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
      ('draw_days', '*/10 * * * *', 'select public.draw_days()'),
      ('sweep', '17 4 * * *',
        'select public.sweep_notices(), public.sweep_audit_log(), public.sweep_removed_copies(), public.sweep_imports(), public.sweep_gone_jerseys(), public.sweep_arrivals(), public.sweep_daily_players()'))
      as jobs (name, times, command)
  loop
    -- A job of the same name is replaced.
    execute 'select cron.schedule($1, $2, $3)' using 'maillotheque_' || job.name, job.times, job.command;
    scheduled := scheduled || job.name;
  end loop;
  return scheduled;
end $$;

create or replace function public.claim_daily(player text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- Once: two tabs at once, and a repeated call, find nothing more.
  visitor constant uuid := (
    select known.id from public.daily_players known
    where known.token_hash = private.player_digest(player) for update);
  member uuid;
begin
  if visitor is null then
    return;
  end if;
  member := private.daily_player(null, true);
  -- What the member has played stays. Each game moves its rows here.
  -- The visitor's other rows go with the visitor.
  delete from public.daily_players known where known.id = visitor;
end $$;

REVOKE ALL ON FUNCTION "public"."claim_daily"(text) FROM "anon";

create or replace function public.sweep_daily_players() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  gone bigint;
begin
  delete from private.daily_arrivals where hour < now() - interval '1 day';
  delete from public.daily_players known
  where known.token_hash is not null and known.last_played_at < now() - interval '30 days';
  get diagnostics gone = row_count;
  return gone;
end $$;

REVOKE ALL ON FUNCTION "public"."sweep_daily_players"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."sweep_daily_players"() FROM "authenticated";

create policy "members read that they play" on public.daily_players
  for select to authenticated using (user_id = (select auth.uid()));

CREATE POLICY "service role" ON "public"."daily_players" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

COMMENT ON COLUMN "public"."daily_players"."moves" IS 'Moves within the hour of last_played_at, for the limit';

COMMENT ON COLUMN "public"."daily_players"."token_hash" IS 'SHA-256 of a visitor''s token; null of members';

COMMENT ON FUNCTION "private"."daily_player"(text, boolean) IS 'The player who calls: a member, otherwise the visitor with this token. `make`: for a move, which counts for the limits and makes the row of a new player; otherwise null of one who hasn''t played';

COMMENT ON FUNCTION "public"."claim_daily"(text) IS 'Moves to the caller''s account what a visitor has played and the caller hasn''t; the visitor''s token means nothing afterwards';

COMMENT ON FUNCTION "public"."sweep_daily_players"() IS 'Deletes visitors, with their games, 30 days after their last move; returns how many';

COMMENT ON INDEX "public"."daily_players_visitors" IS 'Visitors who haven''t played for long: job';

COMMENT ON TABLE "private"."daily_arrivals" IS 'How many visitors have played for the first time in an hour, for the limit of all';

COMMENT ON TABLE "public"."daily_players" IS 'Members and visitors who have played a game of the day; private.daily_player() writes it';

REVOKE ALL ON FUNCTION "private"."daily_player"(text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."most_in_an_hour"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."player_digest"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_move"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."claim_daily"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_daily"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."claim_daily"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."sweep_daily_players"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."sweep_daily_players"() TO "service_role";

REVOKE ALL ON TABLE "public"."daily_players" FROM "authenticated";

GRANT SELECT ON TABLE "public"."daily_players" TO "authenticated";

set check_function_bodies = on;
-- end

select private.schedule_jobs();
