-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

create or replace function private.jerseys_of_words(words text[]) returns uuid[]
language plpgsql stable
set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  enough constant integer := private.catalogue_limit('words');
  asked tsquery;
  mark tsquery;
  ids uuid[] := '{}';
begin
  if words is null then
    return null;
  elsif words = '{}' then
    return '{}';
  end if;
  for attempt in 2..3 loop
    asked := private.search_query(jerseys_of_words.words, attempt, true);
    ids := array(
      select document.id from private.search_documents document
      where document.kind = 'jersey' and document.words @@ asked
      limit enough + 1);
    exit when ids <> '{}';
  end loop;
  if cardinality(ids) <= enough then
    return ids;
  end if;
  ids := '{}';
  for tier in reverse 19..1 loop
    mark := format('''#%s''', tier)::tsquery;
    ids := ids || array(
      select document.id from private.search_documents document
      where document.kind = 'jersey' and document.words @@ (asked && mark)
      limit enough - cardinality(ids));
  end loop;
  return ids || array(
    select document.id from private.search_documents document
    where document.kind = 'jersey' and document.words @@ asked
      -- Not "<> all": each of them would be compared with each.
      and not exists (select from unnest(ids) best (id) where best.id = document.id)
    limit enough - cardinality(ids));
end $$;

set check_function_bodies = on;
-- end
