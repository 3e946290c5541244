-- Every account gets a profile in the transaction that makes the account. A username that is
-- taken, too short or not ours to have is bent until it fits: no sign-up fails because of it.

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
  'The nearest allowed username; never taken from the e-mail address, which is private';

create function private.create_profile(account auth.users) returns void
language plpgsql set search_path = ''
as $$
declare
  shown constant text := left(account.raw_user_meta_data ->> 'display_name', 60);
  wished constant text :=
    private.username_from(account.raw_user_meta_data ->> 'username', shown);
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

create function private.on_sign_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.create_profile(new);
  return new;
end $$;

create trigger on_sign_up after insert on auth.users
for each row execute function private.on_sign_up();

revoke execute on function private.username_from, private.create_profile, private.on_sign_up from public;

-- A hosted project may have accounts already.
do $$
declare
  account auth.users;
begin
  for account in select * from auth.users order by created_at loop
    perform private.create_profile(account);
  end loop;
end $$;
