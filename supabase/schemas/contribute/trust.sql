-- Trust: small corrections of members whose suggestions were nearly always accepted are public at once.
-- It is computed whenever they suggest; nobody awards it or takes it away (docs/decisions/067-trust-is-computed.md).
-- Reviewers look at them afterwards.

-- What was public at once leaves the reviewers' list when its revision is undone, and is right after all when that is undone in turn.
create function private.follow_undoing() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  undone public.revisions;
begin
  select * into undone from public.revisions where id = new.undoes;
  if undone.kind <> 'trusted' and undone.undoes is null or exists (select from jsonb_object_keys(undone.changes) field where not private.is_undone(undone.id, field)) then
    return null;
  end if;
  update public.suggestions suggestion set afterwards = 'seen'
  where suggestion.afterwards = 'undone' and suggestion.id = (
    select revision.suggestion_id from public.revisions revision where revision.id = undone.undoes and revision.kind = 'trusted');
  if undone.kind = 'trusted' then
    update public.suggestions suggestion set afterwards = 'undone' where suggestion.id = undone.suggestion_id;
  end if;
  return null;
end $$;

-- The rule.
create function private.trust_in(member uuid) returns table (
  decided integer, recent integer, recent_accepted integer, undone integer, is_trusted boolean
)
language sql stable security definer set search_path = ''
as $$
  with decisions as (
    -- One that was public at once counts when a reviewer has looked at it; one whose page was deleted doesn't.
    select suggestion.decided_at, suggestion.status = 'accepted' and suggestion.afterwards is distinct from 'undone' as was_right
    from public.suggestions suggestion
    where suggestion.member_id = trust_in.member and suggestion.decided_at > now() - interval '1 year'
      -- An author's own texts and photos are no judgement on others'.
      and suggestion.source is not null
      -- One that is contested counts as it was decided.
      and (suggestion.status in ('accepted', 'partly', 'refused') or suggestion.status = 'open' and suggestion.contested_at is not null)
      and (not suggestion.trusted or suggestion.afterwards is not null)
      and not suggestion.verdicts @? '$.* ? (@.reason == "gone")'
  ), figures as (
    select (select count(*)::integer from decisions) as decided, count(*)::integer as recent,
      count(*) filter (where latest.was_right)::integer as recent_accepted, (
        select count(*)::integer from public.revisions revision
        where revision.contributor_id = trust_in.member and exists (
          select from public.revisions r_undoing
          cross join lateral jsonb_object_keys(r_undoing.changes) field
          where r_undoing.undoes = revision.id and r_undoing.at > now() - interval '30 days' and private.is_undone(revision.id, field))
      ) as undone
    from (select was_right from decisions order by decided_at desc limit 50) latest
  )
  select figures.*, decided >= 20 and recent_accepted >= 0.95 * recent and undone = 0 from figures
$$;
comment on function private.trust_in is
  'Whether a member''s small corrections are public at once, with the figures: at least 20 suggestions decided within a year, 95 % of the last 50 accepted in full, no change undone within 30 days (docs/product/contribute.md 26.53)';

create function public.my_trust() returns table (
  decided integer, recent integer, recent_accepted integer, undone integer, is_trusted boolean
)
language sql stable security definer set search_path = ''
as $$ select * from private.trust_in(auth.uid()) $$;
comment on function public.my_trust is 'Where the caller stands: the figures of trust, and whether small corrections are public at once';

create function private.small_columns(target_type text) returns text[]
language sql immutable set search_path = ''
as $$
  select case target_type
    when 'jersey' then array['season_id', 'year', 'kit_type', 'colors', 'pattern', 'brand_id', 'price']
    when 'team' then array['country', 'founded_year']
    when 'competition' then array['country']
    else '{}'
  end
$$;
comment on function private.small_columns is
  'What may be public at once: numbers and choices from lists. No words of one''s own, which can carry a link or an insult, nor what a page is about (title, name, competition, team), nor what changes other pages (colours of a team)';

create function private.is_small(target_type text, columns text[], wanted jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select columns <> '{}' and columns <@ private.small_columns(target_type)
    -- Both columns also take words: a brand that isn't in the list, a country that is no code.
    and not ('brand_id' = any (columns) and wanted ->> 'brand_id' is null and wanted ->> 'brand' is not null)
    and not ('country' = any (columns) and wanted ->> 'country' !~ '^[A-Z]{2}(-[A-Z]{3})?$')
$$;
comment on function private.is_small is 'True if these are small corrections; `wanted` is the row as it would become';

-- Its source is words that nobody has read yet.
create function private.publish_source() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.revisions set reason = new.source where suggestion_id = new.id and kind = 'trusted';
  return null;
end $$;
comment on function private.publish_source is 'The history says the source of what a reviewer has seen';
