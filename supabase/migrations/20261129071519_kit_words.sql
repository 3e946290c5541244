-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.jersey_names()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['maillot'::text, 'maillots'::text, 'jersey'::text, 'jerseys'::text, 'shirt'::text, 'shirts'::text, 'kit'::text, 'kits'::text, 'camiseta'::text, 'camisetas'::text, 'camisa'::text, 'camisas'::text, 'equipacion'::text, 'equipaciones'::text, 'uniforme'::text, 'uniformes'::text]
;

CREATE OR REPLACE FUNCTION private.kit_type_names(kit_type text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select case kit_type
    when 'home' then 'home domicile local primera casa mandante titular i'
    when 'away' then 'away extérieur visitante segunda fora reserva ii'
    when 'third' then 'third troisième tercera terceira iii'
    when 'fourth' then 'fourth quatrième cuarta quarta'
    when 'goalkeeper' then 'goalkeeper goalie keeper gardien portero arquero goleiro'
    when 'prematch' then 'prematch pre-match avant-match prepartido pré-jogo'
    when 'anniversary' then 'anniversary anniversaire aniversario comemorativa conmemorativa'
    when 'training' then 'training entraînement entrenamiento treino'
    when 'other' then 'other autre otra outra'
  end
$function$
;

set check_function_bodies = on;
-- end
-- Jerseys are found by the new words.
select private.refresh_search('jersey', array(select id from public.jerseys));
