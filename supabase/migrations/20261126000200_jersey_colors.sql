-- Colours of a jersey, of twelve that have names: the main colour first, then up to two others.

alter table public.jerseys add column colors text[] not null default '{}';
comment on column public.jerseys.colors is
  'Up to three of the twelve named colours, the main one first (docs/product.md 23). Not hexadecimal, unlike teams.colors';

create function private.is_palette(colors text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select cardinality(colors) <= 3
    and colors <@ array[
      'white', 'black', 'grey', 'red', 'burgundy', 'orange', 'yellow', 'green', 'sky', 'blue', 'purple', 'pink']
    and cardinality(colors) = (select count(distinct color) from unnest(colors) color)
$$;
comment on function private.is_palette is 'True for up to three of the named colours, each at most once';
revoke execute on function private.is_palette from public;
grant execute on function private.is_palette to authenticated, service_role;

alter table public.jerseys add constraint jerseys_colors_known check (private.is_palette(colors));

grant insert (colors), update (colors) on public.jerseys to authenticated;
