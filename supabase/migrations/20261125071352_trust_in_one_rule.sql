-- Trust is computed from the history: nothing notes undoings beside it any more.
-- accepted: takes away: function private.is_wholly_undone(revision revisions) returning boolean: because 0.3.0, the first version with it, is not released yet
-- accepted: takes away: function private.record_revert() returning trigger: because 0.3.0, the first version with it, is not released yet
-- accepted: takes away: function private.trust_in(member uuid) returning TABLE(days integer, accepted integer, recent integer, recent_accepted integer, reverts integer, is_trusted boolean): because 0.3.0, the first version with it, is not released yet
-- accepted: takes away: function public.my_trust() returning TABLE(days integer, accepted integer, recent integer, recent_accepted integer, reverts integer, is_trusted boolean): because 0.3.0, the first version with it, is not released yet
-- accepted: takes away: table private.reverts: because 0.3.0, the first version with it, is not released yet
drop table private.reverts;

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP TRIGGER "revisions_record_revert" ON "public"."revisions";

DROP FUNCTION "private"."is_wholly_undone"(public.revisions);

DROP FUNCTION "private"."record_revert"();

DROP FUNCTION "private"."trust_in"(uuid);

DROP FUNCTION "public"."my_trust"();

create or replace function private.follow_undoing() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  undone public.revisions;
begin
  select * into undone from public.revisions where id = new.undoes;
  if exists (select from jsonb_object_keys(undone.changes) field where not private.is_undone(undone.id, field)) then
    return null;
  end if;
  update public.suggestions suggestion set afterwards = 'seen'
  where suggestion.afterwards = 'undone' and suggestion.id = (
    select earlier.suggestion_id from public.revisions earlier where earlier.id = undone.undoes and earlier.kind = 'trusted');
  if undone.kind = 'trusted' then
    update public.suggestions suggestion set afterwards = 'undone' where suggestion.id = undone.suggestion_id;
  end if;
  return null;
end $$;

create or replace function private.trust_in(member uuid) returns table (
  decided integer, recent integer, recent_accepted integer, undone integer, is_trusted boolean
)
language sql stable security definer set search_path = ''
as $$
  with decisions as (
    -- One that was public at once counts when a reviewer has looked at it; one whose page was deleted doesn't.
    select own.decided_at, own.status = 'accepted' and own.afterwards is distinct from 'undone' as was_right
    from public.suggestions own
    where own.member_id = trust_in.member and own.decided_at > now() - interval '1 year'
      -- One that is contested counts as it was decided.
      and (own.status in ('accepted', 'partly', 'refused') or own.status = 'open' and own.contested_at is not null)
      and (not own.trusted or own.afterwards is not null)
      and not own.verdicts @? '$.* ? (@.reason == "gone")'
  ), figures as (
    select (select count(*)::integer from decisions) as decided, count(*)::integer as recent,
      count(*) filter (where latest.was_right)::integer as recent_accepted, (
        select count(*)::integer from public.revisions own
        where own.contributor_id = trust_in.member and exists (
          select from public.revisions undoing
          cross join lateral jsonb_object_keys(undoing.changes) field
          where undoing.undoes = own.id and undoing.at > now() - interval '30 days' and private.is_undone(own.id, field))
      ) as undone
    from (select was_right from decisions order by decided_at desc limit 50) latest
  )
  select figures.*, decided >= 20 and recent_accepted >= 0.95 * recent and undone = 0 from figures
$$;

create or replace function public.my_trust() returns table (
  decided integer, recent integer, recent_accepted integer, undone integer, is_trusted boolean
)
language sql stable security definer set search_path = ''
as $$ select * from private.trust_in(auth.uid()) $$;

REVOKE ALL ON FUNCTION "public"."my_trust"() FROM "anon";

create trigger revisions_follow_undoing after insert on public.revisions
for each row when (new.undoes is not null)
execute function private.follow_undoing();

COMMENT ON FUNCTION "private"."trust_in"(uuid) IS 'Whether a member''s small corrections are public at once, with the figures: at least 20 suggestions decided within a year, 95 % of the last 50 accepted in full, no change undone within 30 days (docs/product.md 26.53)';

COMMENT ON FUNCTION "public"."my_trust"() IS 'Where the caller stands: the figures of trust, and whether small corrections are public at once';

REVOKE ALL ON FUNCTION "private"."follow_undoing"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."trust_in"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."my_trust"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_trust"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."my_trust"() TO "service_role";

set check_function_bodies = on;
-- end
