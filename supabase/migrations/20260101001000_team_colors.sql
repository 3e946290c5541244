-- What a shirt is drawn in where there is no photo.
alter table public.teams add column colors text[] not null default '{}'
  constraint teams_colors_format check (
    cardinality(colors) <= 3
    and array_to_string(colors, ' ', '?') ~ '^(#[0-9a-f]{6}( #[0-9a-f]{6})*)?$');
comment on column public.teams.colors is
  'Up to three as #rrggbb, in the order of the home shirt: base, second, trim';
