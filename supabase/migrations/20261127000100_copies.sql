-- Copies: the shirts that a member owns of a jersey, one row per shirt. They are their owner's alone: nobody else reads
-- them, not even how many there are. A jersey is in the collection exactly while its owner has a copy of it.

create function private.is_partial_date(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select case
    when value !~ '^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$' then false
    when left(value, 4) not between '1850' and '9998' then false
    when length(value) = 4 then true
    when substring(value, 6, 2) not between '01' and '12' then false
    when length(value) = 7 then true
    else substring(value, 9, 2)::integer between 1 and extract(
      day from make_date(left(value, 4)::integer, substring(value, 6, 2)::integer, 1)
        + interval '1 month - 1 day')
  end
$$;
comment on function private.is_partial_date is 'True for a year, a month or a day that exists: 2019, 2019-07, 2019-07-31';

-- The day that it is already somewhere: no member's today is in the future.
create function private.is_past(value text) returns boolean
language sql stable strict parallel safe set search_path = ''
as $$
  select value <= left(to_char(now() at time zone 'Pacific/Kiritimati', 'YYYY-MM-DD'), length(value))
$$;
comment on function private.is_past is 'True for a year, month or day that has begun';
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
  'True for the code of a currency in ISO 4217. Twin of CURRENCIES in app/domain/copies/currencies.ts';

revoke execute on function private.is_partial_date, private.is_past, private.is_currency from public;
grant execute on function private.is_partial_date, private.is_past, private.is_currency
  to authenticated, service_role;

create table public.copies (
  id uuid primary key default gen_random_uuid(),
  -- The account rather than the profile, as with votes.
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  jersey_id uuid references public.jerseys (id) on delete set null,
  former_jersey jsonb,
  size_scale text
    constraint copies_size_scale_known check (size_scale in ('adult', 'women', 'youth')),
  size text constraint copies_size_length check (char_length(size) <= 20),
  version text
    constraint copies_version_known check (version in ('replica', 'player_issue', 'match_worn', 'other')),
  condition text
    constraint copies_condition_known
      check (condition in ('new_with_tags', 'new', 'very_good', 'good', 'worn', 'damaged')),
  printed_name text constraint copies_printed_name_length check (char_length(printed_name) <= 40),
  printed_number text constraint copies_printed_number_format check (printed_number ~ '^[0-9]{1,3}$'),
  is_signed boolean not null default false,
  signed_by text constraint copies_signed_by_length check (char_length(signed_by) <= 100),
  certificate text constraint copies_certificate_length check (char_length(certificate) <= 200),
  price numeric
    constraint copies_price_range check (price between 0 and 1000000)
    constraint copies_price_cents check (scale(price) <= 2),
  currency text constraint copies_currency_known check (private.is_currency(currency)),
  bought_on text
    constraint copies_bought_on_format check (private.is_partial_date(bought_on))
    constraint copies_bought_on_past check (private.is_past(bought_on)),
  bought_from text constraint copies_bought_from_length check (char_length(bought_from) <= 100),
  lent_to text constraint copies_lent_to_length check (char_length(lent_to) <= 100),
  lent_since text
    constraint copies_lent_since_format check (private.is_partial_date(lent_since))
    constraint copies_lent_since_past check (private.is_past(lent_since)),
  storage_place text constraint copies_storage_place_length check (char_length(storage_place) <= 100),
  notes text constraint copies_notes_length check (char_length(notes) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint copies_jersey_known check (jersey_id is not null or former_jersey is not null),
  constraint copies_certificate_signed check (is_signed or coalesce(signed_by, certificate) is null),
  constraint copies_price_currency check ((price is null) = (currency is null)),
  constraint copies_lent_since_lent check (lent_since is null or lent_to is not null)
);
comment on table public.copies is 'Shirts that members own: their owner''s alone';
comment on column public.copies.former_jersey is
  'What is known of a jersey that was deleted: title, team, league, competition, season, year, kit_type, brand';
comment on column public.copies.size is 'As on the label: M, 42, 12-13 years';
comment on column public.copies.bought_on is 'A year, a month or a day: 2019, 2019-07, 2019-07-31';
comment on column public.copies.updated_at is
  'When a detail changed last. Who saves compares it, and so notices what another tab has saved meanwhile';
comment on column public.copies.removed_at is
  'When its owner took it out of the collection. It can be brought back for thirty days, then it is deleted';

create index copies_list on public.copies (owner_id, created_at desc, id desc);
comment on index public.copies_list is 'A member''s copies, newest first: account';
create index copies_of_jersey on public.copies (jersey_id, owner_id, removed_at);
comment on index public.copies_of_jersey is 'A member''s copies of a jersey: jersey page';
create index copies_removed on public.copies (removed_at) where removed_at is not null;
comment on index public.copies_removed is 'Removed copies, oldest first: job';

create function private.tidy_copy() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.size := private.tidy(new.size);
  new.printed_name := private.tidy(new.printed_name);
  new.printed_number := private.tidy(new.printed_number);
  new.signed_by := private.tidy(new.signed_by);
  new.certificate := private.tidy(new.certificate);
  new.bought_from := private.tidy(new.bought_from);
  new.lent_to := private.tidy(new.lent_to);
  new.storage_place := private.tidy(new.storage_place);
  new.notes := private.tidy(new.notes);
  -- Whatever time a client gives, the database's counts.
  new.removed_at := case when new.removed_at is null then null else coalesce(old.removed_at, now()) end;
  if tg_op = 'UPDATE' then
    new.updated_at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger copies_tidy before insert or update on public.copies
for each row execute function private.tidy_copy();

create function private.limit_copies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.copies
    where owner_id in (select owner_id from added) group by owner_id having count(*) > 20000
  ) then
    raise check_violation using
      message = 'new row for relation "copies" violates check constraint "copies_per_owner"',
      detail = 'A collection has at most 20000 copies.',
      table = 'copies', constraint = 'copies_per_owner';
  end if;
  return null;
end $$;
create trigger copies_limit after insert on public.copies
referencing new table as added
for each statement execute function private.limit_copies();

create table public.copy_photos (
  id uuid primary key default gen_random_uuid(),
  copy_id uuid not null references public.copies (id) on delete cascade,
  path text not null
    constraint copy_photos_path_key unique
    constraint copy_photos_path_format check (path ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.(webp|jpg)$'),
  position integer not null default 0
    constraint copy_photos_position_range check (position between 0 and 1000),
  is_shown boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table public.copy_photos is 'Photos of copies, in bucket `copies`: at most six each, the first is the cover';
comment on column public.copy_photos.path is '<owner>/<name>.webp; the small version beside it is <owner>/<name>.small.webp';
comment on column public.copy_photos.is_shown is 'True if the owner lets it appear on pictures to share';
create index copy_photos_of_copy on public.copy_photos (copy_id, position, id);
comment on index public.copy_photos_of_copy is 'Photos of a copy in order: account';

create function private.limit_copy_photos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Inserts for one copy take turns, as with jersey_images.
  perform from public.copies
  where id in (select copy_id from added) order by id for no key update;
  if exists (
    select from public.copy_photos
    where copy_id in (select copy_id from added) group by copy_id having count(*) > 6
  ) then
    raise check_violation using
      message = 'new row for relation "copy_photos" violates check constraint "copy_photos_six_per_copy"',
      detail = 'A copy has at most six photos.',
      table = 'copy_photos', constraint = 'copy_photos_six_per_copy';
  end if;
  return null;
end $$;
create trigger copy_photos_limit after insert on public.copy_photos
referencing new table as added
for each statement execute function private.limit_copy_photos();

revoke execute on function
  private.tidy_copy, private.limit_copies, private.limit_copy_photos
from public;

alter table public.copies enable row level security;
alter table public.copy_photos enable row level security;
revoke all on public.copies, public.copy_photos from anon, authenticated;
grant select, delete on public.copies, public.copy_photos to authenticated;
grant insert (
  id, jersey_id, size_scale, size, version, condition, printed_name, printed_number, is_signed, signed_by, certificate, price,
  currency, bought_on, bought_from, lent_to, lent_since, storage_place, notes
) on public.copies to authenticated;
grant update (
  jersey_id, size_scale, size, version, condition, printed_name, printed_number, is_signed, signed_by, certificate, price, currency,
  bought_on, bought_from, lent_to, lent_since, storage_place, notes, removed_at
) on public.copies to authenticated;
grant insert (id, copy_id, path, position), update (position, is_shown) on public.copy_photos
  to authenticated;
grant select, insert, update, delete on public.copies, public.copy_photos to service_role;
select private.guard_writes('public.copies');
select private.guard_writes('public.copy_photos');

create policy "members read their own copies" on public.copies
  for select to authenticated using (owner_id = (select auth.uid()));
create policy "members add copies of jerseys they can read" on public.copies
  for insert to authenticated
  with check (
    owner_id = (select auth.uid())
    and exists (select from public.jerseys where jerseys.id = jersey_id)
  );
-- A copy whose jersey was hidden or deleted stays editable.
create policy "members change their own copies" on public.copies
  for update to authenticated
  using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
create policy "members delete their own copies" on public.copies
  for delete to authenticated using (owner_id = (select auth.uid()));

create policy "members read photos of their own copies" on public.copy_photos
  for select to authenticated
  using (exists (select from public.copies where copies.id = copy_id));
create policy "members add their own files to their own copies" on public.copy_photos
  for insert to authenticated
  with check (
    exists (select from public.copies where copies.id = copy_id)
    and split_part(path, '/', 1) = (select auth.uid())::text
    and exists (select from storage.objects object where object.bucket_id = 'copies' and object.name = path)
  );
create policy "members order photos of their own copies" on public.copy_photos
  for update to authenticated
  using (exists (select from public.copies where copies.id = copy_id))
  with check (exists (select from public.copies where copies.id = copy_id));
create policy "members delete photos of their own copies" on public.copy_photos
  for delete to authenticated
  using (exists (select from public.copies where copies.id = copy_id));
