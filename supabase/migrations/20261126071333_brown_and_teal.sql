-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.called_colors(word text, is_unfinished boolean) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  -- Folded. Sky blue is also called blue. Shades are called as in app/shared/domain/nearest-color.ts: navy is blue.
  select array(
    select distinct color
    from (values
      (array['white'], 'blanc blancs blanche blanches white whites blanco blancos blanca blancas branco brancos branca brancas'),
      (array['white'], 'creme cremes cream crema'),
      (array['black'], 'noir noirs noire noires black blacks negro negros negra negras preto pretos preta pretas'),
      (array['grey'], 'gris grise grises grey greys gray grays cinza cinzas cinzento cinzenta'),
      (array['grey'], 'argent argente argentee argentes argentees silver plateado plateada prata prateado prateada'),
      (array['red'], 'rouge rouges red reds rojo rojos roja rojas vermelho vermelhos vermelha vermelhas'),
      (array['burgundy'], 'bordeaux burgundy maroon claret garnet grenat grenats burdeos granate granates bordo bordos grena grenas'),
      (array['brown'], 'marron marrons brun bruns brune brunes brown browns marrones marrom castanho castanhos castanha castanhas'),
      (array['orange'], 'orange oranges naranja naranjas laranja laranjas'),
      (array['yellow'], 'jaune jaunes yellow yellows amarillo amarillos amarilla amarillas amarelo amarelos amarela amarelas'),
      (array['yellow'], 'gold dore dores doree dorees dorado dorados dorada doradas dourado dourados dourada douradas'),
      (array['green'], 'vert verts verte vertes green greens verde verdes'),
      (array['teal'], 'turquoise turquoises turquesa turquesas teal aqua'),
      (array['sky'], 'ciel sky celeste celestes'),
      (array['blue', 'sky'], 'bleu bleus bleue bleues blue blues azul azules azuis'),
      (array['blue'], 'marine navy marino marinho'),
      (array['purple'], 'violet violets violette violettes purple morado morados morada moradas roxo roxos roxa roxas violeta violetas'),
      (array['pink'], 'rose roses pink pinks rosa rosas')
    ) called (colors, names), unnest(called.colors) color, unnest(string_to_array(called.names, ' ')) name
    where name = word or (is_unfinished and char_length(word) > 2 and starts_with(name, word))
    order by color)
$$;

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
      ('kit_type', line ->> 'kit_type', line ->> 'kit_type' <> all (private.kit_types()), 'choice'),
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
      'white', 'black', 'grey', 'red', 'burgundy', 'brown', 'orange', 'yellow', 'green', 'teal', 'sky', 'blue', 'purple', 'pink'] then
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

COMMENT ON COLUMN "public"."jerseys"."colors" IS 'One to three of the fourteen named colours, the main one first; an empty list is replaced by the default colours (docs/product.md 23). Not hexadecimal, unlike teams.colors';

set check_function_bodies = on;
-- end

-- Servers of before offer twelve of the fourteen; rows that are there are validated by the next step, without a lock that writers wait for.
alter table public.jerseys
  drop constraint jerseys_colors_named,
  add constraint jerseys_colors_named check (
    colors <@ array[
      'white', 'black', 'grey', 'red', 'burgundy', 'brown', 'orange', 'yellow', 'green', 'teal', 'sky', 'blue', 'purple', 'pink']) not valid;
