ALTER TABLE "public"."user_wishlists" ADD COLUMN "former_jersey" jsonb;
ALTER TABLE "public"."user_wishlists" ALTER COLUMN "jersey_id" DROP NOT NULL;
ALTER TABLE "public"."user_wishlists" ADD CONSTRAINT "user_wishlists_former_jersey_size" CHECK ((octet_length((former_jersey)::text) <= 8192));
ALTER TABLE "public"."user_wishlists" ADD CONSTRAINT "user_wishlists_shirt_said" CHECK ((num_nonnulls(jersey_id, former_jersey) = 1));
CREATE UNIQUE INDEX user_wishlists_said_once ON public.user_wishlists USING btree (user_id, former_jersey) WHERE (jersey_id IS NULL);
CREATE INDEX user_wishlists_without_page ON public.user_wishlists USING btree (private.team_slug((former_jersey ->> 'team'::text))) WHERE (jersey_id IS NULL);

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

DROP POLICY "members wish for jerseys they can read" ON "public"."user_wishlists";

DROP TRIGGER "user_wishlists_admit" ON "public"."user_wishlists";

DROP FUNCTION "private"."is_shirt_of"(public.copies, public.jerseys, text);

CREATE OR REPLACE FUNCTION private.adopt_shirts(jersey_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  season text;
  owners uuid[];
begin
  select * into jersey from public.jerseys j_public
  where j_public.id = adopt_shirts.jersey_id and j_public.status = 'approved' and j_public.is_active and j_public.kit_type is not null;
  if jersey.id is null or exists (
    select from public.jerseys j_equal
    where j_equal.team_slug = jersey.team_slug and j_equal.kit_type_slug = jersey.kit_type_slug and j_equal.season_id = jersey.season_id
      and j_equal.league = jersey.league and j_equal.id <> jersey.id and j_equal.status = 'approved' and j_equal.is_active) then
    return;
  end if;
  select code into season from public.seasons where id = jersey.season_id;
  perform private.lock_collections(array(
    select distinct copy.owner_id from public.copies copy
    where copy.jersey_id is null and copy.removed_at is null and private.is_shirt_of(copy.former_jersey, jersey, season)));
  with adopted as (
    update public.copies copy set jersey_id = jersey.id
    where copy.jersey_id is null and copy.removed_at is null and private.is_shirt_of(copy.former_jersey, jersey, season)
    returning copy.owner_id)
  select array_agg(distinct owner_id) into owners from adopted;
  update public.user_wishlists wishlist set jersey_id = jersey.id, former_jersey = null
  where wishlist.id in (
    select distinct on (wish.user_id) wish.id from public.user_wishlists wish
    where wish.jersey_id is null and private.is_shirt_of(wish.former_jersey, jersey, season) and not exists (
      select from public.user_wishlists known where known.user_id = wish.user_id and known.jersey_id = jersey.id)
    order by wish.user_id, wish.created_at, wish.id);
  perform private.notify(owner, 'jersey', 'owned', 'jersey', jersey.id, jersey.title) from unnest(owners) owner;
end $function$
;

CREATE OR REPLACE FUNCTION private.import_wishes(own public.collection_imports, lines jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked jsonb;
  gone text[];
begin
  select jsonb_agg(line),
    array_agg(line ->> 'key') filter (
      where line ->> 'jersey_id' is not null and not private.readable_jersey((line ->> 'jersey_id')::uuid))
  into asked, gone
  from jsonb_array_elements(lines) line
  where line ->> 'kind' = 'wish' and (line ->> 'jersey_id' is not null or private.facts_of_line(line -> 'facts') is not null);
  if asked is null then
    return '{}';
  end if;
  with added as (
    insert into public.user_wishlists as wishlist (
      user_id, jersey_id, former_jersey, created_at, size_scale, size, highest_price, currency, note)
    select own.owner_id, (line ->> 'jersey_id')::uuid, case when line ->> 'jersey_id' is null then line -> 'facts' end,
      -- No client reads the times of antiquity, nor -infinity.
      greatest(least(coalesce((line ->> 'added_at')::timestamptz, now()), now()), '1900-01-01'),
      line #>> '{details,size_scale}', private.tidy(line #>> '{details,size}'),
      (line #>> '{details,highest_price}')::numeric, line #>> '{details,currency}', private.tidy(line #>> '{details,note}')
    from jsonb_array_elements(asked) with ordinality as lines (line, place)
    where line ->> 'jersey_id' is null or private.readable_jersey((line ->> 'jersey_id')::uuid)
    order by (line ->> 'jersey_id')::uuid, place
    on conflict do nothing
    returning wishlist.id, private.wish_details(wishlist) as said
  )
  insert into private.imported_wishes (import_id, wish_id, said) select own.id, id, said from added;
  return coalesce(gone, '{}');
end $function$
;

CREATE OR REPLACE FUNCTION private.is_shirt_of(said jsonb, jersey public.jerseys, season text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((private.team_slug((said ->> 'team'::text)) = (jersey).team_slug) AND ((said ->> 'league'::text) = (jersey).league) AND ((said ->> 'season'::text) = season) AND ((said ->> 'kit_type'::text) = (jersey).kit_type))
;

CREATE OR REPLACE FUNCTION private.tidy_own_wish()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.former_jersey := private.facts_of_line(new.former_jersey);
  if new.former_jersey is null then
    perform private.refuse('user_wishlists_shirt_said', 'A shirt without a page has a title, a team and a league.');
  end if;
  return new;
end $function$
;

CREATE TRIGGER user_wishlists_admit BEFORE INSERT ON public.user_wishlists FOR EACH ROW WHEN ((new.jersey_id IS NOT NULL)) EXECUTE FUNCTION private.guard_gone('jersey_id');

CREATE TRIGGER user_wishlists_limit AFTER INSERT ON public.user_wishlists REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('user_id', '20000', 'wishes_per_member', 'A wishlist has at most 20000 shirts.');

CREATE TRIGGER user_wishlists_tidy BEFORE INSERT ON public.user_wishlists FOR EACH ROW WHEN ((new.former_jersey IS NOT NULL)) EXECUTE FUNCTION private.tidy_own_wish();

CREATE POLICY "members wish for jerseys they can read" ON "public"."user_wishlists" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ((jersey_id IS NULL) OR (EXISTS ( SELECT
   FROM public.jerseys
  WHERE (jerseys.id = user_wishlists.jersey_id))))));

COMMENT ON COLUMN "public"."user_wishlists"."former_jersey" IS 'What is wished for that the catalogue lacks, said as in a copy without a page';

COMMENT ON FUNCTION "private"."adopt_shirts"(uuid) IS 'Gives shirts without a page, owned or wished for, the jersey that has just become public, if team, season and kit type are the same and no other public one has them; owners are told';

COMMENT ON FUNCTION "private"."is_shirt_of"(jsonb, public.jerseys, text) IS 'True if what a member says of a shirt without a page, team, league, season and kit type, is what the jersey is';

COMMENT ON FUNCTION "private"."tidy_own_wish"() IS 'What is said of a wished shirt without a page, tidied as in copies';

REVOKE ALL ON FUNCTION "private"."is_shirt_of"(jsonb, public.jerseys, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tidy_own_wish"() FROM PUBLIC;

REVOKE ALL ("former_jersey") ON TABLE "public"."user_wishlists" FROM "authenticated";

GRANT INSERT ("former_jersey") ON TABLE "public"."user_wishlists" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."user_wishlists" FROM "authenticated";

GRANT INSERT ("id") ON TABLE "public"."user_wishlists" TO "authenticated";

set check_function_bodies = on;
-- end
