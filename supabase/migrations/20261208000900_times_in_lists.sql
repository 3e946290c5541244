-- PostgreSQL 15 can't ask whether a text is a time: pg_input_is_valid exists from version 16 on.
create function private.is_time(value text) returns boolean
language plpgsql stable strict set search_path = ''
as $$
begin
  perform value::timestamptz;
  return true;
exception when data_exception then
  return false;
end $$;
comment on function private.is_time is 'True if PostgreSQL reads the text as a time';
revoke execute on function private.is_time from public;

-- As before, with that function.
create or replace function private.value_refusals(line jsonb) returns setof jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  title constant text := private.tidy(line ->> 'title');
  link constant text := private.tidy(line ->> 'external_link');
  price constant text := private.tidy(line ->> 'price');
  year constant text := private.tidy(line ->> 'year');
  images constant jsonb := case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end;
  one record;
  file text;
begin
  return query select * from private.text_refusals('title', title, 3, 160);
  if line -> 'as_written' ? 'team' then
    return query select * from private.text_refusals('team', private.tidy(line ->> 'team'), 2, 120);
  end if;
  if line -> 'as_written' ? 'brand' then
    return query select * from private.text_refusals('brand', private.tidy(line ->> 'brand'), 0, 80);
  end if;
  return query select * from private.text_refusals('edition', private.tidy(line ->> 'edition'), 0, 120);
  return query select * from private.text_refusals('description', private.tidy(line ->> 'description'), 0, 5000, false);
  return query select * from private.text_refusals('external_link', link, 0, 2048);
  for one in
    select * from (values
      ('external_link', link, link !~ '^https?://[^\s]+$', 'link'),
      ('league', line ->> 'league', line ->> 'league' <> all (array['NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT']), 'choice'),
      ('kit_type', line ->> 'kit_type',
        line ->> 'kit_type' <> all (array['home', 'away', 'third', 'training', 'other']), 'choice'),
      ('year', year, case when year ~ '^[0-9]{4}$' then year::integer not between 1850 and 2100 else true end, 'year'),
      ('price', price,
        case when price ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then price::numeric not between 0 and 1000000 else true end,
        'price'),
      ('price', price,
        case when price ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then price::numeric <> round(price::numeric, 2) end,
        'too_precise'),
      ('created_at', line ->> 'created_at',
        -- No client reads the times of antiquity, nor -infinity.
        case when private.is_time(line ->> 'created_at')
          then (line ->> 'created_at')::timestamptz < '1900-01-01' else true end,
        'time')
    ) as checked (field, value, is_wrong, reason)
    where checked.value is not null and checked.is_wrong
  loop
    return next jsonb_build_object('field', one.field, 'reason', one.reason, 'value', left(one.value, 100));
  end loop;
  if jsonb_array_length(line -> 'colors') > 0 then
    if jsonb_array_length(line -> 'colors') > 3 then
      return next '{"field": "colors", "reason": "too_many"}';
    elsif not private.is_palette(private.line_colors(line)) or not private.line_colors(line) <@ array[
      'white', 'black', 'grey', 'red', 'burgundy', 'orange', 'yellow', 'green', 'sky', 'blue', 'purple', 'pink'] then
      return next jsonb_build_object('field', 'colors', 'reason', 'choice',
        'value', left(array_to_string(private.line_colors(line), ', '), 100));
    end if;
  end if;
  if jsonb_array_length(images) > 5 then
    return next '{"field": "images", "reason": "too_many"}';
  end if;
  for one in select value as image from jsonb_array_elements(images) loop
    if one.image ->> 'licence' <> all (array['CC-BY-SA-4.0', 'shown-here-only']) then
      return next jsonb_build_object('field', 'licence', 'reason', 'choice', 'value', left(one.image ->> 'licence', 100));
    end if;
    return query select * from private.text_refusals('alt', private.tidy(one.image ->> 'alt'), 0, 300);
    file := private.storage_path(private.file_url(one.image ->> 'path'));
    if one.image ->> 'path' is not null and not exists (
      select from storage.objects object
      where object.bucket_id = 'jerseys' and object.name collate "C" = file
        and object.metadata ->> 'size' is distinct from '0') then
      return next jsonb_build_object('field', 'images', 'reason', 'no_file', 'value', left(one.image ->> 'path', 200));
    end if;
    if one.image ->> 'likeness' !~ '^[01]{128}$' then
      return next '{"field": "images", "reason": "likeness"}';
    end if;
  end loop;
end $$;
