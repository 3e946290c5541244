-- Edits of approved jerseys: an author's changes that wait for review.
-- A jersey has at most one. The public version stays until it is accepted.
-- The rules are in staging.sql.

create table public.jersey_edits (
  id uuid primary key default gen_random_uuid(),
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  -- References the account for the reason given at jersey_votes.
  author_id uuid not null references auth.users (id) on delete cascade,
  changes jsonb not null default '{}'
    constraint jersey_edits_changes_known check (
      jsonb_typeof(changes) = 'object'
      and changes - array['title', 'edition', 'description', 'external_link'] = '{}'),
  removed_images uuid[] not null default '{}',
  image_order uuid[],
  status text not null default 'open'
    constraint jersey_edits_status_known check (status in ('open', 'refused')),
  note text constraint jersey_edits_note_length check (char_length(note) <= 1000),
  created_at timestamptz not null default now(),
  edited_at timestamptz not null default now(),
  constraint jersey_edits_one_per_jersey unique (jersey_id),
  constraint jersey_edits_note_of_refusal check ((status = 'refused') = (note is not null))
);
comment on table public.jersey_edits is 'What an author wants an approved jersey to become; deleted when accepted';
comment on column public.jersey_edits.changes is 'The changed texts: column and new value, null for an emptied one';
comment on column public.jersey_edits.removed_images is
  'Images of the approved version that the edit removes. Images that it adds name it in jersey_images.edit_id';
comment on column public.jersey_edits.image_order is
  'The order of the edit''s images; those not in it come last. Null: by position';
comment on column public.jersey_edits.note is 'Why it was refused, for the author';

create index jersey_edits_by_author on public.jersey_edits (author_id);

alter table public.jersey_edits enable row level security;
-- Members write jerseys and images, never this table; they may take an edit back.
revoke all on public.jersey_edits from anon, authenticated;
grant select, delete on public.jersey_edits to authenticated;
grant select, insert, update, delete on public.jersey_edits to service_role;

create policy "members take back their own edits" on public.jersey_edits
  for delete to authenticated using (author_id = (select auth.uid()));

create policy "members read their own edits, reviewers all" on public.jersey_edits
  for select to authenticated
  using (author_id = (select auth.uid()) or (select public.is_reviewer((select auth.uid()))));
