-- Suggestions: everything that waits for a decision on something public, submissions apart.
-- An author's edit of an approved jersey is one too: the public version stays until it is accepted.
-- The rules of suggesting are in suggesting.sql, those of deciding and undoing in ../moderate.

create function private.contest_time() returns interval
language sql immutable set search_path = ''
as $$ select interval '30 days' $$;
comment on function private.contest_time is 'How long a decision on a suggestion can be contested';

create table public.suggestions (
  id uuid primary key default gen_random_uuid(),
  -- No reference: a suggestion outlives its target, as its member is told of it.
  target_type text not null
    constraint suggestions_target_type_known check (target_type in ('jersey', 'team', 'competition')),
  target_id uuid not null,
  title text not null,
  member_id uuid references public.profiles (id) on delete set null,
  changes jsonb not null constraint suggestions_changes_object check (jsonb_typeof(changes) = 'object'),
  was jsonb not null,
  words jsonb not null,
  source text constraint suggestions_source_length check (char_length(source) between 10 and 500),
  kind text not null generated always as (
    case
      when changes ? 'merge_into' then 'merge' when changes ? 'removal' then 'removal' when changes = '{}' then 'photos' else 'edit'
    end) stored,
  status text not null default 'open'
    constraint suggestions_status_known check (
      status in ('open', 'accepted', 'partly', 'refused', 'withdrawn', 'outdated')),
  verdicts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz not null default now(),
  decided_at timestamptz,
  contest text constraint suggestions_contest_length check (char_length(contest) between 1 and 1000),
  contested_at timestamptz,
  -- Since when its jersey is removed. An open one waits until that is undone, or ends with the jersey.
  held_at timestamptz,
  trusted boolean not null default false,
  afterwards text
    constraint suggestions_afterwards_known check (afterwards in ('seen', 'undone')),
  -- Far more than suggest() and decide() let through.
  constraint suggestions_size check (
    octet_length(changes::text) <= 131072 and octet_length(was::text) <= 131072
    and octet_length(words::text) <= 131072 and octet_length(verdicts::text) <= 131072),
  constraint suggestions_contest_dated check ((contest is null) = (contested_at is null)),
  constraint suggestions_afterwards_trusted check (afterwards is null or trusted)
);
comment on table public.suggestions is 'What waits for a decision on something public, and what was decided: corrections, photos, merges and removals; suggest(), authors'' writes and decide() write it. A submission is its pending jersey';
comment on column public.suggestions.source is 'Where it is from, or why; the jersey''s author needs none for texts and photos, nor do the photos of a merged submission';
comment on column public.suggestions.title is 'Of its target when it was suggested';
comment on column public.suggestions.member_id is 'Null: a former member, of a suggestion that was decided';
comment on column public.suggestions.changes is
  'Column and wanted value; also `removed`, a list of ids of photos. `league` follows `competition_id`, `team` and `brand` stand beside `team_id` and `brand_id`: they have no verdict of their own';
comment on column public.suggestions.was is 'The same columns, as they were when it was suggested';
comment on column public.suggestions.words is 'Column, before and after, for people; names in place of ids';
comment on column public.suggestions.status is 'Outdated: what it was about is deleted';
comment on column public.suggestions.verdicts is
  'By column, or `photo:` and the id of a photo: {"accepted": …, "reason": …, "note": …}. Who decided is in private.decisions';
comment on column public.suggestions.trusted is 'It was public at once, by trust; no reviewer decided';
comment on column public.suggestions.afterwards is 'Of a trusted one: whether a reviewer has seen it since, or it was wrong and undone as far as it still stood. Null: it waits for that';

create index suggestions_of_target on public.suggestions (target_id, target_type);
comment on index public.suggestions_of_target is
  'Suggestions for a thing: open ones for duplicates, merges and deletions; any, before an import is undone';
create unique index suggestions_one_open on public.suggestions (member_id, target_type, target_id)
  where status = 'open' and contested_at is null and held_at is null and kind in ('edit', 'photos');
comment on index public.suggestions_one_open is 'Open corrections of one member about one thing are one';
create index suggestions_of_member on public.suggestions (member_id, status, created_at desc, id desc);
comment on index public.suggestions_of_member is 'A member''s suggestions: account, limits';
create index suggestions_decided on public.suggestions (decided_at desc) where decided_at is not null;
comment on index public.suggestions_decided is 'The latest decisions: how long they take';
-- A number: the planner would turn "is not open" into "<>", for which there is no index.
create index suggestions_queue on public.suggestions (((status = 'open')::integer), created_at, id) include (status, held_at, kind)
  where status = 'open' or trusted and afterwards is null;
comment on index public.suggestions_queue is
  'The reviewers'' two lists, oldest first: what waits, and what was public at once and nobody has looked at';
create index suggestions_decided_of_member on public.suggestions (member_id, decided_at desc) where decided_at is not null;
comment on index public.suggestions_decided_of_member is 'A member''s latest decisions: trust';

alter table public.suggestions enable row level security;
revoke all on public.suggestions from anon, authenticated;
grant select on public.suggestions to authenticated;
grant select, insert, update, delete on public.suggestions to service_role;

create policy "members read their own suggestions, reviewers all" on public.suggestions
  for select to authenticated
  using (member_id = (select auth.uid()) or (select public.is_reviewer((select auth.uid()))));
