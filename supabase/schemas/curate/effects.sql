-- What happens when a row of this room changes, in the order in which it happens.
-- Triggers of redirects, roll-overs and catalogue imports stand here, each table's in one place.
-- The functions that they call stand with their subject.

-- public.team_redirects

-- A merge leads on to the team that its survivor becomes.
create trigger team_redirects_changed after insert or update or delete on public.team_redirects
for each row execute function private.note_thing('team', 'from_id');

-- public.roll_overs

-- On record: started, published, undone, discarded. The published line-ups are on record as rows of team_seasons.
create trigger roll_overs_audit
after insert or delete or update of published_at on public.roll_overs
for each row execute function private.record_change('season_id');

-- public.catalogue_imports

-- The jerseys are on record themselves; of the import, its beginning, its end and its undoing.
create trigger catalogue_imports_audit
after insert or delete or update of finished_at, undone_at on public.catalogue_imports
for each row execute function private.record_change('id');
