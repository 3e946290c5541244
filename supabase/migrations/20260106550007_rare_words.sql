-- The two lowest tiers are long lists to the index, though what is asked for in them is mostly rare:
-- all that match are known sooner. And of a beginning of hundreds of words each document was read twice.

create or replace function private.matching_jerseys(
  asked tsquery, is_broad boolean, wanted integer, known uuid[])
returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  -- So many of one tier are compared at most; where more match, they stand for the others.
  enough constant integer := 600;
  highest integer;
  mark tsquery;
  candidates uuid[];
  sample uuid[];
  found uuid[] := '{}';
begin
  select private.tier(score) into highest from public.jerseys
  where status = 'approved' and is_active order by score desc, id desc limit 1;
  for tier in reverse coalesce(highest, 0)..0 loop
    mark := format('''#%s''', tier)::tsquery;
    if tier <= 2 and sample is null then
      sample := array(
        select id from private.search_documents where kind = 'jersey' and words @@ asked
        limit enough + 1);
    end if;
    if tier = 0 or cardinality(sample) <= enough then
      candidates := sample;
    elsif is_broad then
      -- It takes the index long, but not a look at a document.
      candidates := array(
        select id
        from (
          select id, words from private.search_documents where kind = 'jersey' and words @@ mark
          limit 2 * enough) document
        where words @@ asked);
    else
      candidates := array(
        select id from private.search_documents where kind = 'jersey' and words @@ (asked && mark)
        limit enough);
    end if;
    continue when candidates = '{}';
    found := found || array(
      select id from public.jerseys
      where id = any (candidates) and id <> all (known) and id <> all (found)
      order by score desc, id desc
      limit wanted - cardinality(found));
    exit when cardinality(found) >= wanted or cardinality(sample) <= enough;
  end loop;
  return found;
end $$;
