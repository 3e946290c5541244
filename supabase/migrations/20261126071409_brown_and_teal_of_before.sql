-- The examples of brown and teal, and the default colours of the jerseys whose names they change: those of teams in brown or teal. Chosen colours stay.
do $$
declare
  teams_before constant jsonb := (
    select jsonb_agg(jsonb_build_object('team_id', team.id, 'kit_type', kit_type, 'colors',
      private.color_names(private.shirt_colors(kit_type, team.colors, private.team_slug(team.name)))))
    from public.teams team, unnest(array_prepend(null, private.kit_types())) kit_type);
  recolored uuid[];
begin
  insert into private.color_references (name, hex)
  select name, hex from (values
    ('brown', array['#6b4423', '#624839', '#4a2c17', '#311d00', '#8b5a2b']),
    ('green', array['#1ec28b']),
    ('teal', array['#0b8a8f', '#008080', '#008e97', '#006778', '#00a19b', '#00c4b4', '#40e0d0'])
  ) given (name, hexes), unnest(hexes) hex
  on conflict (hex) do update set name = excluded.name;

  perform private.set_change('batch', 'true');
  with kits as materialized (
    select before.*, private.color_names(private.shirt_colors(before.kit_type, team.colors, private.team_slug(team.name))) as becomes
    from jsonb_to_recordset(teams_before) as before (team_id uuid, kit_type text, colors text[])
    join public.teams team on team.id = before.team_id
  ), changed as (
    update public.jerseys jersey set colors = kits.becomes
    from kits
    where jersey.team_id = kits.team_id and jersey.kit_type is not distinct from kits.kit_type
      and jersey.colors = kits.colors and kits.colors <> kits.becomes
    returning jersey.id
  )
  select array_agg(id) into recolored from changed;
  perform private.set_change('batch', null);
  perform private.refresh_search('jersey', recolored);
end $$;
