-- Fills a migrated database that holds the catalogue. Read by fill.ts, which runs section by section
-- (`--# title`) with triggers and secondary indexes out of the way. Everything follows from a row's
-- number, so that two fillings of one size are alike.

--# numbers
create function pg_temp.chance(n bigint, salt integer) returns double precision
language sql immutable parallel safe
return (hashint8extended(n, salt) & 9007199254740991) / 9007199254740992.0;

-- Row numbers go by age. A prime stride spreads popular rows over all ages.
create function pg_temp.spread(n bigint, total bigint) returns bigint
language sql immutable parallel safe
return (n * 7368787 + 12345) % total;

create function pg_temp.pick(choices text[], share double precision) returns text
language sql immutable parallel safe
return choices[1 + floor(share * cardinality(choices))::integer];

create function pg_temp.some_word(n bigint) returns text
language sql immutable parallel safe
return pg_temp.pick(array['Bel','Cor','Dal','Fer','Gal','Hau','Jol','Lan','Mar','Nor','Per','Quin','Ros','Sal','Tor','Val'],
    pg_temp.chance(n, 901))
  || pg_temp.pick(array['a','an','e','en','i','in','o','on','u','é'], pg_temp.chance(n, 902))
  || pg_temp.pick(array['bert','court','dor','fort','gny','lac','mont','neuve','ric','sac','ton','val','ville','zac'],
    pg_temp.chance(n, 903))
  || pg_temp.pick(array['','','s','el','et'], pg_temp.chance(n, 904));

create function pg_temp.jersey_id(n bigint) returns uuid
language sql immutable parallel safe return md5('jersey ' || n)::uuid;

create function pg_temp.member_id(n bigint) returns uuid
language sql immutable parallel safe return md5('member ' || n)::uuid;

create temp table size as
select $jerseys::bigint as jerseys, greatest($jerseys / 5, 50)::bigint as members,
  ($jerseys * 5)::bigint as votes;

--# members
insert into auth.users (id, email, email_confirmed_at, created_at)
select pg_temp.member_id(n), 'member' || n || '@example.org', now(),
  now() - interval '5 years' * (1 - n::float / members)
from size, generate_series(0, members - 1) n;

insert into public.profiles (id, username, display_name)
select pg_temp.member_id(n), 'member_' || n, case when n % 3 = 0 then pg_temp.some_word(n) end
from size, generate_series(0, members - 1) n;

insert into public.user_roles (user_id, role) values (pg_temp.member_id(0), 'admin');

--# votes
-- The best of N jerseys has some sqrt(N) times as many votes as the median; members likewise.
create temp table ballot as
select jersey, voter, pg_temp.chance(jersey * 1000003 + voter, 3) < 0.6 + 0.38 * pg_temp.chance(jersey, 4) as up
from (
  select distinct pg_temp.spread(floor(jerseys * pg_temp.chance(n, 1) ^ 2)::bigint, jerseys) as jersey,
    floor(members * pg_temp.chance(n, 2) ^ 1.5)::bigint as voter
  from size, generate_series(1, votes * 106 / 100) n
) cast_once
limit (select votes from size);

create temp table tally as
select jersey, count(*) filter (where up) as up, count(*) filter (where not up) as down
from ballot group by jersey;
analyze tally;

-- Cast over five years, of which thirty days are stored.
insert into public.jersey_votes (jersey_id, voter_id, vote, cast_at)
select pg_temp.jersey_id(jersey), pg_temp.member_id(voter), case when up then 'up' else 'down' end,
  case when age < 30 then now() - age * interval '1 day' end
from (select *, 1826 * pg_temp.chance(jersey * 1000003 + voter, 5) as age from ballot) aged order by 1, 2;
drop table ballot;

--# jerseys
create temp table entry as
select team.place, row_number() over (partition by team.id order by season.code, competition.slug) - 1 as k,
  count(*) over (partition by team.id) as entries, team.id as team_id, team.name,
  competition.id as competition_id, competition.league, season.id as season_id, season.name as season,
  left(season.code, 4)::integer as year
from (select *, row_number() over (order by md5(slug || competition_id)) - 1 as place from public.teams) team
join public.team_seasons played on played.team_id = team.id
join public.competitions competition on competition.id = played.competition_id
join public.seasons season on season.id = played.season_id;
create temp table team_entries as select place, entries from entry group by 1, 2;
create temp table maker as
select row_number() over (order by priority desc, name) - 1 as place, id, name from public.brands;

insert into public.jerseys (
  id, author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id,
  edition, kit_type, description, external_link, price, status, moderation_note, moderated_at,
  edited_at, is_active, upvotes, downvotes, created_at, colors)
select pg_temp.jersey_id(n), pg_temp.member_id(floor(members * pg_temp.chance(n, 11) ^ 2)::bigint),
  entry.league, entry.competition_id, entry.season_id,
  case when known then entry.team_id end,
  case when known then entry.name
    else pg_temp.some_word(floor(4000 * pg_temp.chance(n, 12))::bigint) || ' ' || pg_temp.pick(array['FC','AS','US','SC'], pg_temp.chance(n, 13)) end,
  concat_ws(' ', pg_temp.pick(array['Maillot','Maillot','Maillot','Jersey','Camiseta','Camisa'], pg_temp.chance(n, 14)),
    case when pg_temp.chance(n, 15) < 0.5 then entry.name end,
    case kit when 'home' then 'domicile' when 'away' then 'extérieur' when 'third' then 'third'
      when 'training' then 'entraînement' else 'édition spéciale' end,
    entry.season,
    case when pg_temp.chance(n, 16) < 0.1 then 'n° ' || 1 + floor(99 * pg_temp.chance(n, 17)) end,
    case when pg_temp.chance(n, 18) < 0.03 then pg_temp.some_word(floor(9000 * pg_temp.chance(n, 19))::bigint) end),
  case when pg_temp.chance(n, 20) < 0.9 then entry.year end,
  maker.name, case when pg_temp.chance(n, 21) < 0.9 then maker.id end,
  pg_temp.pick(array[null,null,null,null,'Réplique','Version joueur','Authentique','Finale','Édition anniversaire','Rétro'], pg_temp.chance(n, 22)),
  nullif(kit, ''),
  repeat('Porté toute la saison, en très bon état, avec son étiquette. ', (pg_temp.chance(n, 23) ^ 2 * 12)::integer) || 'Réf. ' || n,
  case when pg_temp.chance(n, 24) < 0.2 then 'https://example.org/jersey/' || n end,
  case when pg_temp.chance(n, 25) < 0.5 then round((15 + 150 * pg_temp.chance(n, 26))::numeric, 2) end,
  state.status, case when state.status = 'rejected' then 'Photo illisible.' end,
  case when state.status <> 'pending' then now() - interval '1 hour' end,
  -- On a site of any size the moderation queue is short: administrators work through it.
  case when state.status = 'approved' and n % greatest(jerseys / 100, 1) = 7 then now() - interval '1 minute' * (n % 1000) end,
  pg_temp.chance(n, 27) > 0.004,
  coalesce(tally.up, 0), coalesce(tally.down, 0),
  now() - interval '5 years' * (1 - n::float / jerseys),
  -- A team's home shirt has mostly the same colour.
  array[pg_temp.pick(
    array['white', 'black', 'grey', 'red', 'red', 'burgundy', 'brown', 'orange', 'yellow', 'green', 'teal', 'sky', 'blue', 'blue',
      'blue', 'purple', 'pink'],
    case when kit = 'home' and n % 4 <> 0 then pg_temp.chance(chosen.place, 91) else pg_temp.chance(n, 92) end)]
from size
cross join generate_series(0, jerseys - 1) n
left join tally on tally.jersey = n
cross join lateral (
  select pg_temp.chance(n, 31) < 0.95 as known,
    pg_temp.pick(array['home','home','home','home','away','away','away','third','training','other',''], pg_temp.chance(n, 32)) as kit,
    floor((select count(*) from team_entries) * pg_temp.chance(n, 33) ^ 1.7)::bigint as place) chosen
cross join lateral (
  select case when n >= jerseys - 300 then 'pending' when pg_temp.chance(n, 34) < 0.01 then 'rejected' else 'approved' end as status) state
join team_entries on team_entries.place = chosen.place
join entry on entry.place = chosen.place and entry.k = floor(team_entries.entries * pg_temp.chance(n, 35))::bigint
left join maker on maker.place = case
  when pg_temp.chance(n, 36) < 0.9
  then (floor((select count(*) from maker) * pg_temp.chance(chosen.place * 100 + entry.year / 4, 37) ^ 3))::bigint end
order by n;

--# images
insert into public.jersey_images (jersey_id, url, alt, position)
select pg_temp.jersey_id(n),
  '/storage/v1/object/public/jerseys/' || pg_temp.member_id(floor(members * pg_temp.chance(n, 11) ^ 2)::bigint)
    || '/' || n || '-' || place || '.webp',
  case place when 0 then 'De face' else 'De dos' end, place
from size, generate_series(0, jerseys - 1) n, generate_series(0, 1) place
-- One jersey in nine is drawn.
where n % 9 > 0;

--# comments, collections, wishlists
insert into public.comments (jersey_id, author_id, body, created_at, is_hidden)
select pg_temp.jersey_id(pg_temp.spread(floor(jerseys * pg_temp.chance(n, 41) ^ 2)::bigint, jerseys)),
  pg_temp.member_id(floor(members * pg_temp.chance(n, 42) ^ 2)::bigint),
  pg_temp.pick(array['Magnifique.','Le plus beau de la saison.','I had this one as a child.','Qué recuerdos.','Muito bonito.'], pg_temp.chance(n, 43))
    || repeat(' Le col est parfait.', (pg_temp.chance(n, 44) * 8)::integer),
  now() - interval '5 years' * (1 - n::float / (jerseys / 2)), pg_temp.chance(n, 45) < 0.01
from size, generate_series(1, jerseys / 2) n;

insert into public.user_collections (user_id, jersey_id, created_at)
select pg_temp.member_id(owner), pg_temp.jersey_id(jersey), now() - interval '5 years' * pg_temp.chance(jersey, 53)
from (
  select distinct floor(members * pg_temp.chance(n, 51) ^ 2)::bigint as owner,
    pg_temp.spread(floor(jerseys * pg_temp.chance(n, 52) ^ 2)::bigint, jerseys) as jersey
  from size, generate_series(1, jerseys) n) kept;

-- One member has the 5,000 newest, at any size.
insert into public.user_collections (user_id, jersey_id)
select pg_temp.member_id(1), pg_temp.jersey_id(n)
from size, generate_series(greatest(jerseys - 5000, 0), jerseys - 1) n
on conflict do nothing;

insert into public.copies (owner_id, jersey_id, size, condition, price, currency, bought_on, created_at, updated_at)
select user_id, jersey_id, pg_temp.pick(array['S','M','L','XL',null], pg_temp.chance(place, 54)),
  pg_temp.pick(array['new','very_good','good','worn',null], pg_temp.chance(place, 55)),
  case when place % 3 > 0 then round((15 + 150 * pg_temp.chance(place, 56))::numeric, 2) end,
  case when place % 3 > 0 then 'EUR' end,
  case when place % 2 = 0 then (1990 + place % 35)::text end, created_at, created_at
from (select *, row_number() over (order by user_id, jersey_id) as place from public.user_collections) held;

insert into public.user_wishlists (user_id, jersey_id, created_at)
select pg_temp.member_id(owner), pg_temp.jersey_id(jersey), now() - interval '5 years' * pg_temp.chance(jersey, 63)
from (
  select distinct floor(members * pg_temp.chance(n, 61) ^ 2)::bigint as owner,
    pg_temp.spread(floor(jerseys * pg_temp.chance(n, 62) ^ 2)::bigint, jerseys) as jersey
  from size, generate_series(1, jerseys / 2) n) wished;

--# follows, arrivals, showcases
create temp table target as
select id, type, row_number() over (order by id) - 1 as place from (
  select id, 'team' as type from public.teams union all select id, 'competition' from public.competitions
  union all select id, 'brand' from public.brands) everything;

insert into public.follows (member_id, target_type, target_id)
select pg_temp.member_id(n % members), type, id
from size, generate_series(0, members * 10 - 1) n
join target on place = floor((select count(*) from target) * pg_temp.chance(n, 77))::bigint
on conflict do nothing;

-- A week in which 500 jerseys arrive one by one, and as many by an import.
insert into private.arrivals (target_id, jersey_id, kind, is_bulk, at)
select distinct target, jersey.id, case when n % 4 = 0 then 'photo' else 'jersey' end, n > 500, now() - interval '6 days' * n / 1000
from (select *, row_number() over (order by created_at desc) as n from public.jerseys where status = 'approved' and is_active
  order by created_at desc limit 1000) jersey, unnest(array[team_id, competition_id, brand_id]) target
where target is not null;

-- One member in ten shows what they have.
insert into public.showcases (member_id, is_open, with_wishes)
select pg_temp.member_id(n), true, true from size, generate_series(0, members - 1, 10) n;

insert into public.showcase_shirts (member_id, place, copy_id)
select owner_id, place, id from (
  select id, owner_id, row_number() over (partition by owner_id order by id) as place from public.copies
  where owner_id in (select member_id from public.showcases)) held
where place <= 5;

--# reports, audit log
insert into public.reports (reporter_id, target_type, target_id, category, reason, status, done, resolved_at, created_at)
select pg_temp.member_id(n % members), 'jersey',
  pg_temp.jersey_id(pg_temp.spread(floor(jerseys * pg_temp.chance(n, 71) ^ 2)::bigint, jerseys)),
  pg_temp.pick(array['wrong_information','wrong_image','duplicate','offensive','rights','other'], pg_temp.chance(n, 72)),
  null, state, case when state = 'upheld' then 'corrected' end, case when state <> 'open' then now() - interval '5 years' * pg_temp.chance(n, 73) end,
  now() - interval '5 years' * pg_temp.chance(n, 74)
from size, generate_series(1, 300 + jerseys / 50) n,
  lateral (select case when n <= 300 then 'open' when pg_temp.chance(n, 75) < 0.5 then 'upheld' else 'dismissed' end as state) decided
on conflict do nothing;

insert into public.audit_log (at, actor_id, action, table_name, row_id, before, after)
select now() - interval '5 years' * (1 - n::float / jerseys), pg_temp.member_id(n % 5), 'update', 'jerseys',
  pg_temp.jersey_id(n), '{"status": "pending"}', '{"status": "approved"}'
from size, generate_series(0, jerseys - 1) n;

--# revisions, suggestions
insert into public.revisions (target_type, target_id, at, kind, changes, reason, contributor_id)
select 'jersey', pg_temp.jersey_id(pg_temp.spread(floor(jerseys * pg_temp.chance(n, 81) ^ 2)::bigint, jerseys)),
  now() - interval '5 years' * (1 - n::float / (jerseys * 3)), pg_temp.pick(array['edit','suggestion','correction'], pg_temp.chance(n, 82)),
  jsonb_build_object(
    pg_temp.pick(array['edition','description','external_link'], pg_temp.chance(n, 83)),
    jsonb_build_object('before', null, 'after', pg_temp.some_word(n))),
  'Vu sur une photo d’époque.', pg_temp.member_id(floor(members * pg_temp.chance(n, 84) ^ 2)::bigint)
from size, generate_series(1, jerseys * 3) n;

insert into public.suggestions (
  target_type, target_id, title, member_id, changes, was, words, source, status, verdicts, created_at, decided_at)
select 'jersey', pg_temp.jersey_id(pg_temp.spread(n * 10, jerseys)), 'Maillot ' || n,
  pg_temp.member_id(floor(members * pg_temp.chance(n, 85) ^ 2)::bigint),
  jsonb_build_object('edition', 'Finale ' || n, 'year', 1950 + n % 70), '{"edition": null, "year": null}',
  jsonb_build_object(
    'edition', jsonb_build_object('before', null, 'after', 'Finale ' || n),
    'year', jsonb_build_object('before', null, 'after', 1950 + n % 70)),
  'Vu sur une photo d’époque.', case when is_open then 'open' else 'accepted' end,
  case when is_open then '{}' else '{"year": {"accepted": true}, "edition": {"accepted": true}}' end::jsonb,
  now() - interval '1 minute' * (jerseys / 10 - n), case when not is_open then now() - interval '1 minute' * (jerseys / 10 - n) / 2 end
-- As many wait at any size, as of the jerseys.
from size, generate_series(1, jerseys / 10) n, lateral (select n > jerseys / 10 - 300 as is_open) state;

--# search documents
insert into private.search_documents (kind, id, words)
select kind, id, array_to_tsvector(private.words(text) || marks) from private.searchable
on conflict (kind, id) do nothing;

insert into private.search_vocabulary (word)
select distinct word collate "C"
from private.search_documents document, unnest(tsvector_to_array(document.words)) word
where char_length(word) between 3 and 30 and left(word, 1) not in ('#', '=', '~')
on conflict do nothing;
