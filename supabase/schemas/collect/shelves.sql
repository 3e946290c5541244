-- Collections and wishlists.
-- A member has a jersey once in each; a second insert is a unique violation.
-- From three on, a jersey's page says how many members have or want it.

create function private.is_currency(code text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select code in (
    'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BHD', 'BIF', 'BMD', 'BND',
    'BOB', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CLP', 'CNY', 'COP', 'CRC', 'CUP', 'CVE',
    'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD',
    'GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IQD', 'IRR', 'ISK', 'JMD', 'JOD', 'JPY',
    'KES', 'KGS', 'KHR', 'KMF', 'KPW', 'KRW', 'KWD', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'LYD', 'MAD',
    'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO',
    'NOK', 'NPR', 'NZD', 'OMR', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF',
    'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB',
    'TJS', 'TMT', 'TND', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'UGX', 'USD', 'UYU', 'UZS', 'VED', 'VES', 'VND',
    'VUV', 'WST', 'XAF', 'XCD', 'XCG', 'XOF', 'XPF', 'YER', 'ZAR', 'ZMW', 'ZWG')
$$;
comment on function private.is_currency is
  'True for the code of a currency in ISO 4217. Twin of CURRENCIES in app/shared/domain/currencies.ts';

create table public.user_collections (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  jersey_id uuid not null references public.jerseys (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint user_collections_user_id_jersey_id_key unique (user_id, jersey_id)
);

create index user_collections_list on public.user_collections (user_id, created_at desc, id desc);
comment on index public.user_collections_list is 'A member''s collection, newest first: account';
create index user_collections_by_jersey on public.user_collections (jersey_id);

alter table public.user_collections enable row level security;
revoke all on public.user_collections from anon, authenticated;
grant select, delete on public.user_collections to authenticated;
grant select, insert, update, delete on public.user_collections to service_role;
grant insert (user_id, jersey_id) on public.user_collections to authenticated;

create table public.user_wishlists (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  jersey_id uuid references public.jerseys (id) on delete cascade,
  former_jersey jsonb constraint user_wishlists_former_jersey_size check (octet_length(former_jersey::text) <= 8192),
  created_at timestamptz not null default now(),
  size_scale text
    constraint user_wishlists_size_scale_known check (size_scale in ('adult', 'women', 'youth')),
  size text constraint user_wishlists_size_length check (char_length(size) <= 20),
  highest_price numeric
    constraint user_wishlists_highest_price_range check (highest_price between 0 and 1000000)
    constraint user_wishlists_highest_price_cents check (scale(highest_price) <= 2),
  currency text
    constraint user_wishlists_currency_known check (private.is_currency(currency)),
  note text constraint user_wishlists_note_length check (char_length(note) <= 500),
  constraint user_wishlists_user_id_jersey_id_key unique (user_id, jersey_id),
  constraint user_wishlists_shirt_said check (num_nonnulls(jersey_id, former_jersey) > 0),
  constraint user_wishlists_price_currency check ((highest_price is null) = (currency is null))
);
comment on column public.user_wishlists.former_jersey is
  'What is wished for that the catalogue lacks, said as in a copy without a page; it stays when the wish becomes one for a jersey';

create index user_wishlists_list on public.user_wishlists (user_id, created_at desc, id desc);
comment on index public.user_wishlists_list is 'A member''s wishlist, newest first: account';
create index user_wishlists_by_jersey on public.user_wishlists (jersey_id);
create unique index user_wishlists_said_once on public.user_wishlists (user_id, former_jersey) where jersey_id is null;
comment on index public.user_wishlists_said_once is 'A shirt without a page is wished for once, in the same words: adding, imports';
create index user_wishlists_without_page on public.user_wishlists (private.team_slug(former_jersey ->> 'team')) where jersey_id is null;
comment on index public.user_wishlists_without_page is 'Wishes that a new jersey may fulfil: private.adopt_shirts()';

alter table public.user_wishlists enable row level security;
revoke all on public.user_wishlists from anon, authenticated;
grant select, delete on public.user_wishlists to authenticated;
grant select, insert, update, delete on public.user_wishlists to service_role;
grant insert (id, user_id, jersey_id, former_jersey, size_scale, size, highest_price, currency, note)
on public.user_wishlists to authenticated;
grant update (former_jersey, size_scale, size, highest_price, currency, note) on public.user_wishlists to authenticated;

create function public.shelf_counts(jersey_id uuid) returns table (collectors bigint, wishers bigint)
language sql stable security definer rows 1 set search_path = ''
as $$
  select
    private.told_owners(jersey.id),
    (select case when count(*) >= 3 then count(*) end from public.user_wishlists wishlist where wishlist.jersey_id = jersey.id)
  from public.jerseys jersey
  where jersey.id = shelf_counts.jersey_id and jersey.status = 'approved' and jersey.is_active
$$;
comment on function public.shelf_counts is
  'How many members have a public jersey in their collection, and how many on their wishlist; null for each below three';

-- The numbers are on the page of the jersey.
create function private.mark_collected() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.changes (kind, id)
  select 'page', changed.id
  from (select distinct unnest(array[old.jersey_id, new.jersey_id]) as id) changed
  where changed.id is not null
    -- With fewer, no number is shown, nor was one.
    and 2 <= case tg_table_name
      when 'user_collections' then
        (select count(*) from (select from public.user_collections where jersey_id = changed.id limit 2) shelved)
      else (select count(*) from (select from public.user_wishlists where jersey_id = changed.id limit 2) shelved)
    end;
  return null;
end $$;
comment on function private.mark_collected is
  'Notes that the page of a jersey is outdated, because the number of those who have or want it has changed';

create function private.tidy_own_wish() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.former_jersey := private.facts_of_line(new.former_jersey);
  if new.former_jersey is null or new.jersey_id is not null then
    perform private.refuse('user_wishlists_shirt_said', 'A shirt without a page has a title, a team and a league, and no jersey.');
  end if;
  return new;
end $$;
comment on function private.tidy_own_wish is 'What is said of a wished shirt without a page, tidied as in copies';

create policy "members read their own collection" on public.user_collections
  for select to authenticated using (user_id = (select auth.uid()));

create policy "members collect jerseys they can read" on public.user_collections
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.jerseys where jerseys.id = jersey_id)
  );

create policy "members remove from their own collection" on public.user_collections
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "members read their own wishlist" on public.user_wishlists
  for select to authenticated using (user_id = (select auth.uid()));

create policy "members wish for jerseys they can read" on public.user_wishlists
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and (jersey_id is null or exists (select from public.jerseys where jerseys.id = jersey_id))
  );

create policy "members remove from their own wishlist" on public.user_wishlists
  for delete to authenticated using (user_id = (select auth.uid()));

create policy "members change their own wishes" on public.user_wishlists
  for update to authenticated
  using (user_id = (select auth.uid()));
