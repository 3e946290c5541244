drop index public.suggestions_of_target;
create index suggestions_of_target on public.suggestions (target_id, target_type);
comment on index public.suggestions_of_target is
  'Suggestions for a thing: open ones for duplicates, merges and deletions; any, before an import is undone';
