-- What happens when a row of the catalogue changes, in the order in which it happens.
-- Triggers of competitions, seasons, teams, brands, line-ups and aliases stand here, each table's in one place.
-- The functions that they call stand with their subject.

-- public.competitions

create trigger competitions_standing before insert or update or delete on public.competitions
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger competitions_complete before insert or update on public.competitions
for each row execute function private.complete_competition();

create trigger competitions_end before delete on public.competitions
for each row execute function private.end_target('competition');

create trigger competitions_in_use before delete on public.competitions
for each row execute function private.keep_what_is_in_use();

create trigger competitions_touch before update on public.competitions
for each row execute function private.touch();

create trigger competitions_audit after insert or update or delete on public.competitions
for each row execute function private.record_change('id');

-- The catalogue changes seldom and is shown everywhere.
create trigger competitions_changed after insert or update or delete on public.competitions
for each row execute function private.note_thing('competition');

create trigger competitions_end_follows after delete on public.competitions
for each row execute function private.end_follows();

create trigger competitions_revised after update on public.competitions
for each row when (pg_trigger_depth() = 0 and old.* is distinct from new.*)
execute function private.record_row_revision('competition');

create trigger competitions_search after insert or delete or update of name, is_active
on public.competitions for each row execute function private.record_words('competition');

create trigger competitions_search_jerseys after update of name on public.competitions
for each row when (old.name is distinct from new.name)
execute function private.note_jerseys('competition_id');

create trigger competitions_shown after update of is_active on public.competitions
for each row when (old.is_active <> new.is_active) execute function private.note_line_ups('competition_id');

-- public.seasons

create trigger seasons_standing before insert or update or delete on public.seasons
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger seasons_in_use before delete on public.seasons
for each row execute function private.keep_what_is_in_use();

create trigger seasons_touch before update on public.seasons
for each row execute function private.touch();

create trigger seasons_audit after insert or update or delete on public.seasons
for each row execute function private.record_change('id');

create trigger seasons_changed after insert or update or delete on public.seasons
for each row execute function private.note_thing('season');

create trigger seasons_search_jerseys after update of code, name on public.seasons
for each row when ((old.code, old.name) is distinct from (new.code, new.name)) execute function private.note_jerseys('season_id');

create trigger seasons_shown after update of is_active on public.seasons
for each row when (old.is_active <> new.is_active) execute function private.note_line_ups('season_id');

-- public.teams

create trigger teams_standing before insert or update or delete on public.teams
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger teams_complete before insert or update on public.teams
for each row execute function private.complete_team();

create trigger teams_end before delete on public.teams
for each row execute function private.end_target('team');

create trigger teams_in_use before delete on public.teams
for each row execute function private.keep_what_is_in_use();

create trigger teams_touch before update on public.teams
for each row execute function private.touch();

create trigger teams_audit after insert or update or delete on public.teams
for each row execute function private.record_change('id');

create trigger teams_changed after insert or update or delete on public.teams
for each row execute function private.note_thing('team');

create trigger teams_end_follows after delete on public.teams
for each row execute function private.end_follows();

create trigger teams_recolor after update of colors on public.teams
for each row when (old.colors is distinct from new.colors) execute function private.recolor_team();

create trigger teams_rename after update of name on public.teams
for each row when (old.name is distinct from new.name) execute function private.rename_team();

create trigger teams_revised after update on public.teams
for each row when (pg_trigger_depth() = 0 and old.* is distinct from new.*)
execute function private.record_row_revision('team');

create trigger teams_search
after insert or delete or update of name, short_name, country, competition_id, is_active
on public.teams for each row execute function private.record_words('team');

-- The home competition decides too.
create trigger teams_search_jerseys
after update of short_name, country, competition_id on public.teams
for each row
when (old.short_name is distinct from new.short_name or old.country is distinct from new.country
  or old.competition_id <> new.competition_id)
execute function private.note_jerseys('team_id');

-- public.team_seasons

create trigger team_seasons_standing before insert or update or delete on public.team_seasons
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger team_seasons_complete before insert on public.team_seasons
for each row execute function private.complete_team_season();

create trigger team_seasons_audit after insert or update or delete on public.team_seasons
for each row execute function private.record_change('team_id');

create trigger team_seasons_changed after insert or update or delete on public.team_seasons
for each row execute function private.note_thing('team', 'team_id');

-- public.brands

create trigger brands_standing before insert or update or delete on public.brands
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger brands_in_use before delete on public.brands
for each row execute function private.keep_what_is_in_use();

create trigger brands_touch before update on public.brands
for each row execute function private.touch();

create trigger brands_audit after insert or update or delete on public.brands
for each row execute function private.record_change('id');

create trigger brands_changed after insert or update or delete on public.brands
for each row execute function private.note_thing('brand');

create trigger brands_end_follows after delete on public.brands
for each row execute function private.end_follows();

create trigger brands_rename after update of name on public.brands
for each row when (old.name is distinct from new.name) execute function private.rename_brand();

-- public.team_aliases

create trigger team_aliases_standing before insert or update or delete on public.team_aliases
for each statement when (current_user = 'authenticated') execute function private.require_standing();

create trigger team_aliases_complete before insert on public.team_aliases
for each row execute function private.complete_team_alias();

create trigger team_aliases_audit after insert or delete on public.team_aliases
for each row execute function private.record_change('team_id');

-- Pages of search results show other teams.
create trigger team_aliases_changed after insert or delete on public.team_aliases
for each row execute function private.note_thing('team', 'team_id');

create trigger team_aliases_search_delete after delete on public.team_aliases
referencing old table as changed for each statement execute function private.record_aliases();

create trigger team_aliases_search_insert after insert on public.team_aliases
referencing new table as changed for each statement execute function private.record_aliases();
