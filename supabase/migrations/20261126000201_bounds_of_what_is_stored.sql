-- The constraints of the step before, for the rows that were there: without a lock that writers wait for.
alter table public.copies validate constraint copies_former_jersey_size;
alter table public.gone_jerseys validate constraint gone_jerseys_reason_length;
alter table public.notices validate constraint notices_note_length;
alter table public.revisions validate constraint revisions_reason_length;
alter table public.suggestions validate constraint suggestions_size;
