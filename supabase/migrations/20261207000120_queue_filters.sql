-- The queue by one competition and by age, and what was public at once.

create function private.check_queue_filter(filter jsonb, after jsonb) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(filter) is distinct from 'object'
    or exists (
      select from jsonb_each(filter) asked
      where case
        when asked.key in ('league', 'target_type') then jsonb_typeof(asked.value) <> 'string'
        when asked.key in ('new_members', 'afterwards') then jsonb_typeof(asked.value) <> 'boolean'
        when asked.key = 'competition_id' then not coalesce(private.is_uuid(asked.value #>> '{}'), false)
        when asked.key = 'days' then not coalesce(asked.value #>> '{}' ~ '^[0-9]{1,4}$', false)
        else true end)
    or jsonb_typeof(after) <> 'null' and not coalesce(
      private.is_time(after ->> 'created_at') and private.is_uuid(after ->> 'id'), false) then
    raise sqlstate 'PT400' using
      message = 'queue_filter', detail = 'A filter, or the place in the queue, isn''t one that the queue knows.';
  end if;
end $$;
comment on function private.check_queue_filter is 'Refuses filters of the queue that can''t be read, by name';
revoke execute on function private.check_queue_filter from public;

create or replace function public.suggestion_queue(filter jsonb default '{}', after jsonb default null, page_size integer default 20)
returns table (
  id uuid, target_type text, target_id uuid, title text, league text, team_slug text, kit_type_slug text, year integer,
  is_public boolean, changes jsonb, was jsonb, words jsonb, current jsonb, current_words jsonb, conflicts text[],
  pending text[], verdicts jsonb, source text, photos jsonb, created_at timestamptz, edited_at timestamptz, contest text,
  contested_at timestamptz, member_id uuid, username text, display_name text, joined_at timestamptz, accepted integer,
  claimed_by text, claimed_until timestamptz, is_mine boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  is_afterwards constant boolean := filter @? '$ ? (@.afterwards == true)';
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators read the queue.';
  end if;
  perform private.check_queue_filter(filter, after);
  return query
  with page as materialized (
    select open.*, fact.league
    from public.suggestions open
    -- Looked up row by row, in the order of the queue.
    left join lateral (
      select jersey.league, jersey.competition_id from public.jerseys jersey
      where open.target_type = 'jersey' and jersey.id = open.target_id
      union all
      select competition.league, competition.id
      from public.teams team join public.competitions competition on competition.id = team.competition_id
      where open.target_type = 'team' and team.id = open.target_id
      union all
      select competition.league, competition.id from public.competitions competition
      where open.target_type = 'competition' and competition.id = open.target_id
    ) fact on true
    -- As the index says it, which has both lists in this order.
    where (open.status = 'open')::integer = case when is_afterwards then 0 else 1 end
      and (open.status = 'open' and open.held_at is null or open.trusted and open.afterwards is null)
      and (after is null or (open.created_at, open.id) > ((after ->> 'created_at')::timestamptz, (after ->> 'id')::uuid))
      and (not filter ? 'target_type' or open.target_type = filter ->> 'target_type')
      and (not filter ? 'league' or fact.league = filter ->> 'league')
      and (not filter ? 'competition_id' or fact.competition_id = (filter ->> 'competition_id')::uuid)
      and (not filter ? 'days' or open.created_at <= now() - make_interval(days => (filter ->> 'days')::integer))
      and (not filter ? 'new_members'
        or private.is_experienced(open.member_id) <> (filter ->> 'new_members')::boolean)
    order by open.created_at, open.id
    limit size
  ), shown as materialized (
    select page.*, coalesce(private.target_row(page.target_type, page.target_id), '{}') as version from page
  )
  select shown.id, shown.target_type, shown.target_id,
    coalesce(version ->> 'title', version ->> 'name', shown.title), shown.league, version ->> 'team_slug',
    version ->> 'kit_type_slug', (version ->> 'year')::integer,
    coalesce(version ->> 'is_active' = 'true' and coalesce(version ->> 'status', 'approved') = 'approved', false),
    shown.changes, shown.was, shown.words,
    private.picked(version, array(select jsonb_object_keys(shown.changes))),
    (select coalesce(jsonb_object_agg(name, coalesce(private.in_words(name, version), 'null')), '{}')
      from jsonb_object_keys(shown.words) name),
    array(
      select name from jsonb_object_keys(shown.words) name
      where private.differs(name, version, shown.was) and private.differs(name, version, version || shown.changes)
      order by name),
    private.pending_keys(waiting), shown.verdicts, shown.source,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'id', photo.id, 'url', photo.url, 'path', photo.path, 'alt', photo.alt, 'kind', photo.kind,
        'licence', photo.licence, 'rights_stated', photo.rights_stated, 'version', photo.version,
        'is_known', exists (
          select from public.jersey_images image
          where image.jersey_id = shown.target_id and private.looks_alike(image.likeness, photo.likeness)))
        order by photo.id), '[]')
      from public.suggestion_photos photo where photo.suggestion_id = shown.id),
    shown.created_at, shown.edited_at, shown.contest, shown.contested_at, shown.member_id, profile.username,
    profile.display_name, account.created_at,
    (select count(*)::integer from public.suggestions own
      where own.member_id = shown.member_id and own.status in ('accepted', 'partly')),
    (select reviewer.username from public.profiles reviewer where reviewer.id = claim.reviewer_id), claim.until,
    shown.member_id = auth.uid()
  from shown
  join public.suggestions waiting on waiting.id = shown.id
  left join public.profiles profile on profile.id = shown.member_id
  left join auth.users account on account.id = shown.member_id
  left join private.suggestion_claims claim on claim.suggestion_id = shown.id and claim.until > now()
  order by shown.created_at, shown.id;
end $$;
comment on function public.suggestion_queue is
  'Open suggestions for reviewers, the oldest first, with what is public now. Filter: league, competition_id, target_type, new_members (true or false), days (at least so old), afterwards (true: those public at once that nobody has looked at). After: created_at and id of the last row';

create function public.queue_competitions() returns table (id uuid, name text, league text, waiting integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators read the queue.';
  end if;
  return query
  select competition.id, competition.name, competition.league, count(*)::integer
  from public.suggestions open
  left join public.jerseys jersey on open.target_type = 'jersey' and jersey.id = open.target_id
  left join public.teams team on open.target_type = 'team' and team.id = open.target_id
  join public.competitions competition on competition.id = case open.target_type
    when 'jersey' then jersey.competition_id when 'team' then team.competition_id else open.target_id end
  where open.status = 'open' and open.held_at is null
  group by competition.id
  order by competition.name, competition.id;
end $$;
comment on function public.queue_competitions is 'The competitions of which suggestions wait, with how many: a filter of the queue';
revoke execute on function public.queue_competitions from public, anon;
grant execute on function public.queue_competitions to authenticated, service_role;
