-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP POLICY "admins change brands" ON "public"."brands";

DROP POLICY "members edit their own comments, reviewers hide" ON "public"."comments";

DROP POLICY "admins change competitions" ON "public"."competitions";

DROP POLICY "members read active competitions, admins all" ON "public"."competitions";

DROP POLICY "visitors read active competitions" ON "public"."competitions";

DROP POLICY "members change their own copies" ON "public"."copies";

DROP POLICY "members order photos of their own copies" ON "public"."copy_photos";

DROP POLICY "members read duels that have begun, reviewers all" ON "public"."daily_duels";

DROP POLICY "visitors read duels that have begun" ON "public"."daily_duels";

DROP POLICY "members read days that have begun, reviewers all" ON "public"."daily_shirts";

DROP POLICY "visitors read days that have begun" ON "public"."daily_shirts";

DROP POLICY "admins change images" ON "public"."jersey_images";

DROP POLICY "members change their own jerseys, admins all" ON "public"."jerseys";

DROP POLICY "members change notes in their own lists" ON "public"."list_items";

DROP POLICY "members change their own lists" ON "public"."lists";

DROP POLICY "members change their own settings" ON "public"."notice_settings";

DROP POLICY "members update their own profile" ON "public"."profiles";

DROP POLICY "admins change seasons" ON "public"."seasons";

DROP POLICY "members read active seasons, admins all" ON "public"."seasons";

DROP POLICY "visitors read active seasons" ON "public"."seasons";

DROP POLICY "admins change team_seasons" ON "public"."team_seasons";

DROP POLICY "admins change teams" ON "public"."teams";

DROP POLICY "members read active teams, admins all" ON "public"."teams";

DROP POLICY "visitors read active teams" ON "public"."teams";

DROP POLICY "members change their own wishes" ON "public"."user_wishlists";

DROP TRIGGER "copies_limit" ON "public"."copies";

DROP TRIGGER "copy_photos_touch_insert" ON "public"."copy_photos";

DROP TRIGGER "follows_limit" ON "public"."follows";

DROP TRIGGER "list_items_limit" ON "public"."list_items";

DROP TRIGGER "lists_limit" ON "public"."lists";

DROP FUNCTION "private"."copy_photo_quota"();

DROP FUNCTION "private"."create_recovery_codes"();

DROP FUNCTION "private"."draw_guesses"();

DROP FUNCTION "private"."entry_conditions"(private.catalogue_filter);

DROP FUNCTION "private"."has_few"(private.catalogue_filter);

DROP FUNCTION "private"."is_new"(uuid);

DROP FUNCTION "private"."judged_line"(jsonb, uuid, jsonb);

DROP FUNCTION "private"."limit_copies"();

DROP FUNCTION "private"."limit_follows"();

DROP FUNCTION "private"."limit_list_items"();

DROP FUNCTION "private"."limit_lists"();

DROP FUNCTION "private"."most_list_items"();

DROP FUNCTION "private"."read_cells"(private.catalogue_filter, private.catalogue_scope, text, private.catalogue_cursor);

DROP FUNCTION "private"."read_jersey_line"(jsonb, jsonb);

DROP FUNCTION "private"."redeem_recovery_code"(text);

DROP FUNCTION "private"."touch_copies_of_new_photos"();

DROP FUNCTION "private"."upload_quota"();

CREATE OR REPLACE FUNCTION private.check_reviewer()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_standing();
  perform private.require_reviewer('decide');
end $function$
;

CREATE OR REPLACE FUNCTION private.clubs_nicknamed(name text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select team.id from public.teams team
    join public.competitions competition on competition.id = team.competition_id
    where competition.slug in ('nba', 'wnba', 'nfl', 'nhl') and char_length(clubs_nicknamed.name) > 3
      and private.fold(right(team.name, char_length(clubs_nicknamed.name) + 1)) = ' ' || private.fold(clubs_nicknamed.name))
$function$
;

CREATE OR REPLACE FUNCTION private.count_copy_upload(metadata jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  size constant bigint := greatest((metadata ->> 'size')::bigint, 1);
  most_bytes constant bigint := 5368709120;
  -- A photo is two files.
  most_files constant integer := 40000;
  stored record;
begin
  if public.is_admin(member) then
    return true;
  end if;
  -- Without the lock, as in private.count_upload().
  perform private.count_write('copy_uploads', 1, false);
  perform private.count_write('copy_upload_bytes', size, false);
  -- A range of names, as in private.count_upload().
  select count(*) as files, coalesce(sum((object.metadata ->> 'size')::bigint), 0) as bytes into stored
  from storage.objects object
  where object.bucket_id = 'copies'
    and object.name collate "C" >= member || '/' and object.name collate "C" < member || '0';
  if stored.bytes + size > most_bytes or stored.files >= most_files then
    raise sqlstate 'PT413' using
      message = 'copy_photos_full',
      detail = format('A member stores at most %s bytes in %s files.', most_bytes, most_files),
      hint = 'Delete photos first.';
  end if;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_matches(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  jerseys bigint;
begin
  execute format('select count(*) from private.catalogue_entries where %s', private.entry_conditions(asked, scope))
  into jerseys
  using scope.included, scope.excluded;
  return jerseys;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_sponsors(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS TABLE(value text, jerseys bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
begin
  if scope.included is null and asked.teams is null
    and private.count_catalogue(asked, null) > private.catalogue_limit('one_by_one') then
    return;
  end if;
  return query execute format(
    'select sponsor, count(*) from %s where sponsor <> '''' and %s group by 1',
    case when scope.included is not null or asked.teams is not null then 'private.catalogue_entries'
      else format(
        '(select distinct number from private.catalogue_cells where %s) cell
         join private.catalogue_entries entry on entry.cell = cell.number', private.fact_conditions(asked)) end,
    private.entry_conditions(asked, scope))
  using scope.included, scope.excluded;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_upload(metadata jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  size constant bigint := greatest((metadata ->> 'size')::bigint, 1);
  quota constant bigint := 1073741824;
  stored bigint;
begin
  if public.is_admin(member) then
    return true;
  end if;
  -- Without the lock: the transaction lasts until the file is stored, and others would wait with a connection each. The
  -- service's own limit of attempts bounds how many can be too many.
  perform private.count_write('uploads', 1, false);
  perform private.count_write('upload_bytes', size, false);
  -- A range of names, which the index has in order: `0` follows `/`.
  select sum((object.metadata ->> 'size')::bigint) into stored
  from storage.objects object
  where object.bucket_id = 'jerseys'
    and object.name collate "C" >= member || '/' and object.name collate "C" < member || '0';
  if stored + size > quota then
    raise sqlstate 'PT413' using
      message = 'uploads_full',
      detail = format('A member stores at most %s bytes.', quota),
      hint = 'Delete images first.';
  end if;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_write(kind text, amount bigint, is_locked boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  broken record;
begin
  if member is null or amount <= 0 or public.is_admin(member) then
    return;
  end if;
  -- A member's writes are serialized. Two at once would each see room for one more row.
  if is_locked then
    perform pg_advisory_xact_lock(hashtextextended('writes ' || kind || member, 0));
  end if;
  select wl.span, wl.most, done.first + wl.span as room_at into broken
  from private.write_limits wl
  cross join lateral (
    select coalesce(sum(write.amount), 0) as amount, min(write.at) as first
    from private.writes write
    where write.member_id = member and write.kind = count_write.kind
      and write.at > clock_timestamp() - wl.span
  ) done
  where wl.kind = count_write.kind
    and done.amount + count_write.amount > wl.most
    and (not wl.for_new or exists (select from auth.users where id = member and created_at > now() - interval '7 days'))
  -- The limit that lasts longest; one that this amount never fits comes first.
  order by count_write.amount > wl.most desc, room_at desc
  limit 1;
  if found then
    raise sqlstate 'PT429' using
      message = kind || '_too_many',
      detail = format('At most %s in %s.', broken.most, broken.span),
      hint = case
        when amount > broken.most then 'Send fewer at once.'
        else format('Retry after %s seconds.',
          greatest(1, ceil(extract(epoch from broken.room_at - clock_timestamp())))::bigint)
      end;
  end if;
  insert into private.writes (member_id, kind, amount) values (member, kind, amount);
end $function$
;

CREATE OR REPLACE FUNCTION private.draw_kind(kind text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.day_at(now());
  drawn integer := 0;
  ahead date;
  chosen uuid;
begin
  -- What has happened to a jersey since it was drawn changes only days that haven't begun.
  delete from public.daily_shirts shirt
  where shirt.kind = draw_kind.kind and shirt.day > today and (
    not exists (
      select from public.jerseys jersey where jersey.id = shirt.jersey_id and private.fits_a_day(jersey))
    -- A reviewer has chosen to show what is to be guessed on this day.
    or shirt.kind = 'guess' and exists (
      select from public.daily_shirts ds_shown
      where ds_shown.kind = 'shown' and ds_shown.day = shirt.day and ds_shown.jersey_id = shirt.jersey_id));
  for ahead in
    select today + n from generate_series(0, 7) n
    where not exists (select from public.daily_shirts shirt where shirt.day = today + n and shirt.kind = draw_kind.kind)
    order by n
  loop
    chosen := private.choose_jersey(draw_kind.kind, ahead);
    continue when chosen is null;
    if draw_kind.kind = 'shown' then
      perform private.set_day(ahead, chosen);
    else
      perform private.set_guess(ahead, chosen);
    end if;
    drawn := drawn + 1;
  end loop;
  return drawn;
end $function$
;

CREATE OR REPLACE FUNCTION private.entry_conditions(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ',
    case when scope.included is not null then 'jersey_id = any ($1)' end,
    case when scope.excluded <> '{}' then 'jersey_id <> all ($2)' end,
    private.fact_conditions(asked),
    case when asked.teams is not null then format('team_id = any (%L::uuid[])', asked.teams) end)
$function$
;

CREATE OR REPLACE FUNCTION private.fold(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  folded text;
  letter text[];
begin
  -- Most names are ASCII: only their case is folded.
  if octet_length(value) = char_length(value) then
    return lower(value collate "C");
  end if;
  folded := regexp_replace(normalize(value, NFKD), U&'[\0300-\036f]', '', 'g');
  -- Western names are ASCII once their accents are gone. Skipping the hundred replacements takes a tenth of the time.
  if octet_length(folded) = char_length(folded) then
    return lower(folded collate "C");
  end if;
  -- lower() of non-ASCII letters depends on the server, hence the two lists, paired by position.
  folded := translate(lower(folded collate "C"),
    'ŁØĐÐĦŊŦÆŒẞÞАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЈЉЊЋЏЅΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ',
    'łøđðħŋŧæœßþабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђјљњћџѕαβγδεζηθικλμνξοπρστυφχψω');
  -- Letters that Unicode does not decompose, and their Latin spelling. Not a variable, which would be made for every ASCII name.
  foreach letter slice 1 in array array[
    ['ł', 'l'], ['ø', 'o'], ['đ', 'd'], ['ð', 'd'], ['ħ', 'h'], ['ŋ', 'n'], ['ŧ', 't'], ['ı', 'i'],
    ['æ', 'ae'], ['œ', 'oe'], ['ß', 'ss'], ['þ', 'th'], ['’', ''''], ['ʼ', ''''],
    ['а', 'a'], ['б', 'b'], ['в', 'v'], ['г', 'g'], ['д', 'd'], ['е', 'e'], ['ж', 'zh'], ['з', 'z'],
    ['и', 'i'], ['к', 'k'], ['л', 'l'], ['м', 'm'], ['н', 'n'], ['о', 'o'], ['п', 'p'], ['р', 'r'],
    ['с', 's'], ['т', 't'], ['у', 'u'], ['ф', 'f'], ['х', 'kh'], ['ц', 'ts'], ['ч', 'ch'],
    ['ш', 'sh'], ['щ', 'shch'], ['ъ', ''], ['ы', 'y'], ['ь', ''], ['э', 'e'], ['ю', 'yu'],
    ['я', 'ya'], ['є', 'ye'], ['і', 'i'], ['ґ', 'g'], ['ђ', 'dj'], ['ј', 'j'], ['љ', 'lj'],
    ['њ', 'nj'], ['ћ', 'c'], ['џ', 'dz'], ['ѕ', 'dz'],
    ['α', 'a'], ['β', 'v'], ['γ', 'g'], ['δ', 'd'], ['ε', 'e'], ['ζ', 'z'], ['η', 'i'], ['θ', 'th'],
    ['ι', 'i'], ['κ', 'k'], ['λ', 'l'], ['μ', 'm'], ['ν', 'n'], ['ξ', 'x'], ['ο', 'o'], ['π', 'p'],
    ['ρ', 'r'], ['σ', 's'], ['ς', 's'], ['τ', 't'], ['υ', 'y'], ['φ', 'f'], ['χ', 'ch'],
    ['ψ', 'ps'], ['ω', 'o']]
  loop
    folded := replace(folded, letter[1], letter[2]);
  end loop;
  return folded;
end $function$
;

CREATE OR REPLACE FUNCTION private.has_role(member uuid, roles text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (has_role.member = auth.uid() or auth.role() = 'service_role')
      and exists (
        select from public.user_roles ur join auth.users u on u.id = ur.user_id
        where ur.user_id = has_role.member and ur.role = any (has_role.roles)
          and (u.banned_until is null or u.banned_until <= now()))
      and (auth.role() = 'service_role' or auth.jwt() ->> 'aal' = 'aal2'
        or not private.has_factor(has_role.member)),
    false)
$function$
;

CREATE OR REPLACE FUNCTION private.is_dueled_near(jersey_id uuid, day date, span interval)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.daily_duels duel
    where (duel.first_id = is_dueled_near.jersey_id or duel.second_id = is_dueled_near.jersey_id)
      and duel.day > is_dueled_near.day - span and duel.day < is_dueled_near.day + span)
$function$
;

CREATE OR REPLACE FUNCTION private.jersey_twins(line jsonb, row_ jsonb, own uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Materialized: else each jersey that is compared would fold the line's words again.
  with asked as materialized (
    select private.team_slug(row_ ->> 'team') as team_slug, coalesce(row_ ->> 'kit_type', 'maillot') as kit,
      (row_ ->> 'season_id')::uuid as season_id, (row_ ->> 'year')::integer as year,
      private.fold(row_ ->> 'title') as title, private.fold(coalesce(row_ ->> 'edition', '')) as edition
  ),
  kits as (
    select jersey.id, false as has_same_picture,
      -- What costs least comes first: folding a title costs the most.
      case when jersey.season_id = asked.season_id and jersey.year is not distinct from asked.year
          and jersey.competition_id::text = row_ ->> 'competition_id'
        then private.fold(jersey.title) = asked.title
          and private.fold(coalesce(jersey.edition, '')) = asked.edition
        else false end as is_same
    from asked join public.jerseys jersey on jersey.team_slug = asked.team_slug
    where jersey.status <> 'rejected' and jersey.kit_type_slug = asked.kit
      and (jersey.season_id = asked.season_id or jersey.year = asked.year)
  ),
  pictures as (
    select candidate.jersey_id as id, true as has_same_picture, false as is_same
    from jsonb_array_elements(case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end) image
    cross join lateral (select (image ->> 'likeness')::bit(128) as likeness) own_picture
    cross join lateral (
      select ji_other.jersey_id, ji_other.likeness from public.jersey_images ji_other
      where private.likeness_quarters(ji_other.likeness) && private.likely_quarters(own_picture.likeness)
        and ji_other.likeness is not null
      limit 2000) candidate
    join public.jerseys jersey on jersey.id = candidate.jersey_id and jersey.status <> 'rejected'
    where image ->> 'likeness' ~ '^[01]{128}$'
      and private.looks_alike(candidate.likeness, own_picture.likeness)
  ),
  found as (
    select id, bool_or(is_same) as is_same, bool_or(has_same_picture) as has_same_picture
    from (select id, has_same_picture, is_same from kits union all select id, has_same_picture, is_same from pictures) all_
    where not private.is_gone(all_.id) and (own is null or not exists (
      select from private.imported_jerseys ij where ij.jersey_id = all_.id and ij.import_id = own))
    group by id
  )
  select jsonb_build_object(
    'same', (select id from found where is_same order by id limit 1),
    'candidates', coalesce((
      select jsonb_agg(private.jersey_in_words(id) || jsonb_build_object('has_same_picture', has_same_picture)
        order by has_same_picture desc, id)
      from (select * from found order by has_same_picture desc, id limit 5) first), '[]'))
$function$
;

CREATE OR REPLACE FUNCTION private.judged_line(line jsonb, own uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  read constant jsonb := private.read_jersey_line(line);
  refusals jsonb := read -> 'refusals';
  known uuid;
  twins jsonb;
  -- A variable: in the query, it would be computed for every row that is compared.
  digest constant text := private.import_key(line ->> 'key');
begin
  select private.jersey_now(ij.jersey_id) into known
  from private.imported_jerseys ij where ij.key = digest;
  if known is null and private.is_uuid(line ->> 'id') then
    known := private.jersey_now((line ->> 'id')::uuid);
    -- Its address says for good that it was removed.
    if known is null and not private.is_taken_back((line ->> 'id')::uuid)
      and exists (select from public.removed_jersey((line ->> 'id')::uuid)) then
      refusals := refusals || '[{"field": "id", "reason": "rule"}]';
    end if;
  end if;
  if known is null and refusals = '[]' then
    twins := private.jersey_twins(line, read -> 'row', own);
    known := (twins ->> 'same')::uuid;
  end if;
  return jsonb_build_object(
    'verdict', case
      when known is not null then 'there'
      when refusals <> '[]' then 'refused'
      when twins -> 'candidates' <> '[]' and line -> 'may_repeat' is distinct from 'true' then 'duplicate'
      else 'new' end,
    'known', case when known is not null then private.jersey_in_words(known) end,
    'refusals', case when known is null then refusals else '[]' end,
    'candidates', coalesce(twins -> 'candidates', '[]'),
    'row', read -> 'row');
end $function$
;

CREATE OR REPLACE FUNCTION private.league_of(target_type text, target_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select league from public.jerseys where league_of.target_type = 'jersey' and id = league_of.target_id
  union all
  select competition.league
  from public.teams team join public.competitions competition on competition.id = team.competition_id
  where league_of.target_type = 'team' and team.id = league_of.target_id
  union all
  select league from public.competitions where league_of.target_type = 'competition' and id = league_of.target_id
  union all
  select jersey.league
  from public.comments comment join public.jerseys jersey on jersey.id = comment.jersey_id
  where league_of.target_type = 'comment' and comment.id = league_of.target_id
$function$
;

CREATE OR REPLACE FUNCTION private.limit_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  are_too_many boolean;
begin
  execute format(
    'select exists (select from %1$I.%2$I where %3$I in (select %3$I from added) group by %3$I having count(*) > %4$s)',
    tg_table_schema, tg_table_name, tg_argv[0], tg_argv[1])
  into are_too_many;
  if are_too_many then
    perform private.refuse(tg_argv[2], tg_argv[3]);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_roll_over(roll_over_id uuid)
 RETURNS public.roll_overs
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_one public.roll_overs;
begin
  perform private.require_catalogue_admin();
  -- `for update`, unlike `for no key update`, also waits for jerseys that are being submitted for the season.
  perform from public.seasons
  where id = (select season_id from public.roll_overs where id = roll_over_id) for update;
  select * into found_one from public.roll_overs where id = roll_over_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'roll_over_not_found', detail = 'The draft was discarded.';
  elsif found_one.published_at is not null then
    raise sqlstate 'PT409' using message = 'roll_over_published', detail = 'Another administrator was faster.';
  end if;
  return found_one;
end $function$
;

CREATE OR REPLACE FUNCTION private.names_club(name text, club uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.teams_called(array[names_club.name]) team where team.id = names_club.club)
    or exists (
      select from public.teams team
      join public.competitions competition on competition.id = team.competition_id
      where team.id = names_club.club and (
        private.slug(names_club.name) like '%-%' and starts_with(private.slug(team.name) || '-', private.slug(names_club.name) || '-')
        or team.id = any (private.clubs_nicknamed(names_club.name))
        or private.slug(team.city) = private.slug(names_club.name) and not exists (
          select from public.teams other join public.competitions c_other on c_other.id = other.competition_id
          where other.city = team.city and other.id <> team.id and other.is_active and c_other.league = competition.league
            -- Its women's team is no other club.
            and not starts_with(other.name, team.name || ' '))))
$function$
;

CREATE OR REPLACE FUNCTION private.next_step(asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
 RETURNS SETOF private.catalogue_step
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  most_looked_at constant integer := private.catalogue_limit('looked_at');
  most_cells constant integer := private.catalogue_limit('few');
  soon private.catalogue_filter;
  cells integer;
  in_order text;
  found private.catalogue_step[];
  goes_on boolean;
begin
  if scope.included is not null then
    -- Without the fence the planner may go through all jerseys in order, and look for each among the included.
    return query select * from private.read_step(
      '(select entry.* from unnest($1) included (jersey_id)
        join private.catalogue_entries entry using (jersey_id) offset 0) entry', asked, scope, sort, place);
    return;
  elsif asked.teams is not null then
    return query select * from private.read_step('private.catalogue_entries', asked, scope, sort, place);
    return;
  end if;
  -- What is left out is left out of no cell, so 25 in the next years may not be enough.
  soon := case when scope.excluded <> '{}' then asked else private.next_years(asked, sort, place) end;
  execute format(
    'select count(*) from (select from private.catalogue_cells where %s limit $1 + 1) cell', private.fact_conditions(soon))
  into cells
  using most_cells;
  if cells > most_cells then
    in_order := format('select * from private.catalogue_entries where %s and %s order by %s',
      private.after_place(sort, place),
      -- The order by years begins at the first of these years, and ends at the last.
      case when sort in ('year', 'oldest')
        then format('year between %s and %s', coalesce(soon.first_year, 0), coalesce(soon.last_year, 9999)) else 'true' end,
      private.order_of(sort));
    found := array(select step from private.read_step(
      format('(%s limit %s) entry', in_order, most_looked_at), soon, scope, sort, place) step);
    if cardinality(found) < 25 then
      execute format('select exists (%s offset %s)', in_order, most_looked_at) into goes_on
      using null, null, place.value, place.created_at, place.jersey_id;
    end if;
    if goes_on is not true then
      return query select * from unnest(found);
      return;
    end if;
  end if;
  return query select * from private.read_step(
    format(
      '(select entry.* from (
          select distinct number from private.catalogue_cells where %s) cell
        join private.catalogue_entries entry on entry.cell = cell.number) entry',
      private.fact_conditions(soon)),
    soon, scope, sort, place);
end $function$
;

CREATE OR REPLACE FUNCTION private.read_jersey_line(line jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  competition jsonb := private.resolve_competition(line);
  season constant jsonb := private.resolve_season(line);
  brand constant jsonb := private.resolve_brand(line);
  team constant jsonb := private.resolve_team(
    line, (competition ->> 'id')::uuid, coalesce(competition ->> 'league', line ->> 'league'), (season ->> 'id')::uuid);
begin
  -- A line without one stands for a shirt of its team's own competition, as in the form of a submission.
  if competition #>> '{refusal,reason}' = 'missing' and team ? 'id' then
    competition := private.resolve_competition(jsonb_build_object('competition_id', (
      select t_own.competition_id from public.teams t_own where t_own.id = (team ->> 'id')::uuid)));
  end if;
  return jsonb_build_object(
    'refusals', (
      select coalesce(jsonb_agg(refusal), '[]') from (
        select part -> 'refusal' as refusal from unnest(array[team, brand, season, competition]) part where part ? 'refusal'
        union all
        select * from private.value_refusals(line)) refused),
    'row', jsonb_strip_nulls(jsonb_build_object(
      'league', competition ->> 'league', 'competition_id', competition ->> 'id', 'season_id', season ->> 'id',
      'team_id', team ->> 'id', 'team', team ->> 'name', 'brand_id', brand ->> 'id', 'brand', brand ->> 'name',
      'created_at', line ->> 'created_at') || private.tidied(private.pick_columns(line, private.plain_facts()))));
end $function$
;

CREATE OR REPLACE FUNCTION private.read_step(source text, asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
 RETURNS SETOF private.catalogue_step
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
begin
  -- The value has a name of its own: by the name of its column, the order would be that of the cast, and no index's.
  return query execute format(
    'select jersey_id, %s::double precision as value, created_at from %s
     where %s order by %s limit 25',
    private.value_of(sort), source,
    private.after_place(sort, place) || ' and ' || private.entry_conditions(asked, scope),
    private.order_of(sort))
  using scope.included, scope.excluded, place.value, place.created_at, place.jersey_id;
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_catalogue(ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  former constant private.catalogue_facts[] := array(
    select (jersey_id, competition_id, team_id, year, kit, brand_id, color, pattern, has_photo, sponsor, created_at, best, owned)::private.catalogue_facts
    from private.catalogue_entries where jersey_id = any (ids));
  fresh constant private.catalogue_facts[] := array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids));
  changed constant uuid[] := array(
    select jersey_id from unnest(former) f full join unnest(fresh) n using (jersey_id) where f is distinct from n);
  -- Of jerseys that came, went or have other facts: as they were, and as they are.
  moved private.catalogue_facts[];
begin
  delete from private.catalogue_entries where jersey_id = any (changed);
  insert into private.catalogue_entries (
    jersey_id, competition_id, team_id, year, kit, brand_id, color, pattern, has_photo, sponsor, created_at, best, owned)
  select * from unnest(fresh) where jersey_id = any (changed);

  moved := array(
    select unnest(array[f, n]) from unnest(former) f full join unnest(fresh) n using (jersey_id)
    where (f.competition_id, f.team_id, f.year, f.kit, f.brand_id, f.color, f.pattern, f.has_photo, f.sponsor)
      is distinct from (n.competition_id, n.team_id, n.year, n.kit, n.brand_id, n.color, n.pattern, n.has_photo, n.sponsor));
  if moved = '{}' then
    return false;
  end if;

  perform private.refresh_catalogue_counts(moved);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.require_reviewer(purpose text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = format('Only reviewers and administrators %s.', purpose);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.retire_jersey(from_jersey uuid, into_jersey uuid, reason text, urgency text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  jersey public.jerseys;
begin
  select * into jersey from public.jerseys where id = from_jersey;
  perform private.notify_members_with_jersey(
    from_jersey, case when into_jersey is null then 'taken_down' else 'merged' end, into_jersey, jersey.title, reason);
  perform private.note_departures(array[from_jersey], into_jersey, reason, urgency);
  insert into private.moved_rows (jersey_id, relation, row_id, member_id, stored)
  select from_jersey, 'user_collections', collection.id, collection.user_id, to_jsonb(collection)
  from public.user_collections collection where collection.jersey_id = from_jersey
  union all
  select from_jersey, 'copies', copy.id, null, null from public.copies copy where copy.jersey_id = from_jersey;
  if into_jersey is not null then
    perform private.move_jersey(from_jersey, into_jersey);
    perform private.accept_alike(array(
      select suggestion.id from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and (
        suggestion.target_id = from_jersey and suggestion.changes ->> 'merge_into' = into_jersey::text
        or suggestion.target_id = into_jersey and suggestion.changes ->> 'merge_into' = from_jersey::text)), into_jersey);
  else
    perform private.keep_copies(jersey);
  end if;
  update public.suggestions set held_at = now()
  where target_type = 'jersey' and target_id = from_jersey and status = 'open';
  perform private.write_departure(from_jersey, into_jersey, jersey.title, urgency, true);
  update public.jerseys set is_active = false where id = from_jersey;
  -- What a merge moved is the other jersey's.
  if into_jersey is null or urgency is not null then
    perform private.withhold_photos(array[from_jersey]);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.teams_of_line(name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  called uuid[] := private.line_teams(name);
  is_certain boolean := called <> '{}';
  is_named boolean;
  found uuid[];
begin
  if not is_certain and cardinality(private.clubs_nicknamed(name)) = 1 then
    called := private.clubs_nicknamed(name);
    is_certain := true;
  elsif not is_certain then
    found := array(
      select team.id from public.search_teams(teams_of_line.name, 6) with ordinality as team order by team.ordinality);
    called := array_remove(array[private.club_called(name, found)], null);
    is_certain := called <> '{}';
  end if;
  if not is_certain then
    called := private.teams_among_words(name);
  end if;
  is_named := called <> '{}';
  if not is_named then
    called := array(select id from unnest(found[:3]) id where private.is_like_team(teams_of_line.name, id));
  end if;
  return (
    with meant as (
      select team.id, team.name, competition.league
      from public.teams team join public.competitions competition on competition.id = team.competition_id
      where team.id = any (called)
    )
    select jsonb_build_object('ids', to_jsonb(called), 'is_certain', is_certain, 'is_named', is_named,
      'league', case when is_named and count(distinct meant.league) = 1 then min(meant.league) end,
      'teams', (
        select coalesce(jsonb_object_agg(of_league.league, of_league.name), '{}')
        from (
          select club.league, min(club.name) as name from meant club
          where is_certain and private.names_club(teams_of_line.name, club.id) and not exists (
            select from meant other where other.league = club.league and starts_with(club.name, other.name || ' '))
          group by club.league having count(*) = 1) of_league))
    from meant);
end $function$
;

CREATE OR REPLACE FUNCTION private.touch_copies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A photo that an import brings is part of the import, not a change since.
  update public.copies set updated_at = now()
  where id in (select copy_id from changed where tg_op <> 'INSERT' or import_id is null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.undoable_batch()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select revision.batch_id from public.revisions revision
  where revision.batch_id = private.current_batch()
    and (revision.stored ->> 'urgency' is null or public.is_admin(auth.uid())) limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.value_refusals(line jsonb)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link constant text := private.tidy(line ->> 'external_link');
  price constant text := private.tidy(line ->> 'price');
  year constant text := private.tidy(line ->> 'year');
  colors constant text[] := private.line_list(line, 'colors');
  codes constant text[] := private.line_list(line, 'product_codes');
  images constant jsonb := case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end;
  one record;
  file text;
begin
  return query select refusal from (values
      ('title', 3, 160, true), ('sponsor', 0, 80, true), ('edition', 0, 120, true), ('description', 0, 5000, false), ('external_link', 0, 2048, true))
      as fact (name, shortest, longest, is_one_line)
    cross join lateral private.text_refusals(name, private.tidy(line ->> name), shortest, longest, is_one_line) refusal;
  if line -> 'as_written' ? 'team' then
    return query select * from private.text_refusals('team', private.tidy(line ->> 'team'), 2, 120);
  end if;
  if line -> 'as_written' ? 'brand' then
    return query select * from private.text_refusals('brand', private.tidy(line ->> 'brand'), 0, 80);
  end if;
  -- What the line doesn't say is null, and wrong nowhere.
  return query
  select jsonb_strip_nulls(jsonb_build_object('field', field, 'reason', reason, 'value', left(value, 100)))
  from (values
    ('external_link', link, link !~ '^https?://[^\s]+$', 'link'),
    ('league', line ->> 'league', line ->> 'league' <> all (array['NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT']), 'choice'),
    ('kit_type', line ->> 'kit_type', line ->> 'kit_type' <> all (private.kit_types()), 'choice'),
    ('pattern', line ->> 'pattern', line ->> 'pattern' <> all (private.patterns()), 'choice'),
    ('year', year, case when year !~ '^[0-9]{4}$' then true else year::integer not between 1850 and 2100 end, 'year'),
    ('price', price,
      case when price !~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then true else price::numeric not between 0 and 1000000 end, 'price'),
    ('price', price,
      case when price ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then price::numeric <> round(price::numeric, 2) end, 'too_precise'),
    -- No client reads the times of antiquity, nor -infinity.
    ('created_at', line ->> 'created_at',
      case when not private.is_time(line ->> 'created_at') then true else (line ->> 'created_at')::timestamptz < '1900-01-01' end, 'time'),
    ('colors', null, cardinality(colors) > 3, 'too_many'),
    ('colors', array_to_string(colors, ', '),
      cardinality(colors) between 1 and 3 and not (private.is_palette(colors) and colors <@ array[
        'white', 'black', 'grey', 'red', 'burgundy', 'brown', 'orange', 'yellow', 'green', 'teal', 'sky', 'blue', 'purple', 'pink']),
      'choice'),
    ('product_codes', null, cardinality(codes) > 5, 'too_many'),
    ('product_codes', array_to_string(codes, ', '), cardinality(codes) <= 5 and not private.are_codes(codes), 'rule'),
    ('images', null, jsonb_array_length(images) > 5, 'too_many')
  ) as checked (field, value, is_wrong, reason)
  where is_wrong;
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
end $function$
;

CREATE OR REPLACE FUNCTION private.waiting_for(reviewer uuid, OUT amount integer, OUT oldest timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::integer, min(waiting.since)
  from private.waiting waiting
  cross join (select coalesce(bool_or(role = 'admin'), false) as is_admin from public.user_roles where user_id = reviewer) caller
  where not waiting.to_check and waiting.member_id is distinct from reviewer and not private.is_for_another(waiting.suggestion, reviewer)
    and (caller.is_admin
      or (waiting.kind <> 'report' or waiting.target_type <> 'profile' and not private.is_about(waiting.report, reviewer))
        and not exists (
          select from public.jerseys
          where waiting.target_type = 'jersey' and id = waiting.target_id and author_id = reviewer))
$function$
;

CREATE OR REPLACE FUNCTION public.create_recovery_codes()
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  code text;
begin
  if private.session_level() is distinct from 'aal2' then
    raise insufficient_privilege using
      message = 'second_factor_needed', detail = 'Show the second factor first.';
  end if;
  perform private.lock_recovery(member);
  delete from private.recovery_codes where user_id = member;
  for number in 1..10 loop
    code := private.new_recovery_code();
    insert into private.recovery_codes (user_id, digest)
    values (member, private.recovery_digest(member, code));
    return next code;
  end loop;
  perform private.record_account_event('generate_recovery_codes', 'factor');
end $function$
;

CREATE OR REPLACE FUNCTION public.decide(id uuid, verdicts jsonb, seen jsonb, corrections jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  jersey public.jerseys;
  status text;
begin
  perform private.check_reviewer();
  -- Its reader is told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  suggestion := private.lock_suggestion(decide.id);
  if suggestion.id is not null then
    status := private.decide_suggestion(suggestion, verdicts, seen, corrections);
  else
    jersey := private.lock_submission(decide.id, 'suggestion_not_found');
    perform private.check_undecided(jersey, null, false, coalesce(seen, 'null'));
    perform private.check_verdicts(array['jersey'], verdicts);
    status := case when verdicts @? '$.jersey ? (@.accepted == true)' then 'approved' else 'rejected' end;
    perform private.check_corrections(status, corrections);
    perform private.decide_jersey(
      jersey, status, case when status = 'rejected' then private.stored_reason(verdicts -> 'jersey') end, corrections);
  end if;
  perform private.set_change('undoable', null);
  return jsonb_build_object('status', status, 'batch_id', private.undoable_batch());
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.discard_roll_over(roll_over_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  draft public.roll_overs := private.lock_roll_over(discard_roll_over.roll_over_id);
begin
  delete from public.roll_overs where id = draft.id;
  delete from public.seasons
  where id = draft.season_id and draft.created_season and not is_active
    and private.dependents('seasons', id) = '{}'
    and not exists (select from public.roll_overs where season_id = draft.season_id);
end $function$
;

CREATE OR REPLACE FUNCTION public.draw_days()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('daily', 0));
  -- What is to be guessed depends on what is shown.
  return private.draw_kind('shown') + private.draw_kind('guess');
end $function$
;

CREATE OR REPLACE FUNCTION public.fill_list(list_id uuid, filter jsonb, sort text DEFAULT 'best'::text)
 RETURNS TABLE(added uuid[], is_full boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
declare
  room integer;
  step jsonb;
  fresh uuid[];
begin
  added := '{}';
  perform from public.lists list where list.id = fill_list.list_id and list.member_id = auth.uid() for update;
  if not found then
    raise insufficient_privilege using message = 'list_denied', detail = 'Members fill their own lists.';
  end if;
  perform private.check_standing();
  -- As many as the trigger list_items_limit lets in.
  select 500 - count(*) into room
  from public.list_items item where item.list_id = fill_list.list_id;
  -- Those that are in it already are passed over; so many steps are the longest list twice over.
  for number in 1..45 loop
    step := public.catalogue_page(filter, sort, step ->> 'next');
    fresh := array(
      select found.id::uuid from jsonb_array_elements_text(step -> 'ids') with ordinality found (id, place)
      where not exists (
        select from public.list_items item where item.list_id = fill_list.list_id and item.jersey_id = found.id::uuid)
      order by found.place);
    added := added || fresh;
    exit when step ->> 'next' is null or cardinality(added) > room;
  end loop;
  is_full := cardinality(added) > room;
  added := added[:room];
  -- Who adds nothing has made it look, too.
  perform private.count_write('list_items', greatest(cardinality(added), 1));
  insert into public.list_items (list_id, jersey_id)
  select fill_list.list_id, chosen.id from unnest(added) with ordinality chosen (id, place) order by chosen.place;
  return next;
end $function$
;

CREATE OR REPLACE FUNCTION public.hide_list(list_id uuid, reason text, hidden boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  list public.lists;
begin
  perform private.require_reviewer('hide lists');
  select * into list from public.lists l where l.id = hide_list.list_id for update;
  -- Of what was never public nobody learns that it is there.
  if not found or not (list.is_public or list.is_hidden) then
    raise sqlstate 'PT404' using message = 'list_not_found', detail = 'There is no such public list.';
  end if;
  if list.member_id = auth.uid() then
    raise insufficient_privilege using
      message = 'moderation_own', detail = 'Nobody decides on their own list.';
  end if;
  if hidden and (given is null or char_length(given) > 1000) then
    raise sqlstate 'PT400' using
      message = 'list_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if list.is_hidden = hidden then
    return;
  end if;
  update public.lists set is_hidden = hidden where id = list.id;
  if hidden then
    perform private.set_change('undoable', 'true');
  else
    -- Within seconds its member was told nothing, and isn't now.
    delete from public.notices notice
    where notice.recipient_id = list.member_id and notice.outcome = 'list_hidden' and notice.title = list.title
      and notice.due_at > clock_timestamp();
    if found then
      return;
    end if;
  end if;
  perform private.notify(
    list.member_id, 'jersey', case when hidden then 'list_hidden' else 'list_shown' end, 'list', null, list.title, given);
  perform private.set_change('undoable', null);
end $function$
;

CREATE OR REPLACE FUNCTION public.import_jerseys(import uuid, batch integer, lines jsonb, is_last boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.catalogue_imports;
  known jsonb;
  line jsonb;
  judged jsonb;
  verdict text;
  digest text;
  rows jsonb[] := '{}';
  keys text[] := '{}';
  outcomes jsonb[] := '{}';
  refused text[];
  result jsonb;
begin
  own := private.own_catalogue_import(import);
  select cb.result into known from private.catalogue_batches cb
  where cb.import_id = own.id and cb.batch = import_jerseys.batch;
  if known is not null then
    return known;
  end if;
  if own.undone_at is not null then
    raise sqlstate 'PT409' using message = 'import_undone', detail = 'This import was undone.';
  end if;
  if import_jerseys.batch is distinct from own.batches then
    raise sqlstate 'PT409' using
      message = 'import_batch', detail = format('The next batch is %s.', own.batches);
  end if;
  perform private.check_lines(lines);
  -- Two imports would not see each other's jerseys.
  perform pg_advisory_xact_lock(hashtextextended('catalogue imports', 0));

  for line in select value from jsonb_array_elements(lines) loop
    judged := private.judged_line(line, own.id);
    verdict := judged ->> 'verdict';
    digest := private.import_key(coalesce(line ->> 'key', ''));
    if line ->> 'key' is null then
      raise sqlstate 'PT400' using message = 'lines_malformed', detail = 'A line has no key.';
    end if;
    if verdict = 'new' and digest = any (keys) then
      verdict := 'there';
    elsif verdict = 'new' and jsonb_path_exists(line, 'lax $.images[*] ? (!exists(@.path) || @.path == null)') then
      verdict := 'refused';
      judged := judged || '{"refusals": [{"field": "images", "reason": "no_file"}]}';
    elsif verdict = 'new' then
      rows := rows || (judged -> 'row' || jsonb_build_object(
        'id', private.id_of_line(line ->> 'id'), 'author_id', auth.uid(), 'status', own.status, 'key', digest,
        'line_key', line ->> 'key', 'import_id', own.id,
        'images', case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end));
      keys := keys || digest;
    end if;
    outcomes := outcomes || jsonb_strip_nulls(jsonb_build_object(
      'key', line ->> 'key', 'outcome', case verdict when 'new' then 'added' else verdict end,
      'known', nullif(judged -> 'known', 'null'),
      'candidates', nullif(judged -> 'candidates', '[]'), 'refusals', nullif(judged -> 'refusals', '[]')));
  end loop;

  perform private.hold_what_is_named(rows);
  refused := private.insert_each(rows);
  result := private.sum_outcomes(outcomes, refused);
  insert into private.catalogue_batches (import_id, batch, result) values (own.id, own.batches, result);
  update public.catalogue_imports set
    batches = batches + 1, added = added + (result ->> 'added')::integer,
    already_there = already_there + (result ->> 'there')::integer,
    duplicates = duplicates + (result ->> 'duplicate')::integer, refused = catalogue_imports.refused + (result ->> 'refused')::integer
  where id = own.id;
  if is_last then
    update public.catalogue_imports set finished_at = now() where id = own.id and finished_at is null;
  end if;
  return result;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.is_admin(user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.has_role(is_admin.user_id, '{admin}') $function$
;

CREATE OR REPLACE FUNCTION public.is_reviewer(user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.has_role(is_reviewer.user_id, '{admin, reviewer}') $function$
;

CREATE OR REPLACE FUNCTION public.kits_beside(jersey_id uuid)
 RETURNS SETOF public.jerseys
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 6
 SET search_path TO ''
AS $function$
  with shown as (
    select jersey.team_slug, jersey.team_id, jersey.league, jersey.season_id, jersey.kit_type_slug,
      season.code
    from public.jerseys jersey
    join public.seasons season on season.id = jersey.season_id and season.is_active
    where jersey.id = kits_beside.jersey_id and jersey.status = 'approved' and jersey.is_active
  ), beside as (
    (select distinct on (jersey.kit_type_slug) jersey.id
    from shown
    join public.jerseys jersey
      on jersey.team_slug = shown.team_slug and jersey.season_id = shown.season_id
      and jersey.league = shown.league and jersey.team_id is not distinct from shown.team_id
    where jersey.status = 'approved' and jersey.is_active and jersey.kit_type_slug <> shown.kit_type_slug
    order by jersey.kit_type_slug, jersey.score desc, jersey.id desc)
    union all
    -- Season by season away from the shown one, until one has this kit.
    (select best.id
    from shown
    join public.seasons season on season.is_active and season.code > shown.code
    cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = shown.team_slug and jersey.season_id = season.id
        and jersey.league = shown.league and jersey.team_id is not distinct from shown.team_id
        and jersey.kit_type_slug = shown.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    order by season.code
    limit 1)
    union all
    (select best.id
    from shown
    join public.seasons season on season.is_active and season.code < shown.code
    cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = shown.team_slug and jersey.season_id = season.id
        and jersey.league = shown.league and jersey.team_id is not distinct from shown.team_id
        and jersey.kit_type_slug = shown.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    order by season.code desc
    limit 1)
  )
  select jersey.* from beside join public.jerseys jersey on jersey.id = beside.id
$function$
;

CREATE OR REPLACE FUNCTION public.match_jerseys(lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  line jsonb;
  judged jsonb;
  answers jsonb[] := '{}';
begin
  perform private.check_importer();
  perform private.check_lines(lines);
  for line in select value from jsonb_array_elements(lines) loop
    judged := private.judged_line(line, null);
    answers := answers || ((judged - 'row') || case
      when private.tidy(line ->> 'title') is null and judged -> 'row' ? 'team' then jsonb_build_object(
        'names', (
          select jsonb_build_object('team', judged -> 'row' ->> 'team', 'season', season.name)
          from public.seasons season where season.id = (judged -> 'row' ->> 'season_id')::uuid))
      else '{}' end);
  end loop;
  return to_jsonb(answers);
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_roll_over(roll_over_id uuid, seen timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  draft public.roll_overs := private.lock_roll_over(publish_roll_over.roll_over_id);
begin
  if draft.updated_at is distinct from seen then
    raise sqlstate 'PT409' using
      message = 'roll_over_changed', detail = 'Another administrator has changed the draft.';
  end if;
  perform private.publish_line_ups(draft);
  perform private.set_batch(draft.id);
  perform private.begin_revision('line_up', auth.uid());
  perform private.write_line_ups(draft, true, false);
  perform private.end_revision();
end $function$
;

CREATE OR REPLACE FUNCTION public.queue(filter jsonb DEFAULT '{}'::jsonb, after jsonb DEFAULT NULL::jsonb, page_size integer DEFAULT 20)
 RETURNS TABLE(id uuid, kind text, target_type text, target_id uuid, title text, league text, since timestamp with time zone, seen jsonb, is_mine boolean, member_id uuid, username text, display_name text, joined_at timestamp with time zone, accepted integer, detail jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  me constant uuid := auth.uid();
  is_administrator constant boolean := public.is_admin(me);
  last_since timestamptz;
  last_id uuid;
  created_before timestamptz := 'infinity';
begin
  perform private.check_reviewer();
  perform private.check_queue_filter(filter, after);
  last_since := after ->> 'since';
  last_id := after ->> 'id';
  if filter ? 'days' then
    created_before := now() - make_interval(days => (filter ->> 'days')::integer);
  end if;
  return query
  with waiting as materialized (
    select * from private.waiting waiting
    where waiting.to_check = filter @? '$ ? (@.to_check == true)'
      -- Photos are a correction.
      and (not filter ? 'kind' or waiting.kind = filter ->> 'kind' or waiting.kind = 'photos' and filter ->> 'kind' = 'edit')
      and (not filter ? 'league' or private.league_of(waiting.target_type, waiting.target_id) = filter ->> 'league')
      and waiting.since <= created_before
      and (last_id is null or (waiting.since, waiting.id) > (last_since, last_id))
      and (waiting.kind <> 'report' or is_administrator
        or waiting.target_type <> 'profile' and not private.is_about(waiting.report, me))
    order by waiting.since, waiting.id limit size
  )
  select waiting.id, waiting.kind, waiting.target_type, waiting.target_id,
    coalesce(jersey.title, j_commented.title, (waiting.report).reported_name, (waiting.suggestion).title),
    private.league_of(waiting.target_type, waiting.target_id), waiting.since,
    case waiting.kind when 'new' then private.version_for_review(jersey) else to_jsonb((waiting.suggestion).edited_at) end,
    -- Administrators decide on their own, and settle any report.
    not is_administrator and (waiting.member_id is not distinct from me or coalesce(jersey.author_id = me, false))
      or coalesce(private.is_for_another(waiting.suggestion, me), false),
    waiting.member_id, profile.username, profile.display_name, u.created_at,
    (select count(*)::integer from public.suggestions suggestion
      where suggestion.member_id = waiting.member_id and suggestion.status in ('accepted', 'partly') and suggestion.source is not null)
      + (select count(*)::integer from public.jerseys jersey
        where jersey.author_id = waiting.member_id and jersey.status = 'approved' and jersey.is_active),
    case waiting.kind
      when 'new' then private.detail_of_submission(jersey)
      when 'report' then private.detail_of_report(waiting.report, comment, jersey, j_commented)
      when 'comment' then jsonb_build_object(
        'comment', comment.body, 'edited_at', comment.edited_at, 'jersey_id', comment.jersey_id)
      else private.detail_of_suggestion(waiting.suggestion) end
  from waiting
  left join public.jerseys jersey on waiting.target_type = 'jersey' and jersey.id = waiting.target_id
  left join public.comments comment on comment.id = case waiting.kind when 'comment' then waiting.id else (waiting.report).comment_id end
  left join public.jerseys j_commented on j_commented.id = comment.jersey_id
  left join public.profiles profile on profile.id = waiting.member_id
  left join auth.users u on u.id = waiting.member_id
  order by waiting.since, waiting.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_figures()
 RETURNS TABLE(waiting integer, typical_hours numeric, oldest timestamp with time zone, by_kind jsonb, to_check integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with counted as (
    select kind, count(*)::integer as amount, min(since) as oldest
    from private.waiting
    where not to_check and (kind not in ('report', 'comment') or (select public.is_reviewer(auth.uid())))
      and (kind <> 'report' or (select public.is_admin(auth.uid())) or target_type <> 'profile' and not private.is_about(report, auth.uid()))
    group by kind
  )
  select (select coalesce(sum(amount), 0)::integer from counted where kind not in ('report', 'comment')),
    (select round((percentile_cont(0.5) within group (order by extract(epoch from hours.waited)) / 3600)::numeric, 1)
      from (
        select waited from (
          (select decided_at as at, decided_at - coalesce(contested_at, created_at) as waited
            from public.suggestions where decided_at is not null and not trusted order by decided_at desc limit 100)
          union all
          (select revision.at, revision.at - jersey.created_at
            from (
              select at, target_id from public.revisions where kind = 'approved' order by id desc limit 100) revision
            join public.jerseys jersey on jersey.id = revision.target_id)
        ) decision order by at desc limit 100) hours),
    case when caller.is_reviewer then (select min(counted.oldest) from counted) end,
    case when caller.is_reviewer then (select jsonb_object_agg(kind, amount) from counted where amount > 0) end,
    case when caller.is_reviewer then (select count(*)::integer from private.waiting where to_check) end
  from (select public.is_reviewer(auth.uid()) as is_reviewer) caller
$function$
;

CREATE OR REPLACE FUNCTION public.redeem_recovery_code(code text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  most constant integer := 10;
begin
  if private.session_level() is null then
    raise insufficient_privilege using
      message = 'session_ended', detail = 'Sign in again.';
  end if;
  -- Attempts are serialized: parallel ones must not pass the limit, nor use one code twice.
  perform private.lock_recovery(member);
  delete from private.recovery_attempts
  where user_id = member and since < now() - interval '1 hour';
  -- A right code is taken in any case: it can't be guessed, and who has the password must not lock its owner out.
  update private.recovery_codes set used_at = now()
  where user_id = member and used_at is null
    and digest = private.recovery_digest(member, redeem_recovery_code.code);
  if not found then
    if exists (
      select from private.recovery_attempts where user_id = member and failures >= most) then
      raise sqlstate 'PT429' using
        message = 'recovery_codes_too_many', detail = 'At most 10 wrong codes in an hour.';
    end if;
    -- No error here: it would roll back the count.
    insert into private.recovery_attempts (user_id, failures) values (member, 1)
    on conflict (user_id) do update
      set failures = private.recovery_attempts.failures + 1;
    perform private.record_account_event('recovery_code_refused', 'factor');
    return false;
  end if;
  delete from private.recovery_attempts where user_id = member;

  delete from auth.mfa_amr_claims claim using auth.sessions session
  where claim.session_id = session.id and session.user_id = member
    and (claim.authentication_method = 'totp' or claim.authentication_method like 'mfa/%');
  update auth.sessions set aal = 'aal1', factor_id = null
  where user_id = member and aal > 'aal1';
  delete from auth.mfa_factors where user_id = member;
  perform private.record_account_event('recovery_code_used', 'factor');
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.same_pictures(jersey_id uuid)
 RETURNS TABLE(other_id uuid, distance integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_reviewer('compare pictures');
  return query
  select near.jersey_id, min(near.light)::integer
  from public.jersey_images ji_own
  cross join lateral (
    select candidate.jersey_id,
      bit_count(substring(candidate.likeness from 1 for 64) # substring(ji_own.likeness from 1 for 64)) light,
      bit_count(substring(candidate.likeness from 65) # substring(ji_own.likeness from 65)) colors
    from (
      -- Bounded: somebody may have uploaded thousands of similar pictures.
      select image.jersey_id, image.likeness from public.jersey_images image
      where private.likeness_quarters(image.likeness) && private.likely_quarters(ji_own.likeness)
        and image.likeness is not null and image.suggestion_id is null and image.jersey_id <> ji_own.jersey_id
      limit 2000) candidate
  ) near
  join public.jerseys on jerseys.id = near.jersey_id and jerseys.status <> 'rejected' and jerseys.is_active
  where ji_own.jersey_id = same_pictures.jersey_id and ji_own.likeness is not null
    and near.light <= 7 and near.colors <= 4
  group by near.jersey_id
  order by min(near.light), near.jersey_id
  limit 4;
end $function$
;

CREATE OR REPLACE FUNCTION public.settle_reports(report_ids uuid[], done text DEFAULT NULL::text, note text DEFAULT NULL::text, changes jsonb DEFAULT NULL::jsonb, into_id uuid DEFAULT NULL::uuid, urgency text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  given constant text := private.tidy(note);
  report public.reports;
  settled uuid[];
begin
  perform private.check_reviewer();
  select r_asked.* into report from public.reports r_asked
  where r_asked.id = any (report_ids) and r_asked.status = 'open' and private.may_settle(r_asked)
  order by array_position(report_ids, r_asked.id) limit 1;
  if report.id is not null and settle_reports.done <> 'other' and settle_reports.done <> all (case report.target_type
    when 'jersey' then array['corrected', 'merged', 'removed'] when 'profile' then '{}'::text[] else array['hidden'] end) then
    raise sqlstate 'PT400' using
      message = 'report_done_unknown',
      detail = 'A jersey is corrected, merged or removed, a comment or list hidden; anything else is `other`, or nothing was done.';
  end if;
  -- Its readers are told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  -- What is done locks in the order of its own function; then the reports, if nobody else has settled them meanwhile.
  case (case when report.id is not null then settle_reports.done end)
    when 'corrected' then
      perform private.correct_reported(report.target_id, settle_reports.changes, coalesce(given, 'wrong'));
    when 'merged' then
      perform public.merge_jerseys(report.target_id, settle_reports.into_id, given);
    when 'removed' then
      perform public.remove_jersey(report.target_id, given, settle_reports.urgency);
    when 'hidden' then
      if report.target_type = 'list' then
        perform public.hide_list(report.target_id, given, true);
      else
        update public.comments set is_hidden = true, hidden_reason = coalesce(nullif(given, ''), 'off_topic') where id = report.target_id;
      end if;
    else null;
  end case;
  perform private.set_change('undoable', 'true');
  with closed as (
    update public.reports r_closed
    set status = case when settle_reports.done is null then 'dismissed' else 'upheld' end, done = settle_reports.done,
      resolution_note = given
    where r_closed.id = any (report_ids) and r_closed.status = 'open' and private.may_settle(r_closed)
      -- A merge has led them to the jersey that stays.
      and r_closed.target_id in (report.target_id, settle_reports.into_id)
    returning r_closed.id)
  select array_agg(id) into settled from closed;
  perform private.set_change('undoable', null);
  if settled is null then
    if exists (select from public.reports where id = any (report_ids) and status = 'open') then
      raise sqlstate 'PT403' using message = 'report_own', detail = 'Somebody else settles a report that concerns oneself.';
    end if;
    raise sqlstate 'PT409' using
      message = 'report_decided', detail = jsonb_build_object('username', (
        select profile.username from public.profiles profile
        where profile.id = private.decided_by('reports', report_ids[1]) and public.is_admin(auth.uid())))::text;
  end if;
  return jsonb_build_object('settled', settled, 'batch_id', private.undoable_batch());
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.swap_daily_shirt(day date, jersey_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.day_at(now());
  wanted uuid := swap_daily_shirt.jersey_id;
  planned public.daily_shirts;
begin
  perform private.require_reviewer('choose what is shown');
  perform private.count_write('daily_swaps', 1);
  perform pg_advisory_xact_lock(hashtextextended('daily', 0));
  select * into planned from public.daily_shirts shirt where shirt.day = swap_daily_shirt.day and shirt.kind = 'shown';
  if not found or planned.day <= today then
    raise sqlstate 'PT409' using
      message = 'day_begun', detail = 'A day that has begun, or that isn''t drawn yet, has no other shirt.';
  end if;
  if wanted is null then
    wanted := private.choose_jersey('shown', planned.day);
  elsif private.is_shown_near(wanted, planned.day) or not exists (
    select from public.jerseys jersey where jersey.id = wanted and private.fits_a_day(jersey)) then
    wanted := null;
  end if;
  if wanted is null then
    raise sqlstate 'PT409' using
      message = 'jersey_unfit',
      detail = 'It needs a team and a photo, no open suggestion, and was not shown within two years.';
  end if;
  perform private.set_day(planned.day, wanted);
  perform private.draw_kind('guess');
end $function$
;

CREATE VIEW "private"."waiting" AS  SELECT jersey.id,
    'new'::text AS kind,
    'jersey'::text AS target_type,
    jersey.id AS target_id,
    COALESCE(jersey.edited_at, jersey.created_at) AS since,
    jersey.author_id AS member_id,
    false AS to_check,
    NULL::public.suggestions AS suggestion,
    NULL::public.reports AS report
   FROM public.jerseys jersey
  WHERE (jersey.is_active AND ((jersey.status = 'pending'::text) OR ((jersey.status = 'rejected'::text) AND (jersey.edited_at IS NOT NULL))))
UNION ALL
 SELECT suggestion.id,
    suggestion.kind,
    suggestion.target_type,
    suggestion.target_id,
    suggestion.created_at AS since,
    suggestion.member_id,
    (suggestion.status <> 'open'::text) AS to_check,
    suggestion.*::public.suggestions AS suggestion,
    NULL::public.reports AS report
   FROM public.suggestions suggestion
  WHERE (((suggestion.status = 'open'::text) AND (suggestion.held_at IS NULL)) OR ((suggestion.status <> 'open'::text) AND suggestion.trusted AND (suggestion.afterwards IS NULL)))
UNION ALL
 SELECT report.id,
    'report'::text AS kind,
    report.target_type,
    report.target_id,
    report.created_at AS since,
    report.reporter_id AS member_id,
    false AS to_check,
    NULL::public.suggestions AS suggestion,
    report.*::public.reports AS report
   FROM public.reports report
  WHERE ((report.status = 'open'::text) AND private.stands_for_all(report.*))
UNION ALL
 SELECT comment.id,
    'comment'::text AS kind,
    'comment'::text AS target_type,
    comment.id AS target_id,
    comment.created_at AS since,
    comment.author_id AS member_id,
    false AS to_check,
    NULL::public.suggestions AS suggestion,
    NULL::public.reports AS report
   FROM public.comments comment
  WHERE (comment.is_hidden AND (comment.hidden_reason IS NULL));;

CREATE TRIGGER copies_limit AFTER INSERT ON public.copies REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('owner_id', '20000', 'copies_per_owner', 'A collection has at most 20000 copies.');

CREATE TRIGGER copy_photos_touch_insert AFTER INSERT ON public.copy_photos REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.touch_copies();

CREATE TRIGGER follows_limit AFTER INSERT ON public.follows REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('member_id', '500', 'follows_five_hundred', 'A member follows at most 500 teams, competitions, brands and lists.');

CREATE TRIGGER list_items_limit AFTER INSERT ON public.list_items REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('list_id', '500', 'list_items_per_list', 'A list has at most 500 jerseys.');

CREATE TRIGGER lists_limit AFTER INSERT ON public.lists REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('member_id', '200', 'lists_per_member', 'A member has at most 200 lists.');

CREATE POLICY "admins change brands" ON "public"."brands" FOR UPDATE TO "authenticated" USING (( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin));

CREATE POLICY "members edit their own comments, reviewers hide" ON "public"."comments" FOR UPDATE TO "authenticated" USING (((author_id = ( SELECT auth.uid() AS uid)) OR ( SELECT public.is_reviewer(( SELECT auth.uid() AS uid)) AS is_reviewer)));

CREATE POLICY "admins change competitions" ON "public"."competitions" FOR UPDATE TO "authenticated" USING (( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin));

CREATE POLICY "everyone reads active competitions, admins all" ON "public"."competitions" FOR SELECT TO "anon", "authenticated" USING ((is_active OR ( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin)));

CREATE POLICY "members change their own copies" ON "public"."copies" FOR UPDATE TO "authenticated" USING ((owner_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "members order photos of their own copies" ON "public"."copy_photos" FOR UPDATE TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.copies
  WHERE (copies.id = copy_photos.copy_id))));

CREATE POLICY "everyone reads duels that have begun, reviewers all" ON "public"."daily_duels" FOR SELECT TO "anon", "authenticated" USING (((day <= ( SELECT private.day_at(now()) AS day_at)) OR ( SELECT public.is_reviewer(( SELECT auth.uid() AS uid)) AS is_reviewer)));

CREATE POLICY "everyone reads days that have begun, reviewers all" ON "public"."daily_shirts" FOR SELECT TO "anon", "authenticated" USING (((kind = 'shown'::text) AND ((day <= ( SELECT private.day_at(now()) AS day_at)) OR ( SELECT public.is_reviewer(( SELECT auth.uid() AS uid)) AS is_reviewer))));

CREATE POLICY "admins change images" ON "public"."jersey_images" FOR UPDATE TO "authenticated" USING (( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin));

CREATE POLICY "members change their own jerseys, admins all" ON "public"."jerseys" FOR UPDATE TO "authenticated" USING (((author_id = ( SELECT auth.uid() AS uid)) OR ( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin)));

CREATE POLICY "members change notes in their own lists" ON "public"."list_items" FOR UPDATE TO "authenticated" USING ((list_id IN ( SELECT lists.id
   FROM public.lists
  WHERE (lists.member_id = ( SELECT auth.uid() AS uid)))));

CREATE POLICY "members change their own lists" ON "public"."lists" FOR UPDATE TO "authenticated" USING ((member_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "members change their own settings" ON "public"."notice_settings" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "members update their own profile" ON "public"."profiles" FOR UPDATE TO "authenticated" USING ((id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "admins change seasons" ON "public"."seasons" FOR UPDATE TO "authenticated" USING (( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin));

CREATE POLICY "everyone reads active seasons, admins all" ON "public"."seasons" FOR SELECT TO "anon", "authenticated" USING ((is_active OR ( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin)));

CREATE POLICY "admins change team_seasons" ON "public"."team_seasons" FOR UPDATE TO "authenticated" USING (( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin));

CREATE POLICY "admins change teams" ON "public"."teams" FOR UPDATE TO "authenticated" USING (( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin));

CREATE POLICY "everyone reads active teams, admins all" ON "public"."teams" FOR SELECT TO "anon", "authenticated" USING ((is_active OR ( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin)));

CREATE POLICY "members change their own wishes" ON "public"."user_wishlists" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

COMMENT ON FUNCTION "private"."clubs_nicknamed"(text) IS 'Clubs of leagues with nicknames whose name ends so';

COMMENT ON FUNCTION "private"."entry_conditions"(private.catalogue_filter, private.catalogue_scope) IS 'SQL for all that a filter asks of entries, teams and scope included: $1 and $2 are what this includes and excludes';

COMMENT ON FUNCTION "private"."has_role"(uuid, text[]) IS 'True if the caller is this member and has one of these roles. False about anybody else: visitors must not learn who the administrators are';

COMMENT ON FUNCTION "private"."limit_rows"() IS 'For an insertion, with its rows as `added`. Arguments: whose rows are limited (a column), to how many, the rule and its detail';

COMMENT ON FUNCTION "private"."read_jersey_line"(jsonb) IS 'The row that a line stands for, and why it is refused';

COMMENT ON FUNCTION "private"."require_reviewer"(text) IS 'Refuses callers who are no reviewers; says that only these do what they came for';

COMMENT ON FUNCTION "private"."undoable_batch"() IS 'The batch of what the running request has done, if its caller may undo it; null if it did nothing';

COMMENT ON FUNCTION "public"."is_admin"(uuid) IS 'True if the caller is this user and an administrator; see private.has_role()';

COMMENT ON FUNCTION "public"."is_reviewer"(uuid) IS 'True if the caller is this user and a reviewer or an administrator; see private.has_role()';

COMMENT ON TABLE "public"."copies" IS 'Shirts that members own: their owner''s alone. their trigger copies_limit checks copies_per_owner';

COMMENT ON TABLE "public"."follows" IS 'What members follow, their own rows only. their trigger follows_limit checks follows_five_hundred';

COMMENT ON TABLE "public"."list_items" IS 'The jerseys of a list. Their trigger list_items_limit checks list_items_per_list';

COMMENT ON TABLE "public"."lists" IS 'Lists of jerseys by members. Their trigger lists_limit checks lists_per_member. Others read them with list() and its like';

COMMENT ON TABLE "public"."user_roles" IS 'Roles of members beyond membership itself; private.has_role() reads it';

COMMENT ON VIEW "private"."waiting" IS 'What waits for a reviewer, since when and by whom; `to_check`: it was public at once by trust, and nobody has looked at it';

REVOKE ALL ON FUNCTION "private"."clubs_nicknamed"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clubs_nicknamed"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."draw_kind"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entry_conditions"(private.catalogue_filter, private.catalogue_scope) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_role"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."judged_line"(jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_jersey_line"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_reviewer"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undoable_batch"() FROM PUBLIC;

set check_function_bodies = on;
-- end
