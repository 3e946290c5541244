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
      (array['orange'], 'orange oranges naranja naranjas laranja laranjas'),
      (array['yellow'], 'jaune jaunes yellow yellows amarillo amarillos amarilla amarillas amarelo amarelos amarela amarelas'),
      (array['yellow'], 'gold dore dores doree dorees dorado dorados dorada doradas dourado dourados dourada douradas'),
      (array['green'], 'vert verts verte vertes green greens verde verdes turquoise turquoises turquesa turquesas teal'),
      (array['sky'], 'ciel sky celeste celestes'),
      (array['blue', 'sky'], 'bleu bleus bleue bleues blue blues azul azules azuis'),
      (array['blue'], 'marine navy marino marinho'),
      (array['purple'], 'violet violets violette violettes purple morado morados morada moradas roxo roxos roxa roxas violeta violetas'),
      (array['pink'], 'rose roses pink pinks rosa rosas')
    ) called (colors, names), unnest(called.colors) color, unnest(string_to_array(called.names, ' ')) name
    where name = word or (is_unfinished and char_length(word) > 2 and starts_with(name, word))
    order by color)
$$;

create or replace function private.decade_of(digits text) returns integer
language sql stable strict parallel safe set search_path = ''
as $$
  -- 90 is 1990, 10 is 2010: as in app/shared/domain/search-query.ts.
  select from_year
  from (select extract(year from now())::integer as this_year) today
  cross join lateral (select case
      when digits !~ '^(\d\d)?\d0$' then null
      when char_length(digits) = 4 then digits::integer
      when digits::integer > this_year % 100 then 1900 + digits::integer
      else 2000 + digits::integer
    end as from_year) read
  where from_year between 1850 and this_year + 1
$$;

create or replace function private.jersey_words(query text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  given constant text[] := private.words(left(query, 100));
  asked text[] := '{}';
  telling text[];
  decade integer;
  place integer := 1;
  behind integer;
begin
  if char_length(private.tidy(query)) < 2 then
    return '{}';
  end if;
  while place <= cardinality(given) loop
    behind := place;
    -- "90s"; also "90's", which is two words.
    decade := case
      when given[place] ~ '^\d+s$' then private.decade_of(rtrim(given[place], 's'))
      when given[place + 1] = 's' then private.decade_of(given[place])
    end;
    if decade is null then
      -- "années 90", "década de los 90", "anos noventa".
      if given[place] = any (array['annees', 'anos', 'decada', 'decade', 'los', 'os']) then
        while given[behind] = any (array[
            'annees', 'anos', 'decada', 'decade', 'de', 'des', 'dos', 'los', 'os']) loop
          behind := behind + 1;
        end loop;
      end if;
      decade := coalesce(
        case when behind > place then private.decade_of(given[behind]) end,
        -- As in app/shared/domain/search-query.ts.
        case given[behind]
          when 'sixties' then 1960 when 'sesenta' then 1960 when 'sessenta' then 1960
          when 'seventies' then 1970 when 'setenta' then 1970
          when 'eighties' then 1980 when 'ochenta' then 1980 when 'oitenta' then 1980
          when 'nineties' then 1990 when 'noventa' then 1990
        end);
    elsif given[place + 1] = 's' then
      behind := place + 1;
    end if;
    if decade is null then
      asked := asked || given[place];
      place := place + 1;
    else
      asked := asked || private.decade_mark(decade);
      place := behind + 1;
    end if;
  end loop;
  -- Eight words are enough; words for 'jersey' and articles don't count.
  asked := asked[:8];
  telling := private.significant_words(asked);
  return case
    when telling <> '{}' then telling
    when asked && private.jersey_names() then null
    else asked
  end;
end $$;

COMMENT ON COLUMN "public"."jersey_images"."likeness" IS 'What the picture looks like: 64 bits of brightness, 64 of colour (app/shared/domain/likeness.ts). The browser computes it, so it is only a hint. Null: unknown, or the picture shows next to nothing';

COMMENT ON FUNCTION "private"."as_it_looks"(text) IS 'A name with Latin letters in place of letters and signs that look like them. Twin of asItLooks() in app/account/domain/reserved-names.ts';

COMMENT ON FUNCTION "private"."fold"(text) IS 'Lower case, without accents, Cyrillic and Greek in Latin letters: what search compares. Twin of fold() in app/shared/domain/slug.ts';

COMMENT ON FUNCTION "private"."is_currency"(text) IS 'True for the code of a currency in ISO 4217. Twin of CURRENCIES in app/shared/domain/currencies.ts';

COMMENT ON FUNCTION "private"."shirt_colors"(text, text[], text) IS 'Base, second and trim colour of the shirt drawing, as #rrggbb (designFor() in app/shared/domain/shirt/design.ts)';

COMMENT ON FUNCTION "private"."slug"(text) IS 'A name as a segment of an address; empty when no letter has a Latin form. Twin of slug() in app/shared/domain/slug.ts';

COMMENT ON FUNCTION "private"."team_slug"(text) IS 'Slug of a team, never empty: the address of its jerseys would lose a segment. Twin of teamSlug() in app/shared/domain/slug.ts';

COMMENT ON TABLE "private"."color_references" IS 'Examples of the named colours; the nearest one names any other colour. The same as in app/shared/domain/nearest-color.ts';

set check_function_bodies = on;
-- end
