-- Who signs up at a provider is named as they are known there. A name that is an address stays
-- private.

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
  'What an account calls itself, else what its provider calls it (as the auth service stores it)';
revoke execute on function private.name_of from public;

create or replace function private.create_profile(account auth.users) returns void
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
    -- Waits for a simultaneous sign-up under the same name instead of failing on it.
    insert into public.profiles (id, username, display_name)
    values (account.id, left(wished, 30 - char_length(suffix)) || suffix, shown)
    on conflict (username) do nothing;
    exit when found;
    suffix := '_' || left(md5(random()::text), greatest(4, least(12, char_length(suffix))));
  end loop;
end $$;
