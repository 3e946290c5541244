-- Members as others see them. E-mail addresses stay in `auth`.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text not null
    constraint profiles_username_key unique
    constraint profiles_username_format check (username ~ '^[a-z0-9_]{3,30}$'),
  display_name text
    constraint profiles_display_name_length check (char_length(display_name) <= 60)
);
comment on table public.profiles is 'The public face of an account, made on sign-up';

create function private.profile_text(username text, display_name text) returns text
language sql immutable parallel safe set search_path = ''
as $$ select private.fold(username || ' ' || coalesce(display_name, '')) $$;
comment on function private.profile_text is 'What administrators find a member by';

create index profiles_list on public.profiles (username collate "C");
comment on index public.profiles_list is 'Members by username: member administration';
create index profiles_search on public.profiles
  using gin (private.profile_text(username, display_name) extensions.gin_trgm_ops);
comment on index public.profiles_search is 'Members whose name contains a text: member administration';

create function private.tidy_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Lower case only: the unique constraint then ignores case.
  new.username := lower(new.username collate "C");
  new.display_name := private.tidy(regexp_replace(new.display_name, '[[:cntrl:]]', '', 'g'));
  return new;
end $$;

create trigger profiles_tidy before insert or update on public.profiles
for each row execute function private.tidy_profile();

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to anon, authenticated;
grant update (username, display_name) on public.profiles to authenticated;
grant select, insert, update, delete on public.profiles to service_role;
select private.guard_writes('public.profiles');

create policy "everyone reads profiles" on public.profiles
  for select to anon, authenticated using (true);
create policy "members update their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- Every account gets its profile in the transaction that makes the account. A username that is taken, too short
-- or not allowed is changed until it fits: no sign-up fails because of it.

create function private.username_from(wish text, name text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select left(coalesce(
    (select candidate
     from (values
       (1, btrim(regexp_replace(private.fold(wish), '[^a-z0-9_]+', '_', 'g'), '_')),
       (2, btrim(regexp_replace(private.fold(name), '[^a-z0-9_]+', '_', 'g'), '_'))
     ) as wishes (rank, candidate)
     where char_length(candidate) >= 3
     order by rank
     limit 1),
    'membre'), 30)
$$;
comment on function private.username_from is
  'The nearest allowed username. It is never made from the e-mail address, which is private';

create function private.name_of(account auth.users) returns text
language sql stable set search_path = ''
as $$
  select left(name, 60)
  from unnest(array['display_name', 'full_name', 'name', 'user_name']) with ordinality
      as member (key, rank),
    private.tidy(account.raw_user_meta_data ->> member.key) name
  where name is not null and (key = 'display_name' or strpos(name, '@') = 0)
  order by rank
  limit 1
$$;
comment on function private.name_of is
  'The name an account gives itself, else the name its sign-in provider sends. A provider''s name that is an address stays private';

create function private.create_profile(account auth.users) returns void
language plpgsql set search_path = ''
as $$
declare
  shown constant text := private.name_of(account);
  wished constant text := private.username_from(coalesce(
    account.raw_user_meta_data ->> 'username',
    case when strpos(account.raw_user_meta_data ->> 'user_name', '@') = 0
      then account.raw_user_meta_data ->> 'user_name' end), shown);
  suffix text := '';
begin
  loop
    -- A sign-up under the same name at the same time waits here instead of failing.
    insert into public.profiles (id, username, display_name)
    values (account.id, left(wished, 30 - char_length(suffix)) || suffix, shown)
    on conflict (username) do nothing;
    exit when found;
    suffix := '_' || left(md5(random()::text), greatest(4, least(12, char_length(suffix))));
  end loop;
end $$;

create function private.on_sign_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.create_profile(new);
  return new;
end $$;

create trigger on_sign_up after insert on auth.users
for each row execute function private.on_sign_up();

revoke execute on function
  private.username_from, private.name_of, private.create_profile, private.on_sign_up
from public;

-- A hosted project may have accounts before its first migration.
do $$
declare
  account auth.users;
begin
  for account in select * from auth.users order by created_at loop
    perform private.create_profile(account);
  end loop;
end $$;
