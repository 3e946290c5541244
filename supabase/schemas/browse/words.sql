-- The words by which search finds jerseys, teams and competitions.
-- A document for each holds them: a team's and a competition's is brought up to date with its name, a jersey's by the worker.
-- Other names of teams, countries in four languages, colours and decades are words too.

create function private.words(value text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Everything but letters and digits separates words. Outside ASCII the ranges of letters are listed, because
  -- character classes depend on the server's locale.
  select array(
    select word
    from regexp_split_to_table(
      private.fold(value),
      U&'[^a-z0-9\00c0-\1fff\2070-\2fff\3040-\+10ffff]+') with ordinality as split (word, place)
    where word <> ''
    group by word
    order by min(place))
$$;
comment on function private.words is 'The different words of a text, folded, in their order';

create function private.whole_words(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case
    when value ~ U&'[.''\2019\02bc\00b4`]' then
      regexp_replace(
        -- An acute accent by itself is folded to a space.
        private.fold(translate(value, U&'\00b4`', '''''')),
        '(?<=(^|[^a-z0-9])[a-z])\. ?(?=[a-z]($|[^a-z0-9]))|(?<=[a-z])''(?=s($|[^a-z0-9]))', '', 'g')
    else value
  end
$$;
comment on function private.whole_words is
  'A text in which initials with dots and an English possessive are one word: "P.S.G.", "Queen''s". Twin of wholeWords() in app/shared/domain/words.ts';

create function private.found_words(value text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select private.words(case when whole = value then value else value || ' ' || whole end)
  from private.whole_words(value) whole
$$;
comment on function private.found_words is
  'The words by which a name is found: "D.C. United" also as "DC United", "Newell''s" also as "Newells"';

create function private.asked_words(query text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Eight words are enough; the rest is ignored.
  with asked as (select (private.words(private.whole_words(left(query, 100))))[:8] as words)
  select case
    when char_length(private.tidy(query)) < 2 then '{}'
    when private.significant_words(asked.words) = '{}' then asked.words
    else private.significant_words(asked.words)
  end
  from asked
$$;
comment on function private.asked_words is 'The words of a query that distinguish one thing from another';

create function private.unfinished_word(query text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select case when telling <> '{}' and last <> all (telling || private.jersey_names()) then array[last] else '{}' end
  from (select (private.words(private.whole_words(left(query, 100))))[:8] as given) split
  cross join lateral (select given[cardinality(given)] as last, private.significant_words(given) as telling) read
$$;
comment on function private.unfinished_word is
  'The last word of a query if it is an article so far, or nothing: it may be the beginning of another word ("saint et")';

-- array_to_string() is stable for the sake of types whose output depends on settings; that of text doesn't. The setting
-- keeps PostgreSQL from inlining these functions, which would bring it to light in a generated column.
create function private.word_line(words text[]) returns text
language sql immutable strict parallel safe set search_path = ''
as $$ select array_to_string(words, ' ') $$;
comment on function private.word_line is 'Words as one text, for generated columns';

-- The words of search.
create function private.saint_variant(name text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when 'saint' = any (words) then 'st'
    when 'st' = any (words) then 'saint'
  end
  from private.words(name) words
$$;
comment on function private.saint_variant is 'The other spelling of "saint" in a name: "Paris St Germain", "Saint Louis Blues"';

-- Names of countries for search. A country's team is stored under one name and found by the names of all four
-- languages. The words are those of Unicode's CLDR, and other names by which many people call them.
create table private.country_names (
  code text constraint country_names_pkey primary key,
  names text not null
);
comment on table private.country_names is
  'What search finds the team of a country by. Codes are ISO 3166, or those of football nations';
insert into private.country_names (code, names) values
  ('GB-ENG', 'Angleterre England Inglaterra'), ('GB-NIR', 'Irlande Nord Northern Ireland Irlanda Norte'),
  ('GB-SCT', 'Écosse Scotland Escocia Escócia'), ('GB-WLS', 'Pays Galles Wales Gales País'), ('AD', 'Andorre Andorra'),
  ('AE', 'Émirats arabes unis United Arab Emirates Emiratos Árabes Unidos Emirados UAE EAU'),
  ('AF', 'Afghanistan Afganistán Afeganistão'), ('AG', 'Antigua Barbuda Antígua and'), ('AL', 'Albanie Albania Albânia'),
  ('AM', 'Arménie Armenia Armênia'), ('AO', 'Angola'), ('AR', 'Argentine Argentina'), ('AT', 'Autriche Austria Áustria'),
  ('AU', 'Australie Australia Austrália'), ('AW', 'Aruba'), ('AZ', 'Azerbaïdjan Azerbaijan Azerbaiyán Azerbaijão'),
  ('BA', 'Bosnie Herzégovine Bosnia Herzegovina Bósnia and'), ('BB', 'Barbade Barbados'), ('BD', 'Bangladesh Bangladés'),
  ('BE', 'Belgique Belgium Bélgica'), ('BF', 'Burkina Faso Burquina'), ('BG', 'Bulgarie Bulgaria Bulgária'),
  ('BH', 'Bahreïn Bahrain Baréin Barein'), ('BI', 'Burundi'), ('BJ', 'Bénin Benin Benín'), ('BM', 'Bermudes Bermuda Bermudas'),
  ('BN', 'Brunei Brunéi'), ('BO', 'Bolivie Bolivia Bolívia'), ('BR', 'Brésil Brazil Brasil'), ('BS', 'Bahamas'),
  ('BT', 'Bhoutan Bhutan Bután Butão'), ('BW', 'Botswana Botsuana'), ('BY', 'Biélorussie Belarus Bielorrusia Bielorrússia'),
  ('BZ', 'Belize Belice'), ('CA', 'Canada Canadá'), ('CD', 'Congo Kinshasa République Democratic Republic República Democrática RD DR RDC DRC Zaire'),
  ('CF', 'République centrafricaine Central African Republic República Centroafricana Centro Africana'),
  ('CG', 'Congo Brazzaville República'), ('CH', 'Suisse Switzerland Suiza Suíça'),
  ('CI', 'Côte Ivoire Costa Marfim Marfil Ivory Coast'), ('CL', 'Chili Chile'), ('CM', 'Cameroun Cameroon Camerún Camarões'),
  ('CN', 'Chine China'), ('CO', 'Colombie Colombia Colômbia'), ('CR', 'Costa Rica'), ('CU', 'Cuba'),
  ('CV', 'Cap Vert Cape Verde Cabo'), ('CW', 'Curaçao Curazao'), ('CY', 'Chypre Cyprus Chipre'),
  ('CZ', 'Tchéquie Czechia Chequia Tchéquia République tchèque Czech Republic República Checa'), ('DE', 'Allemagne Germany Alemania Alemanha'), ('DJ', 'Djibouti Yibuti Djibuti'),
  ('DK', 'Danemark Denmark Dinamarca'), ('DM', 'Dominique Dominica'),
  ('DO', 'République dominicaine Dominican Republic República Dominicana'), ('DZ', 'Algérie Algeria Argelia Argélia'),
  ('EC', 'Équateur Ecuador Equador'), ('EE', 'Estonie Estonia Estônia'), ('EG', 'Égypte Egypt Egipto Egito'),
  ('ER', 'Érythrée Eritrea Eritreia'), ('ES', 'Espagne Spain España Espanha'), ('ET', 'Éthiopie Ethiopia Etiopía Etiópia'),
  ('FI', 'Finlande Finland Finlandia Finlândia'), ('FJ', 'Fidji Fiji Fiyi'), ('FM', 'Micronésie Micronesia Micronésia'),
  ('FO', 'Îles Féroé Faroe Islands Islas Feroe Ilhas Faroé'), ('FR', 'France Francia França'), ('GA', 'Gabon Gabón Gabão'),
  ('GD', 'Grenade Grenada Granada'), ('GE', 'Géorgie Georgia Geórgia'), ('GH', 'Ghana Gana'), ('GI', 'Gibraltar'),
  ('GM', 'Gambie Gambia Gâmbia'), ('GN', 'Guinée Guinea Guiné'), ('GQ', 'Guinée équatoriale Equatorial Guinea Ecuatorial Guiné'),
  ('GR', 'Grèce Greece Grecia Grécia'), ('GT', 'Guatemala'), ('GU', 'Guam'), ('GW', 'Guinée Bissau Guinea Bisáu Guiné'),
  ('GY', 'Guyana Guiana'), ('HK', 'chinoise Hong Kong SAR China RAE'), ('HN', 'Honduras'),
  ('HR', 'Croatie Croatia Croacia Croácia'), ('HT', 'Haïti Haiti Haití'), ('HU', 'Hongrie Hungary Hungría Hungria'),
  ('ID', 'Indonésie Indonesia Indonésia'), ('IE', 'Irlande Ireland Irlanda'), ('IL', 'Israël Israel'), ('IN', 'Inde India Índia'),
  ('IQ', 'Irak Iraq Iraque'), ('IR', 'Iran Irán Irã'), ('IS', 'Islande Iceland Islandia Islândia'),
  ('IT', 'Italie Italy Italia Itália'), ('JM', 'Jamaïque Jamaica'), ('JO', 'Jordanie Jordan Jordania Jordânia'),
  ('JP', 'Japon Japan Japón Japão'), ('KE', 'Kenya Kenia Quênia'), ('KG', 'Kirghizstan Kyrgyzstan Kirguistán Quirguistão'),
  ('KH', 'Cambodge Cambodia Camboya Camboja'), ('KI', 'Kiribati Quiribati'), ('KM', 'Comores Comoros Comoras'),
  ('KN', 'Saint Christophe Niévès Kitts Nevis San Cristóbal Nieves São Cristóvão Névis St and'),
  ('KP', 'Corée Nord North Korea Corea Norte Coreia'), ('KR', 'Corée Sud South Korea Corea Sur Coreia Sul'),
  ('KW', 'Koweït Kuwait'), ('KZ', 'Kazakhstan Kazajistán Cazaquistão'), ('LA', 'Laos'), ('LB', 'Liban Lebanon Líbano'),
  ('LC', 'Sainte Lucie Lucia Santa Lucía Lúcia St'), ('LI', 'Liechtenstein'), ('LK', 'Sri Lanka'), ('LR', 'Liberia Libéria'),
  ('LS', 'Lesotho Lesoto'), ('LT', 'Lituanie Lithuania Lituania Lituânia'), ('LU', 'Luxembourg Luxemburgo'),
  ('LV', 'Lettonie Latvia Letonia Letônia'), ('LY', 'Libye Libya Libia Líbia'), ('MA', 'Maroc Morocco Marruecos Marrocos'),
  ('MC', 'Monaco Mónaco Mônaco'), ('MD', 'Moldavie Moldova Moldavia Moldávia'), ('ME', 'Monténégro Montenegro'),
  ('MG', 'Madagascar'), ('MH', 'Îles Marshall Islands Islas Ilhas'), ('MK', 'Macédoine Nord North Macedonia Norte Macedônia'),
  ('ML', 'Mali'), ('MM', 'Myanmar Mianmar Birmanie Burma Birmania'), ('MN', 'Mongolie Mongolia Mongólia'),
  ('MO', 'chinoise Macao SAR China RAE Macau'), ('MR', 'Mauritanie Mauritania Mauritânia'), ('MT', 'Malte Malta'),
  ('MU', 'Maurice Mauritius Mauricio Maurício'), ('MV', 'Maldives Maldivas'), ('MW', 'Malawi Malaui'),
  ('MX', 'Mexique Mexico México'), ('MY', 'Malaisie Malaysia Malasia Malásia'), ('MZ', 'Mozambique Moçambique'),
  ('NA', 'Namibie Namibia Namíbia'), ('NC', 'Nouvelle Calédonie New Caledonia Nueva Nova Caledônia'), ('NE', 'Niger Níger'),
  ('NG', 'Nigeria Nigéria'), ('NI', 'Nicaragua Nicarágua'), ('NL', 'Pays Bas Netherlands Países Bajos Baixos Hollande Holland Holanda'),
  ('NO', 'Norvège Norway Noruega'), ('NP', 'Népal Nepal'), ('NR', 'Nauru'),
  ('NZ', 'Nouvelle Zélande New Zealand Nueva Zelanda Nova Zelândia'), ('OM', 'Oman Omán Omã'), ('PA', 'Panama Panamá'),
  ('PE', 'Pérou Peru Perú'), ('PF', 'Polynésie française French Polynesia Polinesia Francesa Polinésia'),
  ('PG', 'Papouasie Nouvelle Guinée Papua New Guinea Papúa Nueva Nova Guiné'), ('PH', 'Philippines Filipinas'),
  ('PK', 'Pakistan Pakistán Paquistão'), ('PL', 'Pologne Poland Polonia Polônia'), ('PR', 'Porto Rico Puerto'),
  ('PS', 'Territoires palestiniens Palestinian Territories Territorios Palestinos Territórios palestinos Palestine Palestina'),
  ('PT', 'Portugal'), ('PW', 'Palaos Palau'), ('PY', 'Paraguay Paraguai'), ('QA', 'Qatar Catar'),
  ('RO', 'Roumanie Romania Rumanía Romênia'), ('RS', 'Serbie Serbia Sérvia'), ('RU', 'Russie Russia Rusia Rússia'),
  ('RW', 'Rwanda Ruanda'), ('SA', 'Arabie saoudite Saudi Arabia Saudí Arábia Saudita'),
  ('SB', 'Îles Salomon Solomon Islands Islas Salomón Ilhas Salomão'), ('SC', 'Seychelles Seicheles'),
  ('SD', 'Soudan Sudan Sudán Sudão'), ('SE', 'Suède Sweden Suecia Suécia'), ('SG', 'Singapour Singapore Singapur Singapura'),
  ('SI', 'Slovénie Slovenia Eslovenia Eslovênia'), ('SK', 'Slovaquie Slovakia Eslovaquia Eslováquia'),
  ('SL', 'Sierra Leone Leona Serra Leoa'), ('SM', 'Saint Marin San Marino'), ('SN', 'Sénégal Senegal'),
  ('SO', 'Somalie Somalia Somália'), ('SR', 'Suriname Surinam'), ('SS', 'Soudan Sud South Sudan Sudán Sur Sudão Sul'),
  ('ST', 'Sao Tomé Principe São Príncipe Santo and'), ('SV', 'Salvador'), ('SY', 'Syrie Syria Siria Síria'),
  ('SZ', 'Eswatini Esuatini Essuatíni Swaziland Suazilandia Suazilândia'), ('TD', 'Tchad Chad Chade'), ('TG', 'Togo'),
  ('TH', 'Thaïlande Thailand Tailandia Tailândia'), ('TJ', 'Tadjikistan Tajikistan Tayikistán Tadjiquistão'),
  ('TL', 'Timor oriental Leste East'), ('TM', 'Turkménistan Turkmenistan Turkmenistán Turcomenistão'),
  ('TN', 'Tunisie Tunisia Túnez Tunísia'), ('TO', 'Tonga'), ('TR', 'Turquie Türkiye Turquía Turquia Turkey'),
  ('TT', 'Trinité Tobago Trinidad and'), ('TV', 'Tuvalu'), ('TW', 'Taïwan Taiwan Taiwán Chinese Taipei'), ('TZ', 'Tanzanie Tanzania Tanzânia'),
  ('UA', 'Ukraine Ucrania Ucrânia'), ('UG', 'Ouganda Uganda'), ('US', 'États Unis United States Estados Unidos USA EEUU EE UU EUA'),
  ('UY', 'Uruguay Uruguai'), ('UZ', 'Ouzbékistan Uzbekistan Uzbekistán Uzbequistão'),
  ('VA', 'État Cité Vatican City Ciudad Vaticano Cidade'), ('VC', 'Saint Vincent Grenadines San Vicente Granadinas São St and'),
  ('VE', 'Venezuela'), ('VN', 'Viêt Nam Vietnam Vietnã'), ('VU', 'Vanuatu'), ('WS', 'Samoa'), ('XK', 'Kosovo'),
  ('YE', 'Yémen Yemen Iêmen'), ('ZA', 'Afrique Sud South Africa Sudáfrica África Sul'), ('ZM', 'Zambie Zambia Zâmbia'),
  ('ZW', 'Zimbabwe Zimbabue Zimbábue');

-- Brazilians call the kit types titular and reserva, or camisa I and II, Spaniards primera and segunda equipación; search finds a
-- jersey by the labels of the site.
create function private.kit_type_names(kit_type text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
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
$$;
comment on function private.kit_type_names is
  'How the four languages call a kit type: at least the labels in app/shared/messages';

create function private.pattern_names(pattern text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select case pattern
    -- Nobody looks for plain shirts, and "uni" would hide every United.
    when 'stripes' then 'stripes striped vertical rayures verticales rayé rayas listras verticais listrada'
    when 'pinstripes' then 'pinstripes pinstripe rayures fines rayas finas listras'
    when 'hoops' then 'hoops hooped horizontal stripes cerceaux rayures horizontales franjas listras horizontais'
    when 'band' then 'central vertical band stripe bande centrale verticale franja faixa'
    when 'chest_band' then 'chest band bande poitrine franja pecho faixa peito'
    when 'sash' then 'sash diagonal band bande diagonale écharpe banda cruzada faixa transversal'
    when 'halves' then 'halves half moitiés moitié mitades mitad metades metade'
    when 'diagonal' then 'diagonal halves diagonale moitiés mitades metades'
    when 'quarters' then 'quarters quartered quartiers cuartos quartos'
    when 'chevron' then 'chevron chevrons galón'
    when 'cross' then 'cross croix cruz'
    when 'checks' then 'checks checked checkered chequered damier carreaux cuadros ajedrezado xadrez quadriculado'
    when 'gradient' then 'gradient fade dégradé degradado degradê'
    when 'graphic' then 'graphic graphique motif gráfico estampado estampa'
  end
$$;
comment on function private.pattern_names is
  'How the four languages call a pattern: at least the labels in app/shared/messages; nothing for a plain shirt';

-- A document has among its words a mark for its jersey's score, in powers of two. So the index
-- itself finds the matches among the best jerseys, then among the next.
create function private.tier(score integer) returns integer
language sql immutable parallel safe
return width_bucket(score, array[
  4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144,
  524288, 1048576]);
comment on function private.tier is
  'How high a jersey is rated, roughly: few votes move it to another tier. Tier 0 has next to no votes';

create function private.tier_marks(tier integer) returns text[]
language sql immutable parallel safe
return case when tier > 0 then array['#' || tier] else '{}' end;
comment on function private.tier_marks is
  'What a search document of this tier has among its words; no word contains a #';

create table private.search_documents (
  kind text not null,
  id uuid not null,
  words tsvector not null,
  constraint search_documents_pkey primary key (kind, id)
);
comment on table private.search_documents is 'private.searchable as words: of jerseys by the worker, of others by triggers';

-- No list of pending entries (fastupdate), which every search would have to read: a document changes rarely. One
-- index per kind, so that a search for a team does not read its jerseys.
create index search_documents_jerseys on private.search_documents using gin (words)
  with (fastupdate = off) where kind = 'jersey';
comment on index private.search_documents_jerseys is 'Jerseys by words: search_jerseys()';
create index search_documents_teams on private.search_documents using gin (words)
  with (fastupdate = off) where kind = 'team';
comment on index private.search_documents_teams is 'Teams by words: search_teams()';
create index search_documents_competitions on private.search_documents using gin (words)
  with (fastupdate = off) where kind = 'competition';
comment on index private.search_documents_competitions is 'Competitions by words: search_competitions()';

create function private.deletion_variants(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array(
    select left(word, place - 1) || substr(word, place + 1)
    from generate_series(1, char_length(word)) place)
$$;
comment on function private.deletion_variants is 'A word without its first, its second … its last letter';

create function private.masked_variants(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  select array(
    select left(word, place - 1) || '*' || substr(word, place + 1)
    from generate_series(1, char_length(word)) place)
$$;
comment on function private.masked_variants is
  'A word with any one letter masked: two words that differ by one letter have one of these in common';

create table private.search_vocabulary (
  word text collate "C" constraint search_vocabulary_pkey primary key,
  near text[] not null
    generated always as (private.deletion_variants(word) || private.masked_variants(word)) stored
);
comment on table private.search_vocabulary is
  'Every word that search can find: a mistyped word is compared with it. A word no longer used does no harm';

create index search_vocabulary_near on private.search_vocabulary using gin (near);
comment on index private.search_vocabulary_near is 'Words one typing error away: private.corrections()';
create index search_vocabulary_parts on private.search_vocabulary
  using gin (word extensions.gin_trgm_ops);
comment on index private.search_vocabulary_parts is
  'Words that contain or resemble another: private.corrections()';

-- Many documents are brought up to date at once: which rows are still shown is read once for all of them. Marks of colours and
-- decades are no words of the vocabulary, which corrects typing errors.
create function private.refresh_search(kinds text, ids uuid[]) returns void
language sql set search_path = ''
as $$
  delete from private.search_documents document
  where document.kind = kinds and document.id = any (ids)
    and document.id <> all (array(
      select s_shown.id from private.searchable s_shown where s_shown.kind = kinds and s_shown.id = any (ids)));

  insert into private.search_documents (kind, id, words)
  select kind, id, array_to_tsvector(private.found_words(text) || marks)
  from private.searchable where kind = kinds and id = any (ids)
  on conflict (kind, id) do update set words = excluded.words
    where search_documents.words <> excluded.words;

  -- Sorted, so that two transactions with the same new words cannot deadlock.
  insert into private.search_vocabulary (word)
  select distinct word collate "C"
  from private.search_documents document, unnest(tsvector_to_array(document.words)) word
  where document.kind = kinds and document.id = any (ids)
    and char_length(word) between 3 and 30 and left(word, 1) not in ('#', '=', '~')
  order by 1
  on conflict do nothing;
$$;
comment on function private.refresh_search is
  'Brings the documents of these rows up to date, whether the rows are public, no longer public, or deleted';

-- Words of jerseys are the worker's: another name of a team changes those of thousands.
create function private.record_words() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search(tg_argv[0], array[case when tg_op = 'DELETE' then old.id else new.id end]);
  return null;
end $$;

create function private.note_jerseys() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  execute format(
    $sql$insert into private.changes (kind, id)
      select 'jersey', id from public.jerseys where %I = $1$sql$, tg_argv[0])
  using new.id;
  return null;
end $$;
comment on function private.note_jerseys is
  'Notes for the worker the jerseys that refer to a row, as their words, or years, are also its; others than public ones, too: one may be approved just now. Argument: their column';

create table public.team_aliases (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references public.teams (id) on delete cascade,
  alias text not null
    constraint team_aliases_alias_length check (char_length(alias) between 2 and 60)
    constraint team_aliases_alias_visible check (private.is_visible(alias))
    constraint team_aliases_alias_words check (private.words(alias) <> '{}'),
  language text
    constraint team_aliases_language_known check (language in ('fr', 'en', 'es', 'pt')),
  folded text not null generated always as (private.word_line(private.words(alias))) stored,
  telling text not null generated always as (private.word_line(private.asked_words(alias))) stored,
  constraint team_aliases_key unique (team_id, folded)
);
comment on table public.team_aliases is
  'Other names of teams, for search. Several teams may have the same one. A change is a deletion and an insertion';
comment on column public.team_aliases.language is
  'Whose readers call the team so; null: everybody. Found in every language, first in its own';
comment on column public.team_aliases.folded is 'What makes two aliases of a team equal';
comment on column public.team_aliases.telling is 'What search finds and compares with a query: without articles, which hundreds of nicknames begin with';
comment on constraint team_aliases_key on public.team_aliases is
  'Also serves the aliases of a team: admin form, private.searchable';

create index team_aliases_by_folded on public.team_aliases (folded);
comment on index public.team_aliases_by_folded is 'Teams that a line of a list may mean: imports';

alter table public.team_aliases enable row level security;
-- No update: triggers keep the words of search by what is inserted and deleted.
revoke all on public.team_aliases from anon, authenticated, service_role;
grant select on public.team_aliases to anon;
grant select, insert, delete on public.team_aliases to authenticated, service_role;

create function private.complete_team_alias() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.alias := coalesce(private.tidy(new.alias), '');
  new.language := private.tidy(new.language);
  return new;
end $$;

create function private.record_aliases() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  named constant uuid[] := array(select distinct team_id from changed);
begin
  -- Once per statement: a seed inserts hundreds of aliases, and a team may have thousands of jerseys.
  if named <> '{}' then
    perform from public.teams where id = any (named) order by id for no key update;
    perform private.refresh_search('team', named);
    insert into private.changes (kind, id)
    select 'jersey', id from public.jerseys where team_id = any (named);
  end if;
  return null;
end $$;

create function private.color_marks(colors text[]) returns text[]
language sql immutable parallel safe set search_path = ''
as $$ select array(select '=' || color from unnest(colors) color) $$;
comment on function private.color_marks is
  'What the search document of a jersey of these colours has among its words; no word contains a =';

create function private.called_colors(word text, is_unfinished boolean) returns text[]
language sql immutable strict parallel safe set search_path = ''
as $$
  -- Folded. Sky blue is also called blue. Shades are called as in app/shared/domain/nearest-color.ts: navy is blue.
  select array(
    select distinct color
    from (values
      (array['white'], 'blanc blancs blanche blanches white whites blanco blancos blanca blancas branco brancos branca brancas'),
      (array['white'], 'creme cremes cream crema'),
      (array['black'], 'noir noirs noire noires black blacks negro negros negra negras preto pretos preta pretas'),
      (array['grey'], 'gris grise grises grey greys gray grays cinza cinzas cinzento cinzenta'),
      (array['grey'], 'argent argente argentee argentes argentees silver plateado plateada prata prateado prateada'),
      (array['red'], 'rouge rouges red reds rojo rojos roja rojas vermelho vermelhos vermelha vermelhas'),
      (array['burgundy'], 'bordeaux burgundy maroon claret garnet grenat grenats burdeos granate granates bordo bordos grena grenas'),
      (array['brown'], 'marron marrons brun bruns brune brunes brown browns marrones marrom castanho castanhos castanha castanhas'),
      (array['orange'], 'orange oranges naranja naranjas laranja laranjas'),
      (array['yellow'], 'jaune jaunes yellow yellows amarillo amarillos amarilla amarillas amarelo amarelos amarela amarelas'),
      (array['yellow'], 'gold dore dores doree dorees dorado dorados dorada doradas dourado dourados dourada douradas'),
      (array['green'], 'vert verts verte vertes green greens verde verdes'),
      (array['teal'], 'turquoise turquoises turquesa turquesas teal aqua'),
      (array['sky'], 'ciel sky celeste celestes'),
      (array['blue', 'sky'], 'bleu bleus bleue bleues blue blues azul azules azuis'),
      (array['blue'], 'marine navy marino marinho'),
      (array['purple'], 'violet violets violette violettes purple morado morados morada moradas roxo roxos roxa roxas violeta violetas'),
      (array['pink'], 'rose roses pink pinks rosa rosas')
    ) called (colors, names), unnest(called.colors) color, unnest(string_to_array(called.names, ' ')) name
    where name = word or (is_unfinished and char_length(word) > 2 and starts_with(name, word))
    order by color)
$$;
comment on function private.called_colors is
  'The colours that a word names in one of the four languages, in any number or gender, or may be about to name; none for most words';

create function private.decade_mark(year integer) returns text
language sql immutable parallel safe
-- The years are bounded as in the catalogue.
return '~' || least(greatest(year, 1850), 2100) / 10;
comment on function private.decade_mark is
  'What the search document of a jersey of this year has among its words; no word contains a ~';

create view private.team_names as
  select team.id,
    concat_ws(' ', team.name, team.short_name, cn.names, private.saint_variant(team.name)) as names
  from public.teams team
  join public.competitions competition on competition.id = team.competition_id
  left join private.country_names cn
    on cn.code = team.country
    and competition.slug in ('international-teams', 'international-women');
comment on view private.team_names is 'What teams are called, without their other names';

create view private.searchable as
  select 'jersey' as kind, jersey.id,
    concat_ws(' ', jersey.title, jersey.team, team.short_name, cn.names, jersey.brand,
      jersey.sponsor, array_to_string(jersey.product_codes, ' '),
      array_to_string(array(select private.code_key(code) from unnest(jersey.product_codes) code), ' '), jersey.edition, jersey.year, season.code, season.name, competition.name,
      private.kit_type_names(jersey.kit_type), private.pattern_names(jersey.pattern), private.saint_variant(jersey.team), other.names) as text,
    private.tier_marks(private.tier(jersey.score)) || private.color_marks(jersey.colors)
      || private.decade_mark(coalesce(jersey.year, left(season.code, 4)::integer)) as marks
  from public.jerseys jersey
  join public.competitions competition on competition.id = jersey.competition_id
  join public.seasons season on season.id = jersey.season_id
  left join public.teams team on team.id = jersey.team_id
  left join public.competitions c_home on c_home.id = team.competition_id
  left join private.country_names cn
    on cn.code = team.country and c_home.slug in ('international-teams', 'international-women')
  left join lateral (
    select string_agg(telling, ' ') as names from public.team_aliases where team_id = team.id) other on true
  where jersey.status = 'approved' and jersey.is_active
  union all
  select 'team', team.id, concat_ws(' ', tn.names, other.names), '{}'
  from public.teams team
  join private.team_names tn on tn.id = team.id
  left join lateral (
    select string_agg(telling, ' ') as names from public.team_aliases where team_id = team.id) other on true
  where team.is_active
  union all
  select 'competition', id, name, '{}' from public.competitions where is_active;
comment on view private.searchable is 'What a visitor may find, and the text it is found by';

create function private.decade_of(digits text) returns integer
language sql stable strict parallel safe set search_path = ''
as $$
  -- 90 is 1990, 10 is 2010: as in app/shared/domain/search-query.ts.
  select from_year
  from (select extract(year from now())::integer as this_year) today
  cross join lateral (select case
      when digits !~ '^(\d\d)?\d0$' then null
      when char_length(digits) = 4 then digits::integer
      when digits::integer > this_year % 100 then 1900 + digits::integer
      else 2000 + digits::integer
    end as from_year) read
  where from_year between 1850 and this_year + 1
$$;
comment on function private.decade_of is 'The first year of the decade that two or four digits name; null if they name none';

create function private.jersey_words(query text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  given constant text[] := private.words(private.whole_words(left(query, 100)));
  asked text[] := '{}';
  telling text[];
  decade integer;
  place integer := 1;
  behind integer;
begin
  if char_length(private.tidy(query)) < 2 then
    return '{}';
  end if;
  while place <= cardinality(given) loop
    behind := place;
    -- "90s"; also "90's", which is two words.
    decade := case
      when given[place] ~ '^\d+s$' then private.decade_of(rtrim(given[place], 's'))
      when given[place + 1] = 's' then private.decade_of(given[place])
    end;
    if decade is null then
      -- "années 90", "década de los 90", "anos noventa".
      if given[place] = any (array['annees', 'anos', 'decada', 'decade', 'los', 'os']) then
        while given[behind] = any (array[
            'annees', 'anos', 'decada', 'decade', 'de', 'des', 'dos', 'los', 'os']) loop
          behind := behind + 1;
        end loop;
      end if;
      decade := coalesce(
        case when behind > place then private.decade_of(given[behind]) end,
        -- As in app/shared/domain/search-query.ts.
        case given[behind]
          when 'sixties' then 1960 when 'sesenta' then 1960 when 'sessenta' then 1960
          when 'seventies' then 1970 when 'setenta' then 1970
          when 'eighties' then 1980 when 'ochenta' then 1980 when 'oitenta' then 1980
          when 'nineties' then 1990 when 'noventa' then 1990
        end);
    elsif given[place + 1] = 's' then
      behind := place + 1;
    end if;
    if decade is null then
      asked := asked || given[place];
      place := place + 1;
    else
      asked := asked || private.decade_mark(decade);
      place := behind + 1;
    end if;
  end loop;
  -- Eight words are enough; words for 'jersey' and articles don't count.
  asked := asked[:8];
  telling := private.significant_words(asked);
  return case
    when telling <> '{}' then telling
    when asked && private.jersey_names() then null
    else asked
  end;
end $$;
comment on function private.jersey_words is
  'The words of a query for jerseys that distinguish one from another, and the marks of decades that it names; null if it names jerseys in general';

create function private.jersey_names() returns text[]
language sql immutable parallel safe
return array[
  'maillot', 'maillots', 'jersey', 'jerseys', 'shirt', 'shirts', 'kit', 'kits', 'camiseta', 'camisetas', 'camisa', 'camisas',
  'equipacion', 'equipaciones', 'uniforme', 'uniformes'];
comment on function private.jersey_names is 'What the four languages call a jersey, folded';

create function private.significant_words(words text[]) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Only half of the titles have them.
  select array(
    select word from unnest(words) with ordinality as given (word, place)
    where word <> all (private.jersey_names() || array[
      'a', 'al', 'as', 'au', 'd', 'da', 'de', 'del', 'des', 'do', 'du', 'e', 'el', 'et', 'l', 'la', 'las', 'le', 'les', 'los', 'o',
      'of', 'os', 'the', 'y'])
    order by place)
$$;
comment on function private.significant_words is 'Words without those for ''jersey'' and articles';

-- The policies of teams apply inside: an alias is as visible as its team.
create policy "everyone reads the aliases of teams they may read" on public.team_aliases
  for select to anon, authenticated
  using (exists (select from public.teams team where team.id = team_id));

create policy "admins add aliases" on public.team_aliases
  for insert to authenticated with check ((select public.is_admin((select auth.uid()))));

create policy "admins delete aliases" on public.team_aliases
  for delete to authenticated using ((select public.is_admin((select auth.uid()))));

create function private.refresh_tiers(ids uuid[]) returns void
language sql set search_path = ''
as $$
  update private.search_documents document
  set words = ts_delete(document.words, known.marks) || array_to_tsvector(known.wanted)
  from (
    select sd.id, array(select word from unnest(tsvector_to_array(sd.words)) word where word like '#%') as marks,
      private.tier_marks(private.tier(jersey.score)) as wanted
    from public.jerseys jersey
    join private.search_documents sd on sd.kind = 'jersey' and sd.id = jersey.id
    where jersey.id = any (ids)) known
  where document.kind = 'jersey' and document.id = known.id and known.marks <> known.wanted
$$;
comment on function private.refresh_tiers is 'Marks the search documents of these jerseys with the tiers of their scores';
