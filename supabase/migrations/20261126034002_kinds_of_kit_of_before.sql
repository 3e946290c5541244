-- The constraint of the step before, for the rows that were there.
alter table public.jerseys validate constraint jerseys_kit_type_known;
