-- Colours of a jersey, of fourteen with names: the main one first, then up to two others.
-- Without colours of its own a jersey has those of its shirt drawing (docs/decisions/056-named-colors.md).

create function private.linear_light(channel integer) returns double precision
language sql immutable parallel safe
return case when channel <= 10 then channel / 255.0::double precision / 12.92
  else power((channel / 255.0::double precision + 0.055) / 1.055, 2.4::double precision) end;

create function private.hex_channels(hex text) returns integer[]
language sql immutable parallel safe
return array[
  ('x' || substr(hex, 2, 2))::bit(8)::integer,
  ('x' || substr(hex, 4, 2))::bit(8)::integer,
  ('x' || substr(hex, 6, 2))::bit(8)::integer];
comment on function private.hex_channels is 'Red, green and blue of #rrggbb, 0 to 255';

create function private.oklab(hex text) returns double precision[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  rgb constant integer[] := private.hex_channels(hex);
  r constant double precision := private.linear_light(rgb[1]);
  g constant double precision := private.linear_light(rgb[2]);
  b constant double precision := private.linear_light(rgb[3]);
  l constant double precision := cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  m constant double precision := cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  s constant double precision := cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
begin
  return array[
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s];
end $$;
comment on function private.oklab is
  'A colour #rrggbb in OKLab, where distances are about as large as people see them';

create table private.color_references (
  hex text primary key,
  name text not null,
  lab double precision[] not null generated always as (private.oklab(hex)) stored
);
comment on table private.color_references is
  'Examples of the named colours; the nearest one names any other colour. The same as in app/shared/domain/nearest-color.ts';

-- Dark colours are so near to each other that a navy blue is often nearest to a dark purple: there the hue decides, purple
-- from 277 degrees on (LEAST_PURPLE in app/shared/domain/nearest-color.ts).
create function private.color_name(hex text) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when name not in ('blue', 'purple') then name
    when looked[2] > -0.123 * looked[3] then 'purple'
    else 'blue'
  end
  from private.color_references reference, private.oklab(color_name.hex) looked
  order by (reference.lab[1] - looked[1]) ^ 2 + (reference.lab[2] - looked[2]) ^ 2
    + (reference.lab[3] - looked[3]) ^ 2
  limit 1
$$;
comment on function private.color_name is
  'The named colour that looks most like #rrggbb; the hue decides between blue and purple';

create function private.color_names(hexes text[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(name order by place) from (
    select private.color_name(hex) as name, min(place) as place
    from unnest(hexes) with ordinality given (hex, place)
    group by 1) named
$$;
comment on function private.color_names is 'The names of colours in their order, each once';

-- The drawing's colours.
create function private.luminance(hex text) returns double precision
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  rgb constant integer[] := private.hex_channels(hex);
begin
  return 0.2126 * private.linear_light(rgb[1]) + 0.7152 * private.linear_light(rgb[2])
    + 0.0722 * private.linear_light(rgb[3]);
end $$;
comment on function private.luminance is 'Relative luminance as WCAG defines it: 0 is black, 1 is white';

create function private.contrast(one text, other text) returns double precision
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  a constant double precision := private.luminance(one);
  b constant double precision := private.luminance(other);
begin
  return (greatest(a, b) + 0.05) / (least(a, b) + 0.05);
end $$;
comment on function private.contrast is 'WCAG contrast ratio of two colours, 1 to 21';

create function private.mix_colors(hex text, target text, amount double precision) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  start constant integer[] := private.hex_channels(hex);
  goal constant integer[] := private.hex_channels(target);
  mixed text := '#';
begin
  for channel in 1..3 loop
    mixed := mixed || lpad(
      to_hex(floor(start[channel] + (goal[channel] - start[channel]) * amount + 0.5)::integer), 2, '0');
  end loop;
  return mixed;
end $$;
comment on function private.mix_colors is 'Amount 0 gives the first colour, 1 the target';

create function private.shirt_colors(kit_type text, team_colors text[]) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  white constant text := '#ffffff';
  ink constant text := '#16181f';
  -- Grey: nothing is known.
  given constant text[] := case when cardinality(team_colors) > 0 then team_colors else array['#c9ccd3', '#8d93a1'] end;
  first constant text := given[1];
  second constant text := coalesce(given[2], case
    when private.luminance(first) > 0.4 then private.mix_colors(first, ink, 0.8) else white end);
  third constant text := given[3];
  trim_color constant text := coalesce(third, second);
  yellow constant text := '#f2c230';
  green constant text := '#1f9d5a';
  gold constant text := '#c9a227';
  base text;
  next text;
begin
  case kit_type
  when 'away' then
    if private.luminance(first) > 0.6 then
      base := case when private.luminance(second) < 0.5 then second else ink end;
      next := first;
    else
      base := white;
      next := case when private.luminance(second) > 0.6 then private.mix_colors(first, ink, 0.1) else first end;
    end if;
    return array[base, next, case when private.contrast(trim_color, base) > 1.6 then trim_color else next end];
  when 'third' then
    base := case
      when private.contrast(second, first) > 2 and private.luminance(second) < 0.7 then second else ink end;
    return array[
      base, first, coalesce(third, case when private.luminance(base) > 0.4 then ink else white end)];
  when 'fourth' then
    next := case when private.luminance(first) > 0.6 then second else first end;
    return array[
      private.mix_colors(next, white, 0.7), next, case when next = first then second else first end];
  when 'goalkeeper' then
    base := case
      when private.contrast(yellow, first) > 2 then yellow
      when private.contrast(green, first) > 2 then green
      else ink end;
    return array[base, private.mix_colors(base, ink, 0.3), case when base = ink then white else ink end];
  when 'prematch' then
    return array[private.mix_colors(first, second, 0.35), first, second];
  when 'anniversary' then
    return array[first, private.mix_colors(first, ink, 0.25), gold];
  when 'training' then
    return array[private.mix_colors(first, ink, 0.55), private.mix_colors(first, ink, 0.15), second];
  when 'other' then
    return array[private.mix_colors(first, ink, 0.3), second, trim_color];
  else
    return array[first, second, trim_color];
  end case;
end $$;
comment on function private.shirt_colors is
  'Base, second and trim colour of the shirt drawing, as #rrggbb (designFor() in app/shared/domain/shirt/design.ts)';

create function private.default_colors(kit_type text, team_id uuid) returns text[]
language sql stable security definer set search_path = ''
as $$
  select private.color_names(private.shirt_colors(
    default_colors.kit_type, (select colors from public.teams where id = default_colors.team_id)))
$$;
comment on function private.default_colors is 'The colours of a jersey for which nobody chose any';

-- An update that names the colours chooses them, also if they stay the same. Fires before jerseys_complete.
create function private.mark_given_colors() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.set_change('colors', 'true');
  return new;
end $$;

create function private.default_colors_of(was public.jerseys, becomes public.jerseys) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  are_given constant boolean := private.current_change() ? 'colors';
begin
  if are_given then
    perform private.set_change('colors', null);
  end if;
  if becomes.colors = '{}' then
    return private.default_colors(becomes.kit_type, becomes.team_id);
  elsif was.id is not null and not are_given then
    return private.followed_colors(was, becomes);
  end if;
  return becomes.colors;
end $$;
comment on function private.default_colors_of is
  'A jersey without colours gets the default ones, which follow its team and its kit type';

create function private.followed_colors(was public.jerseys, becomes public.jerseys) returns text[]
language sql stable security definer set search_path = ''
as $$
  select case
    when (was.team_id, was.kit_type) is distinct from (becomes.team_id, becomes.kit_type)
      and was.colors = private.default_colors(was.kit_type, was.team_id)
    then private.default_colors(becomes.kit_type, becomes.team_id)
    else was.colors
  end
$$;
comment on function private.followed_colors is
  'The colours after a change that names none: the default ones follow, others stay';

create function private.recolor_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.jerseys where team_id = new.id order by id for no key update;
  -- Materialized: else they are computed for every jersey.
  with kits as materialized (
    select kit_type,
      private.color_names(private.shirt_colors(kit_type, old.colors)) as was,
      private.color_names(private.shirt_colors(kit_type, new.colors)) as becomes
    from unnest(array_prepend(null, private.kit_types())) kit_type
  )
  update public.jerseys jersey set colors = kits.becomes
  from kits
  where jersey.team_id = new.id and jersey.kit_type is not distinct from kits.kit_type
    and jersey.colors = kits.was and kits.was <> kits.becomes;
  return null;
end $$;
comment on function private.recolor_team is 'Default colours follow those of the team';

create function public.team_colors(team_id uuid)
returns table (decade integer, color text, kits bigint)
language sql stable security definer rows 40 set search_path = ''
as $$
  -- One jersey per season and kit type, the best rated: thirty entries of one shirt are one shirt. The other kit
  -- types have colours of their own.
  select worn.year / 10 * 10, worn.color, count(*)
  from (
    select tkc.year, best.color
    from private.team_kit_counts tkc
    cross join lateral (
      select jersey.colors[1] as color from public.jerseys jersey
      where jersey.team_id = tkc.team_id and jersey.year = tkc.year
        and jersey.kit_type_slug = tkc.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where tkc.team_id = team_colors.team_id and tkc.year > 0
      and tkc.kit_type_slug in ('home', 'away', 'third', 'maillot')
    union all
    select left(season.code, 4)::integer, best.color
    from private.team_kit_counts tkc
    join public.seasons season on season.id = tkc.season_id and season.is_active
    cross join lateral (
      select jersey.colors[1] as color from public.jerseys jersey
      where jersey.team_id = tkc.team_id and jersey.season_id = tkc.season_id and jersey.year is null
        and jersey.kit_type_slug = tkc.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where tkc.team_id = team_colors.team_id and tkc.year = 0
      and tkc.kit_type_slug in ('home', 'away', 'third', 'maillot')
  ) worn
  group by 1, 2
  order by 1, 3 desc, 2
$$;
comment on function public.team_colors is
  'The main colours of a team''s public shirts by decade: how many kits (best jersey of each season and of home, away and third) have each';

insert into private.color_references (name, hex)
select name, hex from (values
  ('white', array['#ffffff', '#f3efe2', '#e6e8eb', '#f3e6c8']),
  ('black', array['#000000', '#141414', '#16181f', '#2b2826', '#101820']),
  ('grey', array['#8b8f94', '#c3c7cb', '#a5acaf', '#708090', '#5a5e63', '#3e4247', '#333f42']),
  ('red', array['#d81e2c', '#f0303a', '#b5121f', '#c8102e', '#cb3524', '#a90432', '#98002e']),
  ('burgundy', array['#701c2e', '#4f1020', '#8a1538', '#5c1f16', '#8a1e03', '#8b1a2b', '#a50044']),
  ('brown', array['#6b4423', '#624839', '#4a2c17', '#311d00', '#8b5a2b']),
  ('orange', array['#f27516', '#ff9a3c', '#d4581a', '#fb4f14', '#c83803']),
  ('yellow', array['#f8d21c', '#fff06a', '#fdb927', '#ffa300', '#c9a227', '#b4975a', '#d3bc8d', '#85714d']),
  ('green', array['#12864a', '#0a4d2c', '#0b3020', '#203731', '#3a5a4e', '#58b947', '#9fd63c', '#6eceb2', '#9be7d0', '#1ec28b', '#008272', '#004c54']),
  ('teal', array['#0b8a8f', '#008080', '#008e97', '#006778', '#00a19b', '#00c4b4', '#40e0d0']),
  ('sky', array['#7fc0ea', '#a9d8f5', '#6cabdd', '#2fb4e8', '#18c8dc', '#99d9d9', '#0099b5']),
  ('blue', array['#1c48a8', '#2a5bd7', '#0a6cc4', '#236192', '#5d76a9', '#2f4a6d', '#12326b', '#13294b', '#0b1f41', '#0b162a', '#00205b', '#010e80']),
  ('purple', array['#64329b', '#3b2063', '#8d4fc4', '#7a5cff', '#b9a3e3', '#4a3f6b', '#241238', '#1d1160']),
  ('pink', array['#f08bb4', '#f54f9a', '#f7c6d6', '#d6247e', '#c48598'])
) given (name, hexes), unnest(hexes) hex;
