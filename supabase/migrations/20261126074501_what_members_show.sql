create table public.showcases (
  member_id uuid primary key references auth.users (id) on delete cascade,
  is_open boolean not null default false,
  with_wishes boolean not null default false,
  about text
    constraint showcases_about_length check (char_length(about) <= 160)
    constraint showcases_about_visible check (private.is_visible(about)),
  teams uuid[] not null default '{}'
    constraint showcases_teams_three check (cardinality(teams) <= 3)
);
alter table public.showcases enable row level security;

-- Copies rather than jerseys: a merge takes them along (25.6), and a photo is a copy's.
create table public.showcase_shirts (
  member_id uuid not null references public.showcases (member_id) on delete cascade,
  place integer not null
    constraint showcase_shirts_place_range check (place between 1 and 5),
  copy_id uuid not null references public.copies (id) on delete cascade,
  line text
    constraint showcase_shirts_line_length check (char_length(line) <= 140)
    constraint showcase_shirts_line_visible check (private.is_visible(line)),
  photo_id uuid references public.copy_photos (id) on delete set null,
  primary key (member_id, place),
  constraint showcase_shirts_copy_id_key unique (copy_id)
);
alter table public.showcase_shirts enable row level security;
create index showcase_shirts_by_photo on public.showcase_shirts (photo_id);

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

REVOKE ALL ON TABLE "public"."showcase_shirts" FROM "anon";

REVOKE ALL ON TABLE "public"."showcases" FROM "anon";

DROP POLICY "members read files of their own copies" ON "storage"."objects";

create or replace function private.is_shown_photo(name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.copy_photos photo
    join public.showcase_shirts shirt on shirt.photo_id = photo.id
    join public.profiles profile on profile.id = shirt.member_id
    join public.showcase_shirts(profile.username) shown on shown.place = shirt.place
    where photo.path = regexp_replace(is_shown_photo.name, '\.small\.(webp|jpg)$', '.\1'))
$$;

create or replace function private.open_showcase(username text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select stored.member_id
  from public.profiles profile
  join public.showcases stored on stored.member_id = profile.id and stored.is_open
  where profile.username = open_showcase.username
    and not exists (
      select from auth.users account where account.id = profile.id and account.banned_until > now())
$$;

create or replace function public.reset_names(user_id uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := private.tidy(reason);
  was public.profiles;
  becomes text;
  notice uuid;
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = 'members_denied', detail = 'Only administrators reset names.';
  end if;
  if given is null or char_length(given) > 1000 then
    raise sqlstate 'PT400' using
      message = 'names_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if exists (
    select from public.user_roles held
    where held.user_id = reset_names.user_id and held.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before resetting the names of an administrator.';
  end if;
  select * into was from public.profiles where id = reset_names.user_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  becomes := 'fan_' || left(replace(gen_random_uuid()::text, '-', ''), 12);
  update public.profiles set username = becomes, display_name = null where id = was.id;
  -- What they wrote on their page goes with their names; they may open it again.
  update public.showcases set is_open = false, about = null where member_id = was.id;
  update public.showcase_shirts set line = null where member_id = was.id;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (
    auth.uid(), 'update', 'profiles', was.id::text,
    jsonb_build_object('username', was.username, 'display_name', was.display_name),
    jsonb_build_object('username', becomes, 'display_name', null, 'names_reset', true));
  -- In the account whatever the settings: it says why. claim_notice_mail() asks them again for the mail.
  insert into public.notices (recipient_id, topic, outcome, about, title, note)
  values (was.id, 'jersey', 'renamed', 'profile', coalesce(was.display_name, was.username), given)
  returning id into notice;
  insert into public.notice_mails (notice_id) values (notice);
end $$;

create or replace function public.save_showcase(
  is_open boolean, with_wishes boolean default false, about text default null, teams uuid[] default '{}', shirts jsonb default '[]'
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := auth.uid();
begin
  if member is null then
    raise insufficient_privilege using message = 'showcase_denied', detail = 'Members show what is theirs.';
  end if;
  perform private.check_standing();
  if jsonb_typeof(shirts) is distinct from 'array' or jsonb_array_length(shirts) > 5
    or exists (select from jsonb_array_elements(shirts) shirt where not private.is_uuid(shirt ->> 'copy_id')
      or (shirt ->> 'photo_id' is not null and not private.is_uuid(shirt ->> 'photo_id'))) then
    raise sqlstate 'PT400' using
      message = 'showcase_malformed', detail = 'Send a list of at most five shirts.';
  end if;
  perform private.count_write('showcases', 1);
  insert into public.showcases as stored (member_id, is_open, with_wishes, about, teams)
  values (
    member, save_showcase.is_open, save_showcase.with_wishes,
    private.tidy(save_showcase.about), coalesce(save_showcase.teams, '{}'))
  on conflict on constraint showcases_pkey do update set
    is_open = excluded.is_open, with_wishes = excluded.with_wishes, about = excluded.about, teams = excluded.teams;
  delete from public.showcase_shirts where member_id = member;
  insert into public.showcase_shirts (member_id, place, copy_id, line, photo_id)
  select member, wanted.place, copy.id, private.tidy(wanted.shirt ->> 'line'), photo.id
  from jsonb_array_elements(shirts) with ordinality as wanted (shirt, place)
  -- Of others' copies and photos nothing is told: they are left out, as those that are gone.
  join public.copies copy on copy.id = (wanted.shirt ->> 'copy_id')::uuid and copy.owner_id = member
  left join public.copy_photos photo on photo.id = (wanted.shirt ->> 'photo_id')::uuid and photo.copy_id = copy.id;
end $$;

REVOKE ALL ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb) FROM "anon";

create or replace function public.showcase(username text)
returns table (about text, teams uuid[], with_wishes boolean, jerseys bigint)
language sql stable security definer rows 1 set search_path = ''
as $$
  select stored.about,
    array(
      select team.id from unnest(stored.teams) with ordinality as chosen (id, place)
      join public.teams team on team.id = chosen.id and team.is_active order by chosen.place),
    stored.with_wishes,
    (select count(*) from public.user_collections shelf
      join public.jerseys jersey on jersey.id = shelf.jersey_id and jersey.status = 'approved' and jersey.is_active
      where shelf.user_id = stored.member_id)
  from public.showcases stored
  where stored.member_id = private.open_showcase(showcase.username)
$$;

create or replace function public.showcase_collection(username text) returns setof public.jerseys
language sql stable security definer rows 30 set search_path = ''
as $$
  select jersey.*
  from public.user_collections shelf
  join public.jerseys jersey on jersey.id = shelf.jersey_id and jersey.status = 'approved' and jersey.is_active
  where shelf.user_id = private.open_showcase(showcase_collection.username)
$$;

create or replace function public.showcase_sets(username text)
returns table (team_id uuid, kit_type text, held bigint, jerseys bigint)
language sql stable security definer rows 6 set search_path = ''
as $$
  with owned as (
    select jersey.team_id, jersey.kit_type_slug, count(*) as held
    from public.user_collections shelf
    join public.jerseys jersey on jersey.id = shelf.jersey_id and jersey.status = 'approved' and jersey.is_active
    where shelf.user_id = private.open_showcase(showcase_sets.username)
      and private.kit_of(jersey.kit_type_slug) in ('home', 'away', 'third')
    group by jersey.team_id, jersey.kit_type_slug
    having count(*) > 1
    order by held desc, jersey.team_id, jersey.kit_type_slug
    limit 6
  )
  select owned.team_id, private.kit_of(owned.kit_type_slug), owned.held,
    (select sum(counts.jerseys) from private.team_kit_counts counts
      where counts.team_id = owned.team_id and counts.kit_type_slug = owned.kit_type_slug)::bigint
  from owned join public.teams team on team.id = owned.team_id and team.is_active
  order by owned.held desc, owned.team_id, owned.kit_type_slug
$$;

create or replace function public.showcase_shirts(username text)
returns table (place integer, jersey_id uuid, line text, photo text)
language sql stable security definer rows 5 set search_path = ''
as $$
  select shirt.place, jersey.id, shirt.line, photo.path
  from public.showcase_shirts shirt
  join public.copies copy on copy.id = shirt.copy_id and copy.removed_at is null
  join public.jerseys jersey on jersey.id = copy.jersey_id and jersey.status = 'approved' and jersey.is_active
  left join public.copy_photos photo on photo.id = shirt.photo_id
  where shirt.member_id = private.open_showcase(showcase_shirts.username)
  order by shirt.place
$$;

create or replace function public.showcase_wishes(username text) returns setof public.jerseys
language sql stable security definer rows 30 set search_path = ''
as $$
  select jersey.*
  from public.showcases stored
  join public.user_wishlists wish on wish.user_id = stored.member_id
  join public.jerseys jersey on jersey.id = wish.jersey_id and jersey.status = 'approved' and jersey.is_active
  where stored.member_id = private.open_showcase(showcase_wishes.username) and stored.with_wishes
$$;

create policy "members read their own shown shirts" on public.showcase_shirts
  for select to authenticated using (member_id = (select auth.uid()));

CREATE POLICY "service role" ON "public"."showcase_shirts" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

create policy "members read their own showcase" on public.showcases
  for select to authenticated using (member_id = (select auth.uid()));

CREATE POLICY "service role" ON "public"."showcases" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

create policy "members read files of their own copies and shown ones" on storage.objects
  for select to authenticated
  using (bucket_id = 'copies' and (
    (storage.foldername(name))[1] = (select auth.uid())::text
    or (storage.operation() = 'storage.object.get_authenticated' and private.is_shown_photo(name))));

create policy "visitors read files of shown photos" on storage.objects
  for select to anon
  using (
    bucket_id = 'copies' and storage.operation() = 'storage.object.get_authenticated'
    and private.is_shown_photo(name));

COMMENT ON FUNCTION "private"."is_shown_photo"(text) IS 'True if a member shows the file of a copy''s photo, or its large version, to whoever has their link';

COMMENT ON FUNCTION "private"."open_showcase"(text) IS 'The member of that name, if they show their collection; null otherwise. Nothing of a suspended account is shown';

COMMENT ON FUNCTION "public"."reset_names"(uuid, text) IS 'Replaces the names of a member and closes their page with what they wrote on it; they are told why and may choose others';

COMMENT ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb) IS 'Makes the caller''s showcase what is given. `shirts`: a list of at most five of `copy_id`, `line`, `photo_id`, in their order';

COMMENT ON FUNCTION "public"."showcase"(text) IS 'What a member says of themselves on their page, and how many public jerseys they have; no row unless they show it';

COMMENT ON FUNCTION "public"."showcase_collection"(text) IS 'The public jerseys that a member has in their collection; none unless they show it';

COMMENT ON FUNCTION "public"."showcase_sets"(text) IS 'The six sets, of a team and a kit type, of which a member has most jerseys, from two on, with the size of each; none unless they show their collection';

COMMENT ON FUNCTION "public"."showcase_shirts"(text) IS 'The shirts that a member shows first: the public jersey, a line about it, the file of the photo they chose for it in bucket `copies`. None unless they show their collection';

COMMENT ON FUNCTION "public"."showcase_wishes"(text) IS 'The public jerseys that a member wishes for; none unless they show them';

COMMENT ON TABLE "public"."showcase_shirts" IS 'Up to five shirts that a member shows first, in their order, each with the photo they chose for it';

COMMENT ON TABLE "public"."showcases" IS 'What a member shows of their collection, and whether they do. Written by save_showcase(), read by others with showcase() and its like';

REVOKE ALL ON FUNCTION "private"."is_shown_photo"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_shown_photo"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."open_showcase"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."showcase"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."showcase"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."showcase"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."showcase_collection"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."showcase_collection"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."showcase_collection"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."showcase_sets"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."showcase_sets"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."showcase_sets"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."showcase_shirts"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."showcase_shirts"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."showcase_shirts"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."showcase_wishes"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."showcase_wishes"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."showcase_wishes"(text) TO "service_role";

REVOKE ALL ON TABLE "public"."showcase_shirts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."showcase_shirts" TO "authenticated";

REVOKE ALL ON TABLE "public"."showcases" FROM "authenticated";

GRANT SELECT ON TABLE "public"."showcases" TO "authenticated";

set check_function_bodies = on;
-- end
