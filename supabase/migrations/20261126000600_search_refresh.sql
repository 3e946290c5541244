-- Bringing many documents up to date at once: which rows are still shown is read once for all of them. Before, it was read
-- again for each document, which took most of the time that a new catalogue needs.

create or replace function private.refresh_search(kinds text, ids uuid[]) returns void
language sql set search_path = ''
as $$
  delete from private.search_documents document
  where document.kind = kinds and document.id = any (ids)
    and document.id <> all (array(
      select shown.id from private.searchable shown where shown.kind = kinds and shown.id = any (ids)));

  insert into private.search_documents (kind, id, words)
  select kind, id, array_to_tsvector(private.words(text) || marks)
  from private.searchable where kind = kinds and id = any (ids)
  on conflict (kind, id) do update set words = excluded.words
    where search_documents.words <> excluded.words;

  -- Sorted, so that two transactions with the same new words cannot deadlock.
  insert into private.search_vocabulary (word)
  select distinct word collate "C"
  from private.search_documents document, unnest(tsvector_to_array(document.words)) word
  where document.kind = kinds and document.id = any (ids)
    and char_length(word) between 3 and 30 and word not like '#%'
  order by 1
  on conflict do nothing;
$$;
