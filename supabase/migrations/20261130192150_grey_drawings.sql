-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP FUNCTION "private"."default_colors"(text, uuid, text);

DROP FUNCTION "private"."shirt_colors"(text, text[], text);

DROP FUNCTION "private"."spare_colors"(text);

CREATE OR REPLACE FUNCTION private.admit_jersey_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    -- What was merged into it hangs on it.
    perform private.check_not_gone(old.id);
    perform private.check_removal(old);
    return old;
  elsif tg_op = 'INSERT' then
    perform private.check_active(null, new);
    return new;
  end if;
  -- Only requests are checked: rename_team() must still update hidden jerseys.
  if not old.is_active then
    perform private.check_not_gone(new.id);
  end if;
  -- White space alone is no change, nor are default colours asked for again.
  new := private.completed_jersey(old, new);
  if new.colors = '{}' then
    new.colors := private.default_colors(new.kit_type, new.team_id);
  end if;
  -- After the names, which a rename locks before its jerseys: a member's edits wait for each other here.
  perform private.count_write('edits', 1);
  new := private.check_author_update(old, new);
  perform private.check_active(old, new);
  if old.status = 'approved' and not public.is_admin(auth.uid()) then
    perform private.suggest_texts(old, new);
    return old;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.default_colors(kit_type text, team_id uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.color_names(private.shirt_colors(
    default_colors.kit_type, (select colors from public.teams where id = default_colors.team_id)))
$function$
;

CREATE OR REPLACE FUNCTION private.default_colors_of(was public.jerseys, becomes public.jerseys)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.followed_colors(was public.jerseys, becomes public.jerseys)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when (was.team_id, was.kit_type) is distinct from (becomes.team_id, becomes.kit_type)
      and was.colors = private.default_colors(was.kit_type, was.team_id)
    then private.default_colors(becomes.kit_type, becomes.team_id)
    else was.colors
  end
$function$
;

CREATE OR REPLACE FUNCTION private.recolor_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.shirt_colors(kit_type text, team_colors text[])
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
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
end $function$
;

COMMENT ON FUNCTION "private"."default_colors"(text, uuid) IS 'The colours of a jersey for which nobody chose any';

COMMENT ON FUNCTION "private"."shirt_colors"(text, text[]) IS 'Base, second and trim colour of the shirt drawing, as #rrggbb (designFor() in app/shared/domain/shirt/design.ts)';

REVOKE ALL ON FUNCTION "private"."default_colors"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shirt_colors"(text, text[]) FROM PUBLIC;

set check_function_bodies = on;
-- end
