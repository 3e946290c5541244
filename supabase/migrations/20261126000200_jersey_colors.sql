-- Colours of a jersey, of twelve that have names: the main colour first, then up to two others. The next file gives every
-- jersey its colours and says which are allowed.

alter table public.jerseys add column colors text[] not null default '{}';
grant insert (colors), update (colors) on public.jerseys to authenticated;
