-- Brazilians call the kit types titular and reserva; search finds a jersey by the labels of the site.
create or replace function private.kit_type_names(kit_type text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case kit_type
    when 'home' then 'home domicile local casa mandante titular'
    when 'away' then 'away extérieur visitante fora reserva'
    when 'third' then 'third troisième tercera terceira'
    when 'training' then 'training entraînement entrenamiento treino'
    when 'other' then 'other autre otra outra'
  end
$$;

select private.refresh_search('jersey', array(
  select id from public.jerseys where kit_type = 'away' and status = 'approved' and is_active));
