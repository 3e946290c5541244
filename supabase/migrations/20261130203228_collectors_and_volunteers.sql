-- joins: 20261130202413 20261130203222
-- otherwise: start commit ff64f14b on it once, then this one

-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
CREATE TABLE "private"."changes" ("kind" text NOT NULL, "id" uuid NOT NULL, "at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "changes_kind_known" CHECK ((kind = ANY (ARRAY['vote'::text, 'voter'::text, 'page'::text]))));
ALTER TABLE "private"."changes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."vote_sums" RESET (fillfactor);
CREATE TABLE "private"."voters_noted" ("until" timestamp with time zone);
delete from private.vote_sums where slot <> -1;
ALTER TABLE "private"."vote_sums" DROP CONSTRAINT "vote_sums_pkey";
ALTER TABLE "private"."vote_sums" DROP COLUMN "slot";
insert into private.voters_noted (until) values (null);
-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
drop table private.catalogue_cells, private.catalogue_entries, private.ended_entries, private.catalogue_edition, private.catalogue_groupings,
  private.changed_facts, private.team_kit_counts, private.author_counts, public.jersey_counts;
alter type private.catalogue_cursor drop attribute edition cascade;
create table private.catalogue_entries (
  -- No reference: its check would lock the jersey whenever votes are derived from.
  jersey_id uuid constraint catalogue_entries_pkey primary key,
  competition_id uuid not null,
  team_id uuid not null,
  year smallint not null,
  kit text collate "C" not null,
  brand_id uuid not null,
  color text collate "C" not null,
  has_photo boolean not null,
  created_at timestamptz not null,
  best double precision not null,
  votes integer not null,
  rising double precision not null,
  cell bigint not null generated always as (
    private.cell_number(competition_id, year, kit, brand_id, color, has_photo)) stored
) with (fillfactor = 80);
create table private.catalogue_cells (
  competition_id uuid not null,
  year smallint not null,
  kit text collate "C" not null,
  brand_id uuid not null,
  color text collate "C" not null,
  has_photo boolean not null,
  jerseys integer not null,
  number bigint not null generated always as (
    private.cell_number(competition_id, year, kit, brand_id, color, has_photo)) stored,
  constraint catalogue_cells_pkey primary key (competition_id, year, kit, brand_id, color, has_photo)
) with (fillfactor = 70);
create table private.catalogue_teams (
  team_id uuid not null,
  competition_id uuid not null,
  jerseys integer not null,
  constraint catalogue_teams_pkey primary key (team_id, competition_id)
) with (fillfactor = 70);
create index catalogue_cells_of_brand on private.catalogue_cells (brand_id);
create index catalogue_cells_of_color on private.catalogue_cells (color);
create index catalogue_cells_of_year on private.catalogue_cells (year);
create index catalogue_entries_best on private.catalogue_entries (best, created_at, jersey_id);
create index catalogue_entries_votes on private.catalogue_entries (votes, created_at, jersey_id);
create index catalogue_entries_rising on private.catalogue_entries (rising, created_at, jersey_id);
create index catalogue_entries_newest on private.catalogue_entries (created_at, jersey_id);
create index catalogue_entries_year on private.catalogue_entries (year, created_at, jersey_id);
create index catalogue_entries_of_cell on private.catalogue_entries (cell);
create index catalogue_entries_of_team on private.catalogue_entries (team_id, competition_id);
alter table private.changes drop constraint changes_kind_known;
alter table private.changes add constraint changes_kind_known check (kind in ('vote', 'voter', 'jersey', 'page'));
drop index public.jerseys_of_author;
create index jerseys_of_author on public.jerseys (author_id, created_at desc, id desc) include (status);
CREATE TABLE "private"."failed_changes" ("projection" text NOT NULL, "id" uuid NOT NULL, "problem" text NOT NULL, "since" timestamp with time zone NOT NULL DEFAULT now(), "tried_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "failed_changes_pkey" PRIMARY KEY (projection, id));
ALTER TABLE "private"."failed_changes" ENABLE ROW LEVEL SECURITY;
-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
ALTER TABLE "private"."changes" DROP CONSTRAINT "changes_kind_known";
CREATE TABLE "public"."public_changes" ("number" bigint NOT NULL, "kind" text NOT NULL, "id" uuid NOT NULL, "change" text NOT NULL, "into_id" uuid, "at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "public_changes_change_known" CHECK ((change = ANY (ARRAY['came'::text, 'changed'::text, 'went'::text, 'merged'::text]))), CONSTRAINT "public_changes_into_of_merge" CHECK (((change = 'merged'::text) = (into_id IS NOT NULL))), CONSTRAINT "public_changes_kind_known" CHECK ((kind = ANY (ARRAY['jersey'::text, 'team'::text, 'competition'::text, 'season'::text, 'brand'::text, 'list'::text]))), CONSTRAINT "public_changes_number_key" UNIQUE (number), CONSTRAINT "public_changes_pkey" PRIMARY KEY (id, kind));
ALTER TABLE "public"."public_changes" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."changes" ADD CONSTRAINT "changes_kind_known" CHECK ((kind = ANY (ARRAY['vote'::text, 'voter'::text, 'jersey'::text, 'page'::text, 'team'::text, 'competition'::text, 'season'::text, 'brand'::text, 'list'::text])));
insert into public.public_changes (number, kind, id, change)
select row_number() over (order by at, id), kind, id, 'came'
from (
  select 'jersey' as kind, id, created_at as at from public.jerseys where status = 'approved' and is_active
  union all select 'team', id, null from public.teams where is_active
  union all select 'competition', id, null from public.competitions where is_active
  union all select 'season', id, null from public.seasons where is_active
  union all select 'brand', id, null from public.brands
  union all select 'list', list.id, list.created_at from public.lists list where private.is_shown_list(list)) shown;
-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
ALTER TABLE "private"."catalogue_cells" DROP CONSTRAINT "catalogue_cells_pkey";
DROP INDEX "private"."catalogue_entries_of_cell";
ALTER TABLE "private"."catalogue_cells" DROP COLUMN "number";
ALTER TABLE "private"."catalogue_entries" DROP COLUMN "cell";
-- No jersey has one yet.
ALTER TABLE "private"."catalogue_cells" ADD COLUMN "pattern" text COLLATE pg_catalog."C" NOT NULL DEFAULT '';
ALTER TABLE "private"."catalogue_cells" ALTER COLUMN "pattern" DROP DEFAULT;
ALTER TABLE "private"."catalogue_entries" ADD COLUMN "pattern" text COLLATE pg_catalog."C" NOT NULL DEFAULT '';
ALTER TABLE "private"."catalogue_entries" ALTER COLUMN "pattern" DROP DEFAULT;
ALTER TABLE "private"."catalogue_entries" ADD COLUMN "sponsor" text COLLATE pg_catalog."C" NOT NULL DEFAULT '';
ALTER TABLE "private"."catalogue_entries" ALTER COLUMN "sponsor" DROP DEFAULT;
ALTER TABLE "public"."jerseys" ADD COLUMN "pattern" text;
ALTER TABLE "public"."jerseys" ADD COLUMN "sponsor" text;
ALTER TABLE "public"."jerseys" ADD COLUMN "product_codes" text[] NOT NULL DEFAULT '{}'::text[];
ALTER TYPE "private"."catalogue_filter" ADD ATTRIBUTE "patterns" text[] CASCADE;
ALTER TYPE "private"."catalogue_filter" ADD ATTRIBUTE "sponsors" text[] CASCADE;
ALTER TABLE "private"."catalogue_cells" ADD CONSTRAINT "catalogue_cells_pkey" PRIMARY KEY (competition_id, year, kit, brand_id, color, pattern, has_photo);
-- Constraints and columns need these functions; what follows writes them whole.
CREATE FUNCTION private.patterns() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array['plain', 'stripes', 'pinstripes', 'hoops', 'band', 'chest_band', 'sash', 'halves', 'diagonal', 'quarters', 'chevron', 'cross', 'checks', 'gradient', 'graphic'];
CREATE FUNCTION private.cell_number(competition_id uuid, year smallint, kit text, brand_id uuid, color text, pattern text, has_photo boolean) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN uuid_hash_extended(competition_id, uuid_hash_extended(brand_id, hashtextextended(kit || ' ' || color || ' ' || pattern collate "C", year * 2 + has_photo::integer)));
CREATE FUNCTION private.are_codes(codes text[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = ''
AS $$ select true $$;
ALTER TABLE "private"."catalogue_cells" ADD COLUMN "number" bigint GENERATED ALWAYS AS (private.cell_number(competition_id, year, kit, brand_id, color, pattern, has_photo)) STORED NOT NULL;
ALTER TABLE "private"."catalogue_entries" ADD COLUMN "cell" bigint GENERATED ALWAYS AS (private.cell_number(competition_id, year, kit, brand_id, color, pattern, has_photo)) STORED NOT NULL;
CREATE INDEX catalogue_entries_of_cell ON private.catalogue_entries USING btree (cell);
CREATE INDEX catalogue_entries_of_sponsor ON private.catalogue_entries USING btree (sponsor) WHERE (sponsor <> ''::text);
ALTER TABLE "public"."jerseys" ADD CONSTRAINT "jerseys_pattern_known" CHECK ((pattern = ANY (private.patterns()))) NOT VALID;
ALTER TABLE "public"."jerseys" VALIDATE CONSTRAINT "jerseys_pattern_known";
ALTER TABLE "public"."jerseys" ADD CONSTRAINT "jerseys_sponsor_length" CHECK ((char_length(sponsor) <= 80)) NOT VALID;
ALTER TABLE "public"."jerseys" VALIDATE CONSTRAINT "jerseys_sponsor_length";
ALTER TABLE "public"."jerseys" ADD CONSTRAINT "jerseys_sponsor_visible" CHECK (private.is_visible(sponsor)) NOT VALID;
ALTER TABLE "public"."jerseys" VALIDATE CONSTRAINT "jerseys_sponsor_visible";
ALTER TABLE "public"."jerseys" ADD CONSTRAINT "jerseys_product_codes_known" CHECK (private.are_codes(product_codes)) NOT VALID;
ALTER TABLE "public"."jerseys" VALIDATE CONSTRAINT "jerseys_product_codes_known";
CREATE INDEX revisions_of_former_photo ON public.revisions USING btree ((((stored -> 'image'::text) ->> 'path'::text))) WHERE (((changes -> 'image'::text) -> 'after'::text) = 'null'::jsonb);
-- The undo of a merge knows a photo by its version too.
update private.moved_rows mr
set stored = jsonb_build_object('position', mr.stored, 'version', image.version)
from public.jersey_images image
where mr.relation = 'jersey_images' and image.id = mr.row_id and jsonb_typeof(mr.stored) = 'number';
-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
ALTER TABLE "private"."catalogue_entries" ADD COLUMN "owned" integer NOT NULL DEFAULT 0;
ALTER TABLE "public"."showcases" ADD COLUMN "with_names" boolean NOT NULL DEFAULT false;
ALTER TABLE "public"."daily_duels" ADD CONSTRAINT "daily_duels_counts_some" CHECK (((num_nonnulls(firsts, seconds, neithers) = 0) OR ((num_nulls(counted_at, firsts, seconds, neithers) = 0) AND (((firsts + seconds) + neithers) > 0))));
CREATE INDEX catalogue_entries_owned ON private.catalogue_entries USING btree (owned, created_at, jersey_id);
-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
ALTER TABLE "public"."reports" ADD COLUMN "done" text;

-- Reasons were words of four lists in four languages, and one list of names: they become names of one list.
create temporary table led_over (words text primary key, name text) on commit drop;
insert into led_over values
  ('C’est le même maillot, deux fois au catalogue.', 'duplicate'),
  ('Il a été proposé deux fois par la même personne.', 'duplicate'),
  ('Les photos montrent le même maillot.', 'duplicate'),
  ('Le contenu est offensant.', 'offensive'),
  ('Le contenu est illicite.', 'offensive'),
  ('Ce n’est pas un maillot.', 'off_topic'),
  ('C’est de la publicité indésirable.', 'off_topic'),
  ('Ce maillot n’a jamais existé.', 'wrong'),
  ('Les droits sur les photos ne sont pas établis.', 'rights'),
  ('C’était une erreur.', 'wrong'),
  ('Ce qui était écrit avant est exact.', 'wrong'),
  ('Rien ne le confirme.', 'no_source'),
  ('C’est du vandalisme.', 'off_topic'),
  ('It is the same jersey, twice in the catalogue.', 'duplicate'),
  ('The same person submitted it twice.', 'duplicate'),
  ('The photos show the same jersey.', 'duplicate'),
  ('The content is offensive.', 'offensive'),
  ('The content is unlawful.', 'offensive'),
  ('This is not a jersey.', 'off_topic'),
  ('This is unwanted advertising.', 'off_topic'),
  ('This jersey never existed.', 'wrong'),
  ('The rights to the photos are not established.', 'rights'),
  ('It was a mistake.', 'wrong'),
  ('What was there before is right.', 'wrong'),
  ('Nothing confirms it.', 'no_source'),
  ('This is vandalism.', 'off_topic'),
  ('Es la misma camiseta, dos veces en el catálogo.', 'duplicate'),
  ('La misma persona la envió dos veces.', 'duplicate'),
  ('Las fotos muestran la misma camiseta.', 'duplicate'),
  ('El contenido es ofensivo.', 'offensive'),
  ('El contenido es ilícito.', 'offensive'),
  ('No es una camiseta.', 'off_topic'),
  ('Es publicidad no deseada.', 'off_topic'),
  ('Esta camiseta nunca existió.', 'wrong'),
  ('Los derechos sobre las fotos no están acreditados.', 'rights'),
  ('Ha sido un error.', 'wrong'),
  ('Lo que ponía antes es correcto.', 'wrong'),
  ('Nada lo confirma.', 'no_source'),
  ('Es vandalismo.', 'off_topic'),
  ('É a mesma camisa, duas vezes no catálogo.', 'duplicate'),
  ('A mesma pessoa enviou a camisa duas vezes.', 'duplicate'),
  ('As fotos mostram a mesma camisa.', 'duplicate'),
  ('O conteúdo é ofensivo.', 'offensive'),
  ('O conteúdo é ilícito.', 'offensive'),
  ('Não é uma camisa.', 'off_topic'),
  ('É publicidade indesejada.', 'off_topic'),
  ('Esta camisa nunca existiu.', 'wrong'),
  ('Os direitos sobre as fotos não estão comprovados.', 'rights'),
  ('Foi um engano.', 'wrong'),
  ('O que estava escrito antes está certo.', 'wrong'),
  ('Nada confirma isso.', 'no_source'),
  ('É vandalismo.', 'off_topic');
alter table public.reports disable trigger user;
alter table public.suggestions disable trigger user;
alter table public.revisions disable trigger user;
alter table public.gone_jerseys disable trigger user;
alter table public.notices disable trigger user;
alter table public.jerseys disable trigger user;
update public.reports report set done = case
  when report.target_type in ('comment', 'list') then 'hidden' else 'other' end where report.status = 'upheld';
update public.revisions revision set reason = led.name || case when revision.reason = led.words then '' else ': ' || ltrim(substr(revision.reason, char_length(led.words) + 1)) end
from led_over led where revision.kind in ('merge', 'removal', 'undo') and starts_with(revision.reason, led.words);
update public.gone_jerseys gj set reason = led.name || case when gj.reason = led.words then '' else ': ' || ltrim(substr(gj.reason, char_length(led.words) + 1)) end
from led_over led where starts_with(gj.reason, led.words);
update public.notices notice set note = led.name || case when notice.note = led.words then '' else ': ' || ltrim(substr(notice.note, char_length(led.words) + 1)) end
from led_over led where notice.outcome in ('merged', 'taken_down', 'brought_back', 'undone') and starts_with(notice.note, led.words);
update public.suggestions suggestion set verdicts = replace(suggestion.verdicts::text, '"reason": "unsure"', '"reason": "no_source"')::jsonb
where suggestion.verdicts::text like '%"reason": "unsure"%';
update public.notices notice set changes = replace(notice.changes::text, '"reason": "unsure"', '"reason": "no_source"')::jsonb
where notice.changes::text like '%"reason": "unsure"%';
update public.notices notice set note = 'no_source' || substr(notice.note, 7) where notice.outcome in ('rejected', 'undone') and notice.note ~ '^unsure(: |$)';
update public.revisions revision set reason = 'no_source' || substr(revision.reason, 7) where revision.kind = 'undo' and revision.reason ~ '^unsure(: |$)';
update public.jerseys jersey set moderation_note = 'no_source' || substr(jersey.moderation_note, 7) where jersey.moderation_note ~ '^unsure(: |$)';
alter table public.jerseys enable trigger user;
alter table public.notices enable trigger user;
alter table public.gone_jerseys enable trigger user;
alter table public.revisions enable trigger user;
alter table public.suggestions enable trigger user;
alter table public.reports enable trigger user;

ALTER TABLE "public"."reports" ADD CONSTRAINT "reports_done_if_upheld" CHECK (((done IS NOT NULL) = (status = 'upheld'::text)));
ALTER TABLE "public"."reports" ADD CONSTRAINT "reports_done_known" CHECK ((done = ANY (ARRAY['corrected'::text, 'merged'::text, 'removed'::text, 'hidden'::text, 'other'::text])));
CREATE TABLE "public"."team_redirects" ("from_id" uuid NOT NULL, "into_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "team_redirects_elsewhere" CHECK ((from_id <> into_id)), CONSTRAINT "team_redirects_pkey" PRIMARY KEY (from_id));
ALTER TABLE "public"."team_redirects" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "public"."team_redirects" ADD CONSTRAINT "team_redirects_into_id_fkey" FOREIGN KEY (into_id) REFERENCES public.teams(id) ON DELETE CASCADE;
CREATE INDEX team_redirects_by_into ON public.team_redirects USING btree (into_id);
-- accepted: all of it: because no server of 1.0.0 runs anywhere yet
ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_about_fits";
CREATE TABLE "public"."review_mails" ("member_id" uuid NOT NULL, "hour" smallint DEFAULT 8, "key" uuid NOT NULL DEFAULT gen_random_uuid(), "day" date NOT NULL DEFAULT ((now() AT TIME ZONE 'Europe/Paris'::text))::date, "retry_at" timestamp with time zone, CONSTRAINT "review_mails_hour_range" CHECK (((hour >= 0) AND (hour <= 23))), CONSTRAINT "review_mails_key_key" UNIQUE (key), CONSTRAINT "review_mails_pkey" PRIMARY KEY (member_id));
ALTER TABLE "public"."review_mails" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "public"."comments" ADD COLUMN "hidden_reason" text;
-- Hidden before there were reasons. Before the trigger that tells authors.
update public.comments set hidden_reason = 'off_topic' where is_hidden;
ALTER TABLE "public"."comments" ADD CONSTRAINT "comments_hidden_reason_length" CHECK (((char_length(hidden_reason) >= 1) AND (char_length(hidden_reason) <= 1000)));
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_about_fits" CHECK (
CASE
    WHEN (about = 'profile'::text) THEN (outcome = ANY (ARRAY['renamed'::text, 'upheld'::text, 'dismissed'::text, 'removed'::text, 'report_upheld'::text, 'report_dismissed'::text, 'undone'::text, 'comment_hidden'::text, 'suspended'::text, 'reinstated'::text]))
    ELSE (outcome <> ALL (ARRAY['renamed'::text, 'suspended'::text, 'reinstated'::text]))
END);
ALTER TABLE "public"."review_mails" ADD CONSTRAINT "review_mails_member_id_fkey" FOREIGN KEY (member_id) REFERENCES auth.users(id) ON DELETE CASCADE;
CREATE INDEX comments_waiting ON public.comments USING btree (created_at, id) WHERE (is_hidden AND (hidden_reason IS NULL));
CREATE INDEX copies_without_page ON public.copies USING btree (private.team_slug((former_jersey ->> 'team'::text))) WHERE (jersey_id IS NULL);
-- A hosted project may not drop triggers of auth.users themselves.
drop function if exists private.mark_voter_due() cascade;
drop trigger if exists standings_mark_pending on private.standings;
delete from private.changes where kind = 'voter';
ALTER TABLE "private"."changes" DROP CONSTRAINT "changes_kind_known";
ALTER TABLE "private"."changes" ADD CONSTRAINT "changes_kind_known" CHECK ((kind = ANY (ARRAY['vote'::text, 'jersey'::text, 'page'::text, 'team'::text, 'competition'::text, 'season'::text, 'brand'::text, 'list'::text])));
DROP TABLE "private"."voters_noted";
CREATE TABLE "public"."dumps" ("id" text NOT NULL, "taken_at" timestamp with time zone NOT NULL, "manifest" jsonb NOT NULL, CONSTRAINT "dumps_id_format" CHECK ((id ~ '^\d{4}-\d{2}-\d{2}T\d{9}Z$'::text)), CONSTRAINT "dumps_manifest_object" CHECK ((jsonb_typeof(manifest) = 'object'::text)), CONSTRAINT "dumps_pkey" PRIMARY KEY (id));
ALTER TABLE "public"."dumps" ENABLE ROW LEVEL SECURITY;
CREATE INDEX dumps_latest ON public.dumps USING btree (taken_at DESC);
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'dumps', 'dumps', true, 5368709120,
  array['application/gzip', 'application/vnd.apache.parquet', 'application/json'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;
ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_outcome_known";
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_outcome_known" CHECK ((outcome = ANY (ARRAY['approved'::text, 'corrected'::text, 'rejected'::text, 'reverted'::text, 'partly_reverted'::text, 'merged'::text, 'submission_merged'::text, 'deleted'::text, 'upheld'::text, 'dismissed'::text, 'removed'::text, 'report_upheld'::text, 'report_dismissed'::text, 'renamed'::text, 'suggestion_accepted'::text, 'suggestion_partly'::text, 'suggestion_refused'::text, 'undone'::text, 'taken_down'::text, 'brought_back'::text, 'list_hidden'::text, 'list_shown'::text, 'comment_hidden'::text, 'suspended'::text, 'reinstated'::text, 'owned'::text])));
ALTER TABLE "private"."arrivals" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."catalogue_batches" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."changes" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."color_references" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."daily_arrivals" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."decisions" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."duel_tallies" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."failed_changes" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."guess_pictures" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."imported_jerseys" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."imported_lines" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."imported_votes" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."imported_wishes" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."moved_rows" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."recovery_attempts" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."recovery_codes" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."visitor_report_intake" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."visitor_report_tokens" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."write_limits" DISABLE ROW LEVEL SECURITY;
ALTER TABLE "private"."writes" DISABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."list_items" ADD COLUMN "copy_id" uuid;
ALTER TABLE "public"."list_items" ALTER COLUMN "jersey_id" DROP NOT NULL;
ALTER TABLE "public"."list_items" ADD CONSTRAINT "list_items_copy_id_fkey" FOREIGN KEY (copy_id) REFERENCES public.copies(id) ON DELETE CASCADE;
ALTER TABLE "public"."list_items" ADD CONSTRAINT "list_items_copy_id_list_id_key" UNIQUE (copy_id, list_id);
ALTER TABLE "public"."list_items" ADD CONSTRAINT "list_items_one_shirt" CHECK ((num_nonnulls(jersey_id, copy_id) = 1));
ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_changes_of_outcome";
ALTER TABLE "public"."notices" ADD COLUMN "done" text;
ALTER TABLE "public"."notices" ADD COLUMN "is_again" boolean NOT NULL DEFAULT false;
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_changes_of_outcome" CHECK (((changes IS NOT NULL) = ((outcome = ANY (ARRAY['corrected'::text, 'suggestion_accepted'::text, 'suggestion_partly'::text, 'suggestion_refused'::text, 'undone'::text])) OR (NOT (done IS DISTINCT FROM 'corrected'::text)))));
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_done_known" CHECK ((done = ANY (ARRAY['corrected'::text, 'merged'::text, 'removed'::text, 'hidden'::text, 'other'::text])));
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_done_of_report" CHECK (((done IS NULL) OR (outcome = 'upheld'::text)));

ALTER TABLE "public"."user_wishlists" ADD COLUMN "former_jersey" jsonb;
ALTER TABLE "public"."user_wishlists" ALTER COLUMN "jersey_id" DROP NOT NULL;
ALTER TABLE "public"."user_wishlists" ADD CONSTRAINT "user_wishlists_former_jersey_size" CHECK ((octet_length((former_jersey)::text) <= 8192));
ALTER TABLE "public"."user_wishlists" ADD CONSTRAINT "user_wishlists_shirt_said" CHECK ((num_nonnulls(jersey_id, former_jersey) = 1));
CREATE UNIQUE INDEX user_wishlists_said_once ON public.user_wishlists USING btree (user_id, former_jersey) WHERE (jersey_id IS NULL);
CREATE INDEX user_wishlists_without_page ON public.user_wishlists USING btree (private.team_slug((former_jersey ->> 'team'::text))) WHERE (jersey_id IS NULL);
ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_about_fits";
ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_outcome_fits";
ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_outcome_known";
ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_outcome_of_suggestion";
ALTER TABLE "public"."notices" ADD COLUMN "contested_at" timestamp with time zone;
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_about_fits" CHECK (
CASE
    WHEN (about = 'profile'::text) THEN (outcome = ANY (ARRAY['renamed'::text, 'upheld'::text, 'dismissed'::text, 'removed'::text, 'report_upheld'::text, 'report_dismissed'::text, 'undone'::text, 'comment_hidden'::text, 'reopened'::text, 'suspended'::text, 'reinstated'::text]))
    ELSE (outcome <> ALL (ARRAY['renamed'::text, 'suspended'::text, 'reinstated'::text]))
END);
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_outcome_fits" CHECK (((outcome = 'reopened'::text) OR ((topic = 'report'::text) = (outcome = ANY (ARRAY['upheld'::text, 'dismissed'::text, 'removed'::text])))));
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_outcome_known" CHECK ((outcome = ANY (ARRAY['approved'::text, 'corrected'::text, 'rejected'::text, 'reverted'::text, 'partly_reverted'::text, 'merged'::text, 'submission_merged'::text, 'deleted'::text, 'upheld'::text, 'dismissed'::text, 'removed'::text, 'report_upheld'::text, 'report_dismissed'::text, 'renamed'::text, 'suggestion_accepted'::text, 'suggestion_partly'::text, 'suggestion_refused'::text, 'undone'::text, 'taken_down'::text, 'brought_back'::text, 'list_hidden'::text, 'list_shown'::text, 'comment_hidden'::text, 'comment_shown'::text, 'reopened'::text, 'suspended'::text, 'reinstated'::text, 'owned'::text])));
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_outcome_of_suggestion" CHECK (((outcome = 'reopened'::text) OR ((topic = 'suggestion'::text) = (outcome = ANY (ARRAY['suggestion_accepted'::text, 'suggestion_partly'::text, 'suggestion_refused'::text, 'undone'::text])))));

ALTER TABLE "public"."user_wishlists" DROP CONSTRAINT "user_wishlists_shirt_said";
ALTER TABLE "public"."user_wishlists" ADD CONSTRAINT "user_wishlists_shirt_said" CHECK ((num_nonnulls(jersey_id, former_jersey) > 0));
ALTER TABLE "public"."notices" DROP CONSTRAINT "notices_about_fits";
ALTER TABLE "public"."notices" ADD COLUMN "comment_id" uuid;
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_about_fits" CHECK (
CASE
    WHEN (about = 'profile'::text) THEN (outcome = ANY (ARRAY['renamed'::text, 'upheld'::text, 'dismissed'::text, 'removed'::text, 'report_upheld'::text, 'report_dismissed'::text, 'undone'::text, 'comment_hidden'::text, 'comment_shown'::text, 'reopened'::text, 'suspended'::text, 'reinstated'::text]))
    ELSE (outcome <> ALL (ARRAY['renamed'::text, 'suspended'::text, 'reinstated'::text]))
END);
ALTER TABLE "public"."notices" ADD CONSTRAINT "notices_comment_id_fkey" FOREIGN KEY (comment_id) REFERENCES public.comments(id) ON DELETE SET NULL;
CREATE INDEX notices_by_comment ON public.notices USING btree (comment_id);

-- Written by `npm run migration`, up to the line “end”; `--replace` writes it anew.
-- Bodies of functions are checked when all objects are there.
set check_function_bodies = off;

REVOKE ALL ON FUNCTION "private"."small_version"(text) FROM "authenticated";

REVOKE ALL ON FUNCTION "private"."small_version"(text) FROM "service_role";

REVOKE ALL ON TABLE "public"."review_mails" FROM "anon";

DROP POLICY "admins change brands" ON "public"."brands";

DROP POLICY "members edit their own comments, reviewers hide" ON "public"."comments";

DROP POLICY "admins change competitions" ON "public"."competitions";

DROP POLICY "members read active competitions, admins all" ON "public"."competitions";

DROP POLICY "visitors read active competitions" ON "public"."competitions";

DROP POLICY "members add copies of jerseys they can read" ON "public"."copies";

DROP POLICY "members change their own copies" ON "public"."copies";

DROP POLICY "members order photos of their own copies" ON "public"."copy_photos";

DROP POLICY "members read duels that have begun, reviewers all" ON "public"."daily_duels";

DROP POLICY "visitors read duels that have begun" ON "public"."daily_duels";

DROP POLICY "members read days that have begun, reviewers all" ON "public"."daily_shirts";

DROP POLICY "visitors read days that have begun" ON "public"."daily_shirts";

DROP POLICY "admins change images" ON "public"."jersey_images";

DROP POLICY "members delete images of their own jerseys, admins all" ON "public"."jersey_images";

DROP POLICY "members read images of jerseys they read" ON "public"."jersey_images";

DROP POLICY "members follow redirects to jerseys they read" ON "public"."jersey_redirects";

DROP POLICY "visitors follow redirects to public jerseys" ON "public"."jersey_redirects";

DROP POLICY "members change their own jerseys, admins all" ON "public"."jerseys";

DROP POLICY "members add jerseys they can read to their own lists" ON "public"."list_items";

DROP POLICY "members change notes in their own lists" ON "public"."list_items";

DROP POLICY "members change their own lists" ON "public"."lists";

DROP POLICY "members change their own settings" ON "public"."notice_settings";

DROP POLICY "members update their own profile" ON "public"."profiles";

DROP POLICY "reviewers resolve reports of others about others, admins all" ON "public"."reports";

DROP POLICY "members read the history of what they read" ON "public"."revisions";

DROP POLICY "visitors read the history of what they read" ON "public"."revisions";

DROP POLICY "admins change seasons" ON "public"."seasons";

DROP POLICY "members read active seasons, admins all" ON "public"."seasons";

DROP POLICY "visitors read active seasons" ON "public"."seasons";

DROP POLICY "admins change team_seasons" ON "public"."team_seasons";

DROP POLICY "admins change teams" ON "public"."teams";

DROP POLICY "members read active teams, admins all" ON "public"."teams";

DROP POLICY "visitors read active teams" ON "public"."teams";

DROP POLICY "members change their own wishes" ON "public"."user_wishlists";

DROP POLICY "members wish for jerseys they can read" ON "public"."user_wishlists";

DROP TRIGGER "brands_invalidate" ON "public"."brands";

DROP TRIGGER "competitions_end_history" ON "public"."competitions";

DROP TRIGGER "competitions_end_suggestions" ON "public"."competitions";

DROP TRIGGER "competitions_invalidate" ON "public"."competitions";

DROP TRIGGER "competitions_search_jerseys" ON "public"."competitions";

DROP TRIGGER "copies_limit" ON "public"."copies";

DROP TRIGGER "copy_photos_touch_insert" ON "public"."copy_photos";

DROP TRIGGER "follows_limit" ON "public"."follows";

DROP TRIGGER "jersey_images_added" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_admit" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_changed_by_author" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_changed" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_complete" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_rate" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_refresh" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_removal_rate" ON "public"."jersey_images";

DROP TRIGGER "jersey_images_removed" ON "public"."jersey_images";

DROP TRIGGER "jersey_votes_begin" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_cast" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_changed" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_judge" ON "public"."jersey_votes";

DROP TRIGGER "jersey_votes_withdrawn" ON "public"."jersey_votes";

DROP TRIGGER "jerseys_approved_stays" ON "public"."jerseys";

DROP TRIGGER "jerseys_came_or_went" ON "public"."jerseys";

DROP TRIGGER "jerseys_changed" ON "public"."jerseys";

DROP TRIGGER "jerseys_complete" ON "public"."jerseys";

DROP TRIGGER "jerseys_refresh" ON "public"."jerseys";

DROP TRIGGER "jerseys_stage_description" ON "public"."jerseys";

DROP TRIGGER "jerseys_stage_edition" ON "public"."jerseys";

DROP TRIGGER "jerseys_stage_external_link" ON "public"."jerseys";

DROP TRIGGER "jerseys_stage_title" ON "public"."jerseys";

DROP TRIGGER "jerseys_standing" ON "public"."jerseys";

DROP TRIGGER "jerseys_wait_for_merges" ON "public"."jerseys";

DROP TRIGGER "jerseys_with_edit" ON "public"."jerseys";

DROP TRIGGER "list_items_admit" ON "public"."list_items";

DROP TRIGGER "list_items_limit" ON "public"."list_items";

DROP TRIGGER "lists_limit" ON "public"."lists";

DROP TRIGGER "seasons_invalidate" ON "public"."seasons";

DROP TRIGGER "seasons_listed" ON "public"."seasons";

DROP TRIGGER "seasons_refresh" ON "public"."seasons";

DROP TRIGGER "seasons_search_jerseys" ON "public"."seasons";

DROP TRIGGER "team_aliases_invalidate" ON "public"."team_aliases";

DROP TRIGGER "team_seasons_invalidate" ON "public"."team_seasons";

DROP TRIGGER "teams_end_history" ON "public"."teams";

DROP TRIGGER "teams_end_suggestions" ON "public"."teams";

DROP TRIGGER "teams_invalidate" ON "public"."teams";

DROP TRIGGER "teams_search_jerseys" ON "public"."teams";

DROP TRIGGER "user_wishlists_admit" ON "public"."user_wishlists";

DROP VIEW "private"."catalogue_facts";

DROP VIEW "private"."edited_images";

DROP VIEW "private"."own_edits";

DROP VIEW "private"."searchable";

DROP FUNCTION "private"."accept_same_edits"(public.suggestions);

DROP FUNCTION "private"."accept_same_merges"(uuid, uuid);

DROP FUNCTION "private"."accepted_verdicts"(jsonb, jsonb);

DROP FUNCTION "private"."add_jerseys"(public.jerseys, integer);

DROP FUNCTION "private"."add_votes"(bigint, bigint);

DROP FUNCTION "private"."admit_image"();

DROP FUNCTION "private"."after_images_added"();

DROP FUNCTION "private"."after_images_removed"();

DROP FUNCTION "private"."after_jersey_came_or_went"();

DROP FUNCTION "private"."after_jersey_changed"();

DROP FUNCTION "private"."apply_pending_standings"(integer);

DROP FUNCTION "private"."apply_standings"(uuid[]);

DROP FUNCTION "private"."begin_edition"();

DROP FUNCTION "private"."begin_votes"();

DROP FUNCTION "private"."best_value"(integer, integer);

DROP FUNCTION "private"."cell_keys"(uuid, uuid, smallint, text, uuid, text, boolean);

DROP FUNCTION "private"."cell_number"(uuid, smallint, text, uuid, text, boolean);

DROP FUNCTION "private"."cells_that_know"(integer);

DROP FUNCTION "private"."change_suggestion"(public.suggestions, jsonb, jsonb, text[], jsonb, text[], text, boolean);

DROP FUNCTION "private"."changed_ids"(jsonb, jsonb);

DROP FUNCTION "private"."check_image_count"(uuid[]);

DROP FUNCTION "private"."check_importer"();

DROP FUNCTION "private"."check_moderation"(text, text, boolean, jsonb);

DROP FUNCTION "private"."check_suggested_photos"(text, uuid, jsonb, uuid);

DROP FUNCTION "private"."check_suggestion"(text, jsonb, jsonb, jsonb, text[], text[], jsonb, text);

DROP FUNCTION "private"."check_undecided"(public.jerseys, public.suggestions, boolean, jsonb, text[]);

DROP FUNCTION "private"."copy_photo_quota"();

DROP FUNCTION "private"."correct_jersey"(public.jerseys, jsonb);

DROP FUNCTION "private"."correctable_columns"();

DROP FUNCTION "private"."corrections_in_words"(public.jerseys, public.jerseys);

DROP FUNCTION "private"."count_facts"(private.catalogue_filter);

DROP FUNCTION "private"."count_jersey"(public.jerseys, public.jerseys);

DROP FUNCTION "private"."count_kit"(public.jerseys, public.jerseys);

DROP FUNCTION "private"."count_of_author"(public.jerseys, public.jerseys);

DROP FUNCTION "private"."count_together"(private.catalogue_filter, integer);

DROP FUNCTION "private"."count_votes"();

DROP FUNCTION "private"."create_recovery_codes"();

DROP FUNCTION "private"."current_votes"();

DROP FUNCTION "private"."decide_suggestion"(uuid, jsonb, jsonb, jsonb);

DROP FUNCTION "private"."default_colors"(text, uuid, text);

DROP FUNCTION "private"."dim_of"(text);

DROP FUNCTION "private"."dims_of"(private.catalogue_filter);

DROP FUNCTION "private"."draw_guesses"();

DROP FUNCTION "private"."drop_changes"(uuid, text[]);

DROP FUNCTION "private"."end_history"();

DROP FUNCTION "private"."end_suggestions"();

DROP FUNCTION "private"."fact_conditions"(private.catalogue_filter, text);

DROP FUNCTION "private"."field_in_words"(text);

DROP FUNCTION "private"."fields_back"(public.revisions, jsonb);

DROP FUNCTION "private"."first_of"(jsonb, text, integer);

DROP FUNCTION "private"."first_of_season"(text, integer);

DROP FUNCTION "private"."for_ever"();

DROP FUNCTION "private"."forget_entries"();

DROP FUNCTION "private"."free_image_id"(uuid, uuid);

DROP FUNCTION "private"."insert_suggestion"(text, uuid, jsonb, jsonb, text[], jsonb, text);

DROP FUNCTION "private"."invalidate_all_pages"();

DROP FUNCTION "private"."is_author_writing"();

DROP FUNCTION "private"."is_copy_of_line"(public.copies, jsonb);

DROP FUNCTION "private"."is_decided_by_another"(public.suggestions);

DROP FUNCTION "private"."is_experienced"(uuid);

DROP FUNCTION "private"."is_new"(uuid);

DROP FUNCTION "private"."is_staging"();

DROP FUNCTION "private"."is_version_seen"(public.jerseys, jsonb);

DROP FUNCTION "private"."judge_vote"();

DROP FUNCTION "private"."judged_line"(jsonb, uuid, jsonb);

DROP FUNCTION "private"."keep_approved"();

DROP FUNCTION "private"."keep_corrections"(public.jerseys, public.jerseys);

DROP FUNCTION "private"."leaderboard_filter"(text, text);

DROP FUNCTION "private"."limit_copies"();

DROP FUNCTION "private"."limit_follows"();

DROP FUNCTION "private"."limit_list_items"();

DROP FUNCTION "private"."limit_lists"();

DROP FUNCTION "private"."line_colors"(jsonb);

DROP FUNCTION "private"."lock_jersey_counts"();

DROP FUNCTION "private"."lock_suggested"(text, uuid, boolean);

DROP FUNCTION "private"."locked_status"(uuid);

DROP FUNCTION "private"."mark_changed_facts"(uuid[], text);

DROP FUNCTION "private"."mark_changed_season"();

DROP FUNCTION "private"."mark_outdated"(uuid);

DROP FUNCTION "private"."mark_pending_standing"();

DROP FUNCTION "private"."may_count"(auth.users);

DROP FUNCTION "private"."counts_from"(auth.users);

DROP FUNCTION "private"."may_ever_count"(auth.users);

DROP FUNCTION "private"."most_list_items"();

DROP FUNCTION "private"."next_undoing"(bigint[], text, bigint);

DROP FUNCTION "private"."notify"(uuid, text, text, text, uuid, text, text, jsonb);

DROP FUNCTION "private"."notify_members_with_jersey"(uuid, text, uuid, text, text);

DROP FUNCTION "private"."open_edit"(uuid, jsonb, jsonb);

DROP FUNCTION "private"."parked_image_id"(uuid);

DROP FUNCTION "private"."periods_of"(private.catalogue_filter);

DROP FUNCTION "private"."photos_of"(uuid);

DROP FUNCTION "private"."place_images"(uuid[]);

DROP FUNCTION "private"."place_in"(jsonb, uuid);

DROP FUNCTION "private"."player_counts"(uuid);

DROP FUNCTION "private"."publish_outdated"();

DROP FUNCTION "private"."publish_suggestion"(public.suggestions, text[], jsonb);

DROP FUNCTION "private"."read_cells"(private.catalogue_filter, private.catalogue_scope, text, private.catalogue_cursor);

DROP FUNCTION "private"."read_jersey_line"(jsonb, jsonb);

DROP FUNCTION "private"."recheck_voters"(uuid[], integer);

DROP FUNCTION "private"."reconcile_edit"(uuid);

DROP FUNCTION "private"."record_arrangement"(uuid, jsonb);

DROP FUNCTION "private"."record_words_of_jersey"(uuid);

DROP FUNCTION "private"."record_words_of_jerseys"();

DROP FUNCTION "private"."redeem_recovery_code"(text);

DROP FUNCTION "private"."refresh_changed"(text);

DROP FUNCTION "private"."refresh_entries"(uuid[]);

DROP FUNCTION "private"."refresh_entries_of_statement"();

DROP FUNCTION "private"."require_catalogue_admin"();

DROP FUNCTION "private"."rising_of"(text, boolean, timestamp with time zone);

DROP FUNCTION "private"."search_query"(text[], integer);

DROP FUNCTION "private"."search_query"(text[], integer, boolean);

DROP FUNCTION "private"."set_fields"(uuid, public.jerseys);

DROP FUNCTION "private"."set_removed"(uuid, jsonb);

DROP FUNCTION "private"."shift_all"(private.vote_shift[]);

DROP FUNCTION "private"."shift_standing"(uuid, integer, integer, double precision);

DROP FUNCTION "private"."shift_votes"(uuid, bigint, bigint);

DROP FUNCTION "private"."shirt_colors"(text, text[], text);

DROP FUNCTION "private"."show_edit"();

DROP FUNCTION "private"."spare_colors"(text);

DROP FUNCTION "private"."stage_image"(public.jersey_images);

DROP FUNCTION "private"."stage_image_removal"(public.jersey_images);

DROP FUNCTION "private"."stage_text"();

DROP FUNCTION "private"."stages_edits"(text);

DROP FUNCTION "private"."touch_copies_of_new_photos"();

DROP FUNCTION "private"."type_after"(text);

DROP FUNCTION "private"."undo_size"(text);

DROP FUNCTION "private"."undoable_revisions"(bigint, uuid, uuid, timestamp with time zone, text, bigint, integer);

DROP FUNCTION "private"."upload_quota"();

DROP FUNCTION "private"."used_by_members"(uuid);

DROP FUNCTION "private"."used_by_members"(uuid, uuid);

DROP FUNCTION "private"."value_in_words"(text, text);

DROP FUNCTION "private"."value_sql"(text);

DROP FUNCTION "private"."verdicts_of_edit"(public.suggestions, text, text[], text);

DROP FUNCTION "private"."votable_jersey"(uuid);

DROP FUNCTION "private"."votes_to_rank"();

DROP FUNCTION "private"."wilson"(integer, integer);

DROP FUNCTION "private"."years_of"(private.catalogue_filter);

DROP FUNCTION "public"."apply_pending_standings"(integer);

DROP FUNCTION "public"."claim_notice_mail"();

DROP FUNCTION "public"."claim_visitor_report_mail"();

DROP FUNCTION "public"."fill_list"(uuid, jsonb, text);

DROP FUNCTION "public"."items_of_list"(uuid);

DROP FUNCTION "public"."leaderboard"(text, text, integer);

DROP FUNCTION "public"."leaderboards"();

DROP FUNCTION "public"."line_up_seasons"();

DROP FUNCTION "public"."moderate_jersey"(uuid, text, text, boolean, jsonb, jsonb, text[]);

DROP FUNCTION "public"."recheck_due_voters"();

DROP FUNCTION "public"."recount_authors"();

DROP FUNCTION "public"."recount_catalogue"();

DROP FUNCTION "public"."recount_kits"();

DROP FUNCTION "public"."recount_standings"();

DROP FUNCTION "public"."recount_sums"();

DROP FUNCTION "public"."recount_votes"();

DROP FUNCTION "public"."refresh_leaderboards"();

DROP FUNCTION "public"."report_resolvers"(uuid[]);

DROP FUNCTION "public"."rising_with_votes"(text, integer);

DROP FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb);

DROP FUNCTION "public"."standings_of"(uuid[]);

DROP FUNCTION "public"."suspend_member"(uuid, boolean);

CREATE OR REPLACE FUNCTION private.accept_alike(ids uuid[], page uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
begin
  for suggestion in
    update public.suggestions s_alike
    set status = 'accepted', decided_at = now(),
      verdicts = (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(s_alike)) key)
    -- Not the reviewer's own, nor what another reviewer must decide.
    where s_alike.id = any (ids) and s_alike.status = 'open' and s_alike.contested_at is null and s_alike.held_at is null
      and s_alike.member_id is distinct from auth.uid()
    returning *
  loop
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_accepted', suggestion.target_type,
      case when suggestion.target_type = 'jersey' then page end, suggestion.title,
      changes => private.readable_verdicts(suggestion, suggestion.verdicts));
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.account_for_review(member uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'joined_at', u.created_at, 'is_suspended', coalesce(u.banned_until > now(), false),
    'suspensions', (
      select coalesce(jsonb_agg(jsonb_build_object('at', log.at, 'suspended', log.after -> 'suspended', 'reason', log.after -> 'reason')
        order by log.id desc), '[]')
      from public.audit_log log
      where log.table_name = 'profiles' and log.row_id = member::text and log.after ? 'suspended'))
  from auth.users u
  where u.id = member and public.is_reviewer(auth.uid())
$function$
;

CREATE OR REPLACE FUNCTION private.add_copies(own public.collection_imports, batch private.import_line[], gone text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken_down constant text[] := private.taken_down_titles(own.owner_id);
begin
  with added as (
    insert into public.copies
    select new_copy.* from unnest(batch) batch
    cross join lateral jsonb_populate_record(batch.copy, jsonb_build_object(
      'id', gen_random_uuid(), 'owner_id', own.owner_id, 'former_jersey', batch.facts || case when private.fold(batch.facts ->> 'title') = any (taken_down) then '{"unsaid": true}' else '{}' end::jsonb,
      'jersey_id', case when batch.facts is null then (batch.copy).jersey_id end,
      'created_at', private.import_time(own, (batch.copy).created_at, batch.place), 'updated_at', now())) new_copy
    where not batch.is_change and not batch.was_done and batch.key <> all (gone)
    order by batch.place
    on conflict (owner_id, import_key) where import_key is not null do nothing
    returning id, import_key, updated_at
  )
  insert into private.imported_lines (import_id, key, copy_id, version)
  select own.id, import_key, id, updated_at from added;
end $function$
;

CREATE OR REPLACE FUNCTION private.add_suggested_photos(suggestion_id uuid, target uuid, pictures jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.jersey_images (id, jersey_id, suggestion_id, url, alt, kind, licence, rights_stated, likeness, position)
  select case when picture.id is null or private.is_photo_id_taken(picture.id, target) then gen_random_uuid() else picture.id end, target, add_suggested_photos.suggestion_id, picture.url, private.tidy(picture.alt), picture.kind,
    coalesce(picture.licence, 'shown-here-only'), coalesce(picture.rights_stated, false), picture.likeness,
    -- After the public ones: the cover stays the first. An author's may take the place of one that goes.
    coalesce(picture.position, least(
      picture.place + (select coalesce(max(image.position), -1) from public.jersey_images image where image.jersey_id = target), 1000))
  from jsonb_to_recordset((
    select coalesce(jsonb_agg(photo.value || jsonb_build_object('place', photo.place)), '[]')
    from jsonb_array_elements(pictures) with ordinality photo (value, place))) picture (
    id uuid, url text, alt text, kind text, licence text, rights_stated boolean, likeness bit(128), place integer, position integer)
$function$
;

CREATE OR REPLACE FUNCTION private.admit_jersey_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    -- What was merged into it hangs on it.
    perform private.check_not_gone(old.id);
    perform private.check_removal(old);
    return old;
  elsif tg_op = 'INSERT' then
    perform private.check_active(null, new);
    return new;
  end if;
  -- Only requests are checked: rename_team() must still update hidden jerseys.
  if not old.is_active then
    perform private.check_not_gone(new.id);
  end if;
  -- White space alone is no change, nor are default colours asked for again.
  new := private.completed_jersey(old, new);
  if new.colors = '{}' then
    new.colors := private.default_colors(new.kit_type, new.team_id);
  end if;
  -- After the names, which a rename locks before its jerseys: a member's edits wait for each other here.
  perform private.count_write('edits', 1);
  new := private.check_author_update(old, new);
  perform private.check_active(old, new);
  if old.status = 'approved' and not public.is_admin(auth.uid()) then
    perform private.suggest_texts(old, new);
    return old;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.admit_vote()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user = 'authenticated' then
    perform private.check_standing();
  end if;
  if tg_op = 'INSERT' then
    perform private.check_not_gone(new.jersey_id);
  elsif tg_op = 'UPDATE' and new.vote <> old.vote then
    new.cast_at := now();
  end if;
  return coalesce(new, old);
end $function$
;

CREATE OR REPLACE FUNCTION private.admitted_image(was public.jersey_images, becomes public.jersey_images, is_request boolean)
 RETURNS public.jersey_images
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_author constant boolean := is_request and not public.is_admin(auth.uid());
begin
  if was.id is null then
    perform private.check_not_gone(becomes.jersey_id);
    if is_author then
      becomes.suggestion_id := private.suggestion_of_image(becomes.jersey_id, becomes.id);
    end if;
  elsif becomes.id is null then
    if is_author then
      perform private.check_not_gone(was.jersey_id);
    end if;
    return case when not is_author or private.deletes_image(was) then was end;
  end if;
  if is_request and becomes.url is distinct from was.url then
    perform private.check_image_address(becomes.url);
  end if;
  -- The folder and not the caller: merges, undoings and decisions move photos on behalf of somebody else.
  becomes.contributor_id := private.contributor_of(becomes.url);
  return becomes;
end $function$
;

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
  update public.user_wishlists wishlist set jersey_id = jersey.id
  -- Said again of what an edit has changed meanwhile.
  where wishlist.jersey_id is null and private.is_shirt_of(wishlist.former_jersey, jersey, season) and wishlist.id in (
    select distinct on (wish.user_id) wish.id from public.user_wishlists wish
    where wish.jersey_id is null and private.is_shirt_of(wish.former_jersey, jersey, season) and not exists (
      select from public.user_wishlists known where known.user_id = wish.user_id and known.jersey_id = jersey.id)
    order by wish.user_id, wish.created_at, wish.id);
  perform private.notify(owner, 'jersey', 'owned', 'jersey', jersey.id, jersey.title) from unnest(owners) owner;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_image()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  image constant public.jersey_images := coalesce(new, old);
  is_suggested constant boolean := image.suggestion_id is not null;
begin
  perform private.log_change(
    'jersey_images', image.jersey_id::text, case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end);
  perform private.list_image(old, new);
  if is_suggested then
    return null;
  end if;
  -- One row of history for each photo, so that each is undone by itself. None for what a trigger writes.
  if pg_trigger_depth() = 1 and (tg_op <> 'UPDATE' or old.suggestion_id is not null or old.url <> new.url) then
    perform private.record_photo_revision(old, new);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and old.suggestion_id is not null then
    perform private.record_arrival('photo', image.jersey_id);
  end if;
  perform private.invalidate_pages(image.jersey_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_images()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.follow_images(
    array(select written::public.jersey_images from written), tg_op = 'INSERT', current_user = 'authenticated');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_jersey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_public constant boolean := coalesce(old.status = 'approved' and old.is_active, false);
  is_public constant boolean := coalesce(new.status = 'approved' and new.is_active, false);
  -- A league changes without its competition only when the competition's does, and takes its jerseys along.
  is_taken_along constant boolean := old.league <> new.league and old.competition_id = new.competition_id;
begin
  perform private.log_change(
    'jerseys', coalesce(new.id, old.id)::text, case when tg_op <> 'INSERT' then to_jsonb(old) end,
    case when tg_op <> 'DELETE' then to_jsonb(new) end);
  if tg_op = 'DELETE' then
    delete from private.decisions where table_name = 'jerseys' and row_id = old.id;
    update public.storage_deletions set held_for = null, retry_at = now() where held_for = old.id;
  end if;
  if (was_public or is_public) and old is distinct from new then
    insert into private.changes (kind, id) values ('jersey', coalesce(new.id, old.id));
  end if;
  if tg_op = 'UPDATE' and is_public and not was_public then
    perform private.withhold_files(array(select path from public.jersey_images where jersey_id = new.id), false);
  end if;
  -- One that comes back was public before.
  if old.status is distinct from 'approved' and is_public then
    perform private.record_arrival('jersey', new.id);
    perform private.adopt_shirts(new.id);
  elsif old.status = 'approved' and new.status <> 'approved' then
    -- The shirts that it adopted are their owners' own again.
    perform private.lock_collections(array(
      select copy.owner_id from public.copies copy where copy.jersey_id = new.id and copy.former_jersey is not null));
    update public.copies copy set jersey_id = null where copy.jersey_id = new.id and copy.former_jersey is not null;
    perform private.return_wishes(new.id);
    delete from public.notices notice where notice.jersey_id = new.id and notice.outcome = 'owned';
  end if;
  -- Only a direct write is in the history: a renamed team changes thousands of jerseys, and is itself in it.
  if old.status = 'approved' and new.status = 'approved' and pg_trigger_depth() = 1 and not is_taken_along then
    perform private.record_revision('jersey', new.id, to_jsonb(old), to_jsonb(new));
  elsif old.status <> 'approved' and new.status = 'approved' then
    perform private.write_revision(
      'jersey', new.id, jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', new.title)),
      jsonb_build_object('was', jsonb_build_object(
        'status', old.status, 'moderation_note', old.moderation_note, 'moderated_at', old.moderated_at, 'edited_at', old.edited_at),
        -- An undo takes the corrections back as well.
        'fields', private.changed_values(to_jsonb(old), to_jsonb(new), private.correctable_columns('jersey'))),
      'approved', new.author_id);
  end if;
  -- A decision: of one that repeats the status, its time or note is another.
  if tg_op = 'UPDATE' and (old.status, old.moderation_note, old.moderated_at)
    is distinct from (new.status, new.moderation_note, new.moderated_at) then
    perform private.notify_author(old, new);
  end if;
  -- Those that are to show it, and counts, are outdated by the worker.
  if was_public and old is distinct from new then
    perform private.invalidate_pages(old.id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_place(sort text, place private.catalogue_cursor)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((place).jersey_id IS NULL) THEN 'true'::text WHEN (sort = 'newest'::text) THEN '(created_at, jersey_id) < ($4, $5)'::text WHEN (sort = 'oldest'::text) THEN '(year, created_at, jersey_id) > ($3, $4, $5)'::text ELSE format('(%s, created_at, jersey_id) < ($3, $4, $5)'::text, sort) END
;

CREATE OR REPLACE FUNCTION private.anniversary_jersey(league text, day date, seed text, recent uuid[])
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select found.id
  from (
    select team.id from public.teams team
    join public.competitions competition on competition.id = team.competition_id
    where team.is_active and competition.league = anniversary_jersey.league
      and private.founded_round_years_ago(team.founded_year, anniversary_jersey.day) is not null
      -- Once in the year that it celebrates.
      and not exists (
        select from public.daily_shirts shirt
        where shirt.kind = 'shown' and date_trunc('year', shirt.day) = date_trunc('year', anniversary_jersey.day)
          and shirt.facts ->> 'team_id' = team.id::text)
    order by md5(seed || team.id) limit 20
  ) team cross join lateral (
    select picked.id from (
      select best.id from (
        select jersey.id, jersey.competition_id from public.jerseys jersey
        where jersey.team_id = team.id and jersey.status = 'approved' and jersey.is_active
        order by jersey.score desc, jersey.id desc limit 200
      ) best
      where best.competition_id <> all (recent)
        and exists (select from public.jersey_images image where image.jersey_id = best.id and image.suggestion_id is null)
      order by md5(seed || best.id) offset 0
    ) picked join public.jerseys jersey on jersey.id = picked.id
    where private.fits_a_day(jersey) and not private.is_taken_near(picked.id, anniversary_jersey.day, 'shown')
    limit 1
  ) found
  limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.apply_suggestion(suggestion public.suggestions, accepted text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target constant uuid := suggestion.target_id;
  is_author constant boolean := suggestion.target_type = 'jersey' and exists (
    select from public.jerseys where id = target and author_id = suggestion.member_id);
  fields constant text[] := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where name = any (accepted) and name <> 'photos');
  current constant jsonb := private.target_row(suggestion.target_type, target);
begin
  perform private.begin_revision(
    case when suggestion.trusted then 'trusted' when is_author then 'edit' when suggestion.member_id = auth.uid() then 'correction'
      else 'suggestion' end,
    suggestion.member_id, case when not suggestion.trusted then suggestion.source end, suggestion.id);
  if exists (select from unnest(fields) name where private.differs(name, current, current || suggestion.changes)) then
    perform private.write_fields(
      suggestion.target_type, target, private.pick_columns(suggestion.changes, private.with_dependent_columns(fields)));
  end if;
  if suggestion.target_type = 'jersey' then
    perform private.notify_photos_gone(array(
      select image from public.jersey_images image
      where image.jersey_id = target and private.photo_key(image.id) = any (accepted) and image.suggestion_id is null
        and suggestion.changes -> 'removed' ? image.id::text and image.contributor_id is distinct from suggestion.member_id
    ), suggestion.source);
    delete from public.jersey_images image
    where image.jersey_id = target and private.photo_key(image.id) = any (accepted) and (
      image.suggestion_id is null and suggestion.changes -> 'removed' ? image.id::text
      -- Once, also after two jerseys with the same suggestion were merged.
      or image.suggestion_id = suggestion.id and exists (
        select from public.jersey_images ji_shown
        where ji_shown.jersey_id = target and ji_shown.suggestion_id is null and ji_shown.path = image.path
          -- Unless that one goes: the same photo comes under another licence.
          and not (private.photo_key(ji_shown.id) = any (accepted)
            and coalesce(suggestion.changes -> 'removed' ? ji_shown.id::text, false))));
    update public.jersey_images image
    set suggestion_id = null, position = case when is_author then image.position else added.position end
    from (
      select image.id, last.position + row_number() over (order by image.position, image.id) as position
      from public.jersey_images image
      cross join (
        select coalesce(max(ji_shown.position), -1) as position from public.jersey_images ji_shown
        where ji_shown.jersey_id = target and ji_shown.suggestion_id is null) last
      where image.suggestion_id = suggestion.id and private.photo_key(image.id) = any (accepted)) added
    where image.id = added.id;
    -- Files of a jersey that was merged urgently were withheld: those accepted become public.
    perform private.withhold_files(array(
      select image.path from public.jersey_images image
      where image.jersey_id = target and image.suggestion_id is null and private.photo_key(image.id) = any (accepted)), false);
    -- A refused removal leaves less room.
    if exists (
      select from public.jersey_images image where image.jersey_id = target and image.suggestion_id is null
      group by grouping sets ((), (image.contributor_id))
      having count(*) > 20 or count(*) > 5 and image.contributor_id is not null) then
      raise sqlstate 'PT409' using
        message = 'edit_part_too_many_images',
        detail = 'With the images that stay, a member would have more than five, or the jersey more than twenty.';
    end if;
    if 'photos' = any (accepted) then
      perform private.arrange_photos(target, private.arranged_photos(private.photos_of(target), suggestion.changes -> 'photos'));
    end if;
  end if;
  perform private.end_revision();
end $function$
;

CREATE OR REPLACE FUNCTION private.apply_verdicts(suggestion public.suggestions, verdicts jsonb, corrections jsonb)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  accepted constant text[] := array(
    select key from jsonb_each(apply_verdicts.verdicts) where value -> 'accepted' = 'true');
  given jsonb := apply_verdicts.verdicts;
  items jsonb;
  other uuid;
  suggested constant jsonb := suggestion.words;
begin
  if suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = auth.uid() and exists (
    select from jsonb_each(given) verdict where coalesce(verdict.value ->> 'reason', private.tidy(verdict.value ->> 'note')) is null) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdict_reason', detail = 'Who decides a second time says why, also of what is accepted: in `note`.';
  end if;
  if corrections is not null then
    suggestion.changes := suggestion.changes || corrections;
    suggestion.words := suggestion.words || private.suggestion_words(
      suggestion.target_type, private.target_row(suggestion.target_type, suggestion.target_id) || suggestion.was,
      private.target_row(suggestion.target_type, suggestion.target_id) || corrections,
      array(select name from unnest(accepted) name where corrections ? name));
    given := given || (
      select coalesce(jsonb_object_agg(name, given -> name || jsonb_build_object(
        'corrected', true, 'suggested', suggested -> name -> 'after')), '{}')
      from unnest(accepted) name where corrections ? name);
  end if;
  items := private.readable_verdicts(suggestion, given);
  perform private.record_decision_on(suggestion);
  -- Now, so that it is decided before what is open about its jersey waits.
  update public.suggestions s_decided
  set verdicts = s_decided.verdicts || given, status = private.outcome_of(s_decided.verdicts || given), decided_at = now(),
    words = suggestion.words
  where s_decided.id = suggestion.id
  returning status, verdicts, decided_at into suggestion.status, suggestion.verdicts, suggestion.decided_at;
  if accepted <> '{}' and suggestion.kind in ('merge', 'removal') then
    other := private.other_of(suggestion);
    perform private.check_departure(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.begin_revision(suggestion.kind, suggestion.member_id, suggestion.source, suggestion.id);
    perform private.retire_jersey(suggestion.target_id, other, suggestion.source, suggestion.changes ->> 'removal');
    perform private.end_revision();
  elsif accepted <> '{}' then
    -- First: their members are told of photos that are still there.
    if corrections is null and suggestion.status = 'accepted' and suggestion.kind = 'edit' then
      perform private.accept_alike(array(
        select s_alike.id from public.suggestions s_alike
        where s_alike.target_type = suggestion.target_type and s_alike.target_id = suggestion.target_id
          and s_alike.kind = 'edit' and s_alike.changes = suggestion.changes
          and not exists (select from public.jersey_images image where image.suggestion_id = s_alike.id)), suggestion.target_id);
    end if;
    perform private.apply_suggestion(suggestion, accepted);
  end if;
  perform private.notify(
    suggestion.member_id, 'suggestion', 'suggestion_' || suggestion.status, suggestion.target_type,
    (select jersey.id from public.jerseys jersey where suggestion.target_type = 'jersey' and jersey.id = suggestion.target_id),
    coalesce((select coalesce(target_row ->> 'title', target_row ->> 'name')
      from private.target_row(suggestion.target_type, suggestion.target_id) target_row), suggestion.title),
    changes => coalesce(items, '[]'), is_again => suggestion.contested_at is not null);
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.approval_stays(revision public.revisions, is_administrator boolean)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when jersey.id is null then 'gone'
    when exists (
      select from public.revisions r_later
      where r_later.target_type = 'jersey' and r_later.target_id = jersey.id and r_later.kind = 'approved' and r_later.id > revision.id)
      then 'changed'
    when jersey.status <> 'approved' then 'undone'
    when not jersey.is_active then 'hidden'
    when not is_administrator and jersey.author_id = auth.uid() then 'own'
    -- Its author may have it and wish for it while it waits, too.
    when private.is_used(jersey.id, jersey.author_id) then 'used'
  end
  from (select revision.target_id as id) target left join public.jerseys jersey on jersey.id = target.id
$function$
;

CREATE OR REPLACE FUNCTION private.are_codes(codes text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select cardinality(codes) <= 5 and coalesce(array_ndims(codes) = 1 and array_lower(codes, 1) = 1, true) and array_position(codes, null) is null
    and not exists (select from unnest(codes) code where code !~ '^[A-Za-z0-9][A-Za-z0-9 /-]{0,28}[A-Za-z0-9]$')
    and cardinality(codes) = (select count(distinct private.code_key(code)) from unnest(codes) code)
$function$
;

CREATE OR REPLACE FUNCTION private.arrange_photos(jersey_id uuid, photos jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant jsonb := private.photos_of(arrange_photos.jersey_id);
  becomes jsonb;
begin
  -- In each other's positions, so that a photo that comes back finds its place between the same two.
  update public.jersey_images image set position = wanted.position, kind = wanted.kind
  from (
    select (photo.value ->> 'id')::uuid as id, photo.value ->> 'kind' as kind,
      case when slots.last <= 1000 then slots.positions[photo.place] else photo.place - 1 end as position
    from jsonb_array_elements(photos) with ordinality photo (value, place)
    cross join (
      -- Of two in one position the second moves on.
      select array_agg(slot.position order by slot.position) as positions, max(slot.position) as last
      from (
        select (max(shown.position - shown.nth) over (order by shown.nth) + shown.nth)::integer as position
        from (
          select image.position, row_number() over (order by image.position, image.id) as nth
          from public.jersey_images image
          where image.jersey_id = arrange_photos.jersey_id and image.suggestion_id is null) shown) slot) slots
  ) wanted
  where image.jersey_id = arrange_photos.jersey_id and image.suggestion_id is null and image.id = wanted.id
    and (image.position, image.kind) is distinct from (wanted.position, wanted.kind);
  becomes := private.photos_of(arrange_photos.jersey_id);
  -- One revision for all of them.
  if private.differs('photos', jsonb_build_object('photos', was), jsonb_build_object('photos', becomes))
    and (auth.uid() is not null or private.current_change() ? 'revision')
    and exists (select from public.jerseys where id = arrange_photos.jersey_id and status = 'approved') then
    perform private.write_revision(
      'jersey', arrange_photos.jersey_id,
      jsonb_build_object('photos', jsonb_build_object(
        'before', private.photos_in_words(arrange_photos.jersey_id, was),
        'after', private.photos_in_words(arrange_photos.jersey_id, becomes))),
      jsonb_build_object('photos', jsonb_build_object('before', was, 'after', becomes)));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.before_image()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return private.admitted_image(old, new, current_user = 'authenticated');
end $function$
;

CREATE OR REPLACE FUNCTION private.before_jersey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    -- What was merged into it goes back first: it belongs to other jerseys.
    perform private.end_merges(old);
    perform private.close_history('jersey', old.id);
    perform private.close_suggestions('jersey', old.id);
    perform private.keep_copies(old);
    perform private.notify_jersey_deleted(old);
    return old;
  end if;
  new := private.completed_jersey(old, new);
  -- After the team, whose colours and name it reads.
  new.colors := private.default_colors_of(old, new);
  if tg_op = 'INSERT' and auth.uid() is not null then
    perform private.check_jersey_id(new.id);
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.before_jerseys()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user = 'authenticated' then
    perform private.check_standing();
  end if;
  if tg_op = 'DELETE' then
    perform private.lock_merges();
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_undoing(revision_id bigint, batch_id uuid, member uuid, since timestamp with time zone, after jsonb, INOUT of_type text, OUT batch bigint[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last_id bigint := (after ->> 'id')::bigint;
begin
  -- What a member changed is undone in as many steps as it takes.
  if member is null then
    perform private.count_write('undoings', 1);
  end if;
  -- All steps of one call are one batch, so that it is undone as one.
  if after ? 'batch_id' then
    perform private.set_batch((after ->> 'batch_id')::uuid);
  end if;
  -- One kind of page in a step.
  loop
    select array_agg(id) into batch
    -- A team's name and colours are on all of its jerseys.
    from private.undoable_revisions(revision_id, batch_id, member, since, of_type, last_id, case of_type when 'team' then 5 else 200 end);
    exit when batch is not null or of_type = 'competition';
    of_type := case of_type when 'jersey' then 'team' else 'competition' end;
    last_id := null;
  end loop;
  -- The second of two reviewers waits here, and finds it done.
  perform private.lock_for_undoing(batch, of_type);
end $function$
;

CREATE OR REPLACE FUNCTION private.bring_back(departed public.gone_jerseys, reason text, notifies boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  gone constant uuid := departed.jersey_id;
  kept constant uuid := departed.into_id;
  movable record;
  untold uuid[];
begin
  perform private.lock_jerseys(array_remove(array[gone, kept], null));
  update public.jerseys set is_active = true where id = gone;

  -- Each row that is still where it was moved to. Collections follow copies.
  update public.copies copy
  set jersey_id = gone, former_jersey = case when kept is not null or not copy.former_jersey ? 'gone' then copy.former_jersey end
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'copies' and mr.row_id = copy.id
    and copy.jersey_id is not distinct from kept;
  -- The row that came with the jersey stays where there is another copy by now: under an id of its own.
  update public.user_collections collection set id = gen_random_uuid()
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'user_collections' and collection.id = mr.row_id
    and collection.jersey_id = kept;
  update public.user_collections collection
  set id = mr.row_id, created_at = (mr.stored ->> 'created_at')::timestamptz
  from private.moved_rows mr
  where mr.jersey_id = gone and mr.relation = 'user_collections'
    and collection.user_id = mr.member_id and collection.jersey_id = gone
    and not exists (select from public.user_collections uc_taken where uc_taken.id = mr.row_id);

  if kept is not null then
    delete from public.jersey_redirects where from_id = gone and into_id = kept;
    perform private.set_change('moving', 'true');
    for movable in select * from private.movable_rows() loop
      execute format($query$
        update public.%1$I row_ set %2$I = $1
        from private.moved_rows mr
        where mr.jersey_id = $1 and mr.relation = %1$L and mr.row_id = row_.%3$I and row_.%2$I = $2
          and not exists (select from public.%1$I other where other.%2$I = $1 and other.%4$I = row_.%4$I)$query$,
        movable.relation, movable.jersey, movable.id, movable.same)
      using gone, kept;
    end loop;
    perform private.set_change('moving', null);
    perform private.recount_jerseys(array[gone, kept]);
    update public.reports report set target_id = gone, reported_name = nullif(report.reported_name, departed.title)
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'reports' and mr.row_id = report.id
      and report.jersey_id = kept
      and not (report.status = 'open' and exists (
        select from public.reports r_own
        where r_own.jersey_id = gone and r_own.status = 'open' and r_own.reporter_id = report.reporter_id));
    update public.jersey_images image set jersey_id = gone, suggestion_id = null, position = (mr.stored ->> 'position')::integer
    from private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_images' and mr.row_id = image.id
      -- Not another one that took its id.
      and image.version = (mr.stored ->> 'version')::uuid
      -- One of a submission that was accepted since stays.
      and image.jersey_id = kept and image.suggestion_id is not distinct from (mr.stored ->> 'suggestion')::uuid;
    delete from public.suggestions suggestion using private.moved_rows mr
    where mr.jersey_id = gone and mr.relation = 'jersey_images' and suggestion.id = (mr.stored ->> 'suggestion')::uuid
      and suggestion.status = 'open' and suggestion.changes = '{}'
      and not exists (select from public.jersey_images image where image.suggestion_id = suggestion.id);
    perform private.move_suggestions(gone, gone, departed.title);
  end if;
  update public.suggestions set held_at = null
  where target_type = 'jersey' and target_id = gone and held_at is not null;
  delete from public.gone_jerseys where jersey_id = gone;
  perform private.write_departure(gone, kept, departed.title, departed.urgency, false);
  with withdrawn as (
    delete from public.notices notice
    where notice.outcome in ('merged', 'submission_merged', 'taken_down') and notice.jersey_id is not distinct from kept
      and notice.title = departed.title and notice.due_at > clock_timestamp()
    returning notice.recipient_id)
  select array_agg(recipient_id) into untold from withdrawn;
  if notifies then
    perform private.notify_members_with_jersey(gone, 'brought_back', gone, departed.title, reason, coalesce(untold, '{}'));
  end if;
  -- What was done about them doesn't hold any more.
  update public.reports set done = 'other' where jersey_id = gone and done in ('merged', 'removed');
end $function$
;

CREATE OR REPLACE FUNCTION private.candidate(jersey_id uuid, is_sure boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', jersey.id, 'title', jersey.title, 'team', jersey.team,
    'season', season.code, 'year', jersey.year, 'kit_type', jersey.kit_type, 'sure', is_sure,
    'owned', own.copies, 'copy', case when own.copies = 1 then (
      select private.own_copy(copy) from public.copies copy
      where copy.jersey_id = jersey.id and copy.owner_id = (select auth.uid()) and copy.removed_at is null) end)
  from public.jerseys jersey
  left join public.seasons season on season.id = jersey.season_id
  cross join lateral (
    select count(*) as copies from public.copies copy
    where copy.jersey_id = jersey.id and copy.owner_id = (select auth.uid()) and copy.removed_at is null) own
  where jersey.id = candidate.jersey_id
$function$
;

CREATE OR REPLACE FUNCTION private.catalogue_limit(name text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE name WHEN 'few'::text THEN 1000 WHEN 'looked_at'::text THEN 20000 WHEN 'one_by_one'::text THEN 20000 WHEN 'words'::text THEN 5000 ELSE NULL::integer END
;

CREATE OR REPLACE FUNCTION private.change_copies(own public.collection_imports, batch private.import_line[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A copy that was changed since it was compared stays as it is.
  with old as (
    select c_mine.id, to_jsonb(c_mine) as before, batch.copy as line
    from unnest(batch) batch
    join public.copies c_mine on c_mine.id = (batch.copy).id
    where batch.is_change and not batch.was_done and c_mine.owner_id = own.owner_id
      and c_mine.updated_at = (batch.copy).updated_at
    order by c_mine.id for update of c_mine
  ),
  changed as (
    select copy.id, copy.updated_at, (old.line).import_key as key, old.before
    from private.write_details(array(select line from old)) copy join old on old.id = copy.id
  )
  insert into private.imported_lines (import_id, key, copy_id, version, before)
  select own.id, key, id, updated_at, before from changed;
end $function$
;

CREATE OR REPLACE FUNCTION private.changed_values(was jsonb, becomes jsonb, columns text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(name, jsonb_build_object('before', was -> name, 'after', becomes -> name))
  from unnest(columns) name
  where was -> name is distinct from becomes -> name
$function$
;

CREATE OR REPLACE FUNCTION private.changes_of(member uuid, since timestamp with time zone, till timestamp with time zone, most integer)
 RETURNS TABLE(kind text, jersey_id uuid, team_id uuid, kit_type text, amount bigint, target_type text, target_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
  -- As on a page that shows a collection: a team's home, away or third jerseys, from two on.
  with sets as materialized (
    select jersey.team_id, jersey.kit_type_slug, count(*) as held, max(collection.created_at) as newest
    from public.user_collections collection
    join public.jerseys jersey on jersey.id = collection.jersey_id and jersey.status = 'approved' and jersey.is_active
    where collection.user_id = member and jersey.team_id is not null
      and private.kit_of(jersey.kit_type_slug) in ('home', 'away', 'third')
    group by jersey.team_id, jersey.kit_type_slug
    having count(*) > 1
  ),
  news as materialized (
    select 1 as place, 'wish' as kind, arrival.jersey_id, arrival.at, null::text as target_type, null::uuid as target_id
    from public.user_wishlists wishlist
    join private.arrivals arrival
      on arrival.jersey_id = wishlist.jersey_id and arrival.kind = 'photo' and not arrival.is_bulk
        and arrival.at > since and arrival.at <= till
    where wishlist.user_id = member
    union all
    select 2, 'gap', arrival.jersey_id, arrival.at, 'team', own.team_id
    from (select distinct sets.team_id from sets) own
    cross join lateral (
      select arrival.* from private.arrivals arrival
      where arrival.target_id = own.team_id and not arrival.is_bulk and arrival.at > since and arrival.at <= till
      order by arrival.at desc limit 100
    ) arrival
    join public.jerseys jersey on jersey.id = arrival.jersey_id
    join sets on sets.team_id = jersey.team_id and sets.kit_type_slug = jersey.kit_type_slug
    where arrival.kind = 'jersey'
    union all
    select case arrival.kind when 'jersey' then 3 else 4 end, arrival.kind, arrival.jersey_id, arrival.at, follow.target_type, follow.target_id
    from public.follows follow
    cross join lateral (
      select arrival.* from private.arrivals arrival
      where arrival.target_id = follow.target_id and not arrival.is_bulk and arrival.at > since and arrival.at <= till
      order by arrival.at desc limit 100
    ) arrival
    where follow.member_id = member and follow.target_type <> 'list'
    union all
    select 5, 'listed', item.jersey_id, item.created_at, 'list', list.id
    from public.follows follow
    join public.lists list on list.id = follow.target_id and private.is_shown_list(list)
    cross join lateral (
      select li_newest.jersey_id, li_newest.created_at from public.list_items li_newest
      where li_newest.list_id = list.id and li_newest.jersey_id is not null and li_newest.created_at > since and li_newest.created_at <= till
      order by li_newest.created_at desc limit 100
    ) item
    where follow.member_id = member and follow.target_type = 'list'
  ),
  changed as materialized (
    select distinct on (news.jersey_id) news.place, news.kind, news.jersey_id, news.at, news.target_type, news.target_id
    from news
    join public.jerseys jersey on jersey.id = news.jersey_id and jersey.status = 'approved' and jersey.is_active
    -- It may have been corrected since.
    where (news.target_type is null or news.target_type = 'list' or news.target_id in (jersey.team_id, jersey.competition_id, jersey.brand_id))
      -- Not what a member added themselves, nor a new jersey that they have.
      and case
        when news.kind in ('jersey', 'gap') then jersey.author_id is distinct from member and not exists (
          select from public.user_collections collection where collection.user_id = member and collection.jersey_id = news.jersey_id)
        when news.kind in ('photo', 'wish') then exists (
          select from public.jersey_images image
          where image.jersey_id = news.jersey_id and image.suggestion_id is null
            and image.contributor_id is distinct from member)
        else true end
    -- Of a team and its brand or competition the team is named.
    order by news.jersey_id, news.place, news.target_type desc
  )
  select changed.kind, null::uuid, null::uuid, null::text, count(*), null::text, null::uuid from changed group by changed.kind
  union all
  (select changed.kind, changed.jersey_id, null, null,
      count(*) over (partition by changed.kind, changed.target_id), changed.target_type, changed.target_id
    from changed order by changed.place, changed.at desc, changed.jersey_id limit most)
  union all
  select 'set', null, sets.team_id, private.kit_of(sets.kit_type_slug), sets.held, null, null
  from sets
  where sets.newest > since and sets.newest <= till and sets.held = (
    select sum(counts.jerseys) from private.team_kit_counts counts
    where counts.team_id = sets.team_id and counts.kit_type_slug = sets.kit_type_slug)
  union all
  select 'bulk', null, null, null, imported.amount, null, null
  from (select private.count_bulk(member, since, till) as amount) imported
  where imported.amount > 0
$function$
;

CREATE OR REPLACE FUNCTION private.check_author_update(was public.jerseys, becomes public.jerseys)
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed constant jsonb := coalesce(
    private.changed_values(to_jsonb(was), to_jsonb(becomes), private.jersey_facts()), '{}');
begin
  if public.is_admin(auth.uid()) then
    return becomes;
  end if;
  if becomes.is_active is distinct from was.is_active or was.status = 'approved' and changed - private.own_facts() <> '{}' then
    raise insufficient_privilege using
      message = 'permission denied for table jerseys',
      detail = 'Authors change title, description, edition and external_link, and the facts until the jersey is approved.';
  end if;
  -- A pending jersey is in the queue anyway, and of an approved one a suggestion waits.
  if was.status = 'rejected' and changed <> '{}' then
    becomes.edited_at := now();
  end if;
  return becomes;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_constraints(relation regclass, version jsonb, columns text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  name constant text := (select relname from pg_catalog.pg_class where oid = relation);
  rule record;
  holds boolean;
begin
  for rule in
    select constraint_.conname, pg_catalog.pg_get_expr(constraint_.conbin, constraint_.conrelid) as condition
    from pg_catalog.pg_constraint constraint_
    where constraint_.conrelid = relation and constraint_.contype = 'c'
      and exists (
        select from pg_catalog.pg_attribute attribute
        where attribute.attrelid = relation and attribute.attnum = any (constraint_.conkey)
          and attribute.attname = any (columns))
    order by constraint_.conname
  loop
    execute format('select %s from jsonb_populate_record(null::%s, $1) given', rule.condition, relation)
    into holds using version;
    if not coalesce(holds, true) then
      raise check_violation using
        message = format('new row for relation "%s" violates check constraint "%s"', name, rule.conname),
        table = name, constraint = rule.conname;
    end if;
  end loop;
  -- Not null is no check.
  if exists (
    select from pg_catalog.pg_attribute attribute
    where attribute.attrelid = relation and attribute.attnotnull and attribute.attname = any (columns)
      and coalesce(version -> attribute.attname, 'null') = 'null') then
    raise not_null_violation using message = 'A field of the suggestion can''t be empty.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_copy_jersey()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.jersey_id is null then
    -- Without a page again: "this isn't my shirt". Of others the constraint wants a jersey.
    return new;
  end if;
  if not exists (select from public.jerseys where id = new.jersey_id) then
    raise insufficient_privilege using
      message = 'copy_jersey_unreadable', detail = 'There is no such jersey.';
  end if;
  -- A shirt of one's own that has a page keeps what was said of it.
  new.former_jersey := old.former_jersey;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_corrections(decision text, corrections jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if corrections is not null and decision = 'rejected' then
    raise sqlstate 'PT400' using
      message = 'corrections_of_rejection', detail = 'Corrections belong to an approval.';
  elsif not private.has_shape(corrections, private.correctable_columns('jersey')) then
    raise sqlstate 'PT400' using
      message = 'correction_unknown', detail = 'Corrections are an object of fields with single values, colors and product_codes with a list: '
        || array_to_string(private.correctable_columns('jersey'), ', ') || '.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_decidable(suggestion public.suggestions)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- First, because the next error says who decided.
  if (suggestion.member_id = auth.uid() or private.removes_photo_of(suggestion, auth.uid())) and not public.is_admin(auth.uid()) then
    raise sqlstate 'PT403' using message = 'suggestion_own', detail = 'A reviewer doesn''t decide on their own suggestion, nor on their own photo.';
  end if;
  if suggestion.target_type = 'jersey' then
    perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id = suggestion.target_id;
  end if;
  if suggestion.status <> 'open' and not (suggestion.trusted and suggestion.afterwards is null) then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided',
      detail = jsonb_build_object(
        'status', suggestion.status, 'decided_at', suggestion.decided_at,
        'username', (
          select username from public.profiles where id = private.decided_by('suggestions', suggestion.id)))::text;
  end if;
  if suggestion.held_at is not null then
    raise sqlstate 'PT409' using
      message = 'suggestion_held', detail = 'Its jersey was removed. It waits until that is undone or final.';
  end if;
  if private.is_for_another(suggestion, auth.uid()) then
    raise sqlstate 'PT403' using
      message = 'suggestion_another_reviewer', detail = 'Somebody else decides after the decision was contested.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_departure(from_jersey uuid, into_jersey uuid, reason text, urgency text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  problem text;
begin
  if urgency not in ('offensive', 'unlawful') then
    raise sqlstate 'PT400' using message = 'urgency_unknown', detail = 'The urgency is offensive, unlawful or nothing.';
  end if;
  if not private.is_reason(given, 10) then
    raise sqlstate 'PT400' using
      message = 'merge_reason', detail = 'The reason is one of the list, or has 10 to 500 characters.';
  end if;
  if from_jersey = into_jersey then
    raise sqlstate 'PT400' using message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
  end if;
  perform private.lock_merges();
  perform private.lock_jerseys(array_remove(array[from_jersey, into_jersey], null));
  problem := private.reason_not_to_go(from_jersey, into_jersey);
  if problem = 'jersey_not_found' then
    raise sqlstate 'PT404' using message = problem, detail = 'One of the jerseys was deleted.';
  elsif problem is not null then
    perform private.check_not_gone(from_jersey);
    raise sqlstate 'PT409' using
      message = problem, detail = 'Public jerseys are merged and removed, and submissions merged.';
  end if;
  perform private.check_own_jersey(jersey) from public.jerseys jersey where jersey.id in (from_jersey, into_jersey);
  perform private.count_write('merges', 1);
  return given;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_image_count(images public.jersey_images[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey_ids constant uuid[] := array(select distinct image.jersey_id from unnest(images) image);
  suggestion_ids constant uuid[] := array(select distinct image.suggestion_id from unnest(images) image);
begin
  -- Inserts for one jersey wait for each other. Two at once would each find room for one more image.
  perform from public.jerseys where id = any (jersey_ids) order by id for no key update;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.suggestion_id is null
      -- Those of former members aren't one member's.
      and image.contributor_id is not null
    group by image.jersey_id, image.contributor_id having count(*) > 5
  ) or exists (
    select from public.suggestions suggestion
    cross join private.wanted_photos(suggestion.target_id, suggestion) wanted
    where suggestion.target_id = any (jersey_ids) and suggestion.status = 'open' and wanted.contributor_id = suggestion.member_id
    group by suggestion.id having count(*) > 5
  ) then
    perform private.refuse('jersey_images_five_per_jersey', 'A jersey has at most five images of a member.');
  end if;
  if exists (
    select from public.jersey_images image
    where image.jersey_id = any (jersey_ids) and image.suggestion_id is null
    group by image.jersey_id having count(*) > 20
  ) or exists (
    select from public.suggestions suggestion
    cross join private.wanted_photos(suggestion.target_id, suggestion) wanted
    where suggestion.id = any (suggestion_ids)
    group by suggestion.id having count(*) > 20
  ) then
    perform private.refuse('jersey_images_twenty_per_jersey', 'A jersey has at most twenty images.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_jersey_id(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_jersey_id_taken(check_jersey_id.id) then
    perform private.refuse_id('jerseys', check_jersey_id.id);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_report_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The mail says that the jersey was corrected, which is reason enough.
  if private.tidy(new.resolution_note) is null and new.done is distinct from 'corrected'
    and exists (select from public.visitor_reports where report_id = new.id) then
    raise sqlstate 'PT400' using
      message = 'report_note_required', detail = 'A decision on a visitor''s report tells its reason.';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_reviewer()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_standing();
  perform private.require_reviewer('decide');
end $function$
;

CREATE OR REPLACE FUNCTION private.check_room(member uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Members for thirty days of whom a suggestion was accepted may have more.
  room constant integer := case when
    exists (select from auth.users where id = member and created_at <= now() - interval '30 days')
    and exists (
      select from public.suggestions where member_id = member and status in ('accepted', 'partly') and source is not null)
    then 30 else 5 end;
begin
  if room <= (
    select count(*) from public.suggestions suggestion
    where suggestion.member_id = member and suggestion.status = 'open' and suggestion.held_at is null and suggestion.source is not null) then
    raise sqlstate 'PT429' using
      message = 'suggestion_too_many', detail = room::text, hint = 'Wait until some are decided, or withdraw one.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_shape(target_type text, changes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if private.suggestable_columns(target_type) is null or private.has_shape(
      changes, private.suggestable_columns(target_type)
        || case target_type when 'jersey' then array['league', 'team', 'brand', 'removed'] else '{}' end) is distinct from true
    or changes ? 'photos' and not private.is_arrangement(changes -> 'photos')
    or changes ? 'removed' and (jsonb_typeof(changes -> 'removed') <> 'array'
      or jsonb_path_exists(changes, 'strict $.removed[*] ? (@.type() != "string")'))
    -- These two stand alone.
    or changes ?| array['merge_into', 'removal'] and (select count(*) from jsonb_object_keys(changes)) > 1
    or changes ? 'merge_into' and not private.is_uuid(changes ->> 'merge_into')
    or changes ->> 'removal' not in ('offensive', 'unlawful')
    -- The league is that of the competition.
    or changes ? 'league' and not changes ? 'competition_id' then
    raise sqlstate 'PT400' using
      message = 'suggestion_field_unknown', detail = 'Suggested is an object of fields with single values, colors and product_codes with a list, and photos with a list of ids and kinds: '
        || coalesce(array_to_string(private.suggestable_columns(target_type), ', '), 'of a jersey, team or competition') || '.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_standing()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account record;
begin
  select is_anonymous, banned_until > now() as is_suspended into account
  from auth.users where id = auth.uid();
  if not found and auth.uid() is not null then
    raise sqlstate 'PT401' using message = 'account_gone', detail = 'The account was deleted; its token lasts until it expires.';
  elsif account.is_suspended then
    raise insufficient_privilege using
      message = 'member_suspended', detail = 'A suspended account reads, but writes nothing.';
  elsif account.is_anonymous then
    raise insufficient_privilege using
      message = 'member_anonymous', detail = 'An account without an address reads, but writes nothing.',
      hint = 'Confirm an e-mail address first.';
  end if;
  perform private.require_factor();
end $function$
;

CREATE OR REPLACE FUNCTION private.check_suggested_photos(target_type text, target uuid, photos jsonb, removed jsonb, replaced uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  amount constant integer := jsonb_array_length(photos);
  photo jsonb;
begin
  if amount = 0 then
    return;
  end if;
  if target_type <> 'jersey' or jsonb_path_exists(photos, '$[*] ? (@.type() != "object")') then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'Photos are of jerseys, a list of objects.';
  end if;
  for photo in select value from jsonb_array_elements(photos) loop
    perform private.check_image_address(photo ->> 'url');
    if photo ->> 'kind' is null then
      raise not_null_violation using message = 'A suggested photo says what it shows.';
    elsif split_part(private.storage_path(photo ->> 'url'), '/', 1) is distinct from member::text then
      -- A file of somebody else could be exchanged after it was accepted.
      raise insufficient_privilege using
        message = 'suggestion_photo_denied', detail = 'A photo is a file of the member''s own folder.';
    end if;
  end loop;
  if amount > 5
    or amount
      + (select count(*) from public.jersey_images image
        left join public.suggestions suggestion on suggestion.id = image.suggestion_id
        where image.jersey_id = target and image.contributor_id = member and not coalesce(removed ? image.id::text, false)
          and (suggestion.id is null or suggestion.status = 'open' and suggestion.id is distinct from replaced)) > 5
    or amount
      + (select count(*) from public.jersey_images image
        where image.jersey_id = target and image.suggestion_id is null and not coalesce(removed ? image.id::text, false)) > 20 then
    raise sqlstate 'PT409' using
      message = 'suggestion_photo_limit', detail = 'A jersey has five photos of a member, and twenty in all.';
  end if;
  if exists (
      select from jsonb_array_elements(photos) given
      join public.jersey_images image on image.jersey_id = target
        and (image.path = private.storage_path(given ->> 'url')
          or image.suggestion_id is null and image.likeness::text = given ->> 'likeness')
      left join public.suggestions suggestion on suggestion.id = image.suggestion_id
      -- An own photo, or one of the own jersey, in another frame. Others' photos don't change hands.
      where suggestion.id is null and not (coalesce(removed ? image.id::text, false) and (
          image.contributor_id = member or exists (select from public.jerseys where id = target and author_id = member)))
        or suggestion.status = 'open' and suggestion.id is distinct from replaced)
    or amount > (
      select count(distinct private.storage_path(given ->> 'url')) from jsonb_array_elements(photos) given) then
    raise sqlstate 'PT409' using message = 'suggestion_duplicate', detail = 'The jersey has this photo already.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_suggestion(of_type text, present jsonb, wanted jsonb, given jsonb, columns text[], dropped text[], pictures jsonb, removed jsonb, stated text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_author constant boolean := of_type = 'jersey' and (present ->> 'author_id')::uuid = auth.uid();
begin
  if given ?| array['merge_into', 'removal'] and jsonb_array_length(pictures) > 0 then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = 'A merge or removal has no photos.';
  end if;
  if columns = '{}' and dropped = '{}' and jsonb_array_length(pictures) = 0 and removed is null then
    raise sqlstate 'PT400' using
      message = case when given = '{}' then 'suggestion_empty' else 'suggestion_already_so' end,
      detail = 'Nothing would change.';
  end if;
  perform private.check_constraints(private.relation_of(of_type), wanted, private.with_dependent_columns(columns));
  if char_length(stated) not between 10 and 500 or stated is null
    -- An author says what their jersey is called and shows it.
    and (is_author is distinct from true or not columns <@ (private.own_facts() || 'photos'::text)) then
    raise sqlstate 'PT400' using
      message = 'suggestion_source', detail = 'A source or reason has 10 to 500 characters.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_trusted(suggestion public.suggestions, verdicts jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refused constant text[] := array(select key from jsonb_each(check_trusted.verdicts) where value -> 'accepted' = 'false');
  reason constant text := left(private.stored_reason(check_trusted.verdicts -> refused[1]), 500);
  made record;
begin
  update public.suggestions s_live
  set afterwards = case when refused = '{}' then 'seen' else 'undone' end, verdicts = s_live.verdicts || check_trusted.verdicts
  where s_live.id = suggestion.id;
  perform private.record_decision_on(suggestion);
  if refused = '{}' then
    return;
  end if;
  made := private.undo_changes(
    array(
      select revision.id from public.revisions revision
      where revision.target_type = suggestion.target_type and revision.target_id = suggestion.target_id
        and revision.suggestion_id = suggestion.id and revision.kind = 'trusted'),
    array(select regexp_replace(name, '_id$', '') from unnest(refused) name), reason, false, false, true);
  if made.undone > 0 then
    perform private.count_write('undoings', 1);
    perform private.notify_undone(made.announced, null, reason);
  else
    -- Each field was changed again since, perhaps by its own member: it was wrong all the same.
    perform private.notify(
      suggestion.member_id, 'suggestion', 'suggestion_refused', suggestion.target_type,
      case when suggestion.target_type = 'jersey' then suggestion.target_id end, suggestion.title,
      changes => private.readable_verdicts(suggestion, check_trusted.verdicts));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_undecided(jersey public.jerseys, seen jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moderator constant uuid := private.decided_by('jerseys', jersey.id);
begin
  if jersey.status <> 'pending' and jersey.edited_at is null then
    raise sqlstate 'PT409' using
      message = 'jersey_already_decided',
      detail = jsonb_build_object(
        'status', jersey.status, 'moderation_note', jersey.moderation_note,
        'moderated_by', moderator, 'moderated_at', jersey.moderated_at,
        'moderator', (select username from public.profiles where id = moderator));
  end if;
  -- The author may have changed it since the reviewer's page was loaded, to publish what nobody has looked at.
  if seen is distinct from private.version_for_review(jersey) then
    raise sqlstate 'PT409' using
      message = 'jersey_changed_meanwhile', detail = 'The author has changed it since.',
      hint = 'Look at the new version first.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_undo(revision_id bigint, batch_id uuid, member uuid, fields text[], reason text, is_dry boolean, after jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_reviewer();
  if num_nonnulls(revision_id, batch_id, member) <> 1 or fields is not null and revision_id is null
    or coalesce(after ->> 'target_type', 'jersey') not in ('jersey', 'team', 'competition') or after ->> 'id' !~ '^-?\d{1,18}$'
    or after ->> 'total' !~ '^\d{1,6}$'
    -- Nothing is added to a batch but by whoever began it.
    or after ->> 'batch_id' is not null and not exists (
      select from private.decisions decision
      where decision.table_name = 'undoings' and decision.row_id::text = after ->> 'batch_id' and decision.decided_by = auth.uid()) then
    raise sqlstate 'PT400' using
      message = 'undo_what', detail = 'Undone is a revision (or fields of it), a batch, or what a member changed; `after` is the `next` of the call before.';
  end if;
  if not is_dry and not private.is_reason(reason, 3) then
    raise sqlstate 'PT400' using message = 'undo_reason', detail = 'The reason is one of the list, or has 3 to 500 characters.';
  end if;
  if member = auth.uid() then
    raise sqlstate 'PT403' using message = 'revision_own', detail = 'Somebody else undoes what is one''s own.';
  elsif member is not null and not exists (select from public.profiles where id = member) then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.check_verdicts(pending text[], verdicts jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(verdicts) is distinct from 'object'
    or array(select jsonb_object_keys(verdicts) key order by key)
      <> array(select key from unnest(pending) key order by key)
    or jsonb_path_exists(verdicts, 'strict $.* ? (@.type() != "object")', silent => true)
    or exists (
      select from jsonb_each(verdicts) verdict
      where verdict.value - array['accepted', 'reason', 'note', 'overwrite'] <> '{}'
        or jsonb_typeof(verdict.value -> 'accepted') is distinct from 'boolean'
        or jsonb_typeof(verdict.value -> 'reason') not in ('string', 'null')
        or jsonb_typeof(verdict.value -> 'note') not in ('string', 'null')
        or jsonb_typeof(verdict.value -> 'overwrite') not in ('boolean', 'null')
        or char_length(coalesce(verdict.value ->> 'reason', '')) + char_length(coalesce(verdict.value ->> 'note', '')) > 990) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdicts', detail = to_jsonb(pending)::text,
      hint = 'Each of these is accepted (true or false); a refusal has a reason and may have a note, an acceptance may say overwrite.';
  end if;
  if exists (
    select from jsonb_each(verdicts) verdict
    where verdict.value -> 'accepted' = 'false' and (
      coalesce(verdict.value ->> 'reason', '')
        <> all (private.reasons())
      or verdict.value ->> 'reason' = 'other' and private.tidy(verdict.value ->> 'note') is null)) then
    raise sqlstate 'PT400' using
      message = 'suggestion_verdict_reason',
      detail = 'A refusal has a reason: ' || array_to_string(private.reasons(), ', ') || ' (with a note).';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.club_called(name text, found uuid[])
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with called as (
    select team.id, team.name, array_position(club_called.found, team.id) as place
    from public.teams team
    join private.team_names tn on tn.id = team.id
    where team.id = any (club_called.found) and char_length(club_called.name) > 3 and private.begin_words(
      concat_ws(' ', tn.names, (select string_agg(alias, ' ') from public.team_aliases where team_id = team.id)),
      private.asked_words(club_called.name))
  )
  select first.id from called first
  where first.place = (select min(place) from called)
    and not exists (select from called other where other.id <> first.id and not starts_with(other.name, first.name || ' '))
$function$
;

CREATE OR REPLACE FUNCTION private.clubs_nicknamed(name text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select named.id
    from (
      select team.id from public.teams team
      join public.competitions competition on competition.id = team.competition_id
      where competition.slug in ('nba', 'wnba', 'nfl', 'nhl') and char_length(clubs_nicknamed.name) > 3
        and private.fold(right(team.name, char_length(clubs_nicknamed.name) + 1)) = ' ' || private.fold(clubs_nicknamed.name)
      -- Few, and asked of them only: it reads line-ups.
      offset 0) named
    where not private.is_former_franchise(named.id))
$function$
;

CREATE OR REPLACE FUNCTION private.code_key(code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN upper(regexp_replace(code, '[^A-Za-z0-9]'::text, ''::text, 'g'::text))
;

CREATE OR REPLACE FUNCTION private.complete_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.reason := private.tidy(new.reason);
  new.done := case when new.status = 'upheld' then coalesce(new.done, 'other') end;
  if tg_op = 'UPDATE' and new.status <> old.status then
    -- Whose decision is contested doesn't decide again: private.is_report_for_another(). Nor after another's decision was undone.
    if new.status <> 'open' then
      perform private.record_decision('reports', new.id, auth.uid(), jsonb_build_object(
        'at', now(), 'status', old.status, 'decided_by', private.decided_by('reports', new.id)));
    elsif not exists (
      select from public.report_contests contest where contest.report_id = new.id and contest.created_at >= old.resolved_at) then
      perform private.record_decision('reports', new.id, (
        select (decision.was ->> 'decided_by')::uuid from private.decisions decision
        where decision.table_name = 'reports' and decision.row_id = new.id));
    end if;
    new.resolved_at := case when new.status <> 'open' then now() end;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.completed_changes(target_type text, present jsonb, changes jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  done jsonb := private.tidied(changes);
  chosen uuid;
  name text;
begin
  if target_type <> 'jersey' then
    return done;
  end if;
  -- The whole arrangement, as it would become.
  if done ? 'photos' then
    done := done || jsonb_build_object('photos', private.arranged_photos(present -> 'photos', done -> 'photos'));
  end if;
  if done ? 'merge_into' then
    chosen := coalesce((
      select into_id from public.jersey_redirects where from_id = (done ->> 'merge_into')::uuid), (done ->> 'merge_into')::uuid);
    if chosen = (present ->> 'id')::uuid then
      raise sqlstate 'PT400' using message = 'merge_with_itself', detail = 'A jersey can''t be merged into itself.';
    elsif not private.is_public_jersey(chosen) then
      raise sqlstate 'PT404' using message = 'suggestion_target_gone', detail = 'The other jersey was deleted, or is not shown any more.';
    end if;
    done := jsonb_build_object('merge_into', chosen);
  end if;
  if done ? 'competition_id' then
    done := done || jsonb_build_object('league', (
      select league from public.competitions
      where id = (done ->> 'competition_id')::uuid and is_active));
    perform private.check_reference('jerseys', 'competition_id', done ->> 'league' is not null);
  end if;
  if done ? 'season_id' then
    perform private.check_reference('jerseys', 'season_id', exists (
      select from public.seasons where id = (done ->> 'season_id')::uuid and is_active));
  end if;
  -- A chosen team or brand overrides the text typed beside it.
  if done ?| array['team_id', 'team'] then
    chosen := (done ->> 'team_id')::uuid;
    name := coalesce(done ->> 'team', present ->> 'team');
    if chosen is not null then
      select teams.name into name from public.teams where id = chosen and is_active;
      perform private.check_reference('jerseys', 'team_id', found);
    end if;
    done := done || jsonb_build_object('team_id', chosen, 'team', name);
  end if;
  if done ?| array['brand_id', 'brand'] then
    chosen := (done ->> 'brand_id')::uuid;
    name := done ->> 'brand';
    if chosen is not null then
      select brands.name into name from public.brands where id = chosen;
      perform private.check_reference('jerseys', 'brand_id', found);
    end if;
    done := done || jsonb_build_object('brand_id', chosen, 'brand', name);
  end if;
  return done;
end $function$
;

CREATE OR REPLACE FUNCTION private.completed_jersey(was public.jerseys, becomes public.jerseys)
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  becomes.title := coalesce(private.tidy(becomes.title), '');
  becomes.edition := private.tidy(becomes.edition);
  becomes.sponsor := private.tidy(becomes.sponsor);
  becomes.description := private.tidy(becomes.description);
  becomes.external_link := private.tidy(becomes.external_link);
  -- Only what is new to the jersey: a rename of what it has already locks its row first and waits for this jersey. On insert,
  -- everything in `was` is null.
  if (becomes.team_id, becomes.brand_id, becomes.competition_id, becomes.season_id)
    is distinct from (was.team_id, was.brand_id, was.competition_id, was.season_id) then
    perform private.hold_names(
      array[case when becomes.team_id is distinct from was.team_id then becomes.team_id end],
      array[case when becomes.brand_id is distinct from was.brand_id then becomes.brand_id end],
      array[case when becomes.competition_id is distinct from was.competition_id then becomes.competition_id end],
      array[case when becomes.season_id is distinct from was.season_id then becomes.season_id end]);
  end if;
  -- A chosen team or brand overrides the text typed beside it.
  becomes.team := coalesce(
    (select name from public.teams where id = becomes.team_id), private.tidy(becomes.team), '');
  becomes.brand := coalesce(
    (select name from public.brands where id = becomes.brand_id), private.tidy(becomes.brand));
  return becomes;
end $function$
;

CREATE OR REPLACE FUNCTION private.contest_decision(report_id uuid, party text, words text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  report public.reports;
  together uuid[];
begin
  select * into report from public.reports where id = contest_decision.report_id;
  if not found then
    raise sqlstate 'PT404' using message = 'report_target_unknown', detail = 'It was deleted meanwhile.';
  end if;
  -- Locked in the order of settle_reports(): the comment, its reports, its notices. So two contests of one decision wait for each other.
  perform from public.comments where id = report.comment_id for no key update;
  perform from public.reports r_locked
  where r_locked.target_type = report.target_type and r_locked.target_id = report.target_id
  order by r_locked.id for update;
  select * into report from public.reports where id = report.id;
  if not found or report.status <> (case contest_decision.party when 'author' then 'upheld' else 'dismissed' end)
    or not private.may_contest(report, contest_decision.party) then
    raise sqlstate 'PT409' using
      message = 'report_contested', detail = 'The decision was contested already, or replaced.';
  end if;
  select array_agg(beside.id) into together from private.decided_together(report, contest_decision.party) beside;
  -- On each of the reports, so that each tells how often it was contested.
  insert into public.report_contests (report_id, party, author_id, body, outcome, note)
  select r_beside.id, contest_decision.party,
    case when contest_decision.party = 'author' then private.reported_author(report) end,
    coalesce(private.tidy(contest_decision.words), ''), r_beside.status, r_beside.resolution_note
  from public.reports r_beside where r_beside.id = any (together)
  on conflict do nothing;
  -- What told the author of it offers no contest any more: all notices of a comment, or one of the same moment.
  update public.notices notice set contested_at = now()
  where contest_decision.party = 'author' and notice.recipient_id = private.reported_author(report)
    and notice.outcome in ('report_upheld', 'comment_hidden', 'list_hidden') and not notice.is_again and notice.contested_at is null
    and (notice.comment_id = report.comment_id or notice.comment_id is null and notice.created_at = report.resolved_at);
  -- A member who has reported it again meanwhile has an open report already.
  update public.reports r_reopened set status = 'open', resolution_note = null
  where r_reopened.id = any (together)
    and not exists (
      select from public.reports r_again
      where r_again.status = 'open' and r_again.reporter_id = r_reopened.reporter_id
        and r_again.target_type = r_reopened.target_type and r_again.target_id = r_reopened.target_id);
end $function$
;

CREATE OR REPLACE FUNCTION private.copy_details(copy jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(copy) = 'object' then copy - array['id', 'owner_id', 'jersey_id', 'former_jersey',
    'created_at', 'updated_at', 'removed_at', 'import_key'] else '{}' end
$function$
;

CREATE OR REPLACE FUNCTION private.correct_reported(jersey_id uuid, corrections jsonb, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  present jsonb;
  facts jsonb;
  given jsonb;
  columns text[];
  photos public.jersey_images[];
begin
  jersey := private.lock_submission(correct_reported.jersey_id);
  if jersey.status <> 'approved' or not jersey.is_active then
    raise sqlstate 'PT409' using message = 'jersey_not_public', detail = 'Only what is public is corrected.';
  end if;
  if jsonb_typeof(corrections -> 'removed') not in ('array', 'null') then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = '`removed` is a list of ids.';
  end if;
  facts := case when jsonb_typeof(corrections) = 'object' then corrections - 'removed' else corrections end;
  photos := array(
    select image from public.jersey_images image
    where image.jersey_id = jersey.id and image.suggestion_id is null and corrections -> 'removed' ? image.id::text);
  perform private.check_corrections('approved', facts);
  perform private.check_shape('jersey', facts);
  present := private.target_row('jersey', jersey.id);
  given := private.completed_changes('jersey', present, facts);
  columns := array(
    select name from unnest(private.suggestable_columns('jersey')) name
    where given ? name and private.differs(name, present, present || given));
  if columns = '{}' and photos = '{}' then
    raise sqlstate 'PT400' using message = 'suggestion_already_so', detail = 'Nothing would change.';
  end if;
  perform private.begin_revision('correction', null, reason);
  if columns <> '{}' then
    columns := private.with_dependent_columns(columns);
    perform private.check_constraints('public.jerseys', present || given, columns);
    perform private.write_fields('jersey', jersey.id, private.pick_columns(given, columns));
  end if;
  delete from public.jersey_images image using unnest(photos) gone where image.id = gone.id;
  perform private.end_revision();
  perform private.notify_photos_gone(photos, reason);
end $function$
;

CREATE OR REPLACE FUNCTION private.correctable_columns(target_type text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.with_dependent_columns(private.public_columns(target_type)) $function$
;

CREATE OR REPLACE FUNCTION private.corrections_in_words(was jsonb, becomes jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(
    jsonb_build_object(
      'field', key, 'before', private.as_text(words -> key -> 'before'), 'after', private.as_text(words -> key -> 'after'))
    order by place)
  from (select private.changes_in_words('jersey', was, becomes) as words) changed
  cross join unnest(private.public_columns('jersey')) with ordinality field (name, place)
  cross join lateral (select regexp_replace(name, '_id$', '') as key) shown
  -- Another team or brand may have the same name.
  where words -> key -> 'before' is distinct from words -> key -> 'after'
$function$
;

CREATE OR REPLACE FUNCTION private.count_cells(asked private.catalogue_filter, facet text DEFAULT ''::text)
 RETURNS TABLE(value text, jerseys bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
begin
  return query execute format(
    'select %s, sum(jerseys) from private.catalogue_cells where %s group by 1',
    case facet
      when 'competition' then 'competition_id::text' when 'decade' then '(year / 10 * 10)::text' when 'kit' then 'kit'
      when 'brand' then 'brand_id::text' when 'color' then 'color' when 'pattern' then 'pattern' when 'photo' then 'has_photo::integer::text'
      else '''''' end,
    private.fact_conditions(asked));
end $function$
;

CREATE OR REPLACE FUNCTION private.count_copy_upload(metadata jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  size constant bigint := greatest((metadata ->> 'size')::bigint, 1);
  most_bytes constant bigint := 5368709120;
  -- A photo is two files.
  most_files constant integer := 40000;
  stored record;
begin
  if public.is_admin(member) then
    return true;
  end if;
  -- Without the lock, as in private.count_upload().
  perform private.count_write('copy_uploads', 1, false);
  perform private.count_write('copy_upload_bytes', size, false);
  -- A range of names, as in private.count_upload().
  select count(*) as files, coalesce(sum((object.metadata ->> 'size')::bigint), 0) as bytes into stored
  from storage.objects object
  where object.bucket_id = 'copies'
    and object.name collate "C" >= member || '/' and object.name collate "C" < member || '0';
  if stored.bytes + size > most_bytes or stored.files >= most_files then
    raise sqlstate 'PT413' using
      message = 'copy_photos_full',
      detail = format('A member stores at most %s bytes in %s files.', most_bytes, most_files),
      hint = 'Delete photos first.';
  end if;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_duels(before date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ended date;
  closed integer := 0;
begin
  for ended in
    select duel.day from public.daily_duels duel
    where duel.day < count_duels.before and duel.counted_at is null order by duel.day for update
  loop
    -- Waits for answers on their way: they have added to it.
    delete from private.duel_tallies tally where tally.day = ended;
    update public.daily_duels duel set
      counted_at = now(),
      firsts = case when counted.total > 0 then counted.firsts end,
      seconds = case when counted.total > 0 then counted.seconds end,
      neithers = case when counted.total > 0 then counted.total - counted.firsts - counted.seconds end
    from (
      select count(*) as total,
        count(*) filter (where answer.choice = 'first') as firsts, count(*) filter (where answer.choice = 'second') as seconds
      from public.daily_duel_answers answer where answer.day = ended
    ) counted
    where duel.day = ended;
    closed := closed + 1;
  end loop;
  return closed;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_entries(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS TABLE(facet text, value text, jerseys bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
  with candidate as (
    select * from private.catalogue_entries
    where scope.included is not null and jersey_id = any (scope.included)
    union all
    select * from private.catalogue_entries
    where scope.included is null and team_id = any (asked.teams)
  ), checked as (
    -- Each filter that a jersey misses has a bit.
    select entry.*,
      case when asked.leagues is null or competition.league = any (asked.leagues) then 0 else 1 end
      + case when asked.competitions is null or entry.competition_id = any (asked.competitions) then 0 else 2 end
      + case when asked.teams is null or entry.team_id = any (asked.teams) then 0 else 4 end
      + case when asked.brands is null or entry.brand_id = any (asked.brands) then 0 else 8 end
      + case when asked.kits is null or entry.kit = any (asked.kits) then 0 else 16 end
      + case when asked.colors is null or entry.color = any (asked.colors) then 0 else 32 end
      + case when asked.photo is null or entry.has_photo = any (asked.photo) then 0 else 64 end
      + case when entry.year between coalesce(asked.first_year, entry.year) and coalesce(asked.last_year, entry.year)
          then 0 else 128 end
      + case when asked.patterns is null or entry.pattern = any (asked.patterns) then 0 else 256 end as missed
    from candidate entry join public.competitions competition on competition.id = entry.competition_id
    where scope.excluded is null or entry.jersey_id <> all (scope.excluded)
  )
  -- A facet counts what fits all filters, or all but its own.
  select facet.name, facet.value, count(*)
  from checked cross join lateral (values
    ('total', '', 0), ('sport', competition_id::text, 1), ('competition', competition_id::text, 2),
    ('team', team_id::text, 4), ('brand', brand_id::text, 8), ('kit', kit, 16), ('color', color, 32),
    ('photo', has_photo::integer::text, 64), ('decade', (year / 10 * 10)::text, 128),
    ('pattern', pattern, 256)) as facet (name, value, bit)
  where missed in (0, facet.bit)
  group by 1, 2
$function$
;

CREATE OR REPLACE FUNCTION private.count_facets(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS TABLE(facet text, value text, jerseys bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if scope.included is not null then
    return query select * from private.count_entries(asked, scope);
  elsif asked.teams is not null then
    return query
      select * from private.count_entries(asked, scope) counted where counted.facet <> 'team'
      union all
      select 'team', team.value, team.jerseys
      from private.count_teams(asked, private.count_catalogue(private.without_filter(asked, 'team'), null)) team;
  else
    return query
      with counted as materialized (select * from private.count_facts(asked))
      select * from counted
      union all
      select 'team', team.value, team.jerseys
      from counted cross join lateral private.count_teams(asked, counted.jerseys) team
      where counted.facet = 'total';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_facts(asked private.catalogue_filter)
 RETURNS TABLE(facet text, value text, jerseys bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select name, counted.value, counted.jerseys
  from unnest(array['brand', 'kit', 'color', 'pattern', 'photo', 'decade']) name
  cross join lateral private.count_cells(private.without_filter(asked, name), name) counted
  union all
  -- Read without the filters of sport and competition, competitions say both facets, and the total.
  select facet.name, facet.value, sum(cell.jerseys)
  from private.count_cells(
    private.without_filter(private.without_filter(asked, 'sport'), 'competition'), 'competition') cell
  join public.competitions competition on competition.id = cell.value::uuid
  cross join lateral (values (
    asked.leagues is null or competition.league = any (asked.leagues),
    asked.competitions is null or competition.id = any (asked.competitions))) as fits (sport, competition)
  cross join lateral (values
    ('competition', cell.value, fits.sport), ('sport', cell.value, fits.competition),
    ('total', '', fits.sport and fits.competition)) as facet (name, value, counts)
  where facet.counts
  group by 1, 2
$function$
;

CREATE OR REPLACE FUNCTION private.count_matches(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  jerseys bigint;
begin
  execute format('select count(*) from private.catalogue_entries where %s', private.entry_conditions(asked, scope))
  into jerseys
  using scope.included, scope.excluded;
  return jerseys;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_sponsors(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS TABLE(value text, jerseys bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
begin
  if scope.included is null and asked.teams is null
    and private.count_catalogue(asked, null) > private.catalogue_limit('one_by_one') then
    return;
  end if;
  return query execute format(
    'select sponsor, count(*) from %s where sponsor <> '''' and %s group by 1',
    case when scope.included is not null or asked.teams is not null then 'private.catalogue_entries'
      else format(
        '(select distinct number from private.catalogue_cells where %s) cell
         join private.catalogue_entries entry on entry.cell = cell.number', private.fact_conditions(asked)) end,
    private.entry_conditions(asked, scope))
  using scope.included, scope.excluded;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_teams(asked private.catalogue_filter, total bigint)
 RETURNS TABLE(value text, jerseys bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  others private.catalogue_filter := private.without_filter(asked, 'team');
  competitions constant uuid[] := private.competitions_of(asked);
begin
  others.leagues := null;
  others.competitions := null;
  if private.fact_conditions(others) = 'true' then
    return query
      select team.team_id::text, sum(team.jerseys) from private.catalogue_teams team
      where competitions is null or team.competition_id = any (competitions) group by 1;
  elsif total <= private.catalogue_limit('one_by_one') then
    return query execute format(
      'select entry.team_id::text, count(*)
       from (select distinct number from private.catalogue_cells where %1$s) cell
       join private.catalogue_entries entry on entry.cell = cell.number
       where %1$s group by 1',
      private.fact_conditions(asked));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_upload(metadata jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  size constant bigint := greatest((metadata ->> 'size')::bigint, 1);
  quota constant bigint := 1073741824;
  stored bigint;
begin
  if public.is_admin(member) then
    return true;
  end if;
  -- Without the lock: the transaction lasts until the file is stored, and others would wait with a connection each. The
  -- service's own limit of attempts bounds how many can be too many.
  perform private.count_write('uploads', 1, false);
  perform private.count_write('upload_bytes', size, false);
  -- A range of names, which the index has in order: `0` follows `/`.
  select sum((object.metadata ->> 'size')::bigint) into stored
  from storage.objects object
  where object.bucket_id = 'jerseys'
    and object.name collate "C" >= member || '/' and object.name collate "C" < member || '0';
  if stored + size > quota then
    raise sqlstate 'PT413' using
      message = 'uploads_full',
      detail = format('A member stores at most %s bytes.', quota),
      hint = 'Delete images first.';
  end if;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_vote()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.current_change() ? 'moving' then
    return null;
  elsif tg_op = 'UPDATE' and old.jersey_id = new.jersey_id then
    if (old.vote, old.cast_at) is distinct from (new.vote, new.cast_at) then
      perform private.move_counters(
        new.jersey_id, (new.vote = 'up')::integer - (old.vote = 'up')::integer,
        (new.vote = 'down')::integer - (old.vote = 'down')::integer);
    end if;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform private.move_counters(old.jersey_id, -(old.vote = 'up')::integer, -(old.vote = 'down')::integer);
  end if;
  if tg_op <> 'DELETE' then
    perform private.move_counters(new.jersey_id, (new.vote = 'up')::integer, (new.vote = 'down')::integer);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.count_write(kind text, amount bigint, is_locked boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  broken record;
begin
  if member is null or amount <= 0 or public.is_admin(member) then
    return;
  end if;
  -- A member's writes are serialized. Two at once would each see room for one more row.
  if is_locked then
    perform pg_advisory_xact_lock(hashtextextended('writes ' || kind || member, 0));
  end if;
  select wl.span, wl.most, done.first + wl.span as room_at into broken
  from private.write_limits wl
  cross join lateral (
    select coalesce(sum(write.amount), 0) as amount, min(write.at) as first
    from private.writes write
    where write.member_id = member and write.kind = count_write.kind
      and write.at > clock_timestamp() - wl.span
  ) done
  where wl.kind = count_write.kind
    and done.amount + count_write.amount > wl.most
    and (not wl.for_new or exists (select from auth.users where id = member and created_at > now() - interval '7 days'))
  -- The limit that lasts longest; one that this amount never fits comes first.
  order by count_write.amount > wl.most desc, room_at desc
  limit 1;
  if found then
    raise sqlstate 'PT429' using
      message = kind || '_too_many',
      detail = format('At most %s in %s.', broken.most, broken.span),
      hint = case
        when amount > broken.most then 'Send fewer at once.'
        else format('Retry after %s seconds.',
          greatest(1, ceil(extract(epoch from broken.room_at - clock_timestamp())))::bigint)
      end;
  end if;
  insert into private.writes (member_id, kind, amount) values (member, kind, amount);
end $function$
;

CREATE OR REPLACE FUNCTION private.decidable_by(reviewer uuid)
 RETURNS TABLE(kind text, since timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select waiting.kind, waiting.since
  from private.waiting waiting
  cross join (select coalesce(bool_or(role = 'admin'), false) as is_admin from public.user_roles where user_id = reviewer) caller
  where not waiting.to_check and not private.is_for_another(waiting.suggestion, reviewer)
    and not coalesce(private.is_report_for_another(waiting.report, reviewer), false)
    and (caller.is_admin or waiting.member_id is distinct from reviewer and not private.removes_photo_of(waiting.suggestion, reviewer)
      and (waiting.kind <> 'report' or waiting.target_type <> 'profile' and not private.is_about(waiting.report, reviewer))
      and not exists (
        select from public.jerseys
        where waiting.target_type = 'jersey' and id = waiting.target_id and author_id = reviewer))
$function$
;

CREATE OR REPLACE FUNCTION private.decide_jersey(jersey public.jerseys, status text, reason text, corrections jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant jsonb := private.pick_columns(to_jsonb(jersey), private.state_columns());
begin
  perform private.record_decision('jerseys', jersey.id, auth.uid(), was || jsonb_build_object('at', now()));
  -- private.after_jersey() stores what was corrected.
  perform private.write_fields('jersey', jersey.id, coalesce(corrections, '{}') || jsonb_build_object(
    'status', decide_jersey.status, 'moderation_note', reason, 'moderated_at', now(), 'edited_at', null));
end $function$
;

CREATE OR REPLACE FUNCTION private.decide_suggestion(suggestion public.suggestions, verdicts jsonb, seen jsonb, corrections jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  current jsonb;
  accepted text[];
  pending text[];
  to_check constant boolean := suggestion.trusted and suggestion.afterwards is null;
begin
  perform private.check_decidable(suggestion);
  if seen is distinct from to_jsonb(suggestion.edited_at) then
    raise sqlstate 'PT409' using
      message = 'suggestion_changed', detail = 'It was changed since it was shown.', hint = 'Look at it again.';
  end if;
  pending := case when to_check then array(select jsonb_object_keys(suggestion.verdicts)) else private.pending_keys(suggestion) end;
  -- An administrator deleted its only photo.
  if pending = '{}' then
    update public.suggestions s_empty set status = 'outdated' where s_empty.id = suggestion.id;
    return 'outdated';
  end if;
  perform private.check_verdicts(pending, verdicts);
  if to_check then
    perform private.check_trusted(suggestion, verdicts);
    return case when verdicts @? '$.* ? (@.accepted == false)' then 'undone' else 'accepted' end;
  end if;

  current := private.target_row(suggestion.target_type, suggestion.target_id);
  accepted := array(
    select name from unnest(private.suggestable_columns(suggestion.target_type)) name
    where verdicts -> name -> 'accepted' = 'true');
  if verdicts @? '$.* ? (@.accepted == true)' and (
    current is null or current ->> 'is_active' <> 'true' or coalesce(current ->> 'status', 'approved') <> 'approved') then
    raise sqlstate 'PT409' using
      message = 'suggestion_target_gone', detail = 'It is not shown any more.', hint = 'Refuse the suggestion.';
  end if;
  if corrections is not null then
    if jsonb_typeof(corrections) <> 'object' or suggestion.kind <> 'edit' or exists (
      select from jsonb_object_keys(corrections) key
      where regexp_replace(key, '^(team|brand)$', '\1_id') <> all (accepted) or key = 'photos') then
      raise sqlstate 'PT400' using
        message = 'correction_unknown', detail = 'Corrected are accepted fields: ' || array_to_string(accepted, ', ') || '.';
    end if;
    perform private.check_shape(suggestion.target_type, corrections);
    corrections := private.completed_changes(suggestion.target_type, current || suggestion.changes, corrections);
    if exists (
      select from unnest(accepted) name where corrections ? name and not private.says_else(name, current, current || corrections)) then
      raise sqlstate 'PT400' using
        message = 'correction_changes_nothing', detail = 'The page says so already.', hint = 'Refuse the field.';
    end if;
    perform private.check_constraints(
      private.relation_of(suggestion.target_type), current || corrections, array(select jsonb_object_keys(corrections)));
  end if;
  perform private.check_conflicts(suggestion, verdicts, coalesce(corrections, '{}'));
  suggestion := private.apply_verdicts(suggestion, verdicts, corrections);
  return suggestion.status;
end $function$
;

CREATE OR REPLACE FUNCTION private.default_colors(kit_type text, team_id uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.color_names(private.shirt_colors(
    default_colors.kit_type, (select colors from public.teams where id = default_colors.team_id)))
$function$
;

CREATE OR REPLACE FUNCTION private.default_colors_of(was public.jerseys, becomes public.jerseys)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  are_given constant boolean := private.current_change() ? 'colors';
begin
  if are_given then
    perform private.set_change('colors', null);
  end if;
  if becomes.colors = '{}' then
    return private.default_colors(becomes.kit_type, becomes.team_id);
  elsif was.id is not null and not are_given then
    return private.followed_colors(was, becomes);
  end if;
  return becomes.colors;
end $function$
;

CREATE OR REPLACE FUNCTION private.delete_account()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
begin
  if member is null then
    raise insufficient_privilege using
      message = 'account_denied', detail = 'Members delete their own account.';
  end if;
  -- Two administrators who delete their accounts at once must not each rely on the other.
  lock table public.user_roles in share row exclusive mode;
  if exists (select from public.user_roles where user_id = member and role = 'admin')
    and not private.has_administrator(beside => member) then
    raise sqlstate 'PT409' using
      message = 'account_last_admin', detail = 'Someone must remain who can moderate.',
      hint = 'Give the role to another member first.';
  end if;

  delete from public.jerseys where author_id = member and status <> 'approved';
  -- Images before what they belong to, as in a decision.
  perform from public.jersey_images image join public.suggestions suggestion on suggestion.id = image.suggestion_id
  where suggestion.member_id = member order by image.id for update of image;
  delete from public.suggestions where member_id = member and status = 'open';
  -- Those that were accepted are images of their jersey.
  delete from public.jersey_images image using public.suggestions suggestion
  where suggestion.id = image.suggestion_id and suggestion.member_id = member;
  -- What an undo could have brought back goes with its owner.
  update public.storage_deletions deletion set held_for = null, retry_at = now()
  where deletion.bucket_id = 'jerseys' and deletion.name collate "C" >= member || '/' and deletion.name collate "C" < member || '0'
    and not exists (select from public.jersey_images image where image.path = deletion.name);
  -- Uploads that no jersey shows, for example of an abandoned form, and all files of copies.
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies') and object.name collate "C" >= member || '/' and object.name collate "C" < member || '0'
    and not (object.bucket_id = 'jerseys' and private.is_image_in_use(object.name))
  on conflict on constraint storage_deletions_name_key do nothing;
  delete from auth.users where id = member;
end $function$
;

CREATE OR REPLACE FUNCTION private.deletes_image(image public.jersey_images)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  suggestion public.suggestions;
begin
  if image.suggestion_id is not null then
    -- What another request adds meanwhile is in it first.
    select * into suggestion from public.suggestions s where s.id = image.suggestion_id for update;
    perform private.end_empty_suggestion(suggestion, private.photo_key(image.id));
    return true;
  end if;
  select * into jersey from public.jerseys j where j.id = image.jersey_id for no key update;
  if jersey.status is distinct from 'approved' then
    return true;
  end if;
  perform private.count_write('edits', 1);
  perform private.suggest_own(jersey, jsonb_build_object('removed', jsonb_build_array(image.id)));
  return false;
end $function$
;

CREATE OR REPLACE FUNCTION private.departure_stays(revision public.revisions, is_administrator boolean)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select case
    when gone.id is null then 'expired'
    when revision.kind = 'approved' then private.approval_stays(revision, is_administrator)
    when not is_administrator and (import.id is not null or gj.urgency is not null) then 'urgent'
    when not is_administrator and exists (
      select from public.jerseys where id in (gone.id, revision.target_id) and author_id = auth.uid()) then 'own'
    -- It went, and comes back.
    when (revision.changes -> key.name -> 'after') = 'null' then case
      when gj.jersey_id is null then 'undone'
      when gj.undo_until is null or gj.undo_until <= now() then 'expired'
      -- It went by a later revision. One that was undone and brought back is the same departure.
      when gj.into_id is distinct from case key.name when 'merged' then revision.target_id end then 'undone'
      when private.is_gone(gj.into_id) then 'later'
      -- Its line was imported again.
      when import.id is not null and not exists (
        select from private.imported_jerseys ij where ij.jersey_id = gone.id) then 'changed' end
    -- It came, and goes again.
    when gj.jersey_id is not null then 'undone'
    when import.id is not null then case
      when not exists (select from public.jerseys where id = gone.id and is_active) then 'hidden'
      when private.is_used(gone.id) then 'used' end
    -- Photos of a submission may be others by now.
    when key.name = 'merged' and not private.is_public_jersey(gone.id) then 'changed'
    when private.reason_not_to_go(gone.id, case when key.name = 'merged' then revision.target_id end) is not null then 'hidden'
  end
  from (select private.gone_of(revision) as id) gone
  cross join (select private.import_of(revision.id) as id) import
  cross join (select case when revision.changes ? 'merged' then 'merged' else 'jersey' end as name) key
  left join public.gone_jerseys gj on gj.jersey_id = gone.id
$function$
;

CREATE OR REPLACE FUNCTION private.derived_rows(ids uuid[])
 RETURNS TABLE(what text, id uuid, facts text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'counters', jersey.id, concat_ws(' ', jersey.upvotes, jersey.downvotes) from public.jerseys jersey where jersey.id = any (ids)
  union all
  select 'words', document.id, document.words::text
  from private.search_documents document where kind = 'jersey' and document.id = any (ids)
  union all
  select 'catalogue', jersey_id, entry::text from private.catalogue_entries entry where jersey_id = any (ids)
  union all
  select 'cell of the catalogue', entry.jersey_id, cell.jerseys::text
  from private.catalogue_entries entry
  join private.catalogue_cells cell using (competition_id, year, kit, brand_id, color, pattern, has_photo)
  where entry.jersey_id = any (ids)
  union all
  select 'team of the catalogue', entry.jersey_id, team.jerseys::text
  from private.catalogue_entries entry
  join private.catalogue_teams team using (team_id, competition_id)
  where entry.jersey_id = any (ids)
  union all
  select 'public changes of a ' || known.kind, known.id, concat_ws(' ', known.number, known.change)
  from public.public_changes known where known.id = any (ids)
$function$
;

CREATE OR REPLACE FUNCTION private.detail_of_report(report public.reports, comment public.comments, jersey public.jerseys, commented public.jerseys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'category', report.category, 'reason', report.reason, 'reported_name', report.reported_name, 'comment', comment.body,
    'list', private.list_for_review(report),
    'is_second', coalesce(private.is_report_for_another(report, auth.uid()), false),
    'is_contested', exists (
      select from private.open_reports_about(report) beside join public.report_contests contest on contest.report_id = beside.id),
    'jersey_id', coalesce(report.jersey_id, comment.jersey_id),
    -- Their reason goes by mail to somebody who has no account, so one must be given.
    'needs_note', exists (
      select from private.open_reports_about(report) beside join public.visitor_reports vr on vr.report_id = beside.id),
    'team_slug', coalesce(jersey.team_slug, commented.team_slug),
    'kit_type_slug', coalesce(jersey.kit_type_slug, commented.kit_type_slug), 'year', coalesce(jersey.year, commented.year))
$function$
;

CREATE OR REPLACE FUNCTION private.differs("column" text, was jsonb, becomes jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (CASE WHEN ("column" = 'photos'::text) THEN (private.photos_in((was -> 'photos'::text), (becomes -> 'photos'::text)) IS DISTINCT FROM private.photos_in((becomes -> 'photos'::text), (was -> 'photos'::text))) ELSE ((was -> "column") IS DISTINCT FROM (becomes -> "column")) END OR ((private.name_column("column") IS NOT NULL) AND (NULLIF((becomes -> "column"), 'null'::jsonb) IS NULL) AND ((was -> private.name_column("column")) IS DISTINCT FROM (becomes -> private.name_column("column")))))
;

CREATE OR REPLACE FUNCTION private.divide_fields(revision public.revisions, current jsonb, restored uuid[], fields text[], OUT back text[], OUT stays jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  stays := private.fields_that_stay(revision, current, public.is_admin(auth.uid()), restored);
  back := array(select field from jsonb_object_keys(revision.changes) field where not stays ? field order by field);
  if fields is not null then
    select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where key = any (fields);
    back := array(
      select field from unnest(back) field
      where field = any (fields)
        -- A competition is of its league.
        or field in ('league', 'competition') and fields && array['league', 'competition']);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.draw_kind(kind text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.day_at(now());
  drawn integer := 0;
  ahead date;
  chosen uuid;
begin
  -- What has happened to a jersey since it was drawn changes only days that haven't begun.
  delete from public.daily_shirts shirt
  where shirt.kind = draw_kind.kind and shirt.day > today and (
    not exists (
      select from public.jerseys jersey where jersey.id = shirt.jersey_id and private.fits_a_day(jersey))
    -- A reviewer has chosen to show what is to be guessed on this day.
    or shirt.kind = 'guess' and exists (
      select from public.daily_shirts ds_shown
      where ds_shown.kind = 'shown' and ds_shown.day = shirt.day and ds_shown.jersey_id = shirt.jersey_id));
  for ahead in
    select today + n from generate_series(0, 7) n
    where not exists (select from public.daily_shirts shirt where shirt.day = today + n and shirt.kind = draw_kind.kind)
    order by n
  loop
    chosen := private.choose_jersey(draw_kind.kind, ahead);
    continue when chosen is null;
    if draw_kind.kind = 'shown' then
      perform private.set_day(ahead, chosen);
    else
      perform private.set_guess(ahead, chosen);
    end if;
    drawn := drawn + 1;
  end loop;
  return drawn;
end $function$
;

CREATE OR REPLACE FUNCTION private.drop_empty_counts()
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with cells as (
    delete from private.catalogue_cells cell where not exists (
      select from private.catalogue_entries entry
      where entry.cell = cell.number
        and (entry.competition_id, entry.year, entry.kit, entry.brand_id, entry.color, entry.pattern, entry.has_photo)
          = (cell.competition_id, cell.year, cell.kit, cell.brand_id, cell.color, cell.pattern, cell.has_photo))
    returning 'cell of the catalogue' as what, competition_id as id, jerseys
  ), teams as (
    delete from private.catalogue_teams team where not exists (
      select from private.catalogue_entries entry
      where (entry.team_id, entry.competition_id) = (team.team_id, team.competition_id))
    returning 'team of the catalogue', team_id, jerseys
  )
  select coalesce(jsonb_agg(jsonb_build_object('what', what, 'id', id, 'was', jerseys::text, 'is', null)), '[]')
  from (select * from cells union all select * from teams) gone
$function$
;

CREATE OR REPLACE FUNCTION private.duel_state(duel public.daily_duels, playing uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'choice', answer.choice,
    'share', case
      when duel.counted_at is not null and duel.firsts is not null then
        jsonb_build_object('first', duel.firsts, 'second', duel.seconds, 'neither', duel.neithers)
      when duel.counted_at is null and answer.choice is not null then
        jsonb_build_object('first', tally.firsts, 'second', tally.seconds, 'neither', tally.neithers)
    end)
  from (values (1)) once
  left join public.daily_duel_answers answer on answer.player_id = playing and answer.day = duel.day
  left join private.duel_tallies tally on tally.day = duel.day
$function$
;

CREATE OR REPLACE FUNCTION private.end_empty_suggestion(suggestion public.suggestions, leaving text DEFAULT NULL::text)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.pending_keys(suggestion) <@ array_remove(array[leaving], null) then
    update public.suggestions s
    set status = case when s.verdicts = '{}' then 'withdrawn' else private.outcome_of(s.verdicts) end
    where s.id = suggestion.id and s.status = 'open'
    returning * into suggestion;
  end if;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.end_merges(jersey public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  departed public.gone_jerseys;
  merged public.gone_jerseys;
begin
  insert into private.changes (kind, id) select 'jersey', jersey_id from public.gone_jerseys where into_id = jersey.id;
  select * into departed from public.gone_jerseys where jersey_id = jersey.id;
  if departed.jersey_id is not null then
    -- It was hidden itself: what was merged into it went on with it, and stays hidden.
    update public.gone_jerseys
    set into_id = case when departed.kind = 'merge' and jersey_id <> departed.into_id then departed.into_id else into_id end,
      undo_until = case when undo_until is not null then now() end
    where into_id = jersey.id;
    update public.gone_jerseys set undo_until = null where jersey_id = jersey.id;
    delete from private.moved_rows where jersey_id = jersey.id;
  else
    perform private.set_change('leaving', to_jsonb(jersey.id));
    for merged in
      select * from public.gone_jerseys where into_id = jersey.id and undo_until > now() order by gone_at desc for update
    loop
      if merged.urgency is null then
        perform private.begin_revision('undo');
        perform private.bring_back(merged, null);
        perform private.end_revision();
      else
        -- What may harm somebody stays hidden, as if it had been removed: an administrator brings it back.
        update public.gone_jerseys set kind = 'removal', into_id = null where jersey_id = merged.jersey_id;
        update public.revisions revision
        set kind = 'removal', target_id = merged.jersey_id,
          changes = jsonb_build_object('jersey', jsonb_build_object('before', merged.title, 'after', null))
        where revision.batch_id = merged.batch_id and private.gone_of(revision) = merged.jersey_id;
      end if;
    end loop;
    perform private.set_change('leaving', null);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.end_target()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.close_history(tg_argv[0], old.id);
  perform private.close_suggestions(tg_argv[0], old.id);
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION private.entry_conditions(asked private.catalogue_filter, scope private.catalogue_scope)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ',
    case when scope.included is not null then 'jersey_id = any ($1)' end,
    case when scope.excluded <> '{}' then 'jersey_id <> all ($2)' end,
    private.fact_conditions(asked),
    case when asked.teams is not null then format('team_id = any (%L::uuid[])', asked.teams) end)
$function$
;

CREATE OR REPLACE FUNCTION private.fact_conditions(asked private.catalogue_filter)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', 'true',
    case when asked.leagues is not null or asked.competitions is not null
      then format('competition_id = any (%L::uuid[])', private.competitions_of(asked)) end,
    case when asked.first_year is not null or asked.last_year is not null
      then format('year between %s and %s', coalesce(asked.first_year, 0), coalesce(asked.last_year, 9999)) end,
    case when asked.kits is not null then format('kit = any (%L::text[])', asked.kits) end, case when asked.brands is not null then format('brand_id = any (%L::uuid[])', asked.brands) end,
    case when asked.colors is not null then format('color = any (%L::text[])', asked.colors) end,
    case when asked.patterns is not null then format('pattern = any (%L::text[])', asked.patterns) end, case when asked.photo is not null then format('has_photo = any (%L::boolean[])', asked.photo) end)
$function$
;

CREATE OR REPLACE FUNCTION private.facts_of_line(facts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object(
    'title', left(said.title, 160), 'team', left(said.team, 120), 'league', facts ->> 'league',
    'competition', left(said.competition, 120),
    'season', substring(facts ->> 'season' from '^[0-9]{4}(?:-[0-9]{2})?$'),
    'year', substring(facts ->> 'year' from '^[0-9]{4}$')::integer,
    'kit_type', case when facts ->> 'kit_type' = any (private.kit_types()) then facts ->> 'kit_type' end,
    'brand', left(said.brand, 80)))
  from (
    select private.said_text(facts, 'title') as title, private.said_text(facts, 'team') as team,
      private.said_text(facts, 'competition') as competition, private.said_text(facts, 'brand') as brand) said
  where said.title is not null and said.team is not null and facts ->> 'league' in ('NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT', 'OTHER')
$function$
;

CREATE OR REPLACE FUNCTION private.fits_a_day(jersey public.jerseys)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jersey.status = 'approved' and jersey.is_active
    and exists (select from public.teams team where team.id = jersey.team_id and team.is_active)
    and exists (
      select from public.jersey_images image where image.jersey_id = jersey.id and image.suggestion_id is null)
    and not exists (
      select from public.suggestions suggestion
      where suggestion.target_id = jersey.id and suggestion.target_type = 'jersey' and suggestion.status = 'open'
        and suggestion.changes - array['photos', 'removed'] <> '{}')
$function$
;

CREATE OR REPLACE FUNCTION private.fold(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  folded text;
  letter text[];
begin
  -- Most names are ASCII: only their case is folded.
  if octet_length(value) = char_length(value) then
    return lower(value collate "C");
  end if;
  folded := regexp_replace(normalize(value, NFKD), U&'[\0300-\036f]', '', 'g');
  -- Western names are ASCII once their accents are gone. Skipping the hundred replacements takes a tenth of the time.
  if octet_length(folded) = char_length(folded) then
    return lower(folded collate "C");
  end if;
  -- lower() of non-ASCII letters depends on the server, hence the two lists, paired by position.
  folded := translate(lower(folded collate "C"),
    'ŁØĐÐĦŊŦÆŒẞÞАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐЂЈЉЊЋЏЅΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ',
    'łøđðħŋŧæœßþабвгдежзиклмнопрстуфхцчшщъыьэюяєіґђјљњћџѕαβγδεζηθικλμνξοπρστυφχψω');
  -- Letters that Unicode does not decompose, and their Latin spelling. Not a variable, which would be made for every ASCII name.
  foreach letter slice 1 in array array[
    ['ł', 'l'], ['ø', 'o'], ['đ', 'd'], ['ð', 'd'], ['ħ', 'h'], ['ŋ', 'n'], ['ŧ', 't'], ['ı', 'i'],
    ['æ', 'ae'], ['œ', 'oe'], ['ß', 'ss'], ['þ', 'th'], ['’', ''''], ['ʼ', ''''],
    ['а', 'a'], ['б', 'b'], ['в', 'v'], ['г', 'g'], ['д', 'd'], ['е', 'e'], ['ж', 'zh'], ['з', 'z'],
    ['и', 'i'], ['к', 'k'], ['л', 'l'], ['м', 'm'], ['н', 'n'], ['о', 'o'], ['п', 'p'], ['р', 'r'],
    ['с', 's'], ['т', 't'], ['у', 'u'], ['ф', 'f'], ['х', 'kh'], ['ц', 'ts'], ['ч', 'ch'],
    ['ш', 'sh'], ['щ', 'shch'], ['ъ', ''], ['ы', 'y'], ['ь', ''], ['э', 'e'], ['ю', 'yu'],
    ['я', 'ya'], ['є', 'ye'], ['і', 'i'], ['ґ', 'g'], ['ђ', 'dj'], ['ј', 'j'], ['љ', 'lj'],
    ['њ', 'nj'], ['ћ', 'c'], ['џ', 'dz'], ['ѕ', 'dz'],
    ['α', 'a'], ['β', 'v'], ['γ', 'g'], ['δ', 'd'], ['ε', 'e'], ['ζ', 'z'], ['η', 'i'], ['θ', 'th'],
    ['ι', 'i'], ['κ', 'k'], ['λ', 'l'], ['μ', 'm'], ['ν', 'n'], ['ξ', 'x'], ['ο', 'o'], ['π', 'p'],
    ['ρ', 'r'], ['σ', 's'], ['ς', 's'], ['τ', 't'], ['υ', 'y'], ['φ', 'f'], ['χ', 'ch'],
    ['ψ', 'ps'], ['ω', 'o']]
  loop
    folded := replace(folded, letter[1], letter[2]);
  end loop;
  return folded;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_images(images public.jersey_images[], are_added boolean, is_request boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if is_request then
    perform private.count_write(case when are_added then 'images' else 'edits' end, cardinality(images));
  end if;
  perform private.return_to_queue(array(select distinct image.jersey_id from unnest(images) image));
  if are_added then
    perform private.check_image_count(images);
    perform private.keep_files(images);
  else
    perform private.queue_file_deletion(images);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_list_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.lists list set changed_at = now() where list.id in (select list_id from changed);
  insert into private.changes (kind, id)
  select 'list', list.id from public.lists list where list.is_public and list.id in (select list_id from changed);
  -- A note is on the list's own page, which no cache has.
  if tg_op <> 'UPDATE' then
    perform private.invalidate_pages(list.id) from public.lists list
    where list.is_public and list.id in (select list_id from changed);
  end if;
  if tg_op = 'INSERT' then
    insert into private.changes (kind, id)
    select distinct 'page', item.jersey_id
    from changed item join public.lists list on list.id = item.list_id and list.is_public
    where item.jersey_id is not null;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_undoing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  undone public.revisions;
begin
  select * into undone from public.revisions where id = new.undoes;
  if undone.kind <> 'trusted' and undone.undoes is null or exists (select from jsonb_object_keys(undone.changes) field where not private.is_undone(undone.id, field)) then
    return null;
  end if;
  update public.suggestions suggestion set afterwards = 'seen'
  where suggestion.afterwards = 'undone' and suggestion.id = (
    select revision.suggestion_id from public.revisions revision where revision.id = undone.undoes and revision.kind = 'trusted');
  if undone.kind = 'trusted' then
    update public.suggestions suggestion set afterwards = 'undone' where suggestion.id = undone.suggestion_id;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.followed_colors(was public.jerseys, becomes public.jerseys)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when (was.team_id, was.kit_type) is distinct from (becomes.team_id, becomes.kit_type)
      and was.colors = private.default_colors(was.kit_type, was.team_id)
    then private.default_colors(becomes.kit_type, becomes.team_id)
    else was.colors
  end
$function$
;

CREATE OR REPLACE FUNCTION private.former_facts(jersey public.jerseys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object(
    'title', jersey.title, 'team', jersey.team, 'league', jersey.league, 'year', jersey.year, 'kit_type', jersey.kit_type,
    'brand', jersey.brand, 'gone', true,
    'competition', (select name from public.competitions where id = jersey.competition_id),
    'season', (select code from public.seasons where id = jersey.season_id)))
$function$
;

CREATE OR REPLACE FUNCTION private.former_values(revision public.revisions, fields text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(value.key, value.value)
  from unnest(fields) field
  cross join lateral (
    select field as key, case field
      when 'photos' then revision.stored -> 'photos' -> 'before'
      else revision.changes -> field -> 'before' end as value
    where field not in ('season', 'competition')
    union all
    select field || '_id', case
      -- The team or brand was deleted since: its name stays. A merged team is the one that it became.
      when field = 'team' and not exists (
        select from public.teams where id = (revision.stored -> 'team_id' ->> 'before')::uuid) then coalesce((
          select to_jsonb(redirect.into_id) from public.team_redirects redirect
          where redirect.from_id = (revision.stored -> 'team_id' ->> 'before')::uuid), 'null')
      when field = 'brand' and not exists (
        select from public.brands where id = (revision.stored -> 'brand_id' ->> 'before')::uuid) then 'null'
      else revision.stored -> (field || '_id') -> 'before' end
    where revision.stored ? (field || '_id') or field in ('season', 'competition')
  ) value
$function$
;

CREATE OR REPLACE FUNCTION private.guard_comment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_written boolean := tg_op = 'INSERT';
begin
  new.body := coalesce(private.tidy(new.body), '');
  if tg_op = 'UPDATE' then
    is_written := new.body is distinct from old.body;
    if is_written then
      new.edited_at := now();
    end if;
    if (new.is_hidden, new.hidden_reason) is distinct from (old.is_hidden, old.hidden_reason) and private.is_comment_for_another(old.id) then
      raise sqlstate 'PT403' using
        message = 'suggestion_another_reviewer', detail = 'Somebody else decides after the decision was contested.';
    end if;
    if current_user = 'authenticated'
      and ((new.is_hidden, new.hidden_reason) is distinct from (old.is_hidden, old.hidden_reason)
          and not public.is_admin(auth.uid())
          and not (public.is_reviewer(auth.uid()) and old.author_id is distinct from auth.uid())
        or new.body <> old.body and old.author_id is distinct from auth.uid()) then
      raise insufficient_privilege using
        message = 'permission denied for table comments',
        detail = 'Authors change the body, reviewers whether it is hidden.';
    end if;
  end if;
  if is_written and not new.is_hidden and current_user = 'authenticated' and new.body ~* '(https?://|www\.)'
    and not public.is_reviewer(auth.uid())
    and not exists (
      select from public.comments c_shown
      where c_shown.author_id = new.author_id and not c_shown.is_hidden and c_shown.id <> new.id
        and c_shown.body ~* '(https?://|www\.)') then
    new.is_hidden := true;
    new.hidden_reason := null;
  elsif is_written and new.is_hidden and current_user = 'authenticated' then
    -- Its author corrected it: it is looked at again.
    new.hidden_reason := null;
  elsif not new.is_hidden then
    new.hidden_reason := null;
  elsif tg_op = 'INSERT' then
    -- Only what was hidden before comes so: another database's rows.
    new.hidden_reason := coalesce(new.hidden_reason, 'off_topic');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.guess_state(drawn public.daily_shirts, playing uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with game as (
    select coalesce(guess.tries, '[]') as tries, coalesce(guess.state, 'open') as state,
      coalesce(private.game_counts(guess), false) as counts,
      case when guess.state <> 'open' then 6 else coalesce(jsonb_array_length(guess.tries), 0) end as step
    from (values (1)) once
    left join public.daily_guesses guess on guess.player_id = playing and guess.day = drawn.day
  )
  select jsonb_build_object(
    'day', drawn.day, 'today', private.day_at(now()),
    'next_at', (private.day_at(now()) + 1)::timestamp at time zone 'Europe/Paris',
    'state', game.state, 'counts', game.counts or drawn.day = private.day_at(now()),
    'tries', (
      select coalesce(jsonb_agg(given.try || jsonb_build_object('name', jsonb_build_object(
        'name', team.name, 'country', team.country, 'competition', competition.slug)) order by given.place), '[]')
      from jsonb_array_elements(game.tries) with ordinality given (try, place)
      left join public.teams team on team.id = (given.try ->> 'team_id')::uuid
      left join public.competitions competition on competition.id = team.competition_id),
    -- What a step opens, as picture and in words.
    'pictures', (
      select coalesce(jsonb_object_agg(picture.step, picture.token), '{}') from private.guess_pictures picture
      where picture.day = drawn.day
        and game.step >= case picture.step when 'pattern' then 1 when 'detail' then 3 else 5 end),
    -- Without the sport the first try would be one of all teams.
    'clues', jsonb_build_object('palette', drawn.facts -> 'palette', 'league', drawn.facts -> 'league')
      || case when game.step < 1 then '{}' else jsonb_build_object('kit_type', drawn.facts -> 'kit_type') end
      || case when game.step < 3 then '{}' else
        -- The country of a national team is the answer.
        jsonb_build_object('brand', drawn.facts -> 'brand', 'country', case
          when not (drawn.facts -> 'is_national')::boolean then drawn.facts -> 'country' end) end
      || case when game.step < 5 then '{}' else
        jsonb_build_object('season', drawn.facts -> 'season', 'competition', jsonb_build_object(
          'slug', drawn.facts -> 'competition', 'name', drawn.facts -> 'competition_name')) end,
    'figures', private.guess_figures(playing),
    'answer', case when game.state = 'open' then null else
      jsonb_build_object('day', drawn.day, 'jersey_id', drawn.jersey_id, 'facts', drawn.facts - 'image_id') end)
  from game
$function$
;

CREATE OR REPLACE FUNCTION private.has_role(member uuid, roles text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (has_role.member = auth.uid() or auth.role() = 'service_role')
      and exists (
        select from public.user_roles ur join auth.users u on u.id = ur.user_id
        where ur.user_id = has_role.member and ur.role = any (has_role.roles)
          and (u.banned_until is null or u.banned_until <= now()))
      and (auth.role() = 'service_role' or auth.jwt() ->> 'aal' = 'aal2'
        or not private.has_factor(has_role.member)),
    false)
$function$
;

CREATE OR REPLACE FUNCTION private.has_shape(changes jsonb, columns text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(changes) = 'object' then
    changes - columns = '{}'
    and not exists (
      select from jsonb_each(changes - array['photos', 'removed']) field
      where case
        when field.key = any (private.list_facts()) then jsonb_typeof(field.value) <> 'array'
          or jsonb_path_exists(field.value, 'strict $[*] ? (@.type() != "string")', silent => true)
        -- A text field would take the characters of a list or an object.
        else jsonb_typeof(field.value) in ('object', 'array') end)
  else false end
$function$
;

CREATE OR REPLACE FUNCTION private.hidden_characters()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select U&'[\0001-\001f\007f-\009f\00ad\034f\061c\115f\1160\17b4\17b5\180b-\180f\200b-\200f\2028-\202e\2060-\206f\2800\3164\fe00-\fe0f\feff\ffa0\fff0-\fffb\fffe\ffff\+013430-\+01343f\+01bca0-\+01bca3\+01d173-\+01d17a\+0e0000-\+0e0fff]'
$function$
;

CREATE OR REPLACE FUNCTION private.hiding_as_report(hidden public.comments)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- None if its decider has left.
  decision private.decisions;
  settled uuid;
begin
  select * into decision from private.decisions made where made.table_name = 'comments' and made.row_id = hidden.id;
  insert into public.reports (reporter_id, target_type, target_id, status, done, resolution_note, resolved_at)
  values (null, 'comment', hidden.id, 'upheld', 'hidden', hidden.hidden_reason, coalesce((decision.was ->> 'at')::timestamptz, now()))
  returning id into settled;
  perform private.record_decision(
    'reports', settled, decision.decided_by, jsonb_build_object('at', decision.was -> 'at', 'status', 'open'));
  return settled;
end $function$
;

CREATE OR REPLACE FUNCTION private.id_of_line(id text)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.is_uuid(id) and not exists (select from public.jerseys jersey where jersey.id = id_of_line.id::uuid)
      and not private.is_jersey_id_taken(id::uuid)
    then id_of_line.id::uuid
    else gen_random_uuid() end
$function$
;

CREATE OR REPLACE FUNCTION private.import_votes(own public.collection_imports, lines jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked jsonb;
  gone text[];
begin
  select jsonb_agg(line), array_agg(line ->> 'key') filter (where not private.is_public_jersey((line ->> 'jersey_id')::uuid))
  into asked, gone
  from jsonb_array_elements(lines) line
  where line ->> 'kind' = 'vote' and line ->> 'vote' in ('up', 'down') and line ->> 'jersey_id' is not null;
  if asked is null then
    return '{}';
  end if;
  with cast_votes as (
    insert into public.jersey_votes (jersey_id, voter_id, vote)
    select distinct on (jersey_id) jersey_id, own.owner_id, vote from (
      select (line ->> 'jersey_id')::uuid as jersey_id, line ->> 'vote' as vote, place
      from jsonb_array_elements(asked) with ordinality as lines (line, place)) vote
    where private.is_public_jersey(jersey_id)
    order by jersey_id, place
    on conflict (jersey_id, voter_id) do nothing
    returning jersey_id, vote, cast_at
  )
  insert into private.imported_votes (import_id, jersey_id, vote, cast_at)
  select own.id, jersey_id, vote, cast_at from cast_votes
  -- Voted, withdrawn elsewhere, and sent again because the answer was lost.
  on conflict (import_id, jersey_id) do update set vote = excluded.vote, cast_at = excluded.cast_at;
  return coalesce(gone, '{}');
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

CREATE OR REPLACE FUNCTION private.insert_imported(rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- What a line doesn't say.
  base public.jerseys;
begin
  base.team := '';
  base.colors := '{}';
  base.product_codes := '{}';
  perform private.set_change('batch', 'true');
  execute format(
    'insert into public.jerseys (id, author_id, %1$s, status, moderated_at, created_at)
     select id, author_id, %1$s, status, case when status = ''approved'' then now() end, least(coalesce(created_at, now()), now())
     from jsonb_populate_recordset($1, $2)',
    array_to_string(private.jersey_facts(), ', '))
  using base, insert_imported.rows;
  perform private.record_decision('jerseys', (line ->> 'id')::uuid, auth.uid())
  from jsonb_array_elements(insert_imported.rows) line where line ->> 'status' = 'approved';
  perform private.set_change('batch', null);
  -- The photos come with their jersey: below, one revision says so.
  perform private.begin_revision('none');
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  select (line ->> 'id')::uuid, '/storage/v1/object/public/jerseys/'
      || replace(private.storage_path(private.file_url(image ->> 'path')), ' ', '%20'),
    coalesce(private.tidy(image ->> 'alt'), left(line ->> 'title', 290) || case when place > 1 then format(' (%s)', place) else '' end),
    place - 1, case when private.is_distinctive(image ->> 'likeness') then (image ->> 'likeness')::bit(128) end,
    coalesce(image ->> 'licence', 'shown-here-only'), true
  from jsonb_array_elements(insert_imported.rows) line
  cross join lateral jsonb_array_elements(line -> 'images') with ordinality as images (image, place);
  perform private.end_revision();
  insert into private.imported_jerseys (key, import_id, jersey_id)
  select line ->> 'key', (line ->> 'import_id')::uuid, (line ->> 'id')::uuid
  from jsonb_array_elements(insert_imported.rows) line
  -- The jersey of an earlier import is gone.
  on conflict (key) do update
  set import_id = excluded.import_id, jersey_id = excluded.jersey_id;
  insert into public.revisions (target_type, target_id, kind, changes, contributor_id, batch_id)
  select 'jersey', (line ->> 'id')::uuid, 'imported',
    jsonb_build_object('jersey', jsonb_build_object('before', null, 'after', line ->> 'title')), auth.uid(), (line ->> 'import_id')::uuid
  from jsonb_array_elements(insert_imported.rows) line;
end $function$
;

CREATE OR REPLACE FUNCTION private.invalidate_list()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' and old.is_public then
    perform private.invalidate_pages(old.id);
  end if;
  if tg_op <> 'DELETE' and new.is_public then
    perform private.invalidate_pages(new.member_id);
    perform private.mark_listed(new.id);
  end if;
  if tg_op <> 'INSERT' and old.is_public or tg_op <> 'DELETE' and new.is_public then
    insert into private.changes (kind, id) values ('list', coalesce(new.id, old.id));
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.invalidate_lists_of_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.invalidate_pages(list.id) from public.lists list where list.member_id = new.id and list.is_public;
  -- A suspension that ends by itself is noted for then.
  insert into private.changes (kind, id, at)
  select line.kind, line.id, moment
  from public.lists list
  cross join unnest(array[now(), new.banned_until]) moment
  cross join lateral (
    select 'list' as kind, list.id union all
    select 'page', item.jersey_id from public.list_items item where item.list_id = list.id and item.jersey_id is not null) line
  where list.member_id = new.id and list.is_public and moment <= now() + interval '1 year';
  perform private.invalidate_pages(new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.invalidate_pages(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  announced integer := coalesce((private.current_change() -> 'announced')::integer, 0);
begin
  -- After 100 ids in one transaction, reading everything anew is cheaper. PostgreSQL sends equal messages once.
  if announced >= 100 then
    perform pg_notify('outdated_pages', '*');
  else
    perform private.set_change('announced', to_jsonb(announced + 1));
    perform pg_notify('outdated_pages', invalidate_pages.id::text);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_comment_for_another(comment_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.reports report
    where report.comment_id = is_comment_for_another.comment_id and private.is_report_for_another(report, auth.uid()))
$function$
;

CREATE OR REPLACE FUNCTION private.is_contested(comment_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.reports report join public.report_contests contest on contest.report_id = report.id
    where report.comment_id = is_contested.comment_id and report.status = 'open' and contest.party = 'author')
$function$
;

CREATE OR REPLACE FUNCTION private.is_copy_of_line(copy public.copies, said jsonb, teams jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not (
    coalesce(said ->> 'season' <> coalesce(season.code, copy.former_jersey ->> 'season'), false)
    or coalesce(said ->> 'kit_type' <> coalesce(jersey.kit_type, copy.former_jersey ->> 'kit_type'), false)
    or coalesce(private.slug(private.said_text(said, 'team')) <> private.slug(coalesce(jersey.team, copy.former_jersey ->> 'team')), false)
      and case when jersey.id is null
        then not is_copy_of_line.teams @> jsonb_build_object(
          coalesce(copy.former_jersey ->> 'league', ''), copy.former_jersey ->> 'team')
        else coalesce(jersey.team_id <> all (private.line_teams(said ->> 'team')), true) end)
  from (values (copy.jersey_id)) of_copy (jersey_id)
  left join public.jerseys jersey on jersey.id = of_copy.jersey_id
  left join public.seasons season on season.id = jersey.season_id
$function$
;

CREATE OR REPLACE FUNCTION private.is_detailed(copy public.copies)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from jsonb_each(private.copy_details(to_jsonb(copy))) where value not in ('null', 'false'))
    or exists (select from public.copy_photos photo where photo.copy_id = copy.id)
$function$
;

CREATE OR REPLACE FUNCTION private.is_dueled_near(jersey_id uuid, day date, span interval)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.daily_duels duel
    where (duel.first_id = is_dueled_near.jersey_id or duel.second_id = is_dueled_near.jersey_id)
      and duel.day > is_dueled_near.day - span and duel.day < is_dueled_near.day + span)
$function$
;

CREATE OR REPLACE FUNCTION private.is_dump_due()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- A new site waits for its first night.
  select coalesce(coalesce((select max(taken_at) from public.dumps), (select min(at) from public.public_changes)) < (
    date_trunc('day', now() at time zone 'Europe/Paris' - interval '3 hours') + interval '3 hours') at time zone 'Europe/Paris', false)
$function$
;

CREATE OR REPLACE FUNCTION private.is_followable(target_type text, target_id uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case is_followable.target_type
    -- Held: one that is being merged takes its followers along.
    when 'team' then exists (select from public.teams where id = is_followable.target_id and is_active for key share)
    when 'competition' then exists (select from public.competitions where id = is_followable.target_id and is_active)
    when 'brand' then exists (select from public.brands where id = is_followable.target_id)
    when 'list' then exists (
      select from public.lists list
      where list.id = is_followable.target_id and list.member_id <> auth.uid() and private.is_shown_list(list))
    else false
  end
$function$
;

CREATE OR REPLACE FUNCTION private.is_for_another(suggestion public.suggestions, reviewer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select suggestion.contested_at is not null and private.decided_by('suggestions', suggestion.id) = reviewer
    and not private.may_decide_anew(reviewer, suggestion.member_id, suggestion.contested_at)
$function$
;

CREATE OR REPLACE FUNCTION private.is_former_franchise(team uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.teams franchise
    join public.competitions competition on competition.id = franchise.competition_id
    cross join lateral (
      -- The newest one whose line-ups are there, not only some.
      select ts.season_id from public.team_seasons ts join public.seasons season on season.id = ts.season_id
      where ts.competition_id = competition.id
      group by ts.season_id, season.code
      order by count(*) * 2 > max(count(*)) over () desc, season.code desc limit 1) newest
    where franchise.id = is_former_franchise.team and competition.slug in ('nba', 'wnba', 'nfl', 'nhl')
      and not exists (
        select from public.team_seasons played
        where played.team_id = franchise.id and played.competition_id = competition.id
          and played.season_id = newest.season_id))
$function$
;

CREATE OR REPLACE FUNCTION private.is_fresh(revision public.revisions)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(revision.stored ? 'undoable', false)
    and revision.at > clock_timestamp() - private.undo_time()
    and not exists (select from public.revisions r_later where r_later.undoes = revision.id)
    -- It was changed since, and may be the same again: without this revision, the last one would tell of another value.
    and not exists (
      select from public.revisions r_later
      where r_later.target_type = revision.target_type and r_later.target_id = revision.target_id and r_later.id > revision.id
        and r_later.batch_id <> revision.batch_id and (
          r_later.changes ?| array(select jsonb_object_keys(revision.changes - array['image', 'merged']))
          or r_later.stored -> 'image' ->> 'path' = revision.stored -> 'image' ->> 'path'
          -- A photo finds its place in the order by its position, which both change.
          or r_later.changes ? 'image' and revision.changes ? 'photos' or r_later.changes ? 'photos' and revision.changes ? 'image'))
    -- It was decided again, or its member has left or said something else by now.
    and not exists (
      select from public.suggestions suggestion
      where suggestion.id = revision.suggestion_id and (
        revision.undoes is null and (suggestion.status = 'open' or suggestion.decided_at <> revision.at)
        or suggestion.member_id is null or suggestion.kind in ('edit', 'photos') and exists (
          select from public.suggestions s_other
          where s_other.member_id = suggestion.member_id and s_other.target_id = suggestion.target_id and s_other.status = 'open'
            and s_other.kind in ('edit', 'photos'))))
$function$
;

CREATE OR REPLACE FUNCTION private.is_jersey_id_taken(id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.jersey_redirects where from_id = is_jersey_id_taken.id)
    or exists (select from public.suggestions where suggestions.id = is_jersey_id_taken.id)
    or exists (select from public.gone_jerseys where jersey_id = is_jersey_id_taken.id)
    or exists (
      select from public.audit_log
      where table_name = 'jerseys' and row_id = is_jersey_id_taken.id::text and action = 'insert'
        and actor_id is distinct from auth.uid())
$function$
;

CREATE OR REPLACE FUNCTION private.is_like_jersey(said text, jersey uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.search_documents document
    where document.kind = 'jersey' and document.id = is_like_jersey.jersey
      and document.words @@ private.search_query(private.jersey_words(is_like_jersey.said), 2)
    union all
    select from public.jerseys jersey
    where jersey.id = is_like_jersey.jersey and cardinality(private.jersey_words(is_like_jersey.said)) > 0
      and extensions.strict_word_similarity(
        private.fold(is_like_jersey.said), private.fold(concat_ws(' ', jersey.title, jersey.team))) >= 0.45)
$function$
;

CREATE OR REPLACE FUNCTION private.is_photo_id_taken(photo_id uuid, jersey_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.jersey_images image where image.id = photo_id)
    or exists (
      select from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and suggestion.target_id = is_photo_id_taken.jersey_id
        and suggestion.changes -> 'removed' ? photo_id::text)
$function$
;

CREATE OR REPLACE FUNCTION private.is_reason(given text, fewest integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(char_length(given) <= 500 and given <> 'other' and (
    char_length(given) >= fewest or given = any (private.reasons())), false)
$function$
;

CREATE OR REPLACE FUNCTION private.is_report_for_another(report public.reports, reviewer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Nobody's any more if its decider has left.
  select report.status = 'open' and coalesce(private.decided_by('reports', report.id) = reviewer, false) and exists (
    select from public.report_contests contest
    where contest.report_id = report.id
      and not private.may_decide_anew(
        reviewer, case contest.party when 'author' then contest.author_id else report.reporter_id end, contest.created_at))
$function$
;

CREATE OR REPLACE FUNCTION private.is_shirt_of(said jsonb, jersey public.jerseys, season text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((private.team_slug((said ->> 'team'::text)) = (jersey).team_slug) AND ((said ->> 'league'::text) = (jersey).league) AND ((said ->> 'season'::text) = season) AND ((said ->> 'kit_type'::text) = (jersey).kit_type))
;

CREATE OR REPLACE FUNCTION private.is_shown_own(facts jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (NOT (facts ?| ARRAY['gone'::text, 'unsaid'::text]))
;

CREATE OR REPLACE FUNCTION private.is_undone(revision_id bigint, field text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  later record;
  undone bigint[] := '{}';
begin
  -- Most never were.
  if not exists (select from public.revisions revision where revision.undoes = is_undone.revision_id) then
    return false;
  end if;
  for later in
    with recursive chain as (
      select revision.id, revision.undoes from public.revisions revision
      where revision.undoes = is_undone.revision_id and revision.changes ? is_undone.field
      union all
      select revision.id, revision.undoes
      from chain join public.revisions revision on revision.undoes = chain.id and revision.changes ? is_undone.field
    )
    select chain.id, chain.undoes from chain order by chain.id desc
  loop
    if not later.id = any (undone) then
      undone := array_append(undone, later.undoes);
    end if;
  end loop;
  return is_undone.revision_id = any (undone);
end $function$
;

CREATE OR REPLACE FUNCTION private.is_used(jersey_id uuid, besides uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- A shirt of one's own that the jersey adopted is its owner's without it, too.
  select exists (select from public.jersey_votes vote where vote.jersey_id = is_used.jersey_id)
    or exists (
      select from public.user_collections collection
      where collection.jersey_id = is_used.jersey_id and collection.user_id is distinct from besides
        and not exists (
          select from public.copies own
          where own.owner_id = collection.user_id and own.jersey_id = collection.jersey_id and own.former_jersey is not null))
    or exists (
      select from public.copies copy
      where copy.jersey_id = is_used.jersey_id and copy.owner_id is distinct from besides and copy.former_jersey is null
        and copy.removed_at is null)
    or exists (
      select from public.user_wishlists wishlist
      where wishlist.jersey_id = is_used.jersey_id and wishlist.user_id is distinct from besides and wishlist.former_jersey is null)
    or exists (
      select from public.list_items item join public.lists list on list.id = item.list_id
      where item.jersey_id = is_used.jersey_id and list.member_id is distinct from besides)
    or exists (select from public.comments comment where comment.jersey_id = is_used.jersey_id)
    or exists (select from public.reports report where report.jersey_id = is_used.jersey_id)
    or exists (
      select from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and suggestion.target_id = is_used.jersey_id)
    or exists (select from public.jersey_redirects redirect where redirect.into_id = is_used.jersey_id)
$function$
;

CREATE OR REPLACE FUNCTION private.jersey_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['league'::text, 'competition_id'::text, 'season_id'::text, 'team_id'::text, 'team'::text, 'title'::text, 'year'::text, 'kit_type'::text, 'colors'::text, 'pattern'::text, 'brand_id'::text, 'brand'::text, 'sponsor'::text, 'edition'::text, 'product_codes'::text, 'price'::text, 'external_link'::text, 'description'::text]
;

CREATE OR REPLACE FUNCTION private.jersey_lines(after_at timestamp with time zone, after_id uuid, most integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.pick_columns(to_jsonb(jersey), private.plain_facts()) || jsonb_build_object(
    'id', jersey.id, 'team', jersey.team, 'team_competition', c_home.slug, 'league', jersey.league, 'brand', jersey.brand,
    'competition', case when exists (
      select from public.competitions c_other
      where c_other.id <> competition.id and c_other.league = competition.league
        and (c_other.search_text = competition.search_text or c_other.slug = private.slug(competition.name)))
      then competition.slug else competition.name end,
    'season', season.code, 'created_at', jersey.created_at,
    'as_written', array_remove(array[
      case when jersey.team_id is null then 'team' end,
      case when jersey.brand_id is null and jersey.brand is not null then 'brand' end], null),
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object('path', image.path, 'alt', image.alt, 'licence', image.licence)
        order by image.position, image.id), '[]')
      from public.jersey_images image
      where image.jersey_id = jersey.id and image.suggestion_id is null and image.path is not null))
    order by jersey.created_at, jersey.id), '[]')
  from (
    select * from public.jerseys
    where status = 'approved' and is_active
      and (after_id is null or (created_at, id) > (after_at, after_id))
    order by created_at, id limit most) jersey
  join public.competitions competition on competition.id = jersey.competition_id
  join public.seasons season on season.id = jersey.season_id
  left join public.teams team on team.id = jersey.team_id
  left join public.competitions c_home on c_home.id = team.competition_id
$function$
;

CREATE OR REPLACE FUNCTION private.jersey_names()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['maillot'::text, 'maillots'::text, 'jersey'::text, 'jerseys'::text, 'shirt'::text, 'shirts'::text, 'kit'::text, 'kits'::text, 'camiseta'::text, 'camisetas'::text, 'camisa'::text, 'camisas'::text, 'equipacion'::text, 'equipaciones'::text, 'uniforme'::text, 'uniformes'::text]
;

CREATE OR REPLACE FUNCTION private.jersey_twins(line jsonb, row_ jsonb, own uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Materialized: else each jersey that is compared would fold the line's words again.
  with asked as materialized (
    select private.team_slug(row_ ->> 'team') as team_slug, coalesce(row_ ->> 'kit_type', 'maillot') as kit,
      (row_ ->> 'season_id')::uuid as season_id, (row_ ->> 'year')::integer as year,
      private.fold(row_ ->> 'title') as title, private.fold(coalesce(row_ ->> 'edition', '')) as edition
  ),
  kits as (
    select jersey.id, false as has_same_picture,
      -- What costs least comes first: folding a title costs the most.
      case when jersey.season_id = asked.season_id and jersey.year is not distinct from asked.year
          and jersey.competition_id::text = row_ ->> 'competition_id'
        then private.fold(jersey.title) = asked.title
          and private.fold(coalesce(jersey.edition, '')) = asked.edition
        else false end as is_same
    from asked join public.jerseys jersey on jersey.team_slug = asked.team_slug
    where jersey.status <> 'rejected' and jersey.kit_type_slug = asked.kit
      and (jersey.season_id = asked.season_id or jersey.year = asked.year)
  ),
  pictures as (
    select candidate.jersey_id as id, true as has_same_picture, false as is_same
    from jsonb_array_elements(case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end) image
    cross join lateral (select (image ->> 'likeness')::bit(128) as likeness) own_picture
    cross join lateral (
      select ji_other.jersey_id, ji_other.likeness from public.jersey_images ji_other
      where private.likeness_quarters(ji_other.likeness) && private.likely_quarters(own_picture.likeness)
        and ji_other.likeness is not null
      limit 2000) candidate
    join public.jerseys jersey on jersey.id = candidate.jersey_id and jersey.status <> 'rejected'
    where image ->> 'likeness' ~ '^[01]{128}$'
      and private.looks_alike(candidate.likeness, own_picture.likeness)
  ),
  found as (
    select id, bool_or(is_same) as is_same, bool_or(has_same_picture) as has_same_picture
    from (select id, has_same_picture, is_same from kits union all select id, has_same_picture, is_same from pictures) all_
    where not private.is_gone(all_.id) and (own is null or not exists (
      select from private.imported_jerseys ij where ij.jersey_id = all_.id and ij.import_id = own))
    group by id
  )
  select jsonb_build_object(
    'same', (select id from found where is_same order by id limit 1),
    'candidates', coalesce((
      select jsonb_agg(private.jersey_in_words(id) || jsonb_build_object('has_same_picture', has_same_picture)
        order by has_same_picture desc, id)
      from (select * from found order by has_same_picture desc, id limit 5) first), '[]'))
$function$
;

CREATE OR REPLACE FUNCTION private.judged_line(line jsonb, own uuid, names jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  read constant jsonb := private.read_jersey_line(line, names);
  refusals jsonb := read -> 'refusals';
  known uuid;
  twins jsonb;
  -- A variable: in the query, it would be computed for every row that is compared.
  digest constant text := private.import_key(line ->> 'key');
begin
  select private.jersey_now(ij.jersey_id) into known
  from private.imported_jerseys ij where ij.key = digest;
  if known is null and private.is_uuid(line ->> 'id') then
    known := private.jersey_now((line ->> 'id')::uuid);
    -- Its address says for good that it was removed.
    if known is null and not private.is_taken_back((line ->> 'id')::uuid)
      and exists (select from public.removed_jersey((line ->> 'id')::uuid)) then
      refusals := refusals || '[{"field": "id", "reason": "rule"}]';
    end if;
  end if;
  if known is null and refusals = '[]' then
    twins := private.jersey_twins(line, read -> 'row', own);
    known := (twins ->> 'same')::uuid;
  end if;
  return jsonb_build_object(
    'verdict', case
      when known is not null then 'there'
      when refusals <> '[]' then 'refused'
      when twins -> 'candidates' <> '[]' and line -> 'may_repeat' is distinct from 'true' then 'duplicate'
      else 'new' end,
    'known', case when known is not null then private.jersey_in_words(known) end,
    'refusals', case when known is null then refusals else '[]' end,
    'candidates', coalesce(twins -> 'candidates', '[]'),
    'row', read -> 'row');
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_copies(jersey public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.return_wishes(jersey.id);
  perform private.lock_collections(array(select owner_id from public.copies where copies.jersey_id = jersey.id));
  update public.copies copy set jersey_id = null, former_jersey = coalesce(copy.former_jersey, private.former_facts(jersey))
  where copy.jersey_id = jersey.id;
end $function$
;

CREATE OR REPLACE FUNCTION private.kept_shirts(lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with asked as (
    select place, name, lower(private.said_text(jersey, 'title')) as title, coalesce(jersey ->> 'season', jersey ->> 'year') as worn,
      jersey ->> 'kit_type' as kit_type
    from jsonb_array_elements(lines) with ordinality as line (value, place)
    cross join lateral (select line.value -> 'jersey' as jersey) said
    cross join lateral (
      select lower(coalesce(private.said_text(jersey, 'team'), private.said_text(jersey, 'title')))
      union
      select lower(name) from jsonb_each_text(line.value -> 'teams') club (league, name)
      union
      select lower(name) from jsonb_array_elements_text(line.value -> 'called') club (name)) called (name)
    where line.value ->> 'kind' is null
  ),
  kept as materialized (
    select id, lower(former ->> 'team') as team, lower(former ->> 'title') as title,
      coalesce(former ->> 'season', former ->> 'year') as worn, former ->> 'kit_type' as kit_type
    from public.copies copy
    cross join lateral (select copy.former_jersey as former) facts
    where copy.owner_id = (select auth.uid()) and copy.jersey_id is null and copy.removed_at is null
  ),
  same as (
    select asked.place, array_agg(distinct kept.id) as ids
    from asked join kept on kept.team = asked.name and (kept.worn is not distinct from asked.worn
      -- "1998" may be how a list calls 1998-99 (isSaid() of app/collect/domain/copies/former-shirt.ts).
      or left(kept.worn, 4) = left(asked.worn, 4) and 4 in (char_length(kept.worn), char_length(asked.worn)))
    where (kept.kit_type = asked.kit_type) is not false
      -- A shirt whose title was made of its team and season has none of its own.
      and (asked.title is null or kept.title in (asked.title, kept.team, concat_ws(' ', kept.team, kept.worn)))
    group by asked.place
  )
  select coalesce(jsonb_object_agg(place, jsonb_build_object('owned', cardinality(ids), 'copy', (
    select private.own_copy(copy) from public.copies copy
    where cardinality(ids) = 1 and copy.id = ids[1]))), '{}')
  from same
$function$
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

CREATE OR REPLACE FUNCTION private.league_of(target_type text, target_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select league from public.jerseys where league_of.target_type = 'jersey' and id = league_of.target_id
  union all
  select competition.league
  from public.teams team join public.competitions competition on competition.id = team.competition_id
  where league_of.target_type = 'team' and team.id = league_of.target_id
  union all
  select league from public.competitions where league_of.target_type = 'competition' and id = league_of.target_id
  union all
  select jersey.league
  from public.comments comment join public.jerseys jersey on jersey.id = comment.jersey_id
  where league_of.target_type = 'comment' and comment.id = league_of.target_id
$function$
;

CREATE OR REPLACE FUNCTION private.limit_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  are_too_many boolean;
begin
  execute format(
    'select exists (select from %1$I.%2$I where %3$I in (select %3$I from added) group by %3$I having count(*) > %4$s)',
    tg_table_schema, tg_table_name, tg_argv[0], tg_argv[1])
  into are_too_many;
  if are_too_many then
    perform private.refuse(tg_argv[2], tg_argv[3]);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.line_candidates(line jsonb, teams uuid[], is_certain boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  with asked as (
    select nullif(private.fold(left(line ->> 'title', 160)), '') as title,
      left(line ->> 'season', 20) as season,
      coalesce(
        case when line ->> 'year' ~ '^[0-9]{4}$' then (line ->> 'year')::integer end,
        case when line ->> 'season' ~ '^[0-9]{4}' then left(line ->> 'season', 4)::integer end) as year,
      line ->> 'kit_type' as kit_type, line ->> 'league' as league,
      private.team_slug(left(line ->> 'team', 120)) as team_slug
  ),
  slugs as (
    select team_slug as slug from asked
    union select private.team_slug(team.name) from public.teams team where team.id = any (teams)
  ),
  -- One index each, of jerseys that are not rejected, and of the caller's own. Without `limit`, the planner reads all jerseys.
  near as (
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected'
        and jersey.year = (select year from asked) limit 60) found
    union
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected'
        and jersey.season_id = any (array(
          select season.id from public.seasons season where left(season.code, 4) = (select year::text from asked)))
      limit 60) found
    union
    select found.id from slugs cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = slugs.slug and jersey.status <> 'rejected' limit 60) found
    union
    select found.id from (
      select jersey.id, jersey.team_slug from public.jerseys jersey
      where jersey.author_id = (select auth.uid()) order by jersey.created_at desc, jersey.id desc limit 100) found
    where found.team_slug in (select slug from slugs)
    limit 300
  ),
  compared as (
    select jersey.id,
      -- What the line calls its team is certain even where the teams are guessed.
      (is_certain or jersey.team_slug = asked.team_slug) is true as is_of_team,
      array_position(teams, jersey.team_id) as place,
      -- A year alone may be how a list calls a season over two years.
      case when asked.season is not null and char_length(asked.season) > 4
        then season.code = asked.season or (jersey.year = asked.year and season.code is null)
        else coalesce(jersey.year, left(season.code, 4)::integer) = asked.year end is true as fits_time,
      asked.year is not null as has_time,
      (jersey.kit_type = asked.kit_type) is true as fits_kit,
      jersey.kit_type is null and asked.kit_type is null as is_kit_unsaid,
      asked.kit_type is null as has_no_kit, jersey.kit_type is null or jersey.kit_type = 'home' as is_home,
      coalesce(folded.title = asked.title, false) as fits_title,
      coalesce(extensions.similarity(folded.title, asked.title), 0) as likeness
    from near as listed join public.jerseys jersey on jersey.id = listed.id
    cross join asked
    left join public.seasons season on season.id = jersey.season_id
    -- Once per title, and only if there is one to compare it with. `offset` keeps the planner from doing it twice.
    cross join lateral (
      select case when asked.title is not null then private.fold(jersey.title) end as title offset 0) folded
    where asked.league is null or jersey.league = asked.league
  ),
  ranked as (
    select *, fits_time::integer * 4 + fits_title::integer * 3 + likeness
      + case when fits_kit then 2 when is_home then 1 else 0 end as points
    from compared
    order by points desc, place, id limit 5
  )
  select coalesce(jsonb_agg(private.candidate(id,
      is_of_team and ((fits_title and (fits_time or not has_time) and (fits_kit or has_no_kit))
        or (fits_time and fits_kit and (select count(*) = 1 from compared other where other.fits_time and other.fits_kit))
        -- Neither says a kit, the team has no other jersey of then, and the line says no more.
        or (fits_time and is_kit_unsaid and (line -> 'is_part')::boolean is not true
          and (select count(*) = 1 from compared other where other.fits_time))))
      || jsonb_build_object('fits', (is_of_team or (line -> 'is_named')::boolean is true) and fits_time and (fits_kit or has_no_kit and is_home))
    order by points desc, place, id), '[]')
  from ranked
$function$
;

CREATE OR REPLACE FUNCTION private.line_list(line jsonb, fact text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(select value from jsonb_array_elements_text(nullif(line -> fact, 'null')) with ordinality as one (value, place) order by place)
$function$
;

CREATE OR REPLACE FUNCTION private.line_of_copy(line jsonb)
 RETURNS public.copies
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_populate_record(null::public.copies, '{"is_signed": false}'
    || jsonb_strip_nulls(private.copy_details(line -> 'details') || jsonb_build_object(
      'created_at', line ->> 'added_at', 'jersey_id', line ->> 'jersey_id', 'id', line ->> 'copy_id',
      'updated_at', line ->> 'version', 'import_key', private.import_key(line ->> 'key'))))
$function$
;

CREATE OR REPLACE FUNCTION private.line_teams(name text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with called as (select id from private.teams_called(array[line_teams.name]) limit 20),
  -- "FC Barcelone", "Germany": words of a name and of an alias or a country, as the search finds them. Only what one team
  -- alone has, or one country's first team: a line that may mean several is not guessed.
  worded as (
    select team.id, competition.slug = 'international-teams' as is_national
    from public.teams team
    join public.competitions competition on competition.id = team.competition_id
    where not exists (select from called) and team.is_active and team.id in (
      select document.id from private.search_documents document
      where document.kind = 'team' and document.words @@
        (select private.search_query(nullif(private.asked_words(line_teams.name), '{}'), 1))
      limit 21)
  )
  select array(
    select id from called
    union all
    select id from worded where (select count(*) from worded) = 1
    union all
    select id from worded
    where is_national and (select count(*) from worded) between 2 and 20 and (select count(*) from worded where is_national) = 1)
$function$
;

CREATE OR REPLACE FUNCTION private.list_cards(list_ids uuid[])
 RETURNS TABLE(id uuid, title text, description text, member_id uuid, username text, display_name text, jerseys bigint, covers uuid[], changed_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO ''
AS $function$
  select list.id, list.title, list.description, list.member_id, profile.username, profile.display_name, shown.jerseys,
    coalesce(shown.covers, '{}'), list.changed_at
  from public.lists list
  join public.profiles profile on profile.id = list.member_id
  cross join lateral (
    select count(*) as jerseys, (array_agg(item.jersey_id order by item.place) filter (where item.jersey_id is not null))[:4] as covers
    from private.shown_items(list.id) item
  ) shown
  where list.id = any (list_cards.list_ids) and private.is_shown_list(list)
  order by list.changed_at desc, list.id
$function$
;

CREATE OR REPLACE FUNCTION private.list_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['colors'::text, 'product_codes'::text]
;

CREATE OR REPLACE FUNCTION private.list_for_review(report public.reports)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'title', list.title, 'description', list.description, 'is_hidden', list.is_hidden,
    'notes', (
      select coalesce(jsonb_agg(said.words order by item.place), '[]')
      from private.shown_items(list.id) item
      cross join lateral (values
        (case when item.jersey_id is null then concat_ws(' – ', (item.copy).former_jersey ->> 'title', (item.copy).former_jersey ->> 'team') end),
        (item.note)) said (words)
      where said.words is not null))
  from public.lists list
  where report.target_type = 'list' and list.id = report.target_id and list.is_public
$function$
;

CREATE OR REPLACE FUNCTION private.list_image(former public.jersey_images, image public.jersey_images)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if former.id is not null and former.suggestion_id is null or image.id is not null and image.suggestion_id is null then
    insert into private.changes (kind, id)
    select distinct 'jersey', id from unnest(array[former.jersey_id, image.jersey_id]) id where id is not null;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_of_deriving()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN hashtextextended('maillotheque.derive'::text, (0)::bigint)
;

CREATE OR REPLACE FUNCTION private.lock_own_suggestion(suggestion_id uuid, of_type text, target uuid, ends_target boolean)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  suggestion public.suggestions;
begin
  if lock_own_suggestion.suggestion_id is null and not ends_target then
    select * into suggestion from public.suggestions s_own
    where s_own.member_id = member and s_own.target_type = of_type and s_own.target_id = target and s_own.kind in ('edit', 'photos')
      and s_own.status = 'open' and s_own.contested_at is null and s_own.held_at is null for update;
  elsif lock_own_suggestion.suggestion_id is not null then
    select * into suggestion from public.suggestions s_own
    where s_own.id = lock_own_suggestion.suggestion_id and s_own.member_id = member for update;
    if not found then
      raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
    end if;
    if suggestion.status <> 'open' or suggestion.contested_at is not null then
      raise sqlstate 'PT409' using
        message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
    end if;
    if (suggestion.target_type, suggestion.target_id) is distinct from (of_type, target)
      or suggestion.kind in ('merge', 'removal') is distinct from ends_target then
      raise sqlstate 'PT404' using
        message = 'suggestion_not_found', detail = 'The suggestion is about something else.';
    end if;
  end if;
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_roll_over(roll_over_id uuid)
 RETURNS public.roll_overs
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_one public.roll_overs;
begin
  perform private.require_admin('catalogue', 'change line-ups');
  -- `for update`, unlike `for no key update`, also waits for jerseys that are being submitted for the season.
  perform from public.seasons
  where id = (select season_id from public.roll_overs where id = roll_over_id) for update;
  select * into found_one from public.roll_overs where id = roll_over_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'roll_over_not_found', detail = 'The draft was discarded.';
  elsif found_one.published_at is not null then
    raise sqlstate 'PT409' using message = 'roll_over_published', detail = 'Another administrator was faster.';
  end if;
  return found_one;
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_submission(jersey_id uuid)
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
begin
  -- The second of two reviewers waits here, then gets the first one's decision as an error.
  perform private.lock_target('jersey', lock_submission.jersey_id);
  select * into jersey from public.jerseys where id = lock_submission.jersey_id;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'There is no such jersey, or it was deleted.';
  end if;
  perform private.check_own_jersey(jersey);
  perform private.check_not_gone(jersey.id);
  return jersey;
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_suggested(of_type text, INOUT target uuid, OUT present jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The lock keeps a merge, decision or deletion waiting, which then finds this suggestion. One that came first is followed.
  -- Two who shared it could not both write.
  loop
    if of_type = 'jersey' then
      target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
    end if;
    perform private.lock_target(of_type, target);
    exit when of_type <> 'jersey' or not exists (select from public.jersey_redirects where from_id = target);
  end loop;
  present := private.target_row(of_type, target);
  if present ->> 'is_active' is distinct from 'true' or coalesce(present ->> 'status', 'approved') <> 'approved' then
    raise sqlstate 'PT404' using
      message = 'suggestion_target_gone', detail = 'It was deleted, or is not shown any more.';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.mark_collected()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.changes (kind, id)
  select 'page', changed.id
  from (select distinct unnest(array[old.jersey_id, new.jersey_id]) as id) changed
  where changed.id is not null
    -- With fewer, no number is shown, nor was one.
    and 2 <= case tg_table_name
      when 'user_collections' then
        (select count(*) from (select from public.user_collections where jersey_id = changed.id limit 2) shelved)
      else (select count(*) from (select from public.user_wishlists where jersey_id = changed.id limit 2) shelved)
    end;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.mark_listed(list_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.changes (kind, id)
  select 'page', item.jersey_id from public.list_items item
  where item.list_id = mark_listed.list_id and item.jersey_id is not null
$function$
;

CREATE OR REPLACE FUNCTION private.may_decide_anew(reviewer uuid, contested_by uuid, contested_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.user_roles where user_id = reviewer and role = 'admin') and (
    contested_at <= now() - interval '3 days'
    or not exists (
      select from public.user_roles ur join auth.users u on u.id = ur.user_id
      where ur.user_id <> reviewer and ur.user_id is distinct from contested_by
        and (u.banned_until is null or u.banned_until <= now())))
$function$
;

CREATE OR REPLACE FUNCTION private.may_settle(report public.reports)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not private.is_report_for_another(report, auth.uid()) and (public.is_admin(auth.uid())
    -- A resolution that stands is replaced by an administrator.
    or public.is_reviewer(auth.uid())
      and report.status = 'open'
      and report.reporter_id is distinct from auth.uid()
      and report.target_type <> 'profile'
      and not private.is_about(report, auth.uid()))
$function$
;

CREATE OR REPLACE FUNCTION private.movable_rows()
 RETURNS TABLE(relation text, jersey text, id text, same text, member text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values ('jersey_votes', 'jersey_id', 'voter_id', 'voter_id', 'voter_id'), ('user_wishlists', 'jersey_id', 'id', 'user_id', 'null::uuid'),
    ('list_items', 'jersey_id', 'id', 'list_id', 'null::uuid'), ('comments', 'jersey_id', 'id', 'id', 'null::uuid'),
    ('notices', 'jersey_id', 'id', 'id', 'recipient_id'), ('jersey_redirects', 'into_id', 'from_id', 'from_id', 'null::uuid')
$function$
;

CREATE OR REPLACE FUNCTION private.move_counters(jersey_id uuid, up integer, down integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if up <> 0 or down <> 0 then
    update public.jerseys set upvotes = upvotes + up, downvotes = downvotes + down where id = move_counters.jersey_id;
  end if;
  insert into private.changes (kind, id) values ('vote', move_counters.jersey_id);
end $function$
;

CREATE OR REPLACE FUNCTION private.move_jersey(from_jersey uuid, into_jersey uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  movable record;
  joining uuid[];
  suggested uuid;
begin
  insert into private.moved_rows (jersey_id, relation, row_id, member_id)
  select from_jersey, 'suggestions', suggestion.id, null::uuid from public.suggestions suggestion
  where target_type = 'jersey' and target_id = from_jersey and status = 'open' and kind in ('edit', 'photos')
    -- What an author wants of their own jersey is about that one.
    and suggestion.member_id is distinct from (select author_id from public.jerseys where id = from_jersey)
    -- Of a member with one for each, that about the other jersey waits until this one comes back.
    and not exists (
      select from public.suggestions s_kept
      where s_kept.target_id = into_jersey and s_kept.member_id = suggestion.member_id and s_kept.status = 'open'
        and s_kept.kind in ('edit', 'photos'));

  perform private.set_change('moving', 'true');
  for movable in select * from private.movable_rows() loop
    -- A member who has both keeps the row of the jersey that stays. The duplicate stays with the other jersey.
    execute format($query$
      with moved as (
        update public.%1$I row_ set %2$I = $2
        where row_.%2$I = $1 and not exists (select from public.%1$I other where other.%2$I = $2 and other.%4$I = row_.%4$I)
        returning row_.%3$I as id, %5$s as member)
      insert into private.moved_rows (jersey_id, relation, row_id, member_id) select $1, %1$L, id, member from moved$query$,
      movable.relation, movable.jersey, movable.id, movable.same, movable.member)
    using from_jersey, into_jersey;
  end loop;
  perform private.set_change('moving', null);
  perform private.recount_jerseys(array[from_jersey, into_jersey]);
  update public.user_collections collection set jersey_id = into_jersey
  where jersey_id = from_jersey and not exists (
    select from public.user_collections uc_kept
    where uc_kept.jersey_id = into_jersey and uc_kept.user_id = collection.user_id);
  with moved as (
    -- Whoever reported it is told of the jersey that they saw.
    update public.reports report
    set target_id = into_jersey,
      reported_name = coalesce(reported_name, (select title from public.jerseys where id = from_jersey))
    where jersey_id = from_jersey and not (status = 'open' and exists (
      select from public.reports r_kept
      where r_kept.jersey_id = into_jersey and r_kept.status = 'open' and r_kept.reporter_id = report.reporter_id))
    returning id)
  insert into private.moved_rows (jersey_id, relation, row_id)
  select from_jersey, 'reports', id from moved;
  -- Images move behind the existing ones.
  joining := array(select public.joining_photos(from_jersey, into_jersey));
  suggested := private.suggest_submitted(from_jersey, into_jersey);
  with next as (
    select image.id, image.position, array_position(joining, image.id) as place
    from public.jersey_images image where image.id = any (joining)
  ), moved as (
    update public.jersey_images image
    set jersey_id = into_jersey, suggestion_id = suggested, position = (
        select coalesce(max(ji_kept.position), -1) from public.jersey_images ji_kept where ji_kept.jersey_id = into_jersey
      ) + next.place
    from next where image.id = next.id
    returning image.id, jsonb_build_object('position', next.position, 'version', image.version, 'suggestion', suggested) as was
  )
  insert into private.moved_rows (jersey_id, relation, row_id, stored)
  select from_jersey, 'jersey_images', id, was from moved;

  perform private.move_suggestions(from_jersey, into_jersey, (select title from public.jerseys where id = into_jersey));
  -- Copies follow (jersey_redirects_copies).
  insert into public.jersey_redirects (from_id, into_id) values (from_jersey, into_jersey);
end $function$
;

CREATE OR REPLACE FUNCTION private.move_team(gone public.teams, kept public.teams)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- As a renamed team's: its jerseys don't say it one by one.
  perform private.begin_revision('none');
  perform from public.jerseys where team_id = gone.id order by id for no key update;
  update public.jerseys set team_id = kept.id where team_id = gone.id;
  update public.team_seasons ts set team_id = kept.id
  where ts.team_id = gone.id and not exists (
    select from public.team_seasons ts_kept
    where ts_kept.team_id = kept.id and (ts_kept.season_id, ts_kept.competition_id) = (ts.season_id, ts.competition_id));
  update public.roll_over_teams rot set team_id = kept.id
  where rot.team_id = gone.id and not exists (
    select from public.roll_over_teams rot_kept
    where rot_kept.team_id = kept.id
      and (rot_kept.roll_over_id, rot_kept.competition_id) = (rot.roll_over_id, rot.competition_id));
  insert into public.team_aliases (team_id, alias, language)
  select kept.id, other.alias, other.language
  from (
    select alias, language from public.team_aliases where team_id = gone.id
    union all select name, null from unnest(array[gone.name, gone.short_name]) name) other (alias, language)
  where char_length(other.alias) between 2 and 60
    and private.word_line(private.words(other.alias)) <> ''
    and private.word_line(private.words(other.alias)) <> private.word_line(private.words(kept.name))
  on conflict on constraint team_aliases_key do nothing;
  -- Before the deletion, which ends what still follows the team. One who follows both keeps one.
  update public.follows follow set target_id = kept.id
  where follow.target_id = gone.id and not exists (
    select from public.follows f_kept where f_kept.member_id = follow.member_id and f_kept.target_id = kept.id);
  update public.showcases set teams = array_replace(array_remove(teams, kept.id), gone.id, kept.id)
  where teams @> array[gone.id];
  update private.arrivals arrival set target_id = kept.id
  where arrival.target_id = gone.id and not exists (
    select from private.arrivals a_kept
    where (a_kept.target_id, a_kept.jersey_id, a_kept.kind) = (kept.id, arrival.jersey_id, arrival.kind));
  delete from private.arrivals where target_id = gone.id;
  -- The right answer of a guess is the team that can be named.
  update public.daily_shirts set facts = facts || jsonb_build_object('team_id', kept.id, 'team', kept.name)
  where facts ->> 'team_id' = gone.id::text;
  update public.daily_duels
  set first_facts = case when first_facts ->> 'team_id' = gone.id::text
      then first_facts || jsonb_build_object('team_id', kept.id, 'team', kept.name) else first_facts end,
    second_facts = case when second_facts ->> 'team_id' = gone.id::text
      then second_facts || jsonb_build_object('team_id', kept.id, 'team', kept.name) else second_facts end
  where gone.id::text in (first_facts ->> 'team_id', second_facts ->> 'team_id');
  update public.suggestions
  set changes = changes || jsonb_build_object('team_id', kept.id, 'team', kept.name)
  -- A refused one may be contested.
  where status <> 'accepted' and target_type = 'jersey' and changes ->> 'team_id' = gone.id::text;
  update public.team_redirects set into_id = kept.id where into_id = gone.id;
  insert into public.team_redirects (from_id, into_id) values (gone.id, kept.id);
  perform private.end_revision();
  -- Ends its history, and tells those whose suggestions about it are open.
  delete from public.teams where id = gone.id;
end $function$
;

CREATE OR REPLACE FUNCTION private.name_column("column" text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE "column" WHEN 'team_id'::text THEN 'team'::text WHEN 'brand_id'::text THEN 'brand'::text ELSE NULL::text END
;

CREATE OR REPLACE FUNCTION private.names_club(name text, club uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.teams_called(array[names_club.name]) team where team.id = names_club.club) then
    return true;
  end if;
  return exists (
    select from public.teams team
    join public.competitions competition on competition.id = team.competition_id
    join private.team_names tn on tn.id = team.id
    where team.id = names_club.club and (
      team.id = any (private.clubs_nicknamed(names_club.name))
      or case when private.slug(names_club.name) like '%-%'
          then private.words(names_club.name) <@ private.words(
            concat_ws(' ', tn.names, (select string_agg(alias, ' ') from public.team_aliases where team_id = team.id)))
          -- Its first word, "FC" aside: "United" ends many names.
          else private.slug(team.name) ~ ('^([a-z]{1,3}-)?' || private.slug(names_club.name) || '(-|$)') end
        and not exists (select from public.teams other where private.slug(other.city) = private.slug(names_club.name))
      or private.slug(team.city) = private.slug(names_club.name) and not exists (
        select from public.teams other join public.competitions c_other on c_other.id = other.competition_id
        where other.city = team.city and other.id <> team.id and other.is_active and c_other.league = competition.league
          -- Its women's team is no other club.
          and not starts_with(other.name, team.name || ' ') and not private.is_former_franchise(other.id))));
end $function$
;

CREATE OR REPLACE FUNCTION private.names_in_line(line jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.pick_columns(line, array[
    'competition', 'competition_id', 'league', 'season', 'season_id', 'year', 'team', 'team_id', 'team_competition',
    'brand', 'brand_id', 'as_written'])
$function$
;

CREATE OR REPLACE FUNCTION private.names_of_lines(lines jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(named.line::text, private.resolve_names(named.line)), '{}')
  from (select distinct private.names_in_line(value) as line from jsonb_array_elements(lines)) named
$function$
;

CREATE OR REPLACE FUNCTION private.next_step(asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
 RETURNS SETOF private.catalogue_step
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  most_looked_at constant integer := private.catalogue_limit('looked_at');
  most_cells constant integer := private.catalogue_limit('few');
  soon private.catalogue_filter;
  cells integer;
  in_order text;
  found private.catalogue_step[];
  goes_on boolean;
begin
  if scope.included is not null then
    -- Without the fence the planner may go through all jerseys in order, and look for each among the included.
    return query select * from private.read_step(
      '(select entry.* from unnest($1) included (jersey_id)
        join private.catalogue_entries entry using (jersey_id) offset 0) entry', asked, scope, sort, place);
    return;
  elsif asked.teams is not null then
    return query select * from private.read_step('private.catalogue_entries', asked, scope, sort, place);
    return;
  end if;
  -- What is left out is left out of no cell, so 25 in the next years may not be enough.
  soon := case when scope.excluded <> '{}' then asked else private.next_years(asked, sort, place) end;
  execute format(
    'select count(*) from (select from private.catalogue_cells where %s limit $1 + 1) cell', private.fact_conditions(soon))
  into cells
  using most_cells;
  if cells > most_cells then
    in_order := format('select * from private.catalogue_entries where %s and %s order by %s',
      private.after_place(sort, place),
      -- The order by years begins at the first of these years, and ends at the last.
      case when sort in ('year', 'oldest')
        then format('year between %s and %s', coalesce(soon.first_year, 0), coalesce(soon.last_year, 9999)) else 'true' end,
      private.order_of(sort));
    found := array(select step from private.read_step(
      format('(%s limit %s) entry', in_order, most_looked_at), soon, scope, sort, place) step);
    if cardinality(found) < 25 then
      execute format('select exists (%s offset %s)', in_order, most_looked_at) into goes_on
      using null, null, place.value, place.created_at, place.jersey_id;
    end if;
    if goes_on is not true then
      return query select * from unnest(found);
      return;
    end if;
  end if;
  return query select * from private.read_step(
    format(
      '(select entry.* from (
          select distinct number from private.catalogue_cells where %s) cell
        join private.catalogue_entries entry on entry.cell = cell.number) entry',
      private.fact_conditions(soon)),
    soon, scope, sort, place);
end $function$
;

CREATE OR REPLACE FUNCTION private.next_years(asked private.catalogue_filter, sort text, place private.catalogue_cursor)
 RETURNS private.catalogue_filter
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  soon private.catalogue_filter := asked;
  first integer;
  reached integer;
begin
  if sort not in ('year', 'oldest') or place.value not between 1850 and 2100 then
    return asked;
  elsif sort = 'oldest' then
    soon.first_year := greatest(asked.first_year, place.value);
  else
    soon.last_year := least(asked.last_year, place.value);
  end if;
  execute format(
    'select %1$s(year), %2$s(year) filter (where jerseys < 25)
     from (
       select year, sum(sum(jerseys)) over (order by year %3$s) - sum(jerseys) as jerseys from private.catalogue_cells
       where year is distinct from $1 and %4$s group by year) years',
    case sort when 'oldest' then 'min' else 'max' end, case sort when 'oldest' then 'max' else 'min' end,
    case sort when 'oldest' then 'asc' else 'desc' end, private.fact_conditions(soon))
  into first, reached
  using place.value;
  if place.value is null and first is null then
    return asked;
  end if;
  -- The year of the place itself may have more.
  if sort = 'oldest' then
    soon.first_year := case when place.value is null then first else soon.first_year end;
    soon.last_year := least(asked.last_year, coalesce(reached, soon.first_year));
  else
    soon.last_year := case when place.value is null then first else soon.last_year end;
    soon.first_year := greatest(asked.first_year, coalesce(reached, soon.last_year));
  end if;
  return soon;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_credited_jerseys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.changes (kind, id)
  select distinct 'jersey', jersey_id from public.jersey_images
  where contributor_id = new.id and licence = 'CC-BY-SA-4.0' and suggestion_id is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_departures(jerseys uuid[], into_jersey uuid, reason text, urgency text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.gone_jerseys (jersey_id, batch_id, kind, into_id, title, team, season, reason, urgency, undo_until)
  select jersey.id, private.current_batch(), case when into_jersey is null then 'removal' else 'merge' end, into_jersey, jersey.title,
    jersey.team, coalesce(season.name, jersey.year::text), note_departures.reason, note_departures.urgency, now() + private.undo_period()
  from public.jerseys jersey left join public.seasons season on season.id = jersey.season_id
  where jersey.id = any (jerseys)
$function$
;

CREATE OR REPLACE FUNCTION private.note_jerseys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  execute format(
    $sql$insert into private.changes (kind, id)
      select 'jersey', id from public.jerseys where %I = $1$sql$, tg_argv[0])
  using new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_line_ups()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  execute format(
    $sql$insert into private.changes (kind, id)
      select distinct 'team', team_id from public.team_seasons where %I = $1$sql$, tg_argv[0])
  using new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_thing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A line-up may leave one team for another.
  insert into private.changes (kind, id)
  select distinct tg_argv[0], (written ->> coalesce(tg_argv[1], 'id'))::uuid
  from unnest(array[to_jsonb(old), to_jsonb(new)]) written where written is not null;
  perform pg_notify('outdated_pages', '*');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify(recipient uuid, topic text, outcome text, about text, jersey_id uuid, title text, note text DEFAULT NULL::text, changes jsonb DEFAULT NULL::jsonb, done text DEFAULT NULL::text, is_again boolean DEFAULT false, comment_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  by_mail boolean := true;
  in_account boolean := true;
  notice uuid;
  is_undoable constant boolean := private.current_change() ? 'undoable';
  due constant timestamptz := now() + case when is_undoable then private.undo_time() else '0' end;
begin
  -- Members are not notified of their own actions. Accounts being deleted get no notices.
  if recipient is null or recipient = auth.uid()
    or not exists (select from auth.users where id = recipient) then
    return;
  end if;
  select setting.by_mail, setting.in_account into by_mail, in_account
  from public.notice_settings setting
  where setting.user_id = recipient and setting.topic = notify.topic;
  -- These have no mail.
  by_mail := coalesce(by_mail, true) and notify.outcome not in ('comment_shown', 'reopened');
  -- What is hidden is contested by its notice.
  in_account := coalesce(in_account, true) or notify.outcome in ('comment_hidden', 'list_hidden') and notify.about in ('comment', 'list');
  if not (by_mail or in_account) then
    return;
  end if;
  -- An unsent mail about an earlier decision is out of date, unless this one is undone.
  if notify.outcome in ('approved', 'corrected', 'rejected') and is_undoable then
    update public.notice_mails mail set retry_at = greatest(mail.retry_at, due)
    from public.notices n_earlier
    where n_earlier.id = mail.notice_id and n_earlier.recipient_id = recipient
      and n_earlier.jersey_id = notify.jersey_id and n_earlier.outcome in ('approved', 'corrected', 'rejected');
  elsif notify.outcome in ('approved', 'corrected', 'rejected') then
    delete from public.notice_mails mail using public.notices n_earlier
    where n_earlier.id = mail.notice_id and n_earlier.recipient_id = recipient
      and n_earlier.jersey_id = notify.jersey_id and n_earlier.outcome in ('approved', 'corrected', 'rejected');
    delete from public.notices n_earlier
    where n_earlier.recipient_id = recipient and n_earlier.jersey_id = notify.jersey_id
      and n_earlier.outcome in ('approved', 'corrected', 'rejected') and not n_earlier.in_account;
  end if;
  insert into public.notices (
    recipient_id, topic, outcome, about, jersey_id, title, note, changes, in_account, due_at, done, is_again, comment_id)
  values (
    recipient, notify.topic, notify.outcome, notify.about, notify.jersey_id, notify.title, notify.note,
    notify.changes, in_account, due, notify.done, notify.is_again, notify.comment_id)
  returning id into notice;
  if by_mail then
    insert into public.notice_mails (notice_id, retry_at) values (notice, due);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_author(was public.jerseys, becomes public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  corrections constant jsonb := private.corrections_in_words(to_jsonb(was), to_jsonb(becomes));
begin
  -- An undone approval is no decision: the rejected jersey that comes back was rejected before.
  if private.current_change() -> 'revision' ->> 'kind' in ('none', 'undo') then
    return;
  end if;
  if becomes.status = 'approved' and corrections is not null then
    perform private.notify(
      becomes.author_id, 'jersey', 'corrected', 'jersey', becomes.id, becomes.title, changes => corrections);
    return;
  end if;
  -- A jersey approved again after an edit stayed public all the time: no notice is needed.
  if becomes.status = 'pending' or becomes.status = was.status and not (
    becomes.status = 'rejected'
    and (was.edited_at is not null or becomes.moderation_note is distinct from was.moderation_note)) then
    return;
  end if;
  perform private.notify(
    becomes.author_id, 'jersey', becomes.status, 'jersey', becomes.id, becomes.title, becomes.moderation_note);
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_comments_hidden()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  undone uuid[];
  told record;
begin
  -- Hidden by mistake a moment ago: their authors were told nothing, and aren't now.
  undone := array(
    select becomes.id from becomes join was on was.id = becomes.id
    where was.hidden_reason is not null and not becomes.is_hidden
      and private.untold_notice(was::public.comments, 'comment_hidden') is not null
      -- Unless it is only the last reason that they weren't told.
      and coalesce((
        select told_before.outcome = 'comment_shown' from public.notices told_before
        where told_before.comment_id = was.id and told_before.outcome in ('comment_hidden', 'comment_shown', 'report_upheld')
          and told_before.due_at <= clock_timestamp()
        order by told_before.created_at desc limit 1), true));
  -- Shown or hidden again within seconds, given back to the queue, or hidden for another reason. Of several with one reason, each notice says the same.
  delete from public.notices notice using becomes join was on was.id = becomes.id
  where was.hidden_reason is not null and becomes.hidden_reason is distinct from was.hidden_reason
      and notice.id = private.untold_notice(was::public.comments, 'comment_hidden')
    or becomes.is_hidden and not was.is_hidden and notice.id = private.untold_notice(was::public.comments, 'comment_shown');
  for told in
    select changed.author_id, changed.outcome, changed.is_again, min(changed.hidden_reason) as reason,
      case when count(*) = 1 then (array_agg(changed.id))[1] end as comment_id,
      case when count(*) = 1 then (array_agg(changed.jersey_id))[1] end as jersey_id
    from (
      select becomes.*, case when becomes.is_hidden then 'comment_hidden' else 'comment_shown' end as outcome,
        private.is_contested(becomes.id) as is_again
      from becomes join was on was.id = becomes.id
      where becomes.hidden_reason is not null and becomes.hidden_reason is distinct from was.hidden_reason
        or was.is_hidden and not becomes.is_hidden and becomes.id <> all (undone)) changed
    group by changed.author_id, changed.outcome, changed.is_again
  loop
    -- Its reader is told when it can't be undone any more.
    perform private.set_change('undoable', 'true');
    perform private.notify(
      told.author_id, 'jersey', told.outcome, case when told.comment_id is null then 'profile' else 'comment' end, told.jersey_id,
      coalesce((select title from public.jerseys where id = told.jersey_id), private.shown_name(told.author_id)), told.reason,
      is_again => told.is_again, comment_id => told.comment_id);
    perform private.set_change('undoable', null);
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_members_with_jersey(jersey_id uuid, outcome text, subject uuid, title text, note text, besides uuid[] DEFAULT '{}'::uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was_undoable constant boolean := private.current_change() ? 'undoable';
begin
  -- Who decided may think better of it within seconds, and nobody was told.
  if outcome <> 'brought_back' then
    perform private.set_change('undoable', 'true');
  end if;
  perform private.notify(holder.id, 'jersey', outcome, 'jersey', subject, title, note)
  from (
    -- The administrator of an import isn't told of each of its jerseys.
    select author_id from public.jerseys
    where id = notify_members_with_jersey.jersey_id and author_id is not null
      and private.import_of((private.current_change() -> 'revision' ->> 'undoes')::bigint) is null
    union select user_id from public.user_collections collection where collection.jersey_id = notify_members_with_jersey.jersey_id
    union select owner_id from public.copies copy
      where copy.jersey_id = notify_members_with_jersey.jersey_id and copy.removed_at is null
    union select user_id from public.user_wishlists wishlist where wishlist.jersey_id = notify_members_with_jersey.jersey_id
    -- Whose merge or removal is undone.
    union select revision.contributor_id from public.revisions revision
      where revision.id = (private.current_change() -> 'revision' ->> 'undoes')::bigint and revision.kind in ('merge', 'removal')
    union select report.reporter_id from public.reports report
      where report.jersey_id = notify_members_with_jersey.jersey_id and report.done in ('merged', 'removed')
        and notify_members_with_jersey.outcome = 'brought_back'
  ) holder (id)
  where holder.id <> all (besides);
  if not was_undoable then
    perform private.set_change('undoable', null);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_parties()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  filed public.visitor_reports;
  author constant uuid := private.reported_author(new);
  -- When the decision can't be undone any more.
  due constant timestamptz := now() + private.undo_time();
begin
  select * into filed from public.visitor_reports where report_id = new.id for update;
  if not found then
    -- What nobody but members reported is told to authors who have contested it. One that is shown again tells so itself.
    if new.done = 'hidden' and exists (
        select from public.report_contests contest where contest.report_id = new.id and contest.party = 'author')
      and not exists (
        select from public.notices told
        where told.recipient_id = author and told.comment_id is not distinct from new.comment_id
          and told.outcome in ('comment_hidden', 'list_hidden', 'report_upheld') and told.created_at = now()) then
      perform private.set_change('undoable', 'true');
      perform private.notify(
        author, 'jersey', 'comment_hidden', 'comment', commented.jersey_id, jersey.title, new.resolution_note, is_again => true,
        comment_id => commented.id)
      from public.comments commented join public.jerseys jersey on jersey.id = commented.jersey_id
      where commented.id = new.comment_id;
      perform private.notify(
        author, 'jersey', 'list_hidden', 'list', null, list.title, new.resolution_note, is_again => true)
      from public.lists list where new.target_type = 'list' and list.id = new.target_id;
      perform private.set_change('undoable', null);
    end if;
    return null;
  end if;
  -- An unsent mail about an earlier decision is out of date.
  delete from public.visitor_report_mails where visitor_report_id = filed.id;
  if new.status = 'open' then
    update public.visitor_reports set closed_at = null where id = filed.id;
    return null;
  end if;
  update public.visitor_reports set closed_at = now() where id = filed.id;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note, retry_at)
  values (filed.id, new.status, 'notifier', new.resolution_note, due);
  if author is null or author = auth.uid()
    -- One mail for several reports that are decided together.
    or exists (
      select from public.visitor_report_mails mail
      join public.visitor_reports vr on vr.id = mail.visitor_report_id
      where mail.party = 'author' and mail.retry_at = due and vr.target_id = filed.target_id) then
    return null;
  end if;
  insert into public.visitor_report_mails (visitor_report_id, kind, party, note, retry_at)
  values (filed.id, new.status, 'author', new.resolution_note, due);
  -- Its comment was hidden or shown a moment ago: one mail says it all.
  delete from public.notices notice using public.comments comment
  where comment.id = new.comment_id
    and notice.id in (private.untold_notice(comment, 'comment_hidden'), private.untold_notice(comment, 'comment_shown'));
  -- The mail goes to every author, whatever their settings: it says how to contest. So does the notice of a comment, as one without a report.
  insert into public.notices (recipient_id, topic, outcome, about, jersey_id, title, note, due_at, is_again, comment_id)
  select author, 'jersey', 'report_' || new.status, new.target_type,
    coalesce(new.jersey_id, (select jersey_id from public.comments where id = new.comment_id)),
    filed.title, new.resolution_note, due, exists (select from public.report_contests contest where contest.report_id = new.id),
    new.comment_id
  where new.comment_id is not null and new.status = 'upheld' or not exists (
    select from public.notice_settings setting
    where setting.user_id = author and setting.topic = 'jersey' and not setting.in_account);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_photos_gone(photos public.jersey_images[], reason text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.notify_undone(array(
    select jsonb_build_object(
      'contributor', gone.contributor_id, 'type', 'jersey', 'target', jersey.id, 'title', jersey.title,
      'field', 'image', 'before', gone.url, 'after', null)
    from unnest(photos) gone join public.jerseys jersey on jersey.id = gone.jersey_id), null, reason)
$function$
;

CREATE OR REPLACE FUNCTION private.notify_reporter()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reported constant uuid := coalesce(
    new.jersey_id, (select jersey_id from public.comments where id = new.comment_id));
  corrected constant jsonb := case when new.done = 'corrected' then (
    select coalesce(jsonb_agg(jsonb_build_object(
      'field', change.key, 'before', private.as_text(change.value -> 'before'), 'after', private.as_text(change.value -> 'after'))
      order by revision.id, change.key), '[]')
    from public.revisions revision cross join jsonb_each(revision.changes) change
    where revision.batch_id = private.current_batch() and revision.target_id = new.jersey_id
      and change.value -> 'before' is distinct from change.value -> 'after') end;
begin
  -- Its reader is told when it can't be undone any more.
  perform private.set_change('undoable', 'true');
  perform private.notify(
    new.reporter_id, 'report', new.status, new.target_type, reported,
    coalesce(new.reported_name, (select title from public.jerseys where id = reported)), new.resolution_note,
    corrected, new.done, exists (select from public.report_contests contest where contest.report_id = new.id));
  perform private.set_change('undoable', null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.of_sponsors(sponsors text[], jerseys uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when of_sponsors.sponsors is null then of_sponsors.jerseys else array(
    select jersey_id from private.catalogue_entries
    where sponsor <> '' and sponsor = any (of_sponsors.sponsors) and (of_sponsors.jerseys is null or jersey_id = any (of_sponsors.jerseys))) end
$function$
;

CREATE OR REPLACE FUNCTION private.open_files(kind text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE kind WHEN 'jersey'::text THEN ARRAY['jerseys'::text, 'photos'::text, 'redirects'::text] WHEN 'team'::text THEN ARRAY['teams'::text, 'line_ups'::text, 'redirects'::text] WHEN 'competition'::text THEN ARRAY['competitions'::text] WHEN 'season'::text THEN ARRAY['seasons'::text] WHEN 'brand'::text THEN ARRAY['brands'::text] ELSE NULL::text[] END
;

CREATE OR REPLACE FUNCTION private.open_rows(ids uuid[])
 RETURNS TABLE(id uuid, file text, rows json)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select row_.id, 'jerseys', json_agg(row_) from private.open_jerseys row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.jersey_id, 'photos', json_agg(row_ order by row_.id) from private.open_photos row_ where row_.jersey_id = any (ids) group by row_.jersey_id
  union all
  select row_.id, 'teams', json_agg(row_) from private.open_teams row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.team_id, 'line_ups', json_agg(row_ order by row_.competition_id, row_.season_id)
  from private.open_line_ups row_ where row_.team_id = any (ids) group by row_.team_id
  union all
  select row_.id, 'competitions', json_agg(row_) from private.open_competitions row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.id, 'seasons', json_agg(row_) from private.open_seasons row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.id, 'brands', json_agg(row_) from private.open_brands row_ where row_.id = any (ids) group by row_.id
  union all
  select row_.from_id, 'redirects', json_agg(row_) from private.open_redirects row_ where row_.from_id = any (ids) group by row_.from_id
$function$
;

CREATE OR REPLACE FUNCTION private.open_time(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'::text)
;

CREATE OR REPLACE FUNCTION private.own_catalogue_import(id uuid)
 RETURNS public.catalogue_imports
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.catalogue_imports;
begin
  perform private.require_admin('import', 'import and export the catalogue');
  select * into own from public.catalogue_imports import
  where import.id = own_catalogue_import.id for update;
  if own.id is null then
    raise sqlstate 'PT404' using message = 'import_unknown', detail = 'There is no such import.';
  end if;
  return own;
end $function$
;

CREATE OR REPLACE FUNCTION private.own_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY['title'::text, 'edition'::text, 'external_link'::text, 'description'::text]
;

CREATE OR REPLACE FUNCTION private.own_jerseys(sides text[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(
    select jersey_id from public.user_collections where 'collection' = any (sides) and user_id = auth.uid()
    union
    select jersey_id from public.user_wishlists where 'wishlist' = any (sides) and user_id = auth.uid() and jersey_id is not null
    union
    select jersey_id from public.jersey_votes where 'voted' = any (sides) and voter_id = auth.uid())
$function$
;

CREATE OR REPLACE FUNCTION private.own_shirt(facts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.pick_columns(facts, array['title', 'team', 'league', 'season', 'year', 'kit_type'])
    || coalesce((select jsonb_build_object('colors', known.colors, 'country', known.country, 'competition', known.slug)
      from private.team_of_own(facts) known), '{}')
$function$
;

CREATE OR REPLACE FUNCTION private.pattern_names(pattern text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.photos_of(jersey_id uuid, suggestion_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', image.id, 'kind', image.kind) order by image.position, image.id), '[]')
  from public.jersey_images image
  where image.jersey_id = photos_of.jersey_id and (image.suggestion_id is null or image.suggestion_id = photos_of.suggestion_id)
$function$
;

CREATE OR REPLACE FUNCTION private.plain_facts()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT name.name FROM unnest(private.jersey_facts()) name(name) WHERE ((name.name !~ '_id$'::text) AND (name.name <> ALL (ARRAY['league'::text, 'team'::text, 'brand'::text]))))
;

CREATE OR REPLACE FUNCTION private.public_columns(target_type text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case target_type
    when 'jersey' then array_remove(array_remove(private.jersey_facts(), 'team'), 'brand')
    when 'team' then array[
      'name', 'short_name', 'city', 'country', 'founded_year', 'colors', 'competition_id']
    when 'competition' then array['name', 'country', 'league', 'sport']
  end
$function$
;

CREATE OR REPLACE FUNCTION private.publish_pages(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- PostgreSQL takes 8000 bytes per message.
  select pg_notify('outdated_pages', string_agg(id::text, ','))
  from (
    select id, row_number() over () / 200 as message
    from public.jerseys where id = any (ids) and status = 'approved' and is_active) numbered
  group by message
$function$
;

CREATE OR REPLACE FUNCTION private.publish_suggestion(suggestion public.suggestions, columns text[])
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.suggestions s
  set status = 'accepted', trusted = true, decided_at = now(),
    verdicts = (select jsonb_object_agg(name, '{"accepted": true}'::jsonb) from unnest(columns) name)
  where s.id = suggestion.id
  returning * into suggestion;
  perform private.apply_suggestion(suggestion, columns);
  return suggestion;
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_file_deletion(images public.jersey_images[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.storage_deletions (bucket_id, name, held_for, retry_at)
  -- An undo may bring it back.
  select distinct on (gone.path) 'jerseys', gone.path, jersey.id, now() + case when jersey.id is null then '0' else private.undo_period() end
  from unnest(images) gone
  left join public.jerseys jersey on jersey.status = 'approved' and jersey.id = case
    when private.was_public(gone) then gone.jersey_id
    -- It was public before this one, which waited.
    else (
      select revision.target_id from public.revisions revision
      where revision.stored -> 'image' ->> 'path' = gone.path and revision.changes -> 'image' -> 'after' = 'null'
        and revision.at > now() - private.undo_period()
      order by revision.id desc limit 1) end
  where gone.path is not null
    and not exists (select from public.jersey_images image where image.path = gone.path)
  order by gone.path, jersey.id
  on conflict on constraint storage_deletions_name_key do nothing;
  -- Also where something that waits keeps the file.
  perform private.withhold_files(array(select gone.path from unnest(images) gone where private.was_public(gone)), true);
end $function$
;

CREATE OR REPLACE FUNCTION private.read_cursor(sort text, after text)
 RETURNS private.catalogue_cursor
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  place private.catalogue_cursor;
  parts text[];
begin
  if sort is null or sort not in ('best', 'newest', 'year', 'oldest', 'owned') then
    raise invalid_parameter_value using
      message = 'catalogue_sort_invalid', detail = 'There is no such order.';
  end if;
  if after is null then
    return place;
  end if;
  parts := regexp_match(after, '^' || sort || '_(-?\d{1,17}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?)'
    || '_(\d{1,17})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  place.value := parts[1];
  if parts is null then
    raise numeric_value_out_of_range;
  end if;
  place.created_at := '1970-01-01 00:00:00+00'::timestamptz + parts[2]::bigint * interval '1 microsecond';
  place.jersey_id := parts[3];
  return place;
exception when numeric_value_out_of_range then
  raise invalid_parameter_value using
    message = 'catalogue_cursor_invalid', detail = 'No step of this order begins here.';
end $function$
;

CREATE OR REPLACE FUNCTION private.read_filter(filter jsonb)
 RETURNS private.catalogue_filter
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  asked private.catalogue_filter;
  slugs text[];
  unknown text;
begin
  if filter is null or jsonb_typeof(filter) <> 'object' then
    perform private.wrong_filter('An object is expected.');
  end if;
  select left(key, 40) into unknown from jsonb_object_keys(filter) key
  where key not in (
    'sport', 'competition', 'team', 'brand', 'kit', 'color', 'pattern', 'sponsor', 'from', 'to', 'photo', 'q', 'own')
  order by key limit 1;
  if found then
    perform private.wrong_filter(format('There is no filter %s.', quote_ident(unknown)));
  end if;

  slugs := private.filter_values(filter, 'sport');
  if slugs is not null then
    asked.leagues := array(
      select league from unnest(array['NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT']) league
      where lower(league collate "C") = any (slugs));
  end if;
  slugs := private.filter_values(filter, 'competition');
  if slugs is not null then
    asked.competitions := array(
      select id from public.competitions where slug = any (slugs) and is_active);
  end if;
  slugs := private.filter_values(filter, 'team');
  if slugs is not null then
    asked.teams := array(select id from public.teams where slug = any (slugs) and is_active);
  end if;
  slugs := private.filter_values(filter, 'brand');
  if slugs is not null then
    asked.brands := array(select id from public.brands where private.slug(name) = any (slugs));
  end if;
  asked.kits := private.filter_values(filter, 'kit');
  asked.colors := private.filter_values(filter, 'color');
  asked.patterns := private.filter_values(filter, 'pattern');
  asked.first_year := private.filter_year(filter, 'from');
  asked.last_year := private.filter_year(filter, 'to');
  if asked.first_year > asked.last_year then
    perform private.wrong_filter('from: the first year comes after the last.');
  end if;
  slugs := private.filter_values(filter, 'photo');
  if slugs is not null then
    asked.photo := array(select value = '1' from unnest(slugs) value where value in ('0', '1'));
  end if;
  asked.words := private.filter_words(filter);
  asked.sponsors := private.filter_values(filter, 'sponsor');
  asked.own := private.filter_values(filter, 'own');
  if asked.own is not null and auth.uid() is null then
    perform private.wrong_filter('own: only members who are signed in have shelves and votes.');
  end if;
  return asked;
end $function$
;

CREATE OR REPLACE FUNCTION private.read_jersey_line(line jsonb, names jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named constant jsonb := names -> private.names_in_line(line)::text;
  team constant jsonb := named -> 'team';
  brand constant jsonb := named -> 'brand';
begin
  return jsonb_build_object(
    'refusals', (
      select coalesce(jsonb_agg(refusal), '[]') from (
        select value -> 'refusal' as refusal from jsonb_each(named) where value ? 'refusal'
        union all
        select * from private.value_refusals(line)) refused),
    'row', jsonb_strip_nulls(jsonb_build_object(
      'league', named #> '{competition,league}', 'competition_id', named #> '{competition,id}', 'season_id', named #> '{season,id}',
      'team_id', team ->> 'id', 'team', team ->> 'name', 'brand_id', brand ->> 'id', 'brand', brand ->> 'name',
      'created_at', line ->> 'created_at') || private.tidied(private.pick_columns(line, private.plain_facts()))));
end $function$
;

CREATE OR REPLACE FUNCTION private.read_step(source text, asked private.catalogue_filter, scope private.catalogue_scope, sort text, place private.catalogue_cursor)
 RETURNS SETOF private.catalogue_step
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
begin
  -- The value has a name of its own: by the name of its column, the order would be that of the cast, and no index's.
  return query execute format(
    'select jersey_id, %s::double precision as value, created_at from %s
     where %s order by %s limit 25',
    private.value_of(sort), source,
    private.after_place(sort, place) || ' and ' || private.entry_conditions(asked, scope),
    private.order_of(sort))
  using scope.included, scope.excluded, place.value, place.created_at, place.jersey_id;
end $function$
;

CREATE OR REPLACE FUNCTION private.readable_verdicts(suggestion public.suggestions, verdicts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(
    jsonb_build_object(
      'field', case when verdict.key like 'photo:%' then 'image' else regexp_replace(verdict.key, '_id$', '') end,
      'before', case when image.suggestion_id is null and image.id is not null then image.url
        else private.as_text(suggestion.words -> verdict.key -> 'before') end,
      'after', case when image.suggestion_id is not null then image.url
        when image.id is null then private.as_text(suggestion.words -> verdict.key -> 'after') end,
      'accepted', verdict.value -> 'accepted', 'reason', verdict.value -> 'reason', 'note', verdict.value -> 'note')
      || case when verdict.value ? 'suggested'
        then jsonb_build_object('suggested', private.as_text(verdict.value -> 'suggested')) else '{}' end
    order by verdict.key)
  from jsonb_each(verdicts) verdict
  left join public.jersey_images image
    on image.jersey_id = suggestion.target_id and private.photo_key(image.id) = verdict.key
$function$
;

CREATE OR REPLACE FUNCTION private.reason_not_to_go(from_jersey uuid, into_jersey uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when jersey.id is null or into_jersey is not null and other.id is null then 'jersey_not_found'
    when not jersey.is_active or jersey.status <> 'approved' and (jersey.status <> 'pending' or into_jersey is null) then 'jersey_not_public'
    -- A submission goes into another one; what is public only into what is public.
    when not other.is_active or other.status <> 'approved' and (other.status <> 'pending' or jersey.status = 'approved') then 'jersey_not_public'
  end
  from (select from_jersey as id) departing
  left join public.jerseys jersey on jersey.id = departing.id
  left join public.jerseys other on other.id = into_jersey
$function$
;

CREATE OR REPLACE FUNCTION private.reason_not_undoable(revision public.revisions, field text, current jsonb, is_administrator boolean, restored uuid[] DEFAULT '{}'::uuid[])
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.is_undone(revision.id, field) then 'undone'
    -- A reviewer doesn't decide what is their own: an undoing of their change, or others' changes of their jersey.
    when not is_administrator and (
      private.brings_back(revision, auth.uid())
      or field = 'image' and revision.changes -> 'image' ->> 'after' is null and revision.contributor_id is distinct from auth.uid()
        and (revision.stored -> 'image' ->> 'contributor_id')::uuid = auth.uid()
      or revision.target_type = 'jersey' and (current ->> 'author_id')::uuid = auth.uid()
        and revision.contributor_id is distinct from auth.uid()) then 'own'
    when field in ('merged', 'jersey') then private.departure_stays(revision, is_administrator)
    when field = 'line_up' then private.line_up_stays(revision, is_administrator)
    when current is null then 'gone'
    when revision.target_type = 'jersey' and (
      current ->> 'status' <> 'approved' or current ->> 'is_active' <> 'true') then 'hidden'
    when field = 'image' and (revision.stored -> 'image' ->> 'id')::uuid = any (restored) then null
    when not private.is_outdated(revision, field, current) then null
    when field = 'image' and revision.changes -> 'image' ->> 'before' is not null then 'file'
    else 'changed'
  end
$function$
;

CREATE OR REPLACE FUNCTION private.reasons()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select array['wrong', 'no_source', 'duplicate', 'rights', 'quality', 'off_topic', 'offensive', 'other'] $function$
;

CREATE OR REPLACE FUNCTION private.rebuild_ids(after uuid, at_most integer)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(
    select id from (
      (select id from public.jerseys where id > after order by id limit at_most)
      union (select id from private.search_documents where kind = 'jersey' and id > after order by id limit at_most)
      union (select jersey_id from private.catalogue_entries where jersey_id > after order by jersey_id limit at_most)
      union (select id from public.public_changes where id > after order by id limit at_most)
      union (select id from private.public_things where kind <> 'jersey' and id > after order by id limit at_most)) known
    order by id limit at_most)
$function$
;

CREATE OR REPLACE FUNCTION private.rebuild_rows(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.recount_jerseys(array(
    select jersey.id from public.jerseys jersey
    where jersey.id = any (ids) and (jersey.upvotes, jersey.downvotes) <> (
      select count(*) filter (where vote.vote = 'up'), count(*) filter (where vote.vote = 'down')
      from public.jersey_votes vote where vote.jersey_id = jersey.id)));
  perform private.refresh_projection('words', ids);
  perform private.refresh_projection('catalogue', ids);
  perform private.refresh_catalogue_counts(array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids)));
  -- Those that are public have a number already, unless it was forgotten.
  perform private.refresh_projection('public_changes', array(
    select id from private.unnumbered_changes(ids) where change <> 'changed'));
end $function$
;

CREATE OR REPLACE FUNCTION private.recolor_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.jerseys where team_id = new.id order by id for no key update;
  -- Materialized: else they are computed for every jersey.
  with kits as materialized (
    select kit_type,
      private.color_names(private.shirt_colors(kit_type, old.colors)) as was,
      private.color_names(private.shirt_colors(kit_type, new.colors)) as becomes
    from unnest(array_prepend(null, private.kit_types())) kit_type
  )
  update public.jerseys jersey set colors = kits.becomes
  from kits
  where jersey.team_id = new.id and jersey.kit_type is not distinct from kits.kit_type
    and jersey.colors = kits.was and kits.was <> kits.becomes;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_aliases()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.record_arrival(kind text, jersey_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.arrivals as arrival (target_id, jersey_id, kind, is_bulk)
  select target.id, jersey.id, record_arrival.kind,
    -- A command, and an import also when its jerseys are approved one by one.
    auth.uid() is null or private.current_change() ? 'batch'
      or record_arrival.kind = 'jersey'
        and exists (select from private.imported_jerseys ij where ij.jersey_id = jersey.id)
  from public.jerseys jersey
  cross join lateral unnest(array[jersey.team_id, jersey.competition_id, jersey.brand_id]) as target (id)
  where jersey.id = record_arrival.jersey_id and jersey.status = 'approved' and jersey.is_active and target.id is not null
    and coalesce(private.current_change() -> 'revision' ->> 'kind', '') not in ('none', 'undo', 'merge')
  -- A jersey is new once; its newest photo counts.
  on conflict on constraint arrivals_pkey do update set at = excluded.at, is_bulk = excluded.is_bulk
  where arrival.kind = 'photo'
$function$
;

CREATE OR REPLACE FUNCTION private.record_decision(table_name text, row_id uuid, decided_by uuid, was jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from private.decisions decision
  where not exists (select from auth.users account where account.id = record_decision.decided_by)
    and decision.table_name = record_decision.table_name and decision.row_id = record_decision.row_id;
  insert into private.decisions (table_name, row_id, decided_by, was)
  select record_decision.table_name, record_decision.row_id, account.id, record_decision.was
  from auth.users account where account.id = record_decision.decided_by
  on conflict (table_name, row_id) do update set decided_by = excluded.decided_by, was = excluded.was
$function$
;

CREATE OR REPLACE FUNCTION private.record_hiding()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.record_decision(
    'comments', new.id, auth.uid(), jsonb_build_object('at', now()));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_list()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was jsonb;
  becomes jsonb;
begin
  -- What is private is on no record. What becomes public is, whole.
  if tg_op <> 'INSERT' and old.is_public then
    was := to_jsonb(old);
  end if;
  if tg_op <> 'DELETE' and new.is_public then
    becomes := to_jsonb(new);
    if was is null then
      becomes := becomes || jsonb_build_object('notes', (
        select coalesce(jsonb_object_agg(coalesce(item.jersey_id, item.copy_id), item.note), '{}')
        from public.list_items item where item.list_id = new.id and item.note is not null));
    end if;
  end if;
  if was is not null or becomes is not null then
    perform private.log_change('lists', coalesce(becomes, was) ->> 'id', was - 'changed_at', becomes - 'changed_at');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_revision(target_type text, target_id uuid, was jsonb, becomes jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changes constant jsonb := private.changes_in_words(target_type, was, becomes);
begin
  if changes is not null then
    perform private.write_revision(target_type, target_id, changes, private.changed_values(
      was, becomes, array['competition_id', 'season_id', 'team_id', 'brand_id']));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.recount_jerseys(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with counted as (
    select jersey.id, count(*) filter (where vote.vote = 'up')::integer as up, count(*) filter (where vote.vote = 'down')::integer as down
    from public.jerseys jersey left join public.jersey_votes vote on vote.jersey_id = jersey.id
    where jersey.id = any (ids) and jersey.id::text is distinct from private.current_change() ->> 'leaving'
    group by jersey.id
  ), repaired as (
    update public.jerseys jersey set upvotes = counted.up, downvotes = counted.down
    from counted where counted.id = jersey.id and (counted.up, counted.down) <> (jersey.upvotes, jersey.downvotes)
  )
  insert into private.changes (kind, id) select 'vote', id from unnest(ids) id
$function$
;

CREATE OR REPLACE FUNCTION private.refresh_catalogue(ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  former constant private.catalogue_facts[] := array(
    select (jersey_id, competition_id, team_id, year, kit, brand_id, color, pattern, has_photo, sponsor, created_at, best, owned)::private.catalogue_facts
    from private.catalogue_entries where jersey_id = any (ids));
  fresh constant private.catalogue_facts[] := array(
    select fact from private.catalogue_facts fact where fact.jersey_id = any (ids));
  changed constant uuid[] := array(
    select jersey_id from unnest(former) f full join unnest(fresh) n using (jersey_id) where f is distinct from n);
  -- Of jerseys that came, went or have other facts: as they were, and as they are.
  moved private.catalogue_facts[];
begin
  delete from private.catalogue_entries where jersey_id = any (changed);
  insert into private.catalogue_entries (
    jersey_id, competition_id, team_id, year, kit, brand_id, color, pattern, has_photo, sponsor, created_at, best, owned)
  select * from unnest(fresh) where jersey_id = any (changed);

  moved := array(
    select unnest(array[f, n]) from unnest(former) f full join unnest(fresh) n using (jersey_id)
    where (f.competition_id, f.team_id, f.year, f.kit, f.brand_id, f.color, f.pattern, f.has_photo, f.sponsor)
      is distinct from (n.competition_id, n.team_id, n.year, n.kit, n.brand_id, n.color, n.pattern, n.has_photo, n.sponsor));
  if moved = '{}' then
    return false;
  end if;

  perform private.refresh_catalogue_counts(moved);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_projection(projection text, ids uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  are_lists_changed boolean := false;
begin
  if ids = '{}' then
    return false;
  end if;
  case projection
    when 'tiers' then perform private.refresh_tiers(ids);
    when 'words' then perform private.refresh_search('jersey', ids);
    when 'catalogue' then are_lists_changed := private.refresh_catalogue(ids);
    when 'public_changes' then perform private.refresh_public_changes(ids);
  end case;
  delete from private.failed_changes failed
  where failed.projection = refresh_projection.projection and failed.id = any (ids);
  return are_lists_changed;
exception
  -- Derived again soon, with everything else.
  when serialization_failure or deadlock_detected or lock_not_available then
    raise;
  when others then
    insert into private.failed_changes as failed (projection, id, problem)
    select refresh_projection.projection, id, left(sqlerrm, 1000) from unnest(ids) id
    on conflict on constraint failed_changes_pkey do update set problem = excluded.problem, tried_at = now();
    if cardinality(ids) = 1 then
      return false;
    end if;
    -- Which of them can't be is found by halves; those that can are taken from the table again.
    are_lists_changed := private.refresh_projection(projection, ids[:cardinality(ids) / 2]);
    return private.refresh_projection(projection, ids[cardinality(ids) / 2 + 1:]) or are_lists_changed;
end $function$
;

CREATE OR REPLACE FUNCTION private.refresh_public_changes(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.public_changes (number, kind, id, change, into_id)
  select coalesce((select max(number) from public.public_changes), 0) + row_number() over (order by kind, id),
    kind, id, change, into_id
  from private.unnumbered_changes(ids)
  on conflict on constraint public_changes_pkey do update set
    number = excluded.number, change = excluded.change, into_id = excluded.into_id, at = excluded.at
$function$
;

CREATE OR REPLACE FUNCTION private.refresh_tiers(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.search_documents document
  set words = ts_delete(document.words, known.marks) || array_to_tsvector(known.wanted)
  from (
    select sd.id, array(select word from unnest(tsvector_to_array(sd.words)) word where word like '#%') as marks,
      private.tier_marks(private.tier(jersey.score)) as wanted
    from public.jerseys jersey
    join private.search_documents sd on sd.kind = 'jersey' and sd.id = jersey.id
    where jersey.id = any (ids)) known
  where document.kind = 'jersey' and document.id = known.id and known.marks <> known.wanted
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_id(relation text, id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise unique_violation using
    message = format('duplicate key value violates unique constraint "%s_pkey"', relation),
    detail = format('Key (id)=(%s) already exists.', id), table = relation, constraint = relation || '_pkey';
end $function$
;

CREATE OR REPLACE FUNCTION private.removed_photos(jersey_id uuid, asked jsonb, removed jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(image.id order by image.position, image.id)
  from public.jersey_images image
  where image.jersey_id = removed_photos.jersey_id and image.suggestion_id is null
    and (asked ? image.id::text or coalesce(removed ? image.id::text, false))
$function$
;

CREATE OR REPLACE FUNCTION private.removes_photo_of(suggestion public.suggestions, member uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.jersey_images image
    where image.jersey_id = suggestion.target_id and image.contributor_id = member and suggestion.changes -> 'removed' ? image.id::text)
$function$
;

CREATE OR REPLACE FUNCTION private.rename_brand()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.jerseys where brand_id = new.id order by id for no key update;
  update public.jerseys set brand = new.name where brand_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.rename_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.jerseys where team_id = new.id order by id for no key update;
  update public.jerseys set team = new.name where team_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.report_for_file(report public.reports)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'id', report.id, 'at', report.created_at, 'status', report.status, 'kind', report.target_type, 'category', report.category,
    'title', coalesce(report.reported_name, jersey.title, ''), 'reason', report.reason, 'jersey_id', jersey.id)
  from (select 1) one
  left join public.jerseys jersey
    on jersey.id = coalesce(report.jersey_id, (select comment.jersey_id from public.comments comment where comment.id = report.comment_id))
$function$
;

CREATE OR REPLACE FUNCTION private.reported_author(report public.reports)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case report.target_type
    when 'jersey' then coalesce(
      -- Whoever contested the decision hears of the next one.
      (select rc.author_id from public.report_contests rc where rc.report_id = report.id and rc.party = 'author'),
      (select author_id from public.jerseys
      -- What was merged because of it is of another author than the jersey that stays.
      where id = coalesce(
        (select gj.jersey_id from private.moved_rows moved join public.gone_jerseys gj using (jersey_id)
          where moved.relation = 'reports' and moved.row_id = report.id and report.done = 'merged'
          order by gj.gone_at desc limit 1), report.jersey_id)))
    when 'comment' then (select author_id from public.comments where id = report.comment_id)
    when 'list' then (select member_id from public.lists where id = report.target_id)
    else report.profile_id
  end
$function$
;

CREATE OR REPLACE FUNCTION private.require_admin(subject text, purpose text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not public.is_admin(auth.uid()) then
    raise insufficient_privilege using
      message = subject || '_denied', detail = format('Only administrators %s.', purpose);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.require_reviewer(purpose text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = format('Only reviewers and administrators %s.', purpose);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.resolve_brand(line jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked_name constant text := left(private.tidy(line ->> 'brand'), 200);
  asked_text constant text := private.fold(asked_name);
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'brand_id') then
    select jsonb_agg(jsonb_build_object('id', brand.id, 'name', brand.name, 'place', 1)) into found
    from public.brands brand where brand.id = (line ->> 'brand_id')::uuid;
  elsif asked_name is null then
    return '{}';
  elsif line -> 'as_written' ? 'brand' then
    return jsonb_build_object('name', asked_name);
  else
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'place', one.place)) into found
    from (
      select brand.id, brand.name, rank() over (order by brand.name <> asked_name) as place
      from public.brands brand where brand.search_text = asked_text) one;
    if found is null then
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.likeness desc, one.name)
      into nearest
      from (
        select brand.id, brand.name,
          extensions.similarity(brand.search_text, asked_text) as likeness
        from public.brands brand order by likeness desc, brand.name limit 5) one;
    end if;
  end if;
  return private.resolve_reference('brand', asked_name, coalesce(found, '[]'), nearest);
end $function$
;

CREATE OR REPLACE FUNCTION private.resolve_competition(line jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Variables: in the queries they would be computed for every row.
  asked_name constant text := left(private.tidy(line ->> 'competition'), 200);
  asked_slug constant text := private.slug(asked_name);
  asked_text constant text := private.fold(asked_name);
  asked_league constant text := line ->> 'league';
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'competition_id') then
    select jsonb_agg(jsonb_build_object('id', competition.id, 'name', competition.name, 'league', competition.league, 'place', 1)) into found
    from public.competitions competition where competition.id = (line ->> 'competition_id')::uuid;
  else
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'league', one.league, 'place', one.place))
    into found
    from (
      select competition.*, rank() over (order by competition.slug <> asked_name) as place
      from public.competitions competition
      where (competition.slug = asked_slug or competition.search_text = asked_text)
        and (asked_league is null or competition.league = asked_league)
      limit 20) one;
  end if;
  if found is null and asked_name is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name) order by one.likeness desc, one.name)
    into nearest
    from (
      select competition.id, competition.name,
        extensions.similarity(competition.search_text, asked_text) as likeness
      from public.competitions competition
      where asked_league is null or competition.league = asked_league
      order by likeness desc, competition.name limit 5) one;
  end if;
  return private.resolve_reference('competition', asked_name, coalesce(found, '[]'), nearest);
end $function$
;

CREATE OR REPLACE FUNCTION private.resolve_names(line jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  competition jsonb := private.resolve_competition(line);
  season constant jsonb := private.resolve_season(line);
  team constant jsonb := private.resolve_team(
    line, (competition ->> 'id')::uuid, coalesce(competition ->> 'league', line ->> 'league'), (season ->> 'id')::uuid);
begin
  -- A line without one stands for a shirt of its team's own competition, as in the form of a submission.
  if competition #>> '{refusal,reason}' = 'missing' and team ? 'id' then
    competition := private.resolve_competition(jsonb_build_object('competition_id', (
      select t_own.competition_id from public.teams t_own where t_own.id = (team ->> 'id')::uuid)));
  end if;
  return jsonb_build_object(
    'competition', competition, 'season', season, 'team', team, 'brand', private.resolve_brand(line));
end $function$
;

CREATE OR REPLACE FUNCTION private.resolve_team(line jsonb, competition uuid, league text, season uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked_name constant text := left(private.tidy(line ->> 'team'), 200);
  asked_text constant text := private.fold(asked_name);
  asked_home constant text := left(private.tidy(line ->> 'team_competition'), 200);
  found jsonb;
  nearest jsonb;
begin
  if private.is_uuid(line ->> 'team_id') then
    select jsonb_agg(jsonb_build_object('id', team.id, 'name', team.name, 'place', 1)) into found
    from public.teams team where team.id = (line ->> 'team_id')::uuid;
  elsif line -> 'as_written' ? 'team' then
    return jsonb_build_object('name', asked_name);
  elsif asked_name is not null then
    select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'hint', one.hint, 'place', one.place)
      order by one.place, one.hint)
    into found
    from (
      select team.id, team.name, c.name as hint, rank() over (order by
        private.fold(team.name) <> asked_text, team.competition_id is distinct from resolve_team.competition,
        not exists (
          select from public.team_seasons ts
          where ts.team_id = team.id and ts.competition_id = resolve_team.competition
            and ts.season_id = resolve_team.season),
        not exists (
          select from public.team_seasons ts
          where ts.team_id = team.id and ts.competition_id = resolve_team.competition)) as place
      from public.teams team join public.competitions c on c.id = team.competition_id
      where team.id = any (private.line_teams(asked_name))
        and (resolve_team.league is null or c.league = resolve_team.league)
        and (asked_home is null or c.slug = private.slug(asked_home)
          or c.search_text = private.fold(asked_home))) one;
    if found is null then
      select jsonb_agg(jsonb_build_object('id', one.id, 'name', one.name, 'hint', one.hint)
        order by one.likeness desc, one.name)
      into nearest
      from (
        select team.id, team.name, c.name as hint,
          greatest(extensions.similarity(private.fold(team.name), asked_text),
            extensions.similarity(private.fold(team.short_name), asked_text)) as likeness
        from public.teams team join public.competitions c on c.id = team.competition_id
        where resolve_team.league is null or c.league = resolve_team.league
        order by likeness desc, team.name limit 5) one;
    end if;
  end if;
  return private.resolve_reference('team', asked_name, coalesce(found, '[]'), nearest);
end $function$
;

CREATE OR REPLACE FUNCTION private.retire_jersey(from_jersey uuid, into_jersey uuid, reason text, urgency text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  jersey public.jerseys;
begin
  select * into jersey from public.jerseys where id = from_jersey;
  perform private.notify_members_with_jersey(
    from_jersey, case when into_jersey is null then 'taken_down' when jersey.status = 'approved' then 'merged' else 'submission_merged' end,
    into_jersey, jersey.title, reason);
  perform private.note_departures(array[from_jersey], into_jersey, reason, urgency);
  insert into private.moved_rows (jersey_id, relation, row_id, member_id, stored)
  select from_jersey, 'user_collections', collection.id, collection.user_id, to_jsonb(collection)
  from public.user_collections collection where collection.jersey_id = from_jersey
  union all
  select from_jersey, 'copies', copy.id, null, null from public.copies copy where copy.jersey_id = from_jersey;
  if into_jersey is not null then
    perform private.move_jersey(from_jersey, into_jersey);
    perform private.accept_alike(array(
      select suggestion.id from public.suggestions suggestion
      where suggestion.target_type = 'jersey' and (
        suggestion.target_id = from_jersey and suggestion.changes ->> 'merge_into' = into_jersey::text
        or suggestion.target_id = into_jersey and suggestion.changes ->> 'merge_into' = from_jersey::text)), into_jersey);
  else
    perform private.keep_copies(jersey);
  end if;
  update public.suggestions set held_at = now()
  where target_type = 'jersey' and target_id = from_jersey and status = 'open';
  perform private.write_departure(from_jersey, into_jersey, jersey.title, urgency, true);
  update public.jerseys set is_active = false where id = from_jersey;
  -- What a merge moved is the other jersey's.
  if into_jersey is null or urgency is not null then
    perform private.withhold_photos(array[from_jersey]);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.return_wishes(jersey_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.user_wishlists wishlist set jersey_id = null
  where wishlist.jersey_id = return_wishes.jersey_id and wishlist.former_jersey is not null and not exists (
    select from public.user_wishlists w_same
    where w_same.user_id = wishlist.user_id and w_same.jersey_id is null and w_same.former_jersey = wishlist.former_jersey)
$function$
;

CREATE OR REPLACE FUNCTION private.said_text(facts jsonb, name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.visible(private.tidy(facts ->> name)) where jsonb_typeof(facts -> name) = 'string' $function$
;

CREATE OR REPLACE FUNCTION private.save_suggestion(suggestion public.suggestions, of_type text, target uuid, present jsonb, wanted jsonb, columns text[], given jsonb, dropped text[], stated text, is_added boolean)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  called constant text := coalesce(present ->> 'title', present ->> 'name');
  former constant jsonb := private.pick_columns(present, private.with_dependent_columns(columns));
  said constant jsonb := private.suggestion_words(of_type, present, wanted, columns);
  saved public.suggestions;
begin
  if suggestion.id is null then
    insert into public.suggestions as s (target_type, target_id, title, member_id, changes, was, words, source)
    values (of_type, target, called, auth.uid(), given, former, said, stated)
    on conflict do nothing
    returning * into saved;
    -- An author's direct write in another window: it has no lock of the member's.
    if not found then
      raise sqlstate 'PT409' using
        message = 'suggestion_changed', detail = 'Another request of yours was faster.', hint = 'Send it again.';
    end if;
    return saved;
  end if;
  update public.suggestions s
  set title = called, edited_at = clock_timestamp(),
    source = case
      when is_added and position(stated in s.source) = 0 then left(s.source || E'\n' || stated, 500)
      when is_added then coalesce(s.source, stated)
      else stated end,
    changes = case when is_added then s.changes - private.with_dependent_columns(dropped) else '{}' end || given,
    was = case when is_added then s.was - private.with_dependent_columns(dropped) else '{}' end || former,
    words = case when is_added then s.words - dropped else '{}' end || said
  where s.id = suggestion.id
  returning * into saved;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id and not is_added;
  return saved;
end $function$
;

CREATE OR REPLACE FUNCTION private.says_else("column" text, was jsonb, becomes jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (private.differs("column", was, becomes) AND (NOT COALESCE(((num_nulls(NULLIF((was -> "column"), 'null'::jsonb), NULLIF((becomes -> "column"), 'null'::jsonb)) = 1) AND ((was -> private.name_column("column")) = (becomes -> private.name_column("column")))), false)))
;

CREATE OR REPLACE FUNCTION private.schedule_jobs()
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  job record;
  scheduled text[] := '{}';
begin
  if to_regnamespace('cron') is null or not has_schema_privilege(to_regnamespace('cron'), 'usage') then
    return scheduled;
  end if;
  -- Only then: looking into a schema needs that privilege.
  if to_regprocedure('cron.schedule(text, text, text)') is null then
    return scheduled;
  end if;
  for job in
    select * from (values
      ('derive', '2 seconds', 'select public.derive(10000), public.age_votes()'),
      ('check_derived', '*/10 * * * *', 'select public.check_derived()'),
      ('refresh_vote_sums', '*/10 * * * *', 'select public.refresh_vote_sums()'),
      ('draw_days', '*/10 * * * *', 'select public.draw_days(), public.draw_duels()'),
      ('sweep', '17 4 * * *',
        'select public.sweep_notices(), public.sweep_audit_log(), public.sweep_removed_copies(), public.sweep_imports(), public.sweep_gone_jerseys(), public.sweep_arrivals(), public.sweep_daily_players()'))
      as jobs (name, times, command)
  loop
    -- A job of the same name is replaced.
    execute 'select cron.schedule($1, $2, $3)' using 'maillotheque_' || job.name, job.times, job.command;
    scheduled := scheduled || job.name;
  end loop;
  return scheduled;
end $function$
;

CREATE OR REPLACE FUNCTION private.search_query(words text[], attempt integer, with_colors boolean DEFAULT false)
 RETURNS tsquery
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- Words hold letters and digits only, marks of decades a ~ more, so quotes around them are enough.
  select string_agg(
    format('(%s)', concat_ws(' | ',
      format('''%s''', word),
      -- Only the last word may be a prefix: it is still being typed. Words in the vocabulary are
      -- faster to look up.
      case when attempt > 1 and place = cardinality(words) and not starts_with(word, '~') then (
        -- The vocabulary lacks words of two letters, and a single letter may begin one.
        select case when cardinality(known) between 1 and 40 and char_length(word) > 1
          then (select string_agg(format('''%s''', longer), ' | ') from unnest(known) longer)
          else format('''%s'':*', word) end
        from private.prefix_matches(word) known) end,
      case when with_colors then (
        select string_agg(format('''%s''', mark), ' | ')
        from unnest(private.color_marks(
          private.called_colors(word, place = cardinality(words)))) mark) end,
      case when attempt > 2 and not starts_with(word, '~') then (
        select string_agg(format('''%s''', other), ' | ')
        from unnest(private.corrections(word)) other) end)),
    ' & ')::tsquery
  from unnest(words) with ordinality as given (word, place)
$function$
;

CREATE OR REPLACE FUNCTION private.season_jersey(competition_id uuid, season_id uuid, day date, kind text, seed text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select picked.id
  from (
    -- Ordered before they are looked at: mostly the first one fits.
    select sample.id from (
      -- From a random team on: a season may have thousands of jerseys.
      (select jersey.id from public.jerseys jersey
        where jersey.competition_id = season_jersey.competition_id and jersey.season_id = season_jersey.season_id
          and jersey.status = 'approved' and jersey.is_active and jersey.team_id >= md5(seed || season_jersey.season_id)::uuid
        order by jersey.team_id limit 100)
      union all
      (select jersey.id from public.jerseys jersey
        where jersey.competition_id = season_jersey.competition_id and jersey.season_id = season_jersey.season_id
          and jersey.status = 'approved' and jersey.is_active
        order by jersey.team_id limit 100)
    ) sample
    where exists (select from public.jersey_images image where image.jersey_id = sample.id and image.suggestion_id is null)
    order by md5(seed || sample.id) offset 0
  ) picked join public.jerseys jersey on jersey.id = picked.id
  where private.fits_a_day(jersey) and not private.is_taken_near(picked.id, season_jersey.day, season_jersey.kind)
  limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.shirt_colors(kit_type text, team_colors text[])
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  white constant text := '#ffffff';
  ink constant text := '#16181f';
  -- Grey: nothing is known.
  given constant text[] := case when cardinality(team_colors) > 0 then team_colors else array['#c9ccd3', '#8d93a1'] end;
  first constant text := given[1];
  second constant text := coalesce(given[2], case
    when private.luminance(first) > 0.4 then private.mix_colors(first, ink, 0.8) else white end);
  third constant text := given[3];
  trim_color constant text := coalesce(third, second);
  yellow constant text := '#f2c230';
  green constant text := '#1f9d5a';
  gold constant text := '#c9a227';
  base text;
  next text;
begin
  case kit_type
  when 'away' then
    if private.luminance(first) > 0.6 then
      base := case when private.luminance(second) < 0.5 then second else ink end;
      next := first;
    else
      base := white;
      next := case when private.luminance(second) > 0.6 then private.mix_colors(first, ink, 0.1) else first end;
    end if;
    return array[base, next, case when private.contrast(trim_color, base) > 1.6 then trim_color else next end];
  when 'third' then
    base := case
      when private.contrast(second, first) > 2 and private.luminance(second) < 0.7 then second else ink end;
    return array[
      base, first, coalesce(third, case when private.luminance(base) > 0.4 then ink else white end)];
  when 'fourth' then
    next := case when private.luminance(first) > 0.6 then second else first end;
    return array[
      private.mix_colors(next, white, 0.7), next, case when next = first then second else first end];
  when 'goalkeeper' then
    base := case
      when private.contrast(yellow, first) > 2 then yellow
      when private.contrast(green, first) > 2 then green
      else ink end;
    return array[base, private.mix_colors(base, ink, 0.3), case when base = ink then white else ink end];
  when 'prematch' then
    return array[private.mix_colors(first, second, 0.35), first, second];
  when 'anniversary' then
    return array[first, private.mix_colors(first, ink, 0.25), gold];
  when 'training' then
    return array[private.mix_colors(first, ink, 0.55), private.mix_colors(first, ink, 0.15), second];
  when 'other' then
    return array[private.mix_colors(first, ink, 0.3), second, trim_color];
  else
    return array[first, second, trim_color];
  end case;
end $function$
;

CREATE OR REPLACE FUNCTION private.shown_items(list_id uuid)
 RETURNS TABLE(place integer, jersey_id uuid, note text, copy public.copies)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select shown.place, shown.jersey_id, shown.note, shown.copy
  from (
    select item.place, jersey.id as jersey_id, item.note, copy, row_number() over (partition by jersey.id order by item.place) as nth
    from public.list_items item
    left join public.copies copy on copy.id = item.copy_id and copy.removed_at is null
    left join public.jerseys jersey
      on jersey.id = coalesce(item.jersey_id, copy.jersey_id) and jersey.status = 'approved' and jersey.is_active
    where item.list_id = shown_items.list_id
      and (jersey.id is not null or copy.id is not null and private.is_shown_own(copy.former_jersey))) shown
  -- Each jersey once, also if it was found for a shirt beside it.
  where shown.jersey_id is null or shown.nth = 1
$function$
;

CREATE OR REPLACE FUNCTION private.small_columns(target_type text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case target_type
    when 'jersey' then array['season_id', 'year', 'kit_type', 'colors', 'pattern', 'brand_id', 'price']
    when 'team' then array['country', 'founded_year']
    when 'competition' then array['country']
    else '{}'
  end
$function$
;

CREATE OR REPLACE FUNCTION private.state_columns()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
RETURN ARRAY['status'::text, 'moderation_note'::text, 'moderated_at'::text, 'edited_at'::text]
;

CREATE OR REPLACE FUNCTION private.suggest_own(jersey public.jerseys, given jsonb)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions := private.lock_own_suggestion(null, 'jersey', jersey.id, false);
  present constant jsonb := to_jsonb(jersey) || jsonb_build_object('photos', private.photos_of(jersey.id, suggestion.id));
  wanted jsonb;
  columns text[];
  dropped text[];
begin
  if given ? 'photos' then
    given := given || jsonb_build_object('photos', private.arranged_photos(present -> 'photos', given -> 'photos'));
  elsif given ? 'removed' then
    given := jsonb_build_object('removed', private.removed_photos(jersey.id, given -> 'removed', suggestion.changes -> 'removed'));
  end if;
  wanted := present || given;
  columns := array(
    select name from unnest(private.suggestable_columns('jersey')) name where given ? name and private.differs(name, present, wanted));
  dropped := array(
    select name from jsonb_object_keys(given) name where suggestion.changes ? name and name <> all (columns) and name <> 'removed');
  perform private.check_constraints('public.jerseys', wanted, columns);
  given := private.pick_columns(given, columns || array['removed']);
  if suggestion.id is null and columns = '{}' and given ? 'photos' then
    return null;
  end if;
  suggestion := private.save_suggestion(suggestion, 'jersey', jersey.id, present, wanted, columns, given, dropped, null, true);
  -- A photo may follow.
  return case when dropped = '{}' then suggestion else private.end_empty_suggestion(suggestion) end;
end $function$
;

CREATE OR REPLACE FUNCTION private.suggest_submitted(from_jersey uuid, into_jersey uuid)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.suggestions (target_type, target_id, title, member_id, changes, was, words)
  select 'jersey', into_jersey, kept.title, submitted.author_id, '{}', '{}', '{}'
  from public.jerseys submitted join public.jerseys kept on kept.id = into_jersey and kept.status = 'approved'
  where submitted.id = from_jersey and submitted.status <> 'approved'
    and exists (select from public.joining_photos(from_jersey, into_jersey))
  returning id
$function$
;

CREATE OR REPLACE FUNCTION private.suggest_texts(jersey public.jerseys, wanted public.jerseys)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant jsonb := (
    select jsonb_object_agg(name, to_jsonb(wanted) -> name)
    from unnest(private.own_facts()) name
    where to_jsonb(wanted) -> name is distinct from to_jsonb(jersey) -> name);
begin
  if given is not null then
    perform private.suggest_own(jersey, given);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.suggestable_columns(target_type text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case target_type
    -- The league is that of the competition.
    when 'jersey' then array_remove(private.public_columns('jersey'), 'league') || array['photos', 'merge_into', 'removal']
    when 'team' then array['name', 'short_name', 'city', 'country', 'founded_year', 'colors']
    when 'competition' then array['name', 'country']
  end
$function$
;

CREATE OR REPLACE FUNCTION private.suggestion_of_image(jersey_id uuid, image_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
begin
  -- No decision changes its status before this transaction ends. The policies refuse photos of others' jerseys.
  select * into jersey from public.jerseys j
  where j.id = suggestion_of_image.jersey_id and j.author_id = auth.uid() for no key update;
  if jersey.status is distinct from 'approved' then
    return null;
  end if;
  -- Refused here, as a request that inserts nothing would leave a suggestion of nothing.
  if private.is_photo_id_taken(image_id, jersey.id) then
    perform private.refuse_id('jersey_images', image_id);
  end if;
  return (private.suggest_own(jersey, '{}')).id;
end $function$
;

CREATE OR REPLACE FUNCTION private.taken_down_titles(member uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select distinct private.fold(copy.former_jersey ->> 'title') from public.copies copy
    where copy.owner_id = taken_down_titles.member and not private.is_shown_own(copy.former_jersey))
$function$
;

CREATE OR REPLACE FUNCTION private.tally_duel()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  came constant text := new.choice;
  gone constant text := old.choice;
begin
  update private.duel_tallies tally set
    firsts = tally.firsts + coalesce(came = 'first', false)::integer - coalesce(gone = 'first', false)::integer,
    seconds = tally.seconds + coalesce(came = 'second', false)::integer - coalesce(gone = 'second', false)::integer,
    neithers = tally.neithers + coalesce(came = 'neither', false)::integer - coalesce(gone = 'neither', false)::integer
  where tally.day = coalesce(new.day, old.day);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.team_of_own(facts jsonb)
 RETURNS TABLE(colors text[], country text, slug text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select team.colors, team.country, competition.slug
  from public.teams team join public.competitions competition on competition.id = team.competition_id
  where team.slug = private.team_slug(facts ->> 'team') and competition.league = facts ->> 'league' order by team.id limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.team_sample(team_id uuid, day date, span interval, seed text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select picked.id from (
      select best.id from (
        select jersey.id from public.jerseys jersey
        where jersey.team_id = team_sample.team_id and jersey.status = 'approved' and jersey.is_active
        order by jersey.score desc, jersey.id desc limit 60
      ) best
      where exists (select from public.jersey_images image where image.jersey_id = best.id and image.suggestion_id is null)
      order by md5(seed || best.id) offset 0
    ) picked join public.jerseys jersey on jersey.id = picked.id
    where private.fits_a_day(jersey) and not private.is_dueled_near(picked.id, team_sample.day, span)
    limit 12)
$function$
;

CREATE OR REPLACE FUNCTION private.teams_among_words(name text)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with runs as (
    select private.word_line(words[first:last]) as run, last - first as length
    from (select (private.words(left(teams_among_words.name, 100)))[:8] as words) said
    cross join lateral generate_subscripts(words, 1) first
    cross join lateral generate_series(first, cardinality(words)) last
    where not words && array['women', 'womens', 'ladies', 'femme', 'femmes', 'feminine', 'feminines', 'feminin', 'femenino',
      'femenina', 'feminino', 'feminina', 'frauen', 'damen', 'reserve', 'reserves', 'u17', 'u18', 'u19', 'u20', 'u21', 'u23']
  ),
  called as (
    select team.id, rank() over (order by runs.length desc) as place
    from private.teams_called(array(select run from runs)) team join runs on runs.run = team.name
    -- "All Blacks" has no code of a club, "PSG foot" has.
    where char_length(runs.run) > 3 or teams_among_words.name ~ ('\m' || upper(runs.run) || '\M')
  )
  select array(select distinct id from called where place = 1 limit 20)
$function$
;

CREATE OR REPLACE FUNCTION private.teams_called(names text[])
 RETURNS TABLE(name text, id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select called, team.id from unnest(names) called join public.teams team on team.slug = private.team_slug(called)
  union
  select called, team.id from unnest(names) called
  join public.teams team on private.slug(team.short_name) = private.slug(called)
  union
  select called, alias.team_id from unnest(names) called
  join public.team_aliases alias on alias.folded = private.word_line(private.words(called))
$function$
;

CREATE OR REPLACE FUNCTION private.teams_of_line(name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  called uuid[] := private.line_teams(name);
  is_certain boolean := called <> '{}';
  is_named boolean;
  found uuid[];
begin
  if not is_certain and cardinality(private.clubs_nicknamed(name)) = 1 then
    called := private.clubs_nicknamed(name);
    is_certain := true;
  elsif not is_certain then
    found := array(
      select team.id from public.search_teams(teams_of_line.name, 6) with ordinality as team order by team.ordinality);
    called := array_remove(array[private.club_called(name, found)], null);
    is_certain := called <> '{}';
  end if;
  if not is_certain then
    called := private.teams_among_words(name);
  end if;
  is_named := called <> '{}';
  if not is_named then
    called := array(select id from unnest(found[:3]) id where private.is_like_team(teams_of_line.name, id));
  end if;
  return (
    with meant as (
      select team.id, team.name, competition.league
      from public.teams team join public.competitions competition on competition.id = team.competition_id
      where team.id = any (called)
    )
    select jsonb_build_object('ids', to_jsonb(called), 'is_certain', is_certain, 'is_named', is_named,
      'league', case when is_named and count(distinct meant.league) = 1 then min(meant.league) end,
      -- Its shirts that the caller has may be those of the line, which asks then.
      'called', (
        select coalesce(jsonb_agg(of_league.name), '[]')
        from (
          select min(club.name) as name from meant club
          where is_named and not exists (
            select from meant other where other.league = club.league and starts_with(club.name, other.name || ' '))
          group by club.league having count(*) = 1) of_league),
      'teams', (
        select coalesce(jsonb_object_agg(of_league.league, of_league.name), '{}')
        from (
          select club.league, min(club.name) as name from meant club
          where is_certain and private.names_club(teams_of_line.name, club.id) and not exists (
            select from meant other where other.league = club.league and starts_with(club.name, other.name || ' '))
          group by club.league having count(*) = 1) of_league))
    from meant);
end $function$
;

CREATE OR REPLACE FUNCTION private.tidied(fields jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(key, case
    when jsonb_typeof(value) = 'string' then to_jsonb(private.tidy(value #>> '{}')) else value end), '{}')
  from jsonb_each(fields)
$function$
;

CREATE OR REPLACE FUNCTION private.tidy_copy()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.size := private.tidy(new.size);
  new.printed_name := private.tidy(new.printed_name);
  new.printed_number := private.tidy(new.printed_number);
  new.signed_by := private.tidy(new.signed_by);
  new.certificate := private.tidy(new.certificate);
  new.bought_from := private.tidy(new.bought_from);
  new.lent_to := private.tidy(new.lent_to);
  new.storage_place := private.tidy(new.storage_place);
  new.notes := private.tidy(new.notes);
  -- Whatever time a client gives, the database's counts.
  new.removed_at := case when new.removed_at is null then null else coalesce(old.removed_at, now()) end;
  -- Members change the jersey by requests, merges and deletions by functions with their owner's rights.
  if tg_op = 'UPDATE' then
    new.updated_at := case
      when (new.jersey_id, new.former_jersey) is distinct from (old.jersey_id, old.former_jersey) and current_user <> 'authenticated'
        then old.updated_at
      else clock_timestamp() end;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.tidy_own_shirt()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.former_jersey := private.facts_of_line(new.former_jersey);
  if new.former_jersey is null or new.jersey_id is not null then
    perform private.refuse('copies_own_shirt', 'A shirt without a page has a title, a team and a league, and no jersey.');
  end if;
  if private.fold(new.former_jersey ->> 'title') = any (private.taken_down_titles(new.owner_id)) then
    new.former_jersey := new.former_jersey || '{"unsaid": true}';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.tidy_own_wish()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.former_jersey := private.facts_of_line(new.former_jersey);
  if new.former_jersey is null or new.jersey_id is not null then
    perform private.refuse('user_wishlists_shirt_said', 'A shirt without a page has a title, a team and a league, and no jersey.');
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.told_owners(jersey uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  owners constant integer := (select count(*) from public.user_collections collection where collection.jersey_id = told_owners.jersey);
begin
  return case when owners >= 3 then owners end;
end $function$
;

CREATE OR REPLACE FUNCTION private.touch_copies()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A photo that an import brings is part of the import, not a change since.
  update public.copies set updated_at = now()
  where id in (select copy_id from changed where tg_op <> 'INSERT' or import_id is null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_approval(revision public.revisions)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.write_fields('jersey', jersey.id, jsonb_build_object('colors', jersey.colors) || (
    select coalesce(jsonb_object_agg(field.key, field.value -> 'before'), '{}')
    -- Null where nothing was corrected.
    from jsonb_each(nullif(revision.stored -> 'fields', 'null')) field
    -- What somebody corrected since stays.
    where to_jsonb(jersey) -> field.key = field.value -> 'after') || (revision.stored -> 'was'))
  from public.jerseys jersey where jersey.id = revision.target_id;
  perform private.record_decision('jerseys', revision.target_id, null);
  perform private.write_revision(
    'jersey', revision.target_id, jsonb_build_object('jersey', jsonb_build_object(
      'before', revision.changes -> 'jersey' -> 'after', 'after', null)), null);
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_changes(batch bigint[], fields text[], reason text, is_dry boolean, waits_again boolean, is_alone boolean, OUT reached bigint, OUT undone integer, OUT seen jsonb[], OUT announced jsonb[], OUT fresh public.revisions[], OUT departures bigint[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deadline constant timestamptz := clock_timestamp() + interval '3 seconds';
  revision public.revisions;
  last_target uuid;
  current jsonb;
  restored uuid[];
  stays jsonb;
  back text[];
  imported bigint[] := '{}';
  refused bigint[];
begin
  undone := 0;
  seen := '{}';
  announced := '{}';
  fresh := '{}';
  departures := '{}';
  -- For a dry run target by target, so that a change below another one is seen as it will be.
  for revision in
    select * from public.revisions r_own where r_own.id = any (batch)
    order by case when is_dry then r_own.target_id end, r_own.id desc
  loop
    -- What the clock leaves is for the next call. One change is always undone.
    exit when reached is not null and not is_dry and clock_timestamp() > deadline;
    reached := revision.id;
    if not is_dry or last_target is distinct from revision.target_id then
      current := private.target_row(revision.target_type, revision.target_id);
      restored := '{}';
      last_target := revision.target_id;
    end if;
    select divided.back, divided.stays into back, stays
    from private.divide_fields(revision, current, restored, fields) divided;
    if back <> '{}' and not is_dry and revision.kind = 'imported' then
      -- Together, below: nothing older is about the jersey.
      imported := imported || revision.id;
    elsif back <> '{}' and not is_dry then
      begin
        perform private.undo_fields(revision, back, current, reason, waits_again);
        -- The line-ups of a roll-over go together.
        undone := undone + case when 'line_up' = any (back) then (
          select count(*) from public.revisions r_beside
          where r_beside.id = any (batch) and r_beside.stored -> 'roll_over' = revision.stored -> 'roll_over') else 1 end;
        if 'jersey' = any (back) then
          departures := departures || revision.id;
        end if;
        if waits_again then
          fresh := fresh || revision;
        else
          announced := announced || private.describe_undone(revision, back, current);
        end if;
      exception when integrity_constraint_violation then
        -- Its name is taken by now, or the jersey is full of photos.
        stays := stays || (select jsonb_object_agg(field, 'refused') from unnest(back) field);
        back := '{}';
      end;
    elsif back <> '{}' and 'image' = any (back) then
      if revision.changes -> 'image' ->> 'before' is not null then
        restored := restored || (revision.stored -> 'image' ->> 'id')::uuid;
      end if;
    elsif back <> '{}' and current is not null and not revision.changes ?| array['merged', 'jersey', 'line_up'] then
      current := current || private.former_values(revision, back);
    end if;
    -- What was undone already is no news.
    if not is_alone then
      select coalesce(jsonb_object_agg(key, value), '{}') into stays from jsonb_each(stays) where value <> '"undone"';
    end if;
    if back <> '{}' or stays <> '{}' then
      seen := seen || jsonb_build_object(
        'id', revision.id, 'at', revision.at, 'kind', revision.kind, 'target_type', revision.target_type,
        'target_id', revision.target_id, 'title', coalesce(current ->> 'title', current ->> 'name'),
        'changes', revision.changes, 'back', back, 'stays', stays);
    end if;
  end loop;
  if imported <> '{}' then
    refused := private.undo_imported(imported, reason);
    undone := undone + cardinality(imported) - cardinality(refused);
    departures := departures || array(select unnest(imported) except select unnest(refused));
    seen := array(
      select case when (item ->> 'id')::bigint = any (refused) then item || '{"back": [], "stays": {"jersey": "refused"}}' else item end
      from unnest(seen) item);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_imported(revision_ids bigint[], reason text)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant uuid[] := array(select target_id from public.revisions where id = any (revision_ids));
  came record;
  refused bigint[] := '{}';
begin
  perform private.note_departures(ids, null, undo_imported.reason, null);
  for came in
    select revision.id as revision_id, jersey.id, jersey.title
    from public.revisions revision join public.jerseys jersey on jersey.id = revision.target_id
    where revision.id = any (revision_ids) order by revision.id desc
  loop
    perform private.begin_revision('undo', null, undo_imported.reason, null, came.revision_id);
    perform private.write_departure(came.id, null, came.title, null, true);
  end loop;
  update public.jerseys set is_active = false where id = any (ids);
  perform private.end_revision();
  perform private.withhold_photos(ids);
  return refused;
exception when integrity_constraint_violation then
  -- One that is refused keeps none of the others.
  if cardinality(revision_ids) = 1 then
    return revision_ids;
  end if;
  for came in select id from unnest(revision_ids) id loop
    refused := refused || private.undo_imported(array[came.id], undo_imported.reason);
  end loop;
  return refused;
end $function$
;

CREATE OR REPLACE FUNCTION private.undoable_batch()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select revision.batch_id from public.revisions revision
  where revision.batch_id = private.current_batch()
    and (revision.stored ->> 'urgency' is null or public.is_admin(auth.uid())) limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.undoable_revisions(revision_id bigint, batch_id uuid, member uuid, since timestamp with time zone, of_type text, before_id bigint, most integer)
 RETURNS TABLE(id bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  -- A plan of its own for each of the three.
  return query execute format($query$
    select revision.id from public.revisions revision
    where %s and ($2 is null or revision.target_type = $2) and ($3 is null or revision.id < $3)
    order by revision.id desc limit $4$query$,
    case
      when undoable_revisions.revision_id is not null then 'revision.id = $1::bigint'
      when undoable_revisions.batch_id is not null then 'revision.batch_id = $1::uuid'
      else 'revision.contributor_id = $1::uuid and revision.kind <> ''approved'' and ($5 is null or revision.at >= $5)' end)
  using coalesce(undoable_revisions.revision_id::text, undoable_revisions.batch_id::text, undoable_revisions.member::text),
    of_type, before_id, most, since;
end $function$
;

CREATE OR REPLACE FUNCTION private.unnumbered_changes(ids uuid[])
 RETURNS TABLE(kind text, id uuid, change text, into_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select kind, id, found.change, gone.into_id
  from (select kind, id, true as is_shown from private.public_things where id = any (ids)) thing
  full join (select * from public.public_changes where id = any (ids)) known using (id, kind)
  left join (
    select 'jersey' as what, jersey_id as from_id, into_id from public.gone_jerseys
    union all
    select 'team', from_id, into_id from public.team_redirects) gone
    on gone.what = kind and gone.from_id = id and thing.is_shown is null
  cross join lateral (select case
    when thing.is_shown then case when known.change in ('came', 'changed') then 'changed' else 'came' end
    when gone.into_id is not null then 'merged'
    else 'went' end as change) found
  -- What has gone once does not go again.
  where found.change = 'changed' or (found.change, gone.into_id) is distinct from (known.change, known.into_id)
$function$
;

CREATE OR REPLACE FUNCTION private.untold_notice(comment public.comments, outcome text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select notice.id from public.notices notice
  where notice.recipient_id = comment.author_id and notice.outcome = untold_notice.outcome and notice.due_at > clock_timestamp()
    and (notice.comment_id = comment.id
      -- Of several at once, when it is true of none of them any more.
      or notice.about = 'profile' and not exists (
        select from public.comments c_own
        where c_own.author_id = comment.author_id
          and case untold_notice.outcome when 'comment_shown' then not c_own.is_hidden else c_own.hidden_reason = notice.note end))
  order by notice.about limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.value_refusals(line jsonb)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link constant text := private.tidy(line ->> 'external_link');
  price constant text := private.tidy(line ->> 'price');
  year constant text := private.tidy(line ->> 'year');
  colors constant text[] := private.line_list(line, 'colors');
  codes constant text[] := private.line_list(line, 'product_codes');
  images constant jsonb := case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end;
  one record;
  file text;
begin
  return query select refusal from (values
      ('title', 3, 160, true), ('sponsor', 0, 80, true), ('edition', 0, 120, true), ('description', 0, 5000, false), ('external_link', 0, 2048, true))
      as fact (name, shortest, longest, is_one_line)
    cross join lateral private.text_refusals(name, private.tidy(line ->> name), shortest, longest, is_one_line) refusal;
  if line -> 'as_written' ? 'team' then
    return query select * from private.text_refusals('team', private.tidy(line ->> 'team'), 2, 120);
  end if;
  if line -> 'as_written' ? 'brand' then
    return query select * from private.text_refusals('brand', private.tidy(line ->> 'brand'), 0, 80);
  end if;
  -- What the line doesn't say is null, and wrong nowhere.
  return query
  select jsonb_strip_nulls(jsonb_build_object('field', field, 'reason', reason, 'value', left(value, 100)))
  from (values
    ('external_link', link, link !~ '^https?://[^\s]+$', 'link'),
    ('league', line ->> 'league', line ->> 'league' <> all (array['NBA', 'NFL', 'NHL', 'SOCCER', 'ESPORT']), 'choice'),
    ('kit_type', line ->> 'kit_type', line ->> 'kit_type' <> all (private.kit_types()), 'choice'),
    ('pattern', line ->> 'pattern', line ->> 'pattern' <> all (private.patterns()), 'choice'),
    ('year', year, case when year !~ '^[0-9]{4}$' then true else year::integer not between 1850 and 2100 end, 'year'),
    ('price', price,
      case when price !~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then true else price::numeric not between 0 and 1000000 end, 'price'),
    ('price', price,
      case when price ~ '^[0-9]{1,9}([.][0-9]{1,20})?$' then price::numeric <> round(price::numeric, 2) end, 'too_precise'),
    -- No client reads the times of antiquity, nor -infinity.
    ('created_at', line ->> 'created_at',
      case when not private.is_time(line ->> 'created_at') then true else (line ->> 'created_at')::timestamptz < '1900-01-01' end, 'time'),
    ('colors', null, cardinality(colors) > 3, 'too_many'),
    ('colors', array_to_string(colors, ', '),
      cardinality(colors) between 1 and 3 and not (private.is_palette(colors) and colors <@ array[
        'white', 'black', 'grey', 'red', 'burgundy', 'brown', 'orange', 'yellow', 'green', 'teal', 'sky', 'blue', 'purple', 'pink']),
      'choice'),
    ('product_codes', null, cardinality(codes) > 5, 'too_many'),
    ('product_codes', array_to_string(codes, ', '), cardinality(codes) <= 5 and not private.are_codes(codes), 'rule'),
    ('images', null, jsonb_array_length(images) > 5, 'too_many')
  ) as checked (field, value, is_wrong, reason)
  where is_wrong;
  for one in select value as image from jsonb_array_elements(images) loop
    if one.image ->> 'licence' <> all (array['CC-BY-SA-4.0', 'shown-here-only']) then
      return next jsonb_build_object('field', 'licence', 'reason', 'choice', 'value', left(one.image ->> 'licence', 100));
    end if;
    return query select * from private.text_refusals('alt', private.tidy(one.image ->> 'alt'), 0, 300);
    file := private.storage_path(private.file_url(one.image ->> 'path'));
    if one.image ->> 'path' is not null and not exists (
      select from storage.objects object
      where object.bucket_id = 'jerseys' and object.name collate "C" = file
        and object.metadata ->> 'size' is distinct from '0') then
      return next jsonb_build_object('field', 'images', 'reason', 'no_file', 'value', left(one.image ->> 'path', 200));
    end if;
    if one.image ->> 'likeness' !~ '^[01]{128}$' then
      return next '{"field": "images", "reason": "likeness"}';
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.version_for_review(jersey public.jerseys)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.pick_columns(to_jsonb(jersey), private.correctable_columns('jersey')) || jsonb_build_object(
    'team', case when jersey.team_id is null then jersey.team end,
    'brand', case when jersey.brand_id is null then jersey.brand end,
    'images', (
      select coalesce(jsonb_agg(image.version order by image.position, image.id), '[]')
      from public.jersey_images image where image.jersey_id = jersey.id and image.suggestion_id is null))
$function$
;

CREATE OR REPLACE FUNCTION private.waiting_for(reviewer uuid, OUT amount integer, OUT oldest timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select count(*)::integer, min(since) from private.decidable_by(reviewer) $function$
;

CREATE OR REPLACE FUNCTION private.waiting_photos(jersey_id uuid, suggestion public.suggestions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', image.id, 'url', image.url, 'path', image.path, 'alt', image.alt, 'kind', image.kind,
      'licence', image.licence, 'rights_stated', image.rights_stated, 'version', image.version,
      'is_removal', image.suggestion_id is null and suggestion.id is not null,
      'is_known', image.suggestion_id is not null and exists (
        select from public.jersey_images ji_shown
        where ji_shown.jersey_id = image.jersey_id and ji_shown.suggestion_id is null
          and private.looks_alike(ji_shown.likeness, image.likeness)),
      'is_twice', image.suggestion_id is not distinct from suggestion.id and exists (
        select from public.jersey_images ji_beside
        where ji_beside.jersey_id = image.jersey_id and ji_beside.suggestion_id is not distinct from image.suggestion_id
          and ji_beside.id <> image.id and private.looks_alike(ji_beside.likeness, image.likeness)))
      order by image.position, image.id), '[]')
  from public.jersey_images image
  where image.jersey_id = waiting_photos.jersey_id
    and case when suggestion.id is null then image.suggestion_id is null
      else image.suggestion_id = suggestion.id
        or image.suggestion_id is null and coalesce(suggestion.changes -> 'removed' ? image.id::text, false) end
$function$
;

CREATE OR REPLACE FUNCTION private.wanted_photos(jersey_id uuid, suggestion public.suggestions)
 RETURNS SETOF public.jersey_images
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select image.* from public.jersey_images image
  where image.jersey_id = wanted_photos.jersey_id and (
    image.suggestion_id = suggestion.id
    or image.suggestion_id is null and not coalesce(suggestion.changes -> 'removed' ? image.id::text, false))
$function$
;

CREATE OR REPLACE FUNCTION private.wanted_version(of_type text, present jsonb, given jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case of_type
    when 'jersey' then to_jsonb(jsonb_populate_record(null::public.jerseys, present || given))
    when 'team' then to_jsonb(jsonb_populate_record(null::public.teams, present || given))
    else to_jsonb(jsonb_populate_record(null::public.competitions, present || given))
  end
  -- No columns of the table.
  || private.pick_columns(given, array['photos', 'merge_into', 'removal'])
$function$
;

CREATE OR REPLACE FUNCTION private.was_public(image public.jersey_images)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select image.suggestion_id is null and exists (
    select from public.jerseys jersey where jersey.id = image.jersey_id and jersey.status = 'approved')
$function$
;

CREATE OR REPLACE FUNCTION private.wish_details(wish public.user_wishlists)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('size_scale', wish.size_scale, 'size', wish.size, 'highest_price', wish.highest_price,
    'currency', wish.currency, 'note', wish.note,
    'former_jersey', wish.former_jersey)
$function$
;

CREATE OR REPLACE FUNCTION private.withhold_photos(jerseys uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Photos that were undone still wait for their undoing.
  select private.withhold_files(array(
    select path from public.jersey_images image where image.jersey_id = any (jerseys)
    union
    select name from public.storage_deletions where bucket_id = 'jerseys' and held_for = any (jerseys)), true)
$function$
;

CREATE OR REPLACE FUNCTION private.without_filter(asked private.catalogue_filter, name text)
 RETURNS private.catalogue_filter
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  case name
    when 'sport' then asked.leagues := null;
    when 'competition' then asked.competitions := null;
    when 'team' then asked.teams := null;
    when 'brand' then asked.brands := null;
    when 'kit' then asked.kits := null;
    when 'color' then asked.colors := null;
    when 'pattern' then asked.patterns := null;
    when 'from' then asked.first_year := null;
    when 'to' then asked.last_year := null;
    when 'decade' then asked.first_year := null; asked.last_year := null;
    when 'photo' then asked.photo := null;
    when 'q' then asked.words := null;
    when 'sponsor' then asked.sponsors := null;
    when 'own' then asked.own := null;
  end case;
  return asked;
end $function$
;

CREATE OR REPLACE FUNCTION private.write_details(said public.copies[])
 RETURNS SETOF public.copies
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.copies copy set
    size_scale = s.size_scale, size = s.size, version = s.version, condition = s.condition,
    printed_name = s.printed_name, printed_number = s.printed_number, is_signed = s.is_signed, signed_by = s.signed_by,
    certificate = s.certificate, price = s.price, currency = s.currency, bought_on = s.bought_on,
    bought_from = s.bought_from, lent_to = s.lent_to, lent_since = s.lent_since, storage_place = s.storage_place,
    notes = s.notes
  from unnest(said) s where copy.id = s.id
  returning copy.*
$function$
;

CREATE OR REPLACE FUNCTION private.write_fields(target_type text, target_id uuid, fields jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  columns constant text := (
    select string_agg(quote_ident(name), ', ')
    from unnest(private.correctable_columns(target_type) || private.state_columns()) name where fields ? name);
begin
  if columns <> '' then
    -- Only what is given: colours that nobody names follow, and naming a part of the key, like a team's competition, locks the key.
    -- Whoever writes a jersey locks it before its team's key, and a rename the other way round.
    execute format(
      'update %s present set (%s) = (select %2$s from jsonb_populate_record(present, $1)) where id = $2',
      private.relation_of(target_type), columns)
    using fields, write_fields.target_id;
  end if;
  if fields ? 'photos' then
    perform private.arrange_photos(
      write_fields.target_id, private.arranged_photos(private.photos_of(write_fields.target_id), fields -> 'photos'));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.year_of(member uuid, year integer)
 RETURNS TABLE(shirts bigint, seasons bigint, first_year integer, last_year integer, team_id uuid, team_shirts bigint, oldest uuid, rarest uuid, rarest_owners bigint, colors jsonb, covers uuid[], contributions bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  with span as (
    select make_timestamptz(year_of.year, 1, 1, 0, 0, 0, 'Europe/Paris') as since,
      make_timestamptz(year_of.year + 1, 1, 1, 0, 0, 0, 'Europe/Paris') as till
    where now() >= make_timestamptz(year_of.year, 12, 1, 0, 0, 0, 'Europe/Paris')
  ), added as (
    select copy.id, jersey.id as jersey_id, jersey.team_id, jersey.colors[1] as color, jersey.score,
      coalesce(jersey.year, left(season.code, 4)::integer) as worn
    from span
    join public.copies copy on copy.owner_id = year_of.member and copy.removed_at is null
      and copy.created_at >= span.since and copy.created_at < span.till
    left join public.jerseys jersey
      on jersey.id = copy.jersey_id and jersey.status = 'approved' and jersey.is_active
    left join public.seasons season on season.id = jersey.season_id
  ), club as (
    select added.team_id, count(*) as shirts from added
    join public.teams team on team.id = added.team_id and team.is_active
    group by added.team_id order by shirts desc, max(added.score) desc, added.team_id limit 1
  ), rare as (
    -- Below three owners, nobody is told how many there are (7.6).
    select own.jersey_id, owners.count from (select distinct jersey_id from added where jersey_id is not null) own
    cross join lateral (
      select count(*) from public.user_collections collection where collection.jersey_id = own.jersey_id) owners
    where owners.count >= 3
    order by owners.count, own.jersey_id limit 1
  )
  select (select count(*) from added),
    (select count(distinct worn) from added), (select min(worn) from added), (select max(worn) from added),
    club.team_id, club.shirts,
    (select jersey_id from added where worn is not null order by worn, score desc, jersey_id limit 1),
    rare.jersey_id, rare.count,
    (select coalesce(jsonb_agg(jsonb_build_object('color', paint.color, 'shirts', paint.shirts)
        order by paint.shirts desc, paint.color), '[]')
      from (select color, count(*) as shirts from added where color is not null group by color) paint),
    array(select jersey_id from added where jersey_id is not null group by jersey_id order by max(score) desc, jersey_id limit 4),
    (select count(*) from public.jerseys jersey
      where jersey.author_id = year_of.member and jersey.status = 'approved'
        and jersey.created_at >= span.since and jersey.created_at < span.till)
    + (select count(*) from public.suggestions suggestion
      where suggestion.member_id = year_of.member and suggestion.status in ('accepted', 'partly')
        and suggestion.decided_at >= span.since and suggestion.decided_at < span.till)
  from span left join club on true left join rare on true
$function$
;

CREATE OR REPLACE FUNCTION public.adopt_team(jersey_id uuid, team_id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed public.jerseys;
  adopted public.teams;
  is_admin constant boolean := public.is_admin(auth.uid());
begin
  if not public.is_reviewer(auth.uid()) or adopt_team.team_id is null and not is_admin then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Reviewers choose a team of the catalogue, and administrators add one.';
  end if;
  select * into typed from public.jerseys jersey
  where jersey.id = adopt_team.jersey_id and jersey.team_id is null and (jersey.status = 'pending' or is_admin);
  if not found then
    raise sqlstate 'PT409' using message = 'team_known', detail = 'The jersey has a team of the catalogue, was decided or deleted.';
  end if;
  if adopt_team.team_id is null then
    insert into public.teams (name, competition_id) values (typed.team, typed.competition_id) returning * into adopted;
  else
    select * into adopted from public.teams team where team.id = adopt_team.team_id and team.is_active for share;
    if not found then
      raise sqlstate 'PT404' using message = 'team_not_found', detail = 'The team was deleted or merged.';
    end if;
  end if;
  -- Public jerseys are corrected, for everybody to see; what waits simply changes.
  perform private.begin_revision('correction', auth.uid());
  update public.jerseys jersey set team_id = adopted.id
  where jersey.id in (
    select j_like.id from public.jerseys j_like
    where j_like.team_id is null and j_like.league = typed.league
      and private.team_slug(j_like.team) = private.team_slug(typed.team)
      and (j_like.status = 'pending' or is_admin)
    order by j_like.id for no key update);
  perform private.end_revision();
  return adopted.id;
end $function$
;

REVOKE ALL ON FUNCTION "public"."adopt_team"(uuid, uuid) FROM "anon";

CREATE OR REPLACE FUNCTION public.age_votes()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  update public.jersey_votes vote set cast_at = null
  from (
    select jv_aged.jersey_id, jv_aged.voter_id from public.jersey_votes jv_aged
    where jv_aged.cast_at <= now() - interval '30 days'
    order by jv_aged.cast_at limit 1000 for update skip locked) old
  where (vote.jersey_id, vote.voter_id) = (old.jersey_id, old.voter_id);
  get diagnostics changed = row_count;
  return changed;
end $function$
;

CREATE OR REPLACE FUNCTION public.answer_duel(day date, choice text, player text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  duel constant public.daily_duels := private.duel_of(answer_duel.day);
  playing uuid;
begin
  if duel.day < private.day_at(now()) then
    raise sqlstate 'PT409' using message = 'duel_over', detail = 'The day of this duel is over.';
  end if;
  if choice is null or choice not in ('first', 'second', 'neither') then
    raise sqlstate 'PT400' using message = 'choice_unknown', detail = 'An answer is first, second or neither.';
  end if;
  playing := private.daily_player(answer_duel.player, true);
  insert into public.daily_duel_answers as answer (player_id, day, choice)
  values (playing, duel.day, answer_duel.choice)
  on conflict on constraint daily_duel_answers_pkey do update set choice = excluded.choice
  where answer.choice <> excluded.choice;
  return private.duel_state(duel, playing);
end $function$
;

CREATE OR REPLACE FUNCTION public.begin_catalogue_import(import uuid, file_name text, file_key text, line_count integer, status text)
 RETURNS public.catalogue_imports
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  begun public.catalogue_imports;
begin
  perform private.require_admin('import', 'import and export the catalogue');
  insert into public.catalogue_imports (id, admin_id, file_name, file_key, line_count, status)
  values (
    begin_catalogue_import.import, auth.uid(), left(begin_catalogue_import.file_name, 200),
    begin_catalogue_import.file_key, begin_catalogue_import.line_count, begin_catalogue_import.status)
  on conflict (id) do nothing;
  select * into begun from public.catalogue_imports
  where id = begin_catalogue_import.import and admin_id = auth.uid();
  if begun.id is null then
    raise sqlstate 'PT409' using message = 'import_taken', detail = 'Another administrator has begun this import.';
  end if;
  return begun;
end $function$
;

CREATE OR REPLACE FUNCTION public.catalogue_counts(filter jsonb)
 RETURNS TABLE(facet text, value text, jerseys integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 150
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
  -- Searched for once. Only removing words, sponsors or the own side changes the scope.
  worded constant uuid[] := private.jerseys_of_words(asked.words);
  found constant uuid[] := private.of_sponsors(asked.sponsors, worded);
  scope constant private.catalogue_scope := private.scope_of(asked.own, found);
begin
  return query
  with counted as materialized (
    select facet, value, jerseys from private.count_facets(asked, scope)
    union all
    -- What the caller has already is taken off again.
    select facet, value, -jerseys
    from private.count_entries(private.without_filter(asked, 'team'), (scope.excluded, null))
    where scope.excluded <> '{}' and scope.included is null and (asked.teams is null or facet = 'team')
  ), named as (
    select facet, value, jerseys from counted where facet in ('total', 'kit', 'photo', 'decade')
    union all
    select 'total', '', 0
    union all
    select facet, value, jerseys from counted where facet in ('color', 'pattern') and value <> ''
    union all
    select facet, lower(competition.league collate "C"), jerseys
    from counted join public.competitions competition on competition.id = value::uuid
    where facet = 'sport'
    union all
    select facet, competition.slug, jerseys
    from counted join public.competitions competition on competition.id = value::uuid and competition.is_active
    where facet = 'competition'
    union all
    select facet, private.slug(brand.name), jerseys
    from counted join public.brands brand on brand.id = value::uuid
    where facet = 'brand'
  ), teams as (
    select 'team', team.slug, sum(jerseys) as jerseys
    from counted join public.teams team on team.id = value::uuid and team.is_active
    where facet = 'team'
    group by team.slug
    having sum(jerseys) > 0
    order by sum(jerseys) desc, min(team.name)
    -- Without a sport or a competition few want one of the largest; the others are found by their name.
    limit case when asked.competitions is not null or asked.teams is not null or cardinality(asked.leagues) = 1 then 60 else 10 end
  ), sponsors as (
    select 'sponsor', sponsor.value, sponsor.jerseys
    from private.count_sponsors(asked, private.scope_of(asked.own, worded)) sponsor
    order by sponsor.jerseys desc, sponsor.value
    limit 60
  ), removals as (
    -- Without the values of a facet a filter shows what all values of the facet show.
    select 'without', facet, sum(jerseys) from counted
    where facet = 'sport' and asked.leagues is not null
      or facet = 'competition' and asked.competitions is not null
      or facet = 'brand' and asked.brands is not null
      or facet = 'kit' and asked.kits is not null
      or facet = 'color' and asked.colors is not null
      or facet = 'pattern' and asked.patterns is not null
      or facet = 'photo' and asked.photo is not null
    group by facet
    union all
    select 'without', name,
      private.count_catalogue(private.without_filter(asked, name), case name
        when 'q' then private.scope_of(asked.own, private.of_sponsors(asked.sponsors, null))
        when 'sponsor' then private.scope_of(asked.own, worded)
        when 'own' then (found, null)::private.catalogue_scope
        else scope end)
    from (values
      ('team', asked.teams is not null), ('from', asked.first_year is not null),
      ('to', asked.last_year is not null), ('q', asked.words is not null), ('sponsor', asked.sponsors is not null),
      ('own', asked.own is not null)) as filters (name, is_set)
    where is_set
  ), answer (facet, value, jerseys) as (
    select facet, value, sum(jerseys) from named where value <> '' or facet = 'total' group by 1, 2
    union all
    select * from teams
    union all
    select * from sponsors
    union all
    select * from removals
  )
  select facet, value, least(jerseys, 1001)::integer from answer
  where jerseys > 0 or facet in ('total', 'without');
end $function$
;

CREATE OR REPLACE FUNCTION public.catalogue_page(filter jsonb, sort text DEFAULT 'best'::text, after text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked constant private.catalogue_filter := private.read_filter(filter);
  place constant private.catalogue_cursor := private.read_cursor(sort, after);
  answer jsonb;
begin
  with step as (
    select *, row_number() over () as number,
      -- The worker may not have heard yet that it is hidden or deleted.
      exists (select from public.jerseys where id = jersey_id and status = 'approved' and is_active) as is_public
    from private.next_step(asked, private.scope_of(asked.own, private.of_sponsors(asked.sponsors, private.jerseys_of_words(asked.words))), sort, place)
  )
  select jsonb_build_object(
    'ids', coalesce(jsonb_agg(jersey_id order by number) filter (where number <= 24 and is_public), '[]'),
    'next', case when count(*) > 24 then (
      select format('%s_%s_%s_%s', sort, value,
        (extract(epoch from created_at) * 1000000)::bigint, jersey_id)
      from step where number = 24) end)
  into answer from step;
  return answer;
end $function$
;

CREATE OR REPLACE FUNCTION public.catalogue_values(filter jsonb)
 RETURNS TABLE(facet text, value text, label text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  -- Read once: of each jersey it would be asked again.
  sponsors text[];
begin
  if filter is null or jsonb_typeof(filter) <> 'object' then
    perform private.wrong_filter('An object is expected.');
  end if;
  sponsors := private.filter_values(filter, 'sponsor', 100);
  return query
  select distinct on (1, 2) named.* from (
    select 'competition' as facet, slug as value, name as label from public.competitions
    where slug = any (private.filter_values(filter, 'competition', 100)) and is_active
    union all
    select 'team', slug, name from public.teams
    where slug = any (private.filter_values(filter, 'team', 100)) and is_active
    union all
    select 'brand', private.slug(name), name from public.brands
    where private.slug(name) = any (private.filter_values(filter, 'brand', 100))
    union all
    select 'sponsor', sponsor, sponsor from private.catalogue_entries
    where sponsor <> '' and sponsor = any (sponsors)
  ) named
  order by 1, 2, 3;
end $function$
;

CREATE OR REPLACE FUNCTION public.check_derived()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  failed text;
  wrong jsonb;
begin
  select string_agg(concat_ws(' ', projection, id, 'since', since::text, problem), '; ' order by since) into failed
  from (select * from private.failed_changes order by since limit 5) oldest;
  if failed is not null then
    raise exception 'not derived: %', failed;
  end if;
  -- From any place on. The repair is undone with the rest: somebody should see why it was wrong.
  wrong := public.rebuild(gen_random_uuid(), 100) -> 'wrong';
  if wrong <> '[]' then
    raise exception 'derived wrongly: %', left(wrong::text, 1000) using hint = 'npm run rebuild repairs it.';
  end if;
end $function$
;

REVOKE ALL ON FUNCTION "public"."check_derived"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."check_derived"() FROM "authenticated";

CREATE OR REPLACE FUNCTION public.check_dump()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  newest constant timestamptz := (select max(taken_at) from public.dumps);
begin
  if newest < now() - interval '26 hours' then
    raise exception 'dump_too_old' using detail = 'The newest dump is of ' || private.open_time(newest) || '.';
  end if;
end $function$
;

REVOKE ALL ON FUNCTION "public"."check_dump"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."check_dump"() FROM "authenticated";

CREATE OR REPLACE FUNCTION public.claim_daily(player text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Once: two tabs at once, and a repeated call, find nothing more.
  visitor constant uuid := (
    select dp.id from public.daily_players dp
    where dp.token_hash = private.player_digest(player) for update);
  member uuid;
begin
  if visitor is null then
    return;
  end if;
  member := private.daily_player(null, true);
  -- What the member has played stays; a game that has ended comes in place of an open one. Each game moves its rows here.
  delete from public.daily_guesses guess
  using public.daily_guesses dg
  where guess.player_id = member and guess.state = 'open' and dg.player_id = visitor and dg.day = guess.day and dg.state <> 'open';
  update public.daily_guesses guess set player_id = member
  where guess.player_id = visitor and not exists (
    select from public.daily_guesses dg_own where dg_own.player_id = member and dg_own.day = guess.day);
  update public.daily_duel_answers answer set player_id = member
  where answer.player_id = visitor and not exists (
    select from public.daily_duel_answers dda_own where dda_own.player_id = member and dda_own.day = answer.day);
  -- The visitor's other rows go with the visitor.
  delete from public.daily_players dp where dp.id = visitor;
end $function$
;

CREATE OR REPLACE FUNCTION public.claim_notice_mail()
 RETURNS TABLE(notice_id uuid, email text, lang text, topic text, outcome text, about text, title text, note text, changes jsonb, jersey_id uuid, team_slug text, kit_type_slug text, year integer, done text, is_again boolean, comment text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  claimed uuid;
begin
  loop
    update public.notice_mails
    set attempts = attempts + 1, retry_at = now() + interval '2 minutes' * power(2, attempts)
    where notice_id = (
      select mail.notice_id from public.notice_mails mail
      where mail.retry_at <= now() and mail.attempts < 10
      order by mail.retry_at, mail.notice_id limit 1
      for update skip locked)
    returning notice_mails.notice_id into claimed;
    if claimed is null then
      return;
    end if;
    -- The settings are read again: the member may have switched mails off meanwhile.
    return query
    select notice.id, u.email::text, u.raw_user_meta_data ->> 'lang', notice.topic,
      notice.outcome, notice.about, notice.title, notice.note, notice.changes,
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year,
      case when notice.outcome <> 'submission_merged' then notice.done
        -- Its photos became one with the merge.
        when exists (
          select from public.suggestions suggestion
          where suggestion.member_id = notice.recipient_id and suggestion.target_id = notice.jersey_id
            and suggestion.kind = 'photos' and suggestion.created_at = notice.created_at) then 'suggested' end,
      notice.is_again,
      -- What it was about: its author has written others.
      (select left(comment.body, 300) from public.comments comment
        where comment.id = notice.comment_id and notice.outcome = 'comment_hidden')
    from public.notices notice
    join auth.users u on u.id = notice.recipient_id
    left join public.jerseys jersey
      on jersey.id = notice.jersey_id and jersey.status = 'approved' and jersey.is_active
    where notice.id = claimed
      and u.email <> '' and u.email_confirmed_at is not null
      -- Who is suspended reads why, whatever they chose: they can't sign in.
      and (notice.outcome = 'suspended' or coalesce(u.banned_until <= now(), true)
        and not exists (
          select from public.notice_settings setting
          where setting.user_id = notice.recipient_id and setting.topic = notice.topic and not setting.by_mail))
      -- A decision that could be undone left the mails about earlier ones in place.
      and not (
        notice.outcome in ('approved', 'corrected', 'rejected')
        and exists (
          select from public.notices n_newer
          where n_newer.recipient_id = notice.recipient_id and n_newer.jersey_id = notice.jersey_id
            and n_newer.outcome in ('approved', 'corrected', 'rejected')
            and n_newer.created_at > notice.created_at));
    if found then
      return;
    end if;
    perform public.finish_notice_mail(claimed);
    claimed := null;
  end loop;
end $function$
;

REVOKE ALL ON FUNCTION "public"."claim_notice_mail"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."claim_notice_mail"() FROM "authenticated";

CREATE OR REPLACE FUNCTION public.claim_review_mails(most integer)
 RETURNS TABLE(member_id uuid, key uuid, email text, lang text, day text, amount integer, oldest timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  here constant timestamp := now() at time zone 'Europe/Paris';
begin
  -- The condition, because a conflict would wait for a worker that is at it.
  insert into public.review_mails (member_id)
  select distinct ur.user_id from public.user_roles ur
  where not exists (select from public.review_mails mail where mail.member_id = ur.user_id)
  on conflict on constraint review_mails_pkey do nothing;
  return query
  with claimed as (
    update public.review_mails mail set day = here::date, retry_at = null
    where mail.member_id in (
      select rm_due.member_id from public.review_mails rm_due
      where rm_due.hour <= extract(hour from here) and rm_due.day < here::date and coalesce(rm_due.retry_at <= now(), true)
        and exists (select from public.user_roles ur where ur.user_id = rm_due.member_id)
      order by rm_due.member_id limit most for update skip locked)
    returning mail.*)
  select mail.member_id, mail.key, u.email::text, u.raw_user_meta_data ->> 'lang', mail.day::text, waiting.amount, waiting.oldest
  from claimed mail
  join auth.users u on u.id = mail.member_id
  cross join lateral private.waiting_for(mail.member_id) waiting
  where u.email <> '' and u.email_confirmed_at is not null and coalesce(u.banned_until <= now(), true) and waiting.amount > 0;
end $function$
;

REVOKE ALL ON FUNCTION "public"."claim_review_mails"(integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."claim_review_mails"(integer) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.claim_visitor_report_mail()
 RETURNS TABLE(id uuid, email text, lang text, kind text, party text, target_type text, title text, note text, reason text, token text, jersey_id uuid, team_slug text, kit_type_slug text, year integer, username text, done text, is_again boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  mail public.visitor_report_mails;
  filed public.visitor_reports;
  report public.reports;
  address text;
  language text;
  secret text;
  goal text;
begin
  loop
    update public.visitor_report_mails
    set attempts = attempts + 1, retry_at = now() + interval '2 minutes' * power(2, attempts)
    where visitor_report_mails.id = (
      select vrm_due.id from public.visitor_report_mails vrm_due
      where vrm_due.retry_at <= now() and vrm_due.attempts < 10
      order by vrm_due.retry_at, vrm_due.id limit 1
      for update skip locked)
    returning * into mail;
    if mail.id is null then
      return;
    end if;
    select * into filed from public.visitor_reports where visitor_reports.id = mail.visitor_report_id;
    select * into report from public.reports where reports.id = filed.report_id;
    address := filed.email;
    language := filed.lang;
    if mail.party = 'author' then
      select users.email::text, users.raw_user_meta_data ->> 'lang' into address, language
      from auth.users users
      where users.id = private.reported_author(report) and users.email <> ''
        and users.email_confirmed_at is not null and coalesce(users.banned_until <= now(), true);
      if not found then
        delete from public.visitor_report_mails vrm_gone where vrm_gone.id = mail.id;
        continue;
      end if;
    end if;
    goal := case
      when mail.kind = 'confirm' then 'confirm'
      when mail.kind = case mail.party when 'author' then 'upheld' else 'dismissed' end
        and private.may_contest(report, mail.party) then 'contest'
    end;
    secret := null;
    if goal is not null then
      secret := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
      insert into private.visitor_report_tokens (digest, visitor_report_id, purpose, party, expires_at)
      values (
        sha256(convert_to(secret, 'UTF8')), filed.id, goal, mail.party,
        now() + case goal when 'confirm' then interval '2 days' else interval '180 days' end);
    end if;
    return query
    select mail.id, address, language, mail.kind, mail.party, filed.target_type, filed.title, mail.note,
      case when mail.party = 'notifier' and not (filed.from_anyone and mail.kind = 'confirm') then filed.reason end, secret,
      jersey.id, jersey.team_slug, jersey.kit_type_slug, jersey.year,
      (select profile.username from public.profiles profile
       where filed.target_type = 'profile' and profile.id = filed.target_id and exists (
         select from public.jerseys jersey
         where jersey.author_id = profile.id and jersey.status = 'approved' and jersey.is_active)),
      case when mail.kind = 'upheld' then report.done end,
      mail.kind in ('upheld', 'dismissed') and exists (
        select from public.report_contests contest where contest.report_id = report.id)
    from (select 1) one
    left join public.jerseys jersey
      on jersey.status = 'approved' and jersey.is_active
      and jersey.id = case filed.target_type
        when 'jersey' then filed.target_id
        when 'comment' then
          (select comment.jersey_id from public.comments comment where comment.id = filed.target_id)
      end;
    return;
  end loop;
end $function$
;

REVOKE ALL ON FUNCTION "public"."claim_visitor_report_mail"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."claim_visitor_report_mail"() FROM "authenticated";

CREATE OR REPLACE FUNCTION public.contest_notice(notice_id uuid, words text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  notice public.notices;
  comment public.comments;
  report uuid;
  said constant text := private.tidy(words);
begin
  perform private.check_standing();
  if said is null or char_length(said) > 1000 then
    raise sqlstate 'PT400' using message = 'contest_words', detail = 'Say why, in 1 to 1000 characters.';
  end if;
  -- Before anything is read of it: see contest_decision().
  select hidden.* into comment from public.comments hidden
  where hidden.id = (
    select own.comment_id from public.notices own where own.id = contest_notice.notice_id and own.recipient_id = auth.uid())
  for no key update;
  select * into notice from public.notices own
  where own.id = contest_notice.notice_id and own.recipient_id = auth.uid();
  if not found then
    raise sqlstate 'PT404' using message = 'notice_not_found', detail = 'There is no such notice of yours.';
  end if;
  -- A comment may have been decided on anew since: the last decision is contested.
  if notice.outcome in ('report_upheld', 'list_hidden') or notice.outcome = 'comment_hidden' and comment.hidden_reason is not null then
    select decided.id into report from public.reports decided
    where decided.status = 'upheld' and (
      decided.comment_id = comment.id and decided.resolved_at >= notice.created_at
      or decided.resolved_at = notice.created_at and decided.target_type = notice.about and notice.about <> 'comment'
        and private.reported_author(decided) = notice.recipient_id)
    order by decided.resolved_at desc limit 1;
    if report is null and notice.outcome = 'comment_hidden' then
      report := private.hiding_as_report(comment);
    end if;
  end if;
  if report is null or notice.is_again or notice.contested_at is not null or notice.created_at <= now() - interval '180 days' then
    raise sqlstate 'PT409' using
      message = 'report_contested', detail = 'The decision was contested already, or can''t be contested any more.';
  end if;
  perform private.contest_decision(report, 'author', said);
end $function$
;

REVOKE ALL ON FUNCTION "public"."contest_notice"(uuid, text) FROM "anon";

CREATE OR REPLACE FUNCTION public.contest_report(token text, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known constant private.visitor_report_tokens := private.report_token(token, 'contest');
begin
  perform private.contest_decision(
    (select report_id from public.visitor_reports where id = known.visitor_report_id), known.party, contest_report.reason);
end $function$
;

CREATE OR REPLACE FUNCTION public.contest_suggestion(suggestion_id uuid, words text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
  target uuid;
  said constant text := private.tidy(words);
begin
  perform private.check_standing();
  if said is null or char_length(said) > 1000 then
    raise sqlstate 'PT400' using message = 'suggestion_contest_words', detail = 'Say why, in 1 to 1000 characters.';
  end if;
  suggestion := private.lock_suggestion(contest_suggestion.suggestion_id);
  if suggestion.member_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  target := suggestion.target_id;
  if suggestion.status not in ('refused', 'partly') or suggestion.contested_at is not null
    or suggestion.decided_at <= now() - private.contest_time()
    or suggestion.verdicts @? '$.* ? (@.reason == "gone")'
    -- Its refused photos are gone, or its page is deleted.
    or private.pending_keys(suggestion) = '{}'
    or private.target_row(suggestion.target_type, suggestion.target_id) is null then
    raise sqlstate 'PT409' using
      message = 'suggestion_contested', detail = 'It was contested already, or can''t be contested any more.';
  end if;
  -- A decided one stays with a jersey that was merged; what is open goes on with the one that took its place.
  if suggestion.target_type = 'jersey' then
    target := coalesce((select into_id from public.jersey_redirects where from_id = target), target);
  end if;
  update public.suggestions s_own
  set target_id = target, status = 'open', contest = said, contested_at = now(), edited_at = clock_timestamp(),
    held_at = case when private.is_gone(target) then now() end
  where s_own.id = suggestion.id;
  update public.jersey_images image set jersey_id = target where image.suggestion_id = suggestion.id and image.jersey_id <> target;
end $function$
;

CREATE OR REPLACE FUNCTION public.create_recovery_codes()
 RETURNS SETOF text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  code text;
begin
  if private.session_level() is distinct from 'aal2' then
    raise insufficient_privilege using
      message = 'second_factor_needed', detail = 'Show the second factor first.';
  end if;
  perform private.lock_recovery(member);
  delete from private.recovery_codes where user_id = member;
  for number in 1..10 loop
    code := private.new_recovery_code();
    insert into private.recovery_codes (user_id, digest)
    values (member, private.recovery_digest(member, code));
    return next code;
  end loop;
  perform private.record_account_event('generate_recovery_codes', 'factor');
end $function$
;

CREATE OR REPLACE FUNCTION public.decide(id uuid, verdicts jsonb, seen jsonb, corrections jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  suggestion public.suggestions;
  jersey public.jerseys;
  status text;
begin
  perform private.check_reviewer();
  -- Its reader is told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  suggestion := private.lock_suggestion(decide.id);
  if suggestion.id is not null then
    status := private.decide_suggestion(suggestion, verdicts, seen, corrections);
  else
    jersey := private.lock_submission(decide.id);
    perform private.check_undecided(jersey, seen);
    perform private.check_verdicts(array['jersey'], verdicts);
    status := case when verdicts @? '$.jersey ? (@.accepted == true)' then 'approved' else 'rejected' end;
    perform private.check_corrections(status, corrections);
    perform private.decide_jersey(
      jersey, status, case when status = 'rejected' then private.stored_reason(verdicts -> 'jersey') end, corrections);
  end if;
  perform private.set_change('undoable', null);
  return jsonb_build_object('status', status, 'batch_id', private.undoable_batch());
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.derive(at_most integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken private.changes[];
  -- What failed a minute ago, with everything that reads it.
  again constant uuid[] := array(select distinct id from private.failed_changes where tried_at < now() - interval '1 minute');
  changed uuid[];
  voted uuid[];
  others uuid[];
  shown uuid[];
begin
  if not pg_try_advisory_xact_lock(private.lock_of_deriving()) then
    return 0;
  end if;
  with gone as (
    delete from private.changes
    where ctid = any (array(select ctid from private.changes where at <= now() limit least(greatest(coalesce(at_most, 1000), 1), 10000)))
    returning *
  )
  select coalesce(array_agg(gone::private.changes), '{}') into taken from gone;
  voted := array(
    select id from unnest(taken) where kind = 'vote' union select unnest(again));
  changed := array(select id from unnest(taken) where kind = 'jersey' union select unnest(again));
  shown := array(select id from unnest(taken) where kind = 'page');
  others := array(select distinct id from unnest(taken) where kind not in ('vote', 'page', 'jersey'));
  -- What comes later reads what is before it.
  perform private.refresh_projection('tiers', voted);
  perform private.refresh_projection('words', changed);
  perform private.refresh_projection('public_changes', others || changed);
  -- A page that shows other numbers: how many own a jersey orders the catalogue.
  if private.refresh_projection('catalogue', voted || changed || shown) then
    perform pg_notify('outdated_pages', '*');
  else
    perform private.publish_pages(voted || changed || shown);
  end if;
  return cardinality(taken);
end $function$
;

REVOKE ALL ON FUNCTION "public"."derive"(integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."derive"(integer) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.discard_roll_over(roll_over_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  draft public.roll_overs := private.lock_roll_over(discard_roll_over.roll_over_id);
begin
  delete from public.roll_overs where id = draft.id;
  delete from public.seasons
  where id = draft.season_id and draft.created_season and not is_active
    and private.dependents('seasons', id) = '{}'
    and not exists (select from public.roll_overs where season_id = draft.season_id);
end $function$
;

CREATE OR REPLACE FUNCTION public.draw_days()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('daily', 0));
  -- What is to be guessed depends on what is shown.
  return private.draw_kind('shown') + private.draw_kind('guess');
end $function$
;

CREATE OR REPLACE FUNCTION public.export_jerseys(after_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 500)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin('import', 'import and export the catalogue');
  return private.jersey_lines(after_at, after_id, greatest(least(page_size, 1000), 1));
end $function$
;

CREATE OR REPLACE FUNCTION public.fill_list(list_id uuid, filter jsonb, sort text DEFAULT 'best'::text)
 RETURNS TABLE(added uuid[], is_full boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
declare
  room integer;
  step jsonb;
  fresh uuid[];
  of_catalogue integer;
begin
  added := '{}';
  perform from public.lists list where list.id = fill_list.list_id and list.member_id = auth.uid() for update;
  if not found then
    raise insufficient_privilege using message = 'list_denied', detail = 'Members fill their own lists.';
  end if;
  perform private.check_standing();
  -- As many as the trigger list_items_limit lets in.
  select 500 - count(*) into room
  from public.list_items item where item.list_id = fill_list.list_id;
  -- Those that are in it already are passed over; so many steps are the longest list twice over.
  for number in 1..45 loop
    step := public.catalogue_page(filter, sort, step ->> 'next');
    fresh := array(
      select found.id::uuid from jsonb_array_elements_text(step -> 'ids') with ordinality found (id, place)
      where not exists (
        select from public.list_items item where item.list_id = fill_list.list_id and item.jersey_id = found.id::uuid)
      order by found.place);
    added := added || fresh;
    exit when step ->> 'next' is null or cardinality(added) > room;
  end loop;
  of_catalogue := least(cardinality(added), room);
  -- A collection has shirts without a page too.
  if filter = '{"own": ["collection"]}' then
    added := added || array(
      select copy.id from public.copies copy
      where copy.owner_id = auth.uid() and copy.jersey_id is null and copy.removed_at is null and not exists (
        select from public.list_items item where item.list_id = fill_list.list_id and item.copy_id = copy.id)
      order by copy.created_at desc, copy.id desc);
  end if;
  is_full := cardinality(added) > room;
  added := added[:room];
  -- Who adds nothing has made it look, too.
  perform private.count_write('list_items', greatest(cardinality(added), 1));
  insert into public.list_items (list_id, jersey_id, copy_id)
  select fill_list.list_id, case when chosen.place <= of_catalogue then chosen.id end, case when chosen.place > of_catalogue then chosen.id end
  from unnest(added) with ordinality chosen (id, place) order by chosen.place;
  return next;
end $function$
;

REVOKE ALL ON FUNCTION "public"."fill_list"(uuid, jsonb, text) FROM "anon";

CREATE OR REPLACE FUNCTION public.finish_dump(id text, taken_at timestamp with time zone, manifest jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.dumps (id, taken_at, manifest) values (finish_dump.id, finish_dump.taken_at, finish_dump.manifest);
  with kept as (
    select distinct on (private.day_at(dump.taken_at)) dump.id from public.dumps dump
    where private.day_at(dump.taken_at) > private.day_at(finish_dump.taken_at) - 7
    order by private.day_at(dump.taken_at), dump.taken_at desc
  ), first_ones as (
    select distinct on (date_trunc('month', private.day_at(dump.taken_at))) dump.id from public.dumps dump
    order by date_trunc('month', private.day_at(dump.taken_at)), dump.taken_at
  ), gone as (
    delete from public.dumps dump
    where dump.id not in (select kept.id from kept) and dump.id not in (select first_ones.id from first_ones)
    returning dump.id
  )
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name
  from storage.objects object join gone on split_part(object.name, '/', 1) = gone.id
  where object.bucket_id = 'dumps'
  on conflict on constraint storage_deletions_name_key do nothing;
end $function$
;

REVOKE ALL ON FUNCTION "public"."finish_dump"(text, timestamp with time zone, jsonb) FROM "anon";

REVOKE ALL ON FUNCTION "public"."finish_dump"(text, timestamp with time zone, jsonb) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.finish_review_mail(member_id uuid, problem text DEFAULT NULL::text, final boolean DEFAULT false)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.review_mails mail set day = mail.day - 1, retry_at = now() + interval '1 hour'
  where mail.member_id = finish_review_mail.member_id and finish_review_mail.problem is not null and not finish_review_mail.final
$function$
;

REVOKE ALL ON FUNCTION "public"."finish_review_mail"(uuid, text, boolean) FROM "anon";

REVOKE ALL ON FUNCTION "public"."finish_review_mail"(uuid, text, boolean) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.guess_picture(token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select shirt.facts || jsonb_build_object('step', picture.step, 'path', (
    -- Of a jersey that left public view after its day began, the shirt is drawn.
    select image.path from public.jersey_images image
    where image.id = (shirt.facts ->> 'image_id')::uuid and image.suggestion_id is null and private.is_public_jersey(image.jersey_id)))
  from private.guess_pictures picture
  join public.daily_shirts shirt on shirt.day = picture.day and shirt.kind = picture.kind
  where picture.token = guess_picture.token and shirt.day <= private.day_at(now())
$function$
;

CREATE OR REPLACE FUNCTION public.held_of_list(list_id uuid)
 RETURNS TABLE(jersey_id uuid, is_held boolean, is_wished boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select item.jersey_id,
    exists (
      select from public.user_collections collection where collection.user_id = auth.uid() and collection.jersey_id = item.jersey_id),
    exists (
      select from public.user_wishlists wishlist where wishlist.user_id = auth.uid() and wishlist.jersey_id = item.jersey_id)
  from public.lists list
  cross join lateral private.shown_items(list.id) item
  where list.id = held_of_list.list_id and (private.is_shown_list(list) or list.member_id = auth.uid()) and item.jersey_id is not null
  order by item.place
$function$
;

CREATE OR REPLACE FUNCTION public.hide_comments(member_id uuid, reason text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  hidden integer;
begin
  perform private.check_reviewer();
  if hide_comments.member_id = auth.uid() then
    raise insufficient_privilege using message = 'moderation_own', detail = 'Nobody decides on their own comments.';
  end if;
  if not private.is_reason(given, 3) then
    raise sqlstate 'PT400' using
      message = 'comments_reason_required', detail = 'The member reads why: a reason of the list, or 3 to 500 characters.';
  end if;
  update public.comments c_own set is_hidden = true, hidden_reason = given
  where c_own.author_id = hide_comments.member_id and (not c_own.is_hidden or c_own.hidden_reason is null)
    and not private.is_comment_for_another(c_own.id);
  get diagnostics hidden = row_count;
  return hidden;
end $function$
;

REVOKE ALL ON FUNCTION "public"."hide_comments"(uuid, text) FROM "anon";

CREATE OR REPLACE FUNCTION public.hide_list(list_id uuid, reason text, hidden boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  list public.lists;
begin
  perform private.require_reviewer('hide lists');
  select * into list from public.lists l where l.id = hide_list.list_id for update;
  -- Of what was never public nobody learns that it is there.
  if not found or not (list.is_public or list.is_hidden) then
    raise sqlstate 'PT404' using message = 'list_not_found', detail = 'There is no such public list.';
  end if;
  if list.member_id = auth.uid() then
    raise insufficient_privilege using
      message = 'moderation_own', detail = 'Nobody decides on their own list.';
  end if;
  if hidden and (given is null or char_length(given) > 1000) then
    raise sqlstate 'PT400' using
      message = 'list_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if list.is_hidden = hidden then
    return;
  end if;
  update public.lists set is_hidden = hidden where id = list.id;
  if hidden then
    perform private.set_change('undoable', 'true');
  else
    -- Within seconds its member was told nothing, and isn't now.
    delete from public.notices notice
    where notice.recipient_id = list.member_id and notice.outcome = 'list_hidden' and notice.title = list.title
      and notice.due_at > clock_timestamp();
    if found then
      return;
    end if;
  end if;
  perform private.notify(
    list.member_id, 'jersey', case when hidden then 'list_hidden' else 'list_shown' end, 'list', null, list.title, given);
  perform private.set_change('undoable', null);
end $function$
;

CREATE OR REPLACE FUNCTION public.history(target_type text, target_id uuid, before_id bigint DEFAULT NULL::bigint, page_size integer DEFAULT 20)
 RETURNS TABLE(id bigint, at timestamp with time zone, kind text, changes jsonb, reason text, username text, display_name text, undoes bigint, is_undoable boolean, batch_id uuid, batch_size integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  is_reviewing constant boolean := public.is_reviewer(auth.uid());
  is_administrator constant boolean := public.is_admin(auth.uid());
  current jsonb;
  shown integer;
begin
  if not private.may_read(history.target_type, history.target_id) then
    return;
  end if;
  if is_reviewing then
    current := private.target_row(history.target_type, history.target_id);
  end if;
  return query
  select revision.id, revision.at, revision.kind, revision.changes, revision.reason, profile.username,
    profile.display_name, revision.undoes,
    is_reviewing and revision.kind <> 'approved' and revision.changes - array(
      select jsonb_object_keys(private.fields_that_stay(revision, current, is_administrator))) <> '{}',
    revision.batch_id,
    -- Of an import it may be twenty thousand.
    (select count(*)::integer from (
      select from public.revisions r_other where r_other.batch_id = revision.batch_id limit 1000) together)
  from public.revisions revision
  left join public.profiles profile on profile.id = revision.contributor_id
  where revision.target_type = history.target_type and revision.target_id = history.target_id
    and (before_id is null or revision.id < before_id)
  order by revision.id desc limit size;
  get diagnostics shown = row_count;
  -- Of a jersey that was approved before there was a history, the approval is known.
  if history.target_type = 'jersey' and shown < size and coalesce(before_id, 1) > 0 then
    return query
    select 0::bigint, least(jersey.moderated_at, earliest.at, now()), 'approved', '{}'::jsonb, null::text,
      profile.username, profile.display_name, null::bigint, false, null::uuid, 1
    from public.jerseys jersey
    left join public.profiles profile on profile.id = jersey.author_id
    cross join lateral (
      select min(revision.at) as at, coalesce(bool_or(revision.kind in ('approved', 'imported')), false) as is_known
      from public.revisions revision
      where revision.target_type = 'jersey' and revision.target_id = jersey.id) earliest
    where jersey.id = history.target_id and jersey.status = 'approved' and not earliest.is_known;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.import_jerseys(import uuid, batch integer, lines jsonb, is_last boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.catalogue_imports;
  known jsonb;
  line jsonb;
  names jsonb;
  judged jsonb;
  verdict text;
  digest text;
  rows jsonb[] := '{}';
  keys text[] := '{}';
  outcomes jsonb[] := '{}';
  refused text[];
  result jsonb;
begin
  own := private.own_catalogue_import(import);
  select cb.result into known from private.catalogue_batches cb
  where cb.import_id = own.id and cb.batch = import_jerseys.batch;
  if known is not null then
    return known;
  end if;
  if own.undone_at is not null then
    raise sqlstate 'PT409' using message = 'import_undone', detail = 'This import was undone.';
  end if;
  if import_jerseys.batch is distinct from own.batches then
    raise sqlstate 'PT409' using
      message = 'import_batch', detail = format('The next batch is %s.', own.batches);
  end if;
  perform private.check_lines(lines);
  -- Two imports would not see each other's jerseys.
  perform pg_advisory_xact_lock(hashtextextended('catalogue imports', 0));

  names := private.names_of_lines(lines);
  for line in select value from jsonb_array_elements(lines) loop
    judged := private.judged_line(line, own.id, names);
    verdict := judged ->> 'verdict';
    digest := private.import_key(coalesce(line ->> 'key', ''));
    if line ->> 'key' is null then
      raise sqlstate 'PT400' using message = 'lines_malformed', detail = 'A line has no key.';
    end if;
    if verdict = 'new' and digest = any (keys) then
      verdict := 'there';
    elsif verdict = 'new' and jsonb_path_exists(line, 'lax $.images[*] ? (!exists(@.path) || @.path == null)') then
      verdict := 'refused';
      judged := judged || '{"refusals": [{"field": "images", "reason": "no_file"}]}';
    elsif verdict = 'new' then
      rows := rows || (judged -> 'row' || jsonb_build_object(
        'id', private.id_of_line(line ->> 'id'), 'author_id', auth.uid(), 'status', own.status, 'key', digest,
        'line_key', line ->> 'key', 'import_id', own.id,
        'images', case when jsonb_typeof(line -> 'images') = 'array' then line -> 'images' else '[]' end));
      keys := keys || digest;
    end if;
    outcomes := outcomes || jsonb_strip_nulls(jsonb_build_object(
      'key', line ->> 'key', 'outcome', case verdict when 'new' then 'added' else verdict end,
      'known', nullif(judged -> 'known', 'null'),
      'candidates', nullif(judged -> 'candidates', '[]'), 'refusals', nullif(judged -> 'refusals', '[]')));
  end loop;

  perform private.hold_what_is_named(rows);
  refused := private.insert_each(rows);
  result := private.sum_outcomes(outcomes, refused);
  insert into private.catalogue_batches (import_id, batch, result) values (own.id, own.batches, result);
  update public.catalogue_imports set
    batches = batches + 1, added = added + (result ->> 'added')::integer,
    already_there = already_there + (result ->> 'there')::integer,
    duplicates = duplicates + (result ->> 'duplicate')::integer, refused = catalogue_imports.refused + (result ->> 'refused')::integer
  where id = own.id;
  if is_last then
    update public.catalogue_imports set finished_at = now() where id = own.id and finished_at is null;
  end if;
  return result;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.is_admin(user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.has_role(is_admin.user_id, '{admin}') $function$
;

CREATE OR REPLACE FUNCTION public.is_reviewer(user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.has_role(is_reviewer.user_id, '{admin, reviewer}') $function$
;

CREATE OR REPLACE FUNCTION public.items_of_list(list_id uuid)
 RETURNS TABLE(place integer, jersey_id uuid, note text, own jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select item.place, item.jersey_id, item.note, case when item.jersey_id is null then private.own_shirt((item.copy).former_jersey) end
  from public.lists list
  cross join lateral private.shown_items(list.id) item
  where list.id = items_of_list.list_id and private.is_shown_list(list)
  order by item.place
$function$
;

CREATE OR REPLACE FUNCTION public.joining_photos(from_id uuid, into_id uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select fitting.id
  from (
    select image.id, image.position,
      row_number() over (partition by image.contributor_id order by image.position, image.id) as nth,
      (select count(*) from public.jersey_images ji_own
        where ji_own.jersey_id = into_id and ji_own.contributor_id is not distinct from image.contributor_id
          -- With room for what waits.
          and (ji_own.suggestion_id is null or ji_own.suggestion_id in (select id from public.suggestions where status = 'open'))) as present
    from public.jersey_images image
    where image.jersey_id = from_id and image.suggestion_id is null
      -- Their number tells how many photos wait.
      and ((select auth.uid()) is null or public.is_reviewer((select auth.uid())))
      and private.may_read('jersey', from_id) and private.may_read('jersey', into_id)
      -- Nobody has accepted those of a submission: on a public jersey they wait as its author's suggestion.
      and (private.is_public_jersey(from_id) or not private.is_public_jersey(into_id) or exists (
        select from public.jerseys submitted
        where submitted.id = from_id and submitted.author_id = image.contributor_id and not exists (
          select from public.suggestions s_open
          where s_open.target_id = into_id and s_open.member_id = submitted.author_id and s_open.status = 'open'
            and s_open.kind in ('edit', 'photos'))))
  ) fitting
  where fitting.nth + fitting.present <= 5
  order by fitting.position, fitting.id
  limit greatest(20 - (select count(*) from public.jersey_images where jersey_id = into_id and suggestion_id is null), 0)
$function$
;

CREATE OR REPLACE FUNCTION public.kits_beside(jersey_id uuid)
 RETURNS SETOF public.jerseys
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 6
 SET search_path TO ''
AS $function$
  with shown as (
    select jersey.team_slug, jersey.team_id, jersey.league, jersey.season_id, jersey.kit_type_slug,
      season.code
    from public.jerseys jersey
    join public.seasons season on season.id = jersey.season_id and season.is_active
    where jersey.id = kits_beside.jersey_id and jersey.status = 'approved' and jersey.is_active
  ), beside as (
    (select distinct on (jersey.kit_type_slug) jersey.id
    from shown
    join public.jerseys jersey
      on jersey.team_slug = shown.team_slug and jersey.season_id = shown.season_id
      and jersey.league = shown.league and jersey.team_id is not distinct from shown.team_id
    where jersey.status = 'approved' and jersey.is_active and jersey.kit_type_slug <> shown.kit_type_slug
    order by jersey.kit_type_slug, jersey.score desc, jersey.id desc)
    union all
    -- Season by season away from the shown one, until one has this kit.
    (select best.id
    from shown
    join public.seasons season on season.is_active and season.code > shown.code
    cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = shown.team_slug and jersey.season_id = season.id
        and jersey.league = shown.league and jersey.team_id is not distinct from shown.team_id
        and jersey.kit_type_slug = shown.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    order by season.code
    limit 1)
    union all
    (select best.id
    from shown
    join public.seasons season on season.is_active and season.code < shown.code
    cross join lateral (
      select jersey.id from public.jerseys jersey
      where jersey.team_slug = shown.team_slug and jersey.season_id = season.id
        and jersey.league = shown.league and jersey.team_id is not distinct from shown.team_id
        and jersey.kit_type_slug = shown.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    order by season.code desc
    limit 1)
  )
  select jersey.* from beside join public.jerseys jersey on jersey.id = beside.id
$function$
;

CREATE OR REPLACE FUNCTION public.list_members(query text DEFAULT ''::text, after text DEFAULT ''::text, joined_before timestamp with time zone DEFAULT NULL::timestamp with time zone, before uuid DEFAULT NULL::uuid, administrators boolean DEFAULT false, suspended boolean DEFAULT false, size integer DEFAULT 30)
 RETURNS TABLE(id uuid, username text, display_name text, joined_at timestamp with time zone, is_administrator boolean, is_suspended boolean, jerseys bigint, rejected bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  wanted constant text := private.fold(coalesce(query, ''));
  -- As a pattern of LIKE, with its special characters escaped.
  pattern constant text := '%' || regexp_replace(wanted, '([%_\\])', '\\\1', 'g') || '%';
  last constant text := coalesce(list_members.after, '');
  wide constant integer := least(greatest(size, 1), 100);
  listed constant text := '
    select profile.id, profile.username, profile.display_name, u.created_at,
      exists (
        select from public.user_roles ur where ur.user_id = profile.id and ur.role = ''admin''),
      coalesce(u.banned_until > now(), false),
      submitted.jerseys, submitted.rejected
    from public.profiles profile
    join auth.users u on u.id = profile.id
    cross join lateral (
      select count(*) as jerseys, count(*) filter (where jersey.status = ''rejected'') as rejected
      from public.jerseys jersey where jersey.author_id = profile.id) submitted
    where true'
    || case when administrators
      then ' and profile.id in (select user_id from public.user_roles where role = ''admin'')' else '' end
    || case when list_members.suspended then ' and u.banned_until > now()' else '' end;
  -- Members of one part, the newest first; $1 and $2 are the last one that was shown of this part, if any.
  newest constant text := '
    and ($1 is null or (u.created_at, u.id) < ($1, $2))
    order by u.created_at desc, u.id desc limit $3';
  -- True if the active members were shown: the last one is suspended.
  is_late boolean := list_members.suspended;
  shown integer := 0;
begin
  perform private.require_admin('members', 'list members');
  if wanted = '' then
    if not is_late and list_members.before is not null then
      select coalesce(banned_until > now(), false) into is_late
      from auth.users where users.id = list_members.before;
      is_late := coalesce(is_late, false);
    end if;
    -- Two statements, so that the first reads an index of the newest and stops.
    if not is_late then
      return query execute listed
        || ' and (u.banned_until is null or u.banned_until <= now())' || newest
      using joined_before, coalesce(before, '00000000-0000-0000-0000-000000000000'), wide;
      get diagnostics shown = row_count;
    end if;
    if shown < wide then
      return query execute listed || ' and u.banned_until > now()' || newest
      using case when is_late then joined_before end,
        coalesce(before, '00000000-0000-0000-0000-000000000000'), wide - shown;
    end if;
    return;
  end if;
  -- Usernames that begin with the text come first; an index has their order. The last username read
  -- determines which of the two parts comes next.
  if last = '' or starts_with(last, wanted) then
    return query execute listed
      || ' and profile.username collate "C" > $1
           and profile.username collate "C" >= $2
           and profile.username collate "C" < $2 || U&''\+10FFFF''
           order by profile.username collate "C" limit $3'
    using last, wanted, wide;
    get diagnostics shown = row_count;
  end if;
  if shown = wide then
    return;
  end if;
  -- Planned for these values: a rare name is looked up by its index, a common one is found while walking the list.
  return query execute listed
    || ' and profile.username collate "C" > $1
         and not starts_with(profile.username, $2)
         and private.profile_text(profile.username, profile.display_name) like $3
         order by profile.username collate "C" limit $4'
  using case when starts_with(last, wanted) then '' else last end, wanted, pattern, wide - shown;
end $function$
;

CREATE OR REPLACE FUNCTION public.match_copies(lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  kept jsonb;
  line jsonb;
  place bigint;
  known jsonb;
  renamed jsonb;
  jersey jsonb;
  candidates jsonb;
  team_name text;
  meant jsonb;
  searched integer := 0;
  -- Lists name the same teams again and again.
  teams jsonb := '{}';
  -- An array grows in place; a JSON list would be copied with each line.
  answers jsonb[] := '{}';
begin
  perform private.check_lines(lines);
  perform private.count_matching(jsonb_array_length(lines));
  for line, place in select value, ordinality from jsonb_array_elements(lines) with ordinality loop
    team_name := left(line #>> '{jersey,team}', 120);
    if team_name is not null and not teams ? team_name then
      teams := teams || jsonb_build_object(team_name, private.teams_of_line(team_name));
    end if;
    meant := teams -> team_name;
    known := null;
    if line ->> 'kind' is null then
      -- Two reads by an index each. An `or` may read all copies of the member for every line.
      select stored into known from (
        select private.own_copy(copy) as stored, copy.removed_at
        from public.copies copy
        where copy.owner_id = member and copy.import_key = private.import_key(line ->> 'key')
          and (line ->> 'id' is null or private.is_copy_of_line(copy, line -> 'jersey', meant -> 'teams'))
        union all
        select private.own_copy(copy), copy.removed_at
        from public.copies copy
        where copy.owner_id = member
          and copy.id = (case when private.is_uuid(line ->> 'id') then line ->> 'id' end)::uuid
          and private.is_copy_of_line(copy, line -> 'jersey', meant -> 'teams')) own
      order by removed_at is not null limit 1;
    end if;
    jersey := null;
    if known is null and private.is_uuid(line #>> '{jersey,id}') then
      jersey := private.known_jersey(line #>> '{jersey,id}');
    end if;
    -- Its owner has said since that it is another shirt.
    renamed := null;
    if known is null and line ->> 'kind' is null and private.is_uuid(line ->> 'id') and (line -> 'is_copied')::boolean is not true
      and coalesce((jersey ->> 'owned')::integer, 0) = 0 then
      select jsonb_build_object('owned', 1, 'copy', stored, 'is_other', true) into renamed from (
        select private.own_copy(copy) as stored from public.copies copy
        where copy.owner_id = member and copy.id = (line ->> 'id')::uuid and copy.removed_at is null
        union all
        select private.own_copy(copy) from public.copies copy
        where copy.owner_id = member and copy.import_key = private.import_key(line ->> 'key') and copy.removed_at is null) own
      limit 1;
    end if;
    candidates := case
      when known is not null then '[]'
      when jersey is not null then jsonb_build_array(jersey)
      when team_name is null then '[]'
      else private.line_candidates(line -> 'jersey' || jsonb_build_object('is_named', meant -> 'is_named'),
        array(select jsonb_array_elements_text(meant -> 'ids')::uuid), (meant -> 'is_certain')::boolean) end;
    -- A search may take 40 ms, and nothing may be known of all 200 lines. What a known team doesn't have, no other has.
    if known is null and candidates = '[]' and searched < 50 and (meant -> 'is_certain')::boolean is not true then
      searched := searched + 1;
      candidates := private.worded_candidates(line -> 'jersey');
    end if;
    if line ->> 'kind' in ('wish', 'vote') then
      candidates := private.mark_candidates(line ->> 'kind', candidates);
    end if;
    answers := array_append(answers, jsonb_build_object(
      'known', known, 'kept', renamed, 'candidates', candidates, 'league', meant ->> 'league', 'teams', meant -> 'teams'));
  end loop;
  kept := private.kept_shirts((
    select jsonb_agg(asked || jsonb_build_object(
      'teams', coalesce(teams #> array[left(asked #>> '{jersey,team}', 120), 'teams'], '{}'),
      'called', coalesce(teams #> array[left(asked #>> '{jersey,team}', 120), 'called'], '[]')) order by ordinality)
    from jsonb_array_elements(lines) with ordinality as given (asked, ordinality)));
  return (
    select coalesce(jsonb_agg(answer || jsonb_build_object('kept', coalesce(nullif(answer -> 'kept', 'null'), kept -> ordinality::text)) order by ordinality), '[]')
    from unnest(answers) with ordinality as given (answer, ordinality));
end $function$
;

CREATE OR REPLACE FUNCTION public.match_jerseys(lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  line jsonb;
  names jsonb;
  judged jsonb;
  answers jsonb[] := '{}';
begin
  perform private.require_admin('import', 'import and export the catalogue');
  perform private.check_lines(lines);
  names := private.names_of_lines(lines);
  for line in select value from jsonb_array_elements(lines) loop
    judged := private.judged_line(line, null, names);
    answers := answers || ((judged - 'row') || case
      when private.tidy(line ->> 'title') is null and judged -> 'row' ? 'team' then jsonb_build_object(
        'names', (
          select jsonb_build_object('team', judged -> 'row' ->> 'team', 'season', season.name)
          from public.seasons season where season.id = (judged -> 'row' ->> 'season_id')::uuid))
      else '{}' end);
  end loop;
  return to_jsonb(answers);
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow
    or invalid_datetime_format or invalid_parameter_value then
    raise sqlstate 'PT400' using message = 'lines_malformed', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.member_file(member_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  member constant uuid := member_file.member_id;
  -- The newest of each kind; the figures count all.
  most constant integer := 20;
begin
  if not public.is_reviewer(auth.uid()) then
    raise insufficient_privilege using
      message = 'moderation_denied', detail = 'Only reviewers and administrators read a member''s file.';
  end if;
  if not exists (select from public.profiles where id = member) then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  return private.account_for_review(member) || jsonb_build_object(
    'jerseys', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where status = 'rejected'),
        'items', coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'at', created_at, 'title', title, 'reason', moderation_note,
          'status', coalesce((
            select case gj.kind when 'merge' then 'merged' else 'removed' end from public.gone_jerseys gj
            where gj.jersey_id = own.id and not own.is_active), status),
          'jersey_id', case when status = 'approved' and is_active then id end) order by created_at desc, id) filter (where place <= most), '[]'))
      from (select *, row_number() over (order by created_at desc, id) as place from public.jerseys where author_id = member) own),
    'suggestions', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where status = 'refused'),
        'items', coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'at', created_at, 'title', title, 'status', status, 'kind', kind,
          'reason', (
            select string_agg(distinct private.stored_reason(verdict.value), ', ') from jsonb_each(own.verdicts) verdict
            where verdict.value -> 'accepted' = 'false'),
          'jersey_id', case when target_type = 'jersey' then target_id end) order by created_at desc, id) filter (where place <= most), '[]'))
      from (
        select *, row_number() over (order by created_at desc, id) as place
        from public.suggestions suggestion where suggestion.member_id = member) own),
    'comments', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where hidden_reason is not null),
        'to_hide', count(*) filter (where not is_hidden or hidden_reason is null),
        'items', coalesce(jsonb_agg(jsonb_build_object(
          'id', own.id, 'at', own.created_at, 'title', own.body, 'jersey_id', own.jersey_id,
          'status', case when not is_hidden then 'shown' when hidden_reason is null then 'waiting' else 'hidden' end,
          'reason', hidden_reason) order by own.created_at desc, own.id) filter (where place <= most), '[]'))
      from (select *, row_number() over (order by created_at desc, id) as place from public.comments where author_id = member) own),
    'reports_by', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where status = 'dismissed'),
        'items', coalesce(jsonb_agg(private.report_for_file(own.report) order by place) filter (where place <= most), '[]'))
      from (
        select report, report.status, row_number() over (order by report.created_at desc, report.id) as place
        from public.reports report where report.reporter_id = member) own),
    'reports_about', (
      select jsonb_build_object(
        'total', count(*), 'against', count(*) filter (where status = 'upheld'),
        'items', coalesce(jsonb_agg(private.report_for_file(own.report) order by place) filter (where place <= most), '[]'))
      from (
        select report, report.status, row_number() over (order by report.created_at desc, report.id) as place
        from public.reports report
        where jersey_id in (select id from public.jerseys where author_id = member)
          or comment_id in (select id from public.comments where author_id = member)
          or profile_id = member
          or target_type = 'list' and private.reported_author(report) = member) own));
end $function$
;

REVOKE ALL ON FUNCTION "public"."member_file"(uuid) FROM "anon";

CREATE OR REPLACE FUNCTION public.member_state()
 RETURNS TABLE(username text, display_name text, is_reviewer boolean, is_admin boolean, unread integer, copies integer, removed integer, wishes integer, waiting integer, to_review integer)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO ''
AS $function$
  select
    p.username, p.display_name, caller.is_reviewer, public.is_admin(p.id),
    (select count(*) from public.notices n where n.recipient_id = p.id and n.read_at is null)::integer,
    (select count(*) from public.copies c where c.owner_id = p.id and c.removed_at is null)::integer,
    (select count(*) from public.copies c where c.owner_id = p.id and c.removed_at is not null)::integer,
    (select count(*) from public.user_wishlists uw where uw.user_id = p.id)::integer,
    ((select count(*) from public.jerseys j where j.author_id = p.id and j.status = 'pending')
      + (select count(*) from public.suggestions s where s.member_id = p.id and s.status = 'open'))::integer,
    case when caller.is_reviewer then (select amount from private.waiting_for(p.id)) else 0 end
  from public.profiles p cross join lateral (select public.is_reviewer(p.id) as is_reviewer) caller
  where p.id = auth.uid()
$function$
;

CREATE OR REPLACE FUNCTION public.merge_teams(from_id uuid, into_id uuid, preview boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone public.teams;
  kept public.teams;
  counted jsonb;
begin
  perform private.require_admin('catalogue', 'merge teams');
  -- Jerseys first, as whoever edits one; those that come meanwhile are held by move_team().
  if not merge_teams.preview then
    perform from public.jerseys jersey where jersey.team_id = merge_teams.from_id order by jersey.id for no key update;
  end if;
  perform from public.teams team where team.id in (merge_teams.from_id, merge_teams.into_id) order by team.id for update;
  select * into gone from public.teams team where team.id = merge_teams.from_id;
  select * into kept from public.teams team where team.id = merge_teams.into_id;
  if gone.id is null or kept.id is null then
    raise sqlstate 'PT404' using message = 'team_not_found', detail = 'One of the teams was deleted or merged.';
  end if;
  if gone.id = kept.id or not kept.is_active or 1 < (
    select count(distinct competition.league) from public.competitions competition
    where competition.id in (gone.competition_id, kept.competition_id)) then
    raise sqlstate 'PT409' using
      message = 'teams_unmergeable', detail = 'A team is merged into another, active one of its league.';
  end if;
  select jsonb_build_object(
    'jerseys', (select count(*) from public.jerseys where team_id = gone.id),
    'entries', (select count(*) from public.team_seasons where team_id = gone.id),
    'names', (select count(*) from public.team_aliases where team_id = gone.id),
    'suggestions', (
      select count(*) from public.suggestions
      where status = 'open' and target_type = 'team' and target_id = gone.id)) into counted;
  if not merge_teams.preview then
    perform private.move_team(gone, kept);
  end if;
  return counted;
end $function$
;

REVOKE ALL ON FUNCTION "public"."merge_teams"(uuid, uuid, boolean) FROM "anon";

CREATE OR REPLACE FUNCTION public.moderate_jersey(jersey_id uuid, decision text, note text DEFAULT NULL::text)
 RETURNS public.jerseys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  edit public.suggestions;
  verdict constant jsonb := case decision when 'approved' then '{"accepted": true}'
    when 'rejected' then jsonb_build_object('accepted', false, 'reason', 'other', 'note', note) else '{}' end;
begin
  perform private.check_reviewer();
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id;
  if not found then
    raise sqlstate 'PT404' using message = 'jersey_not_found', detail = 'There is no such jersey, or it was deleted.';
  end if;
  select * into edit from public.suggestions suggestion
  where suggestion.target_type = 'jersey' and suggestion.target_id = jersey.id and suggestion.member_id = jersey.author_id
    and suggestion.kind in ('edit', 'photos') and suggestion.status = 'open' and suggestion.held_at is null
    and jersey.status = 'approved'
  order by suggestion.contested_at is null desc, suggestion.created_at desc limit 1;
  if edit.id is null then
    perform public.decide(moderate_jersey.jersey_id, jsonb_build_object('jersey', verdict), private.version_for_review(jersey));
  else
    perform public.decide(edit.id, jsonb_object_agg(key, verdict), to_jsonb(edit.edited_at)) from unnest(private.pending_keys(edit)) key;
  end if;
  select * into jersey from public.jerseys where id = moderate_jersey.jersey_id;
  jersey.moderated_by := auth.uid();
  return jersey;
end $function$
;

REVOKE ALL ON FUNCTION "public"."moderate_jersey"(uuid, text, text) FROM "anon";

CREATE OR REPLACE FUNCTION public.move_in_list(list_id uuid, jersey_id uuid, place integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.lists list where list.id = move_in_list.list_id and list.member_id = auth.uid() for update;
  if not found then
    raise insufficient_privilege using message = 'list_denied', detail = 'Members order their own lists.';
  end if;
  perform private.check_standing();
  perform private.count_write('list_items', 1);
  update public.list_items item set place = ordered.place
  from (
    select others.id, others.nth + case when others.nth >= move_in_list.place then 1 else 0 end as place
    from (
      select item.id, row_number() over (order by item.place)::integer as nth
      from public.list_items item
      where item.list_id = move_in_list.list_id
        and coalesce(item.jersey_id, item.copy_id) <> move_in_list.jersey_id) others
    union all
    select li_moved.id, greatest(1, least(move_in_list.place, (
      select count(*)::integer from public.list_items item where item.list_id = move_in_list.list_id)))
    from public.list_items li_moved
    where li_moved.list_id = move_in_list.list_id
      and coalesce(li_moved.jersey_id, li_moved.copy_id) = move_in_list.jersey_id
  ) ordered
  where item.id = ordered.id and item.place <> ordered.place;
end $function$
;

CREATE OR REPLACE FUNCTION public.my_decisions()
 RETURNS TABLE(ids uuid[], kind text, target_type text, target_id uuid, title text, decided_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.check_reviewer();
  return query
  with own as (
    select table_name, row_id, (was ->> 'at')::timestamptz as decided_at from private.decisions
    where decided_by = auth.uid() and (was ->> 'at')::timestamptz > now() - private.contest_time()
  )
  select array_agg(distinct row_id order by row_id), kind, target_type, target_id, min(title), decided_at
  from (
    select row_id, kind, target_type, target_id, title, decided_at from private.reopenable where decided_by = auth.uid()
    union all
    -- All of one member that were hidden together are one decision.
    select comment.id, 'hidden', 'comment', comment.author_id, left(comment.body, 100), own.decided_at
    from own
    join public.comments comment on comment.id = own.row_id
    join public.jerseys jersey on jersey.id = comment.jersey_id and jersey.status = 'approved' and jersey.is_active
    where own.table_name = 'comments' and comment.hidden_reason is not null
      and not private.is_comment_for_another(comment.id)
      -- What stayed hidden after a contest isn't shown again by a press.
      and not exists (
        select from public.report_contests rc join public.reports report on report.id = rc.report_id
        where report.comment_id = comment.id and rc.party = 'author')
    union all
    -- Their page's history takes them back.
    select suggestion.id, 'accepted', suggestion.target_type, suggestion.target_id, suggestion.title, own.decided_at
    from own
    join public.suggestions suggestion on suggestion.id = own.row_id and suggestion.status in ('accepted', 'partly')
    where own.table_name = 'suggestions'
    union all
    select jersey.id, 'accepted', 'jersey', jersey.id, jersey.title, own.decided_at
    from own
    join public.jerseys jersey on jersey.id = own.row_id and jersey.status = 'approved' and jersey.is_active
    where own.table_name = 'jerseys'
    union all
    select jersey.id, 'accepted', 'jersey', jersey.id, jersey.title, own.decided_at
    from own
    join public.reports report on report.id = own.row_id and report.target_type = 'jersey' and report.status = 'upheld'
      and report.done in ('corrected', 'merged')
    join public.jerseys jersey on jersey.id = report.target_id and jersey.status = 'approved' and jersey.is_active
    where own.table_name = 'reports'
    union all
    select list.id, 'hidden', 'list', list.id, list.title, own.decided_at
    from own
    join public.reports report on report.id = own.row_id and report.target_type = 'list' and report.status = 'upheld'
    join public.lists list on list.id = report.target_id and list.is_hidden and list.is_public
    where own.table_name = 'reports') decided
  group by kind, target_type, target_id, decided_at
  order by decided_at desc, target_id
  limit 50;
end $function$
;

REVOKE ALL ON FUNCTION "public"."my_decisions"() FROM "anon";

CREATE OR REPLACE FUNCTION public.nearest_sets()
 RETURNS TABLE(team_id uuid, held integer, total integer, missing uuid[])
 LANGUAGE sql
 STABLE ROWS 2
 SET search_path TO ''
AS $function$
  -- Kits that every team has: what lacks in a set.
  with collected as (
    select j.team_id, count(*)::integer as held, max(uc.created_at) as newest
    from public.user_collections uc
    join public.jerseys j on j.id = uc.jersey_id and j.status = 'approved' and j.is_active
    join public.teams t on t.id = j.team_id and t.is_active
    where uc.user_id = auth.uid()
      and coalesce(j.kit_type, 'other') <> all ('{fourth,goalkeeper,prematch,training,anniversary}')
    group by j.team_id
    order by held desc, newest desc, j.team_id
    limit 5
  ), sets as (
    select collected.*, counted.total
    from collected cross join lateral (
      select count(*)::integer as total
      from (
        select from public.jerseys j
        where j.team_id = collected.team_id and j.status = 'approved' and j.is_active
          and coalesce(j.kit_type, 'other') <> all ('{fourth,goalkeeper,prematch,training,anniversary}')
        -- Nobody completes larger ones.
        limit 1001
      ) few
    ) counted
    where counted.total between collected.held + 1 and 1000
    order by collected.held::numeric / counted.total desc, collected.held desc, collected.team_id
    limit 2
  )
  select sets.team_id, sets.held, sets.total, array(
    select j.id from public.jerseys j
    where j.team_id = sets.team_id and j.status = 'approved' and j.is_active
      and coalesce(j.kit_type, 'other') <> all ('{fourth,goalkeeper,prematch,training,anniversary}')
      and not exists (
        select from public.user_collections uc where uc.user_id = auth.uid() and uc.jersey_id = j.id)
    order by j.year desc nulls last, j.id
    limit 3)
  from sets
$function$
;

CREATE OR REPLACE FUNCTION public.open_changes(after bigint, at_most integer DEFAULT 200)
 RETURNS TABLE(number bigint, kind text, id uuid, change text, into_id uuid, at text, rows json)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with taken as materialized (
    select * from public.public_changes
    -- Lists are in no dump.
    where public_changes.number > open_changes.after and public_changes.kind <> 'list'
    order by public_changes.number limit least(greatest(open_changes.at_most, 1), 200)
  ), found as materialized (
    select * from private.open_rows(array(select taken.id from taken))
  )
  select pc.number, pc.kind, pc.id, pc.change, pc.into_id, private.open_time(pc.at), (
    select json_object_agg(listed.name, coalesce(found.rows, '[]'))
    from unnest(private.open_files(pc.kind)) listed (name) left join found on found.id = pc.id and found.file = listed.name)
  from taken pc
  order by pc.number
$function$
;

CREATE OR REPLACE FUNCTION public.order_images(jersey_id uuid, image_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  jersey public.jerseys;
  suggestion public.suggestions;
  present uuid[];
  photos constant jsonb := (
    select jsonb_agg(jsonb_build_object('id', id) order by place) from unnest(image_ids) with ordinality given (id, place));
begin
  perform private.check_standing();
  perform private.lock_images(array(
    select id from public.jerseys
    where id = order_images.jersey_id and (author_id = auth.uid() or public.is_admin(auth.uid()))));
  -- With the lock, images added or removed meanwhile wait, or are seen below.
  select * into jersey from public.jerseys
  where id = order_images.jersey_id
    and (author_id = auth.uid() or public.is_admin(auth.uid()))
  for no key update;
  if not found then
    raise insufficient_privilege using
      message = 'image_order_denied', detail = 'Only the author orders the images of a jersey.';
  end if;
  perform private.check_not_gone(jersey.id);
  perform private.count_write('edits', 1);
  if jersey.status = 'approved' and not public.is_admin(auth.uid()) then
    suggestion := private.lock_own_suggestion(null, 'jersey', jersey.id, false);
  end if;
  present := array(
    select image.id from public.jersey_images image
    where image.jersey_id = jersey.id and (image.suggestion_id is null or image.suggestion_id = suggestion.id)
      -- One that is to go may be among them.
      and (not coalesce(suggestion.changes -> 'removed' ? image.id::text, false) or image.id = any (image_ids)));
  if array(select id from unnest(present) id order by id)
    is distinct from array(select id from unnest(image_ids) id order by id) then
    raise sqlstate 'PT409' using
      message = 'image_order_stale', detail = 'These are not the images the jersey has now.';
  end if;
  if jersey.status = 'approved' and not public.is_admin(auth.uid()) then
    perform private.suggest_own(jersey, jsonb_build_object('photos', photos));
  elsif image_ids <> '{}' then
    perform private.arrange_photos(jersey.id, private.arranged_photos(private.photos_of(jersey.id), photos));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_roll_over(roll_over_id uuid, seen timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  draft public.roll_overs := private.lock_roll_over(publish_roll_over.roll_over_id);
begin
  if draft.updated_at is distinct from seen then
    raise sqlstate 'PT409' using
      message = 'roll_over_changed', detail = 'Another administrator has changed the draft.';
  end if;
  perform private.publish_line_ups(draft);
  perform private.set_batch(draft.id);
  perform private.begin_revision('line_up', auth.uid());
  perform private.write_line_ups(draft, true, false);
  perform private.end_revision();
end $function$
;

CREATE OR REPLACE FUNCTION public.queue(filter jsonb DEFAULT '{}'::jsonb, after jsonb DEFAULT NULL::jsonb, page_size integer DEFAULT 20)
 RETURNS TABLE(id uuid, kind text, target_type text, target_id uuid, title text, league text, since timestamp with time zone, seen jsonb, is_mine boolean, member_id uuid, username text, display_name text, joined_at timestamp with time zone, accepted integer, detail jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  size constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  me constant uuid := auth.uid();
  is_administrator constant boolean := public.is_admin(me);
  last_since timestamptz;
  last_id uuid;
  created_before timestamptz := 'infinity';
begin
  perform private.check_reviewer();
  perform private.check_queue_filter(filter, after);
  last_since := after ->> 'since';
  last_id := after ->> 'id';
  if filter ? 'days' then
    created_before := now() - make_interval(days => (filter ->> 'days')::integer);
  end if;
  return query
  with waiting as materialized (
    select * from private.waiting waiting
    where waiting.to_check = filter @? '$ ? (@.to_check == true)'
      -- Photos are a correction.
      and (not filter ? 'kind' or waiting.kind = filter ->> 'kind' or waiting.kind = 'photos' and filter ->> 'kind' = 'edit')
      and (not filter ? 'league' or private.league_of(waiting.target_type, waiting.target_id) = filter ->> 'league')
      and waiting.since <= created_before
      and (last_id is null or (waiting.since, waiting.id) > (last_since, last_id))
      and (waiting.kind <> 'report' or is_administrator
        or waiting.target_type <> 'profile' and not private.is_about(waiting.report, me))
    order by waiting.since, waiting.id limit size
  )
  select waiting.id, waiting.kind, waiting.target_type, waiting.target_id,
    coalesce(jersey.title, j_commented.title, (waiting.report).reported_name, (waiting.suggestion).title),
    private.league_of(waiting.target_type, waiting.target_id), waiting.since,
    case waiting.kind when 'new' then private.version_for_review(jersey) else to_jsonb((waiting.suggestion).edited_at) end,
    -- Administrators decide on their own, and settle any report.
    not is_administrator and (
        waiting.member_id is not distinct from me or coalesce(jersey.author_id = me, false)
        or private.removes_photo_of(waiting.suggestion, me))
      or coalesce(private.is_for_another(waiting.suggestion, me), false)
      or coalesce(private.is_report_for_another(waiting.report, me), false),
    waiting.member_id, profile.username, profile.display_name, u.created_at,
    (select count(*)::integer from public.suggestions suggestion
      where suggestion.member_id = waiting.member_id and suggestion.status in ('accepted', 'partly') and suggestion.source is not null)
      + (select count(*)::integer from public.jerseys jersey
        where jersey.author_id = waiting.member_id and jersey.status = 'approved' and jersey.is_active),
    case waiting.kind
      when 'new' then private.detail_of_submission(jersey)
      when 'report' then private.detail_of_report(waiting.report, comment, jersey, j_commented)
      when 'comment' then jsonb_build_object(
        'comment', comment.body, 'edited_at', comment.edited_at, 'jersey_id', comment.jersey_id)
      else private.detail_of_suggestion(waiting.suggestion) end
  from waiting
  left join public.jerseys jersey on waiting.target_type = 'jersey' and jersey.id = waiting.target_id
  left join public.comments comment on comment.id = case waiting.kind when 'comment' then waiting.id else (waiting.report).comment_id end
  left join public.jerseys j_commented on j_commented.id = comment.jersey_id
  left join public.profiles profile on profile.id = waiting.member_id
  left join auth.users u on u.id = waiting.member_id
  order by waiting.since, waiting.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.queue_figures()
 RETURNS TABLE(waiting integer, typical_hours numeric, oldest timestamp with time zone, by_kind jsonb, to_check integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with decidable as (select kind, since from private.decidable_by(auth.uid()))
  select (select count(*)::integer from private.waiting where not to_check and kind not in ('report', 'comment')),
    (select round((percentile_cont(0.5) within group (order by extract(epoch from hours.waited)) / 3600)::numeric, 1)
      from (
        select waited from (
          (select decided_at as at, decided_at - coalesce(contested_at, created_at) as waited
            from public.suggestions where decided_at is not null and not trusted order by decided_at desc limit 100)
          union all
          (select revision.at, revision.at - jersey.created_at
            from (
              select at, target_id from public.revisions where kind = 'approved' order by id desc limit 100) revision
            join public.jerseys jersey on jersey.id = revision.target_id)
        ) decision order by at desc limit 100) hours),
    case when caller.is_reviewer then (select min(since) from decidable) end,
    case when caller.is_reviewer then (
      select jsonb_object_agg(kind, amount) from (select kind, count(*) as amount from decidable group by kind) counted) end,
    case when caller.is_reviewer then (select count(*)::integer from private.waiting where to_check) end
  from (select public.is_reviewer(auth.uid()) as is_reviewer) caller
$function$
;

CREATE OR REPLACE FUNCTION public.queue_unused_files(older_than interval DEFAULT '24:00:00'::interval)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  queued bigint;
begin
  -- One server at a time: a second one has nothing to add.
  if not pg_try_advisory_xact_lock(hashtextextended('queue_unused_files', 0)) then
    return 0;
  end if;
  -- Photos of a refusal that can't be contested any more.
  delete from public.jersey_images image using public.suggestions suggestion
  where suggestion.id = image.suggestion_id and suggestion.status in ('refused', 'partly')
    and suggestion.decided_at < now() - case when suggestion.contested_at is null then private.contest_time() else private.undo_time() end;
  insert into public.storage_deletions (bucket_id, name)
  select object.bucket_id, object.name from storage.objects object
  where object.bucket_id in ('jerseys', 'copies', 'dumps')
    and greatest(object.created_at, object.updated_at) < now() - older_than
    and not case object.bucket_id
      when 'jerseys' then exists (select from public.jersey_images image where image.path = object.name)
      when 'copies' then private.is_copy_photo(object.name)
      -- Of a dump that was interrupted.
      else exists (select from public.dumps dump where dump.id = split_part(object.name, '/', 1)) end
    and not exists (
      select from public.storage_deletions deletion
      where deletion.bucket_id = object.bucket_id and deletion.name = object.name)
  on conflict on constraint storage_deletions_name_key do nothing;
  get diagnostics queued = row_count;
  return queued;
end $function$
;

CREATE OR REPLACE FUNCTION public.rebuild(after uuid DEFAULT NULL::uuid, at_most integer DEFAULT 1000)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
  former jsonb;
  wrong jsonb;
begin
  -- What waits for the worker, or is due, is no error.
  while public.age_votes() > 0 loop end loop;
  perform public.derive(10000);
  perform pg_advisory_xact_lock(private.lock_of_deriving());
  ids := private.rebuild_ids(coalesce(after, private.nil()), least(greatest(at_most, 1), 100000));
  -- Votes wait. Counting would undo those cast meanwhile.
  perform from public.jerseys jersey where jersey.id = any (ids) order by jersey.id for update;
  former := (select jsonb_agg(row_) from private.derived_rows(ids) row_);
  perform private.rebuild_rows(ids);
  wrong := (
    select coalesce(jsonb_agg(jsonb_build_object('what', what, 'id', id, 'was', f.facts, 'is', fresh.facts) order by id, what), '[]')
    from jsonb_to_recordset(former) f (what text, id uuid, facts text)
    full join private.derived_rows(ids) fresh using (what, id)
    -- What was written after the worker had been called is the worker's.
    where f.facts is distinct from fresh.facts
      and (what = 'counters' or id not in (select waiting.id from private.changes waiting)));
  if cardinality(ids) = 0 then
    wrong := private.drop_empty_counts();
  end if;
  if wrong <> '[]' then
    perform pg_notify('outdated_pages', '*');
  end if;
  return jsonb_build_object('last', ids[cardinality(ids)], 'wrong', wrong);
end $function$
;

REVOKE ALL ON FUNCTION "public"."rebuild"(uuid, integer) FROM "anon";

REVOKE ALL ON FUNCTION "public"."rebuild"(uuid, integer) FROM "authenticated";

CREATE OR REPLACE FUNCTION public.redeem_recovery_code(code text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  most constant integer := 10;
begin
  if private.session_level() is null then
    raise insufficient_privilege using
      message = 'session_ended', detail = 'Sign in again.';
  end if;
  -- Attempts are serialized: parallel ones must not pass the limit, nor use one code twice.
  perform private.lock_recovery(member);
  delete from private.recovery_attempts
  where user_id = member and since < now() - interval '1 hour';
  -- A right code is taken in any case: it can't be guessed, and who has the password must not lock its owner out.
  update private.recovery_codes set used_at = now()
  where user_id = member and used_at is null
    and digest = private.recovery_digest(member, redeem_recovery_code.code);
  if not found then
    if exists (
      select from private.recovery_attempts where user_id = member and failures >= most) then
      raise sqlstate 'PT429' using
        message = 'recovery_codes_too_many', detail = 'At most 10 wrong codes in an hour.';
    end if;
    -- No error here: it would roll back the count.
    insert into private.recovery_attempts (user_id, failures) values (member, 1)
    on conflict (user_id) do update
      set failures = private.recovery_attempts.failures + 1;
    perform private.record_account_event('recovery_code_refused', 'factor');
    return false;
  end if;
  delete from private.recovery_attempts where user_id = member;

  delete from auth.mfa_amr_claims claim using auth.sessions session
  where claim.session_id = session.id and session.user_id = member
    and (claim.authentication_method = 'totp' or claim.authentication_method like 'mfa/%');
  update auth.sessions set aal = 'aal1', factor_id = null
  where user_id = member and aal > 'aal1';
  delete from auth.mfa_factors where user_id = member;
  perform private.record_account_event('recovery_code_used', 'factor');
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.refresh_vote_sums()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.vote_sums sums set upvotes = counted.up, downvotes = counted.down
  from (
    select coalesce(sum(upvotes), 0) as up, coalesce(sum(downvotes), 0) as down
    from public.jerseys where status = 'approved' and is_active) counted
  where (sums.upvotes, sums.downvotes) <> (counted.up, counted.down)
$function$
;

REVOKE ALL ON FUNCTION "public"."refresh_vote_sums"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."refresh_vote_sums"() FROM "authenticated";

CREATE OR REPLACE FUNCTION public.replace_image(image_id uuid, url text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  former public.jersey_images;
  added uuid;
  -- The order that waits for review, if there is one: a deletion takes the image out of it.
  waiting uuid[];
begin
  select * into former from public.jersey_images image where image.id = image_id;
  waiting := array(
    select image.id
    from public.jersey_images image
    join public.suggestions suggestion on suggestion.target_id = image.jersey_id and suggestion.status = 'open' and suggestion.changes ? 'photos'
    left join lateral jsonb_array_elements(suggestion.changes -> 'photos') with ordinality listed (photo, place)
      on listed.photo ->> 'id' = image.id::text
    where image.jersey_id = former.jersey_id and suggestion.member_id = (select auth.uid())
    order by listed.place, image.position, image.id);
  -- Only one's own photo: after a merge, a jersey shows photos of others too, and the new file would be credited to the
  -- caller, under a licence that somebody else chose.
  if not exists (
    select from public.jersey_images image join public.jerseys jersey on jersey.id = image.jersey_id
    where image.id = former.id and split_part(image.path, '/', 1) = (select auth.uid())::text
      and (jersey.author_id = (select auth.uid()) or public.is_admin((select auth.uid())))) then
    raise insufficient_privilege using
      message = 'image_replacement_denied',
      detail = 'Only the author of a jersey replaces an image of theirs.';
  end if;
  delete from public.jersey_images image where image.id = former.id;
  -- It is the same photo: what was stated about it stays true, and so does its likeness, which is that of the whole.
  insert into public.jersey_images (jersey_id, url, alt, position, likeness, licence, rights_stated)
  values (
    former.jersey_id, replace_image.url, former.alt, former.position, former.likeness, former.licence,
    former.rights_stated)
  returning id into added;
  if waiting <> '{}' then
    perform public.order_images(former.jersey_id, array_replace(waiting, former.id, added));
  end if;
  return added;
end $function$
;

CREATE OR REPLACE FUNCTION public.replace_line_ups(line_ups jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  line_up record;
  draft uuid;
  known uuid[];
  strangers uuid[];
begin
  perform private.require_admin('catalogue', 'change line-ups');
  perform from public.seasons
  where id in (select season_id from jsonb_to_recordset(line_ups) as given (season_id uuid))
  order by id for no key update;
  for line_up in
    select given.*, season.id is not null and competition.id is not null as is_known, competition.league
    from jsonb_to_recordset(line_ups)
      as given (season_id uuid, competition_id uuid, teams uuid[], seen uuid[])
    left join public.seasons season on season.id = given.season_id
    left join public.competitions competition on competition.id = given.competition_id
  loop
    if not line_up.is_known then
      raise sqlstate 'PT404' using
        message = 'line_up_not_found', detail = 'The season or the competition was deleted.';
    end if;
    if line_up.teams is null or line_up.seen is null then
      raise sqlstate 'PT400' using
        message = 'line_up_incomplete', detail = 'A line-up needs teams, and seen: the teams that it replaces.';
    end if;
    strangers := array(
      select unnest(line_up.teams)
      except
      select team.id from public.teams team join public.competitions competition on competition.id = team.competition_id
      where competition.league = line_up.league);
    if strangers <> '{}' then
      raise sqlstate 'PT400' using
        message = 'line_up_team_unknown', detail = jsonb_build_object('teams', strangers)::text,
        hint = 'A team was deleted, or plays in another league.';
    end if;

    draft := (
      select id from public.roll_overs
      where season_id = line_up.season_id and published_at is null and not exists (
        select from public.team_seasons
        where season_id = line_up.season_id and competition_id = line_up.competition_id));
    known := case when draft is null
      then array(
        select team_id from public.team_seasons
        where season_id = line_up.season_id and competition_id = line_up.competition_id)
      else array(
        select team_id from public.roll_over_teams
        where roll_over_id = draft and competition_id = line_up.competition_id) end;
    if not (known <@ line_up.seen and line_up.seen <@ known) then
      raise sqlstate 'PT409' using
        message = 'line_up_changed',
        detail = jsonb_build_object(
          'season_id', line_up.season_id, 'competition_id', line_up.competition_id)::text,
        hint = 'Another administrator has changed this line-up. Read it again.';
    end if;

    if draft is null then
      delete from public.team_seasons
      where season_id = line_up.season_id and competition_id = line_up.competition_id
        and team_id <> all (line_up.teams);
      insert into public.team_seasons (team_id, season_id, competition_id)
      select unnest(line_up.teams), line_up.season_id, line_up.competition_id
      on conflict do nothing;
    else
      insert into public.roll_over_competitions (roll_over_id, competition_id)
      values (draft, line_up.competition_id) on conflict do nothing;
      delete from public.roll_over_teams
      where roll_over_id = draft and competition_id = line_up.competition_id and team_id <> all (line_up.teams);
      insert into public.roll_over_teams (roll_over_id, competition_id, team_id)
      select draft, line_up.competition_id, unnest(line_up.teams)
      on conflict do nothing;
      -- A competition without teams leaves the draft.
      delete from public.roll_over_competitions
      where roll_over_id = draft and competition_id = line_up.competition_id and line_up.teams = '{}';
      update public.roll_overs set updated_at = clock_timestamp() where id = draft;
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.reset_names(user_id uuid, reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  was public.profiles;
  becomes text;
  words jsonb;
  notice uuid;
begin
  perform private.require_admin('members', 'reset names');
  if given is null or char_length(given) > 1000 then
    raise sqlstate 'PT400' using
      message = 'names_reason_required', detail = 'The member reads why, in 1 to 1000 characters.';
  end if;
  if exists (
    select from public.user_roles ur
    where ur.user_id = reset_names.user_id and ur.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before resetting the names of an administrator.';
  end if;
  select * into was from public.profiles where id = reset_names.user_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  becomes := private.unnamed();
  update public.profiles set username = becomes, display_name = null where id = was.id;
  -- What they wrote on their page goes with their names; they may open it again.
  words := private.shown_words(was.id);
  update public.showcases set is_open = false, about = null where member_id = was.id;
  update public.showcase_shirts set line = null where member_id = was.id;
  -- Shirts without a page are theirs to keep: they are shown again when their owner has said anew what they are.
  update public.copies copy set former_jersey = former_jersey || '{"unsaid": true}'
  where copy.owner_id = was.id and copy.former_jersey is not null;
  perform private.record_showcase(was.id, words);
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
  -- What was reported is mended; who reported it is told.
  update public.reports report set status = 'upheld', done = 'other', resolution_note = given
  where report.target_type = 'profile' and report.target_id = was.id and report.status = 'open' and private.may_settle(report);
end $function$
;

CREATE OR REPLACE FUNCTION public.same_pictures(jersey_id uuid)
 RETURNS TABLE(other_id uuid, distance integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_reviewer('compare pictures');
  return query
  select near.jersey_id, min(near.light)::integer
  from public.jersey_images ji_own
  cross join lateral (
    select candidate.jersey_id,
      bit_count(substring(candidate.likeness from 1 for 64) # substring(ji_own.likeness from 1 for 64)) light,
      bit_count(substring(candidate.likeness from 65) # substring(ji_own.likeness from 65)) colors
    from (
      -- Bounded: somebody may have uploaded thousands of similar pictures.
      select image.jersey_id, image.likeness from public.jersey_images image
      where private.likeness_quarters(image.likeness) && private.likely_quarters(ji_own.likeness)
        and image.likeness is not null and image.suggestion_id is null and image.jersey_id <> ji_own.jersey_id
      limit 2000) candidate
  ) near
  join public.jerseys on jerseys.id = near.jersey_id and jerseys.status <> 'rejected' and jerseys.is_active
  where ji_own.jersey_id = same_pictures.jersey_id and ji_own.likeness is not null
    and near.light <= 7 and near.colors <= 4
  group by near.jersey_id
  order by min(near.light), near.jersey_id
  limit 4;
end $function$
;

CREATE OR REPLACE FUNCTION public.save_showcase(is_open boolean, with_wishes boolean DEFAULT false, about text DEFAULT NULL::text, teams uuid[] DEFAULT '{}'::uuid[], shirts jsonb DEFAULT '[]'::jsonb, with_names boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member constant uuid := auth.uid();
  -- REST makes a nested list an array of two dimensions, from which no element can be removed.
  clubs constant uuid[] := array(
    select named.id from unnest(teams) with ordinality as named (id, place)
    where named.id is not null group by named.id order by min(named.place));
  was jsonb;
begin
  if member is null then
    raise insufficient_privilege using message = 'showcase_denied', detail = 'Members show what is theirs.';
  end if;
  perform private.check_standing();
  if jsonb_typeof(shirts) is distinct from 'array' or jsonb_array_length(shirts) > 5
    or (select count(*) > count(distinct shirt ->> 'copy_id') from jsonb_array_elements(shirts) shirt)
    or exists (select from jsonb_array_elements(shirts) shirt where not private.is_uuid(shirt ->> 'copy_id')
      or (shirt ->> 'photo_id' is not null and not private.is_uuid(shirt ->> 'photo_id'))) then
    raise sqlstate 'PT400' using
      message = 'showcase_malformed', detail = 'Send a list of at most five different shirts.';
  end if;
  perform private.count_write('showcases', 1);
  was := private.shown_words(member);
  insert into public.showcases as showcase (member_id, is_open, with_wishes, with_names, about, teams)
  values (
    member, save_showcase.is_open, save_showcase.with_wishes, save_showcase.with_names,
    private.tidy(save_showcase.about), clubs)
  on conflict on constraint showcases_pkey do update set
    is_open = excluded.is_open, with_wishes = excluded.with_wishes, with_names = excluded.with_names,
    about = excluded.about, teams = excluded.teams;
  -- A club that is shown is one that its member follows.
  insert into public.follows (member_id, target_type, target_id)
  select member, 'team', team.id from public.teams team
  where team.id = any (clubs) and team.is_active
  on conflict on constraint follows_pkey do nothing;
  delete from public.showcase_shirts where member_id = member;
  insert into public.showcase_shirts (member_id, place, copy_id, line, photo_id)
  select member, wanted.place, copy.id, private.tidy(wanted.shirt ->> 'line'), photo.id
  from jsonb_array_elements(shirts) with ordinality as wanted (shirt, place)
  -- Of others' copies and photos nothing is told: they are left out, as those that are gone.
  join public.copies copy on copy.id = (wanted.shirt ->> 'copy_id')::uuid and copy.owner_id = member
  left join public.copy_photos photo on photo.id = (wanted.shirt ->> 'photo_id')::uuid and photo.copy_id = copy.id;
  perform private.record_showcase(member, was);
end $function$
;

REVOKE ALL ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb, boolean) FROM "anon";

CREATE OR REPLACE FUNCTION public.search_teams(query text, max_results integer DEFAULT 3, lang text DEFAULT NULL::text)
 RETURNS SETOF public.teams
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  asked constant text[] := private.asked_words(query);
  unfinished constant text[] := private.unfinished_word(query);
  wanted constant integer := least(greatest(coalesce(max_results, 3), 0), 100);
  -- The names of so many are compared with the query, which takes some 200 µs each: a short word may match a thousand teams.
  enough constant integer := wanted + 12;
  sought text[];
  typed text;
  slugs text[];
  matching uuid[];
  found uuid[] := '{}';
begin
  -- 0: an article at the end as the beginning of a word. If nothing has one, it counts for nothing.
  for attempt in 0..3 loop
    continue when attempt = 0 and unfinished = '{}';
    exit when asked = '{}' or cardinality(found) >= wanted or found <> '{}' and (attempt = 3 or unfinished <> '{}');
    sought := case when attempt = 0 then asked || unfinished else asked end;
    typed := array_to_string(sought, ' ');
    slugs := array[private.slug(query), private.slug(typed)];
    matching := array(
      select id from private.search_documents
      where kind = 'team' and id <> all (found)
        and words @@ (select private.search_query(sought, case attempt when 0 then 2 else attempt end)));
    if cardinality(matching) > enough then
      -- The best known, and those that are called exactly so.
      matching := array(
        select id from public.teams where slug = any (slugs) and id = any (matching)
        union
        select id from public.teams where private.slug(short_name) = any (slugs) and id = any (matching)
        union
        select alias.team_id from public.team_aliases alias
        where alias.folded = typed and alias.team_id = any (matching)
        union
        (select team_id
        from unnest(matching) team_id left join private.catalogue_teams counted using (team_id)
        group by team_id order by coalesce(sum(counted.jerseys), 0) desc, team_id limit enough));
    end if;
    found := found || array(
      select near.id
      from (
        select team.id, team.name, competition.priority,
          private.begin_words(tn.names, sought) as is_begun,
          -- Women's, second and other teams of a club.
          exists (
            select from public.teams t_club
            where t_club.id = any (matching) and starts_with(team.name, t_club.name || ' ')) as is_another,
          least(
            2 * private.nearness(array[team.name, team.short_name], typed),
            private.alias_nearness(team.id, typed, lang)) as distance,
          (select coalesce(sum(counted.jerseys), 0) from private.catalogue_teams counted where counted.team_id = team.id) as jerseys
        from public.teams team
        join private.team_names tn on tn.id = team.id
        join public.competitions competition on competition.id = team.competition_id
        where team.id = any (matching)
        -- Kept apart, or the order would compute the distance twice.
        offset 0) near
      order by near.distance > 1, near.is_begun desc, near.jerseys desc, near.distance, near.is_another,
        near.priority desc, near.name, near.id
      limit wanted - cardinality(found));
  end loop;
  return query
    select team.*
    from unnest(found) with ordinality as result (id, place)
    join public.teams team on team.id = result.id
    where team.is_active
    order by result.place;
end $function$
;

CREATE OR REPLACE FUNCTION public.settle_reports(report_ids uuid[], done text DEFAULT NULL::text, note text DEFAULT NULL::text, changes jsonb DEFAULT NULL::jsonb, into_id uuid DEFAULT NULL::uuid, urgency text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  given constant text := private.tidy(note);
  report public.reports;
  settled uuid[];
begin
  perform private.check_reviewer();
  select r_asked.* into report from public.reports r_asked
  where r_asked.id = any (report_ids) and r_asked.status = 'open' and private.may_settle(r_asked)
  order by array_position(report_ids, r_asked.id) limit 1;
  if report.id is not null and settle_reports.done <> 'other' and settle_reports.done <> all (case report.target_type
    when 'jersey' then array['corrected', 'merged', 'removed'] when 'profile' then '{}'::text[] else array['hidden'] end) then
    raise sqlstate 'PT400' using
      message = 'report_done_unknown',
      detail = 'A jersey is corrected, merged or removed, a comment or list hidden; anything else is `other`, or nothing was done.';
  end if;
  -- Its readers are told when it can't be undone any more as if it had not been.
  perform private.set_change('undoable', 'true');
  -- What is done locks in the order of its own function; then the reports, if nobody else has settled them meanwhile.
  case (case when report.id is not null then settle_reports.done end)
    when 'corrected' then
      perform private.correct_reported(report.target_id, settle_reports.changes, coalesce(given, 'wrong'));
    when 'merged' then
      perform public.merge_jerseys(report.target_id, settle_reports.into_id, given);
    when 'removed' then
      perform public.remove_jersey(report.target_id, given, settle_reports.urgency);
    when 'hidden' then
      if report.target_type = 'list' then
        perform public.hide_list(report.target_id, given, true);
      else
        update public.comments set is_hidden = true, hidden_reason = coalesce(given, 'off_topic') where id = report.target_id;
      end if;
    else null;
  end case;
  perform private.set_change('undoable', 'true');
  with closed as (
    update public.reports r_closed
    set status = case when settle_reports.done is null then 'dismissed' else 'upheld' end, done = settle_reports.done,
      resolution_note = given
    where r_closed.id = any (report_ids) and r_closed.status = 'open' and private.may_settle(r_closed)
      -- A merge has led them to the jersey that stays.
      and r_closed.target_id in (report.target_id, settle_reports.into_id)
    returning r_closed.id)
  select array_agg(id) into settled from closed;
  perform private.set_change('undoable', null);
  if settled is null then
    if exists (select from public.reports where id = any (report_ids) and status = 'open') then
      raise sqlstate 'PT403' using message = 'report_own', detail = 'Somebody else settles a report that concerns oneself, or decides after one''s decision was contested.';
    end if;
    raise sqlstate 'PT409' using
      message = 'report_decided', detail = jsonb_build_object(
        'username', (
          select profile.username from public.profiles profile
          where profile.id = private.decided_by('reports', report_ids[1]) and public.is_admin(auth.uid())),
        'status', (
          select r_decided.status from public.reports r_decided
          where r_decided.id = report_ids[1] and (
            public.is_admin(auth.uid()) or r_decided.target_type <> 'profile' and not private.is_about(r_decided, auth.uid()))))::text;
  end if;
  return jsonb_build_object('settled', settled, 'batch_id', private.undoable_batch());
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'correction_unknown', detail = sqlerrm;
end $function$
;

REVOKE ALL ON FUNCTION "public"."settle_reports"(uuid[], text, text, jsonb, uuid, text) FROM "anon";

CREATE OR REPLACE FUNCTION public.shelf_counts(jersey_id uuid)
 RETURNS TABLE(collectors bigint, wishers bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select
    private.told_owners(jersey.id),
    (select case when count(*) >= 3 then count(*) end from public.user_wishlists wishlist where wishlist.jersey_id = jersey.id)
  from public.jerseys jersey
  where jersey.id = shelf_counts.jersey_id and jersey.status = 'approved' and jersey.is_active
$function$
;

CREATE OR REPLACE FUNCTION public.showcase(username text)
 RETURNS TABLE(about text, teams uuid[], with_wishes boolean, jerseys bigint, copies bigint, copy_teams bigint, pageless bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 1
 SET search_path TO ''
AS $function$
  select s.about,
    array(
      select team.id from unnest(s.teams) with ordinality as chosen (id, place)
      join public.teams team on team.id = chosen.id and team.is_active order by chosen.place),
    s.with_wishes,
    (select count(*) from public.user_collections collection
      join public.jerseys jersey on jersey.id = collection.jersey_id and jersey.status = 'approved' and jersey.is_active
      where collection.user_id = s.member_id),
    own.copies, own.teams, own.pageless
  from public.showcases s
  -- The same figures as in the member's own collection (figures() in statistics.ts).
  cross join lateral (
    select count(*) as copies,
      count(distinct (coalesce(jersey.league, copy.former_jersey ->> 'league'),
        coalesce(jersey.team_slug, private.team_slug(copy.former_jersey ->> 'team')))) as teams,
      count(*) filter (where copy.jersey_id is null and private.is_shown_own(copy.former_jersey)) as pageless
    from public.copies copy left join public.jerseys jersey on jersey.id = copy.jersey_id
    where copy.owner_id = s.member_id and copy.removed_at is null) own
  where s.member_id = private.open_showcase(showcase.username)
$function$
;

CREATE OR REPLACE FUNCTION public.showcase_names(username text, jerseys uuid[])
 RETURNS TABLE(jersey_id uuid, place integer, printed text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO ''
AS $function$
  select jersey.id, shirt.place, concat_ws(' ', copy.printed_name, copy.printed_number)
  from public.showcases showcase
  join public.copies copy on copy.owner_id = showcase.member_id and copy.removed_at is null
    and copy.jersey_id = any (showcase_names.jerseys)
  join public.jerseys jersey on jersey.id = copy.jersey_id and jersey.status = 'approved' and jersey.is_active
  left join public.showcase_shirts shirt on shirt.copy_id = copy.id
  where showcase.member_id = private.open_showcase(showcase_names.username) and showcase.with_names
    and num_nonnulls(copy.printed_name, copy.printed_number) > 0
    -- Until now nobody but its owner read it.
    and private.is_visible(coalesce(copy.printed_name, ''))
  order by jersey.id, copy.printed_name, copy.printed_number, copy.id
$function$
;

CREATE OR REPLACE FUNCTION public.showcase_own(username text)
 RETURNS TABLE(title text, team text, league text, season text, year integer, kit_type text, colors text[], country text, competition text, printed_name text, printed_number text, place integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 30
 SET search_path TO ''
AS $function$
  select said.title, said.team, said.league, said.season, said.year, said.kit_type, known.colors, known.country, known.slug,
    -- Until now nobody but its owner read it.
    case when showcase.with_names and private.is_visible(copy.printed_name) then copy.printed_name end,
    case when showcase.with_names then copy.printed_number end,
    shirt.place
  from public.showcases showcase
  join public.copies copy on copy.owner_id = showcase.member_id and copy.jersey_id is null and copy.removed_at is null
  left join public.showcase_shirts shirt on shirt.copy_id = copy.id
  cross join lateral jsonb_to_record(copy.former_jersey) as said (
    title text, team text, league text, season text, year integer, kit_type text)
  left join private.team_of_own(copy.former_jersey) known on true
  where showcase.member_id = private.open_showcase(showcase_own.username)
    -- What a jersey said that went may be why it went: only its owner's words are shown.
    and private.is_shown_own(copy.former_jersey)
  order by copy.created_at desc, copy.id desc
$function$
;

CREATE OR REPLACE FUNCTION public.showcase_shirts(username text)
 RETURNS TABLE(place integer, jersey_id uuid, line text, photo text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 5
 SET search_path TO ''
AS $function$
  select shirt.place, jersey.id, shirt.line, photo.path
  from public.showcase_shirts shirt
  join public.copies copy on copy.id = shirt.copy_id and copy.removed_at is null
  left join public.jerseys jersey on jersey.id = copy.jersey_id and jersey.status = 'approved' and jersey.is_active
  left join public.copy_photos photo on photo.id = shirt.photo_id
  where shirt.member_id = private.open_showcase(showcase_shirts.username)
    and (jersey.id is not null or copy.jersey_id is null and private.is_shown_own(copy.former_jersey))
  order by shirt.place
$function$
;

CREATE OR REPLACE FUNCTION public.start_roll_over(code text, name text, competitions uuid[])
 RETURNS public.roll_overs
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  wanted constant uuid[] := array(select distinct unnest(start_roll_over.competitions));
  wanted_code constant text := private.tidy(start_roll_over.code);
  season public.seasons;
  created boolean;
  taken jsonb;
  draft public.roll_overs;
begin
  perform private.require_admin('catalogue', 'change line-ups');
  if cardinality(wanted) = 0 then
    raise sqlstate 'PT400' using message = 'roll_over_empty', detail = 'Choose at least one competition.';
  end if;
  if exists (select unnest(wanted) except select id from public.competitions) then
    raise sqlstate 'PT404' using message = 'competition_not_found', detail = 'A competition was deleted.';
  end if;

  -- A season that exists keeps its name. Two administrators who start at once wait here for each other.
  select * into season from public.seasons where seasons.code = wanted_code for no key update;
  created := not found;
  if created then
    insert into public.seasons (code, name, is_active)
    values (wanted_code, private.tidy(start_roll_over.name), false)
    on conflict (code) do nothing returning * into season;
    if not found then
      created := false;
      select * into strict season from public.seasons where seasons.code = wanted_code for no key update;
    end if;
  end if;

  if exists (select from public.roll_overs where season_id = season.id and published_at is null) then
    raise sqlstate 'PT409' using
      message = 'roll_over_exists', detail = jsonb_build_object('season_id', season.id)::text,
      hint = 'Publish or discard the draft first.';
  end if;
  select jsonb_agg(competition.name order by competition.name) into taken
  from public.competitions competition
  where competition.id = any (wanted) and exists (
    select from public.team_seasons where season_id = season.id and competition_id = competition.id);
  if taken is not null then
    raise sqlstate 'PT409' using
      message = 'line_up_exists', detail = jsonb_build_object('competitions', taken)::text,
      hint = 'These competitions have a line-up in this season; change it there.';
  end if;

  insert into public.roll_overs (season_id, created_season) values (season.id, created) returning * into draft;
  insert into public.roll_over_competitions (roll_over_id, competition_id, source_season_id)
  select draft.id, competition.id, (
    select ts.season_id
    from public.team_seasons ts join public.seasons s_earlier on s_earlier.id = ts.season_id
    where ts.competition_id = competition.id and s_earlier.is_active and s_earlier.code < season.code
    order by s_earlier.code desc limit 1)
  from unnest(wanted) competition (id);
  insert into public.roll_over_teams (roll_over_id, competition_id, team_id)
  select draft.id, roc.competition_id, team.id
  from public.roll_over_competitions roc
  join public.team_seasons ts
    on ts.competition_id = roc.competition_id and ts.season_id = roc.source_season_id
  join public.teams team on team.id = ts.team_id and team.is_active
  where roc.roll_over_id = draft.id;
  return draft;
end $function$
;

CREATE OR REPLACE FUNCTION public.stop_review_mails(key uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ update public.review_mails set hour = null where key = stop_review_mails.key $function$
;

CREATE OR REPLACE FUNCTION public.suggest(target_type text, target_id uuid, changes jsonb, source text, photos jsonb DEFAULT '[]'::jsonb, suggestion_id uuid DEFAULT NULL::uuid)
 RETURNS public.suggestions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  member constant uuid := auth.uid();
  -- Theirs waits for nobody.
  is_administrator constant boolean := public.is_admin(member);
  of_type constant text := suggest.target_type;
  target uuid := suggest.target_id;
  present jsonb;
  wanted jsonb;
  given jsonb;
  removed jsonb;
  columns text[];
  dropped text[];
  pictures constant jsonb := coalesce(photos, '[]');
  stated constant text := private.tidy(source);
  suggestion public.suggestions;
  -- What is given is added to an open one, whose values it otherwise replaces.
  is_added boolean;
  at_once boolean;
  accepted jsonb;
begin
  perform private.begin_suggesting(of_type, changes, pictures);

  at_once := not is_administrator and suggest.suggestion_id is null and pictures = '[]' and not changes ? 'removed'
    and (select trust.is_trusted from private.trust_in(member) trust);
  select found.target, found.present into target, present from private.lock_suggested(of_type, target) found;
  suggestion := private.lock_own_suggestion(
    suggest.suggestion_id, of_type, target, changes ?| array['merge_into', 'removal']);

  is_added := suggest.suggestion_id is null;
  removed := private.removed_photos(target, changes -> 'removed', case when is_added then suggestion.changes -> 'removed' end);
  -- Values in the table's own types: 12.50 and 12.5 are one price.
  given := private.completed_changes(of_type, present, changes);
  wanted := private.wanted_version(of_type, present, given);
  columns := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where given ? name and private.says_else(name, present, wanted));
  -- Said again as it is: it isn't wanted any more.
  dropped := array(
    select name from unnest(private.suggestable_columns(of_type)) name
    where is_added and given ? name and suggestion.changes ? name and name <> all (columns));
  perform private.check_suggestion(of_type, present, wanted, given, columns, dropped, pictures, case when changes ? 'removed' then removed end, stated);

  at_once := at_once and suggestion.id is null and private.is_small(of_type, columns, wanted);
  -- What needs no source isn't counted.
  if not (at_once or is_administrator) and stated is not null and suggestion.source is null then
    perform private.check_room(member);
  end if;
  given := private.pick_columns(wanted, private.with_dependent_columns(columns))
    || case when removed is null then '{}' else jsonb_build_object('removed', removed) end;
  if jsonb_array_length(pictures) = 0 and (columns <> '{}' or changes ? 'removed') then
    perform private.check_not_said(suggestion.id, of_type, target, given);
  end if;
  perform private.check_suggested_photos(of_type, target, pictures, removed, case when not is_added then suggestion.id end);

  suggestion := private.save_suggestion(
    suggestion, of_type, target, present, wanted, columns, given, dropped, stated, is_added);
  perform private.add_suggested_photos(suggestion.id, target, pictures);
  if dropped <> '{}' then
    suggestion := private.end_empty_suggestion(suggestion);
  end if;
  if at_once then
    suggestion := private.publish_suggestion(suggestion, columns);
  -- A merge or removal locks other things first; administrators have its functions.
  elsif is_administrator and suggestion.status = 'open' and suggestion.kind in ('edit', 'photos') then
    accepted := (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(private.pending_keys(suggestion)) key);
    -- What they suggested before they were one may be something else by now.
    perform private.check_conflicts(suggestion, accepted, '{}');
    suggestion := private.apply_verdicts(suggestion, accepted, null);
  end if;
  return suggestion;
exception
  when invalid_text_representation or numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format
    or invalid_parameter_value or string_data_length_mismatch then
    raise sqlstate 'PT400' using message = 'suggestion_field_unknown', detail = sqlerrm;
end $function$
;

CREATE OR REPLACE FUNCTION public.suspend_member(user_id uuid, suspended boolean DEFAULT true, reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant text := private.tidy(reason);
  was boolean;
  notice uuid;
begin
  perform private.require_admin('members', 'suspend members');
  if suspend_member.user_id = auth.uid() then
    raise sqlstate 'PT400' using message = 'suspension_of_self', detail = 'Nobody suspends themselves.';
  end if;
  if suspended and not private.is_reason(given, 3) then
    raise sqlstate 'PT400' using
      message = 'suspension_reason_required', detail = 'The member reads why: a reason of the list, or 3 to 500 characters.';
  end if;
  if suspended and exists (
    select from public.user_roles ur
    where ur.user_id = suspend_member.user_id and ur.role = 'admin'
  ) then
    raise sqlstate 'PT409' using
      message = 'member_is_admin', detail = 'Revoke the role before suspending an administrator.';
  end if;

  select coalesce(banned_until > now(), false) into was
  from auth.users where id = suspend_member.user_id for update;
  if was is null then
    raise sqlstate 'PT404' using message = 'member_not_found', detail = 'The account was deleted.';
  end if;
  if was = suspended then
    return;
  end if;
  -- The auth service writes an endless ban as 100 years: it can't read 'infinity'.
  update auth.users
  set banned_until = case when suspended then now() + interval '100 years' end
  where id = suspend_member.user_id;
  -- Refresh tokens are deleted with their session: the member stays signed in as long as an access token lives.
  if suspended then
    delete from auth.sessions where sessions.user_id = suspend_member.user_id;
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
  values (
    auth.uid(), 'update', 'profiles', suspend_member.user_id,
    jsonb_build_object('suspended', was),
    jsonb_strip_nulls(jsonb_build_object('suspended', suspended, 'reason', case when suspended then given end)));
  -- One that waits says what isn't true any more.
  delete from public.notice_mails mail using public.notices n_earlier
  where n_earlier.id = mail.notice_id and n_earlier.recipient_id = suspend_member.user_id
    and n_earlier.outcome in ('suspended', 'reinstated');
  -- Whatever the settings, as in reset_names().
  insert into public.notices (recipient_id, topic, outcome, about, title, note)
  values (
    suspend_member.user_id, 'jersey', case when suspended then 'suspended' else 'reinstated' end, 'profile',
    private.shown_name(suspend_member.user_id), case when suspended then given end)
  returning id into notice;
  insert into public.notice_mails (notice_id) values (notice);
end $function$
;

REVOKE ALL ON FUNCTION "public"."suspend_member"(uuid, boolean, text) FROM "anon";

CREATE OR REPLACE FUNCTION public.swap_daily_shirt(day date, jersey_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.day_at(now());
  wanted uuid := swap_daily_shirt.jersey_id;
  planned public.daily_shirts;
begin
  perform private.require_reviewer('choose what is shown');
  perform private.count_write('daily_swaps', 1);
  perform pg_advisory_xact_lock(hashtextextended('daily', 0));
  select * into planned from public.daily_shirts shirt where shirt.day = swap_daily_shirt.day and shirt.kind = 'shown';
  if not found or planned.day <= today then
    raise sqlstate 'PT409' using
      message = 'day_begun', detail = 'A day that has begun, or that isn''t drawn yet, has no other shirt.';
  end if;
  if wanted is null then
    wanted := private.choose_jersey('shown', planned.day);
  elsif private.is_shown_near(wanted, planned.day) or not exists (
    select from public.jerseys jersey where jersey.id = wanted and private.fits_a_day(jersey)) then
    wanted := null;
  end if;
  if wanted is null then
    raise sqlstate 'PT409' using
      message = 'jersey_unfit',
      detail = 'It needs a team and a photo, no open suggestion, and was not shown within two years.';
  end if;
  perform private.set_day(planned.day, wanted);
  perform private.draw_kind('guess');
end $function$
;

CREATE OR REPLACE FUNCTION public.sweep_audit_log(older_than interval DEFAULT '2 years'::interval)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone bigint;
begin
  delete from private.writes where at < now() - interval '1 day';
  -- A jersey's id stays known with its author, also after the jersey (private.is_jersey_id_taken).
  update public.audit_log set after = null
  where at < now() - older_than and table_name = 'jerseys' and action = 'insert' and after is not null;
  delete from public.audit_log log
  where log.at < now() - older_than
    and not (log.table_name = 'jerseys' and log.action = 'insert');
  get diagnostics gone = row_count;
  return gone;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_colors(team_id uuid)
 RETURNS TABLE(decade integer, color text, kits bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 40
 SET search_path TO ''
AS $function$
  -- One jersey per season and kit type, the best rated: thirty entries of one shirt are one shirt. The other kit
  -- types have colours of their own.
  select worn.year / 10 * 10, worn.color, count(*)
  from (
    select tkc.year, best.color
    from private.team_kit_counts tkc
    cross join lateral (
      select jersey.colors[1] as color from public.jerseys jersey
      where jersey.team_id = tkc.team_id and jersey.year = tkc.year
        and jersey.kit_type_slug = tkc.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where tkc.team_id = team_colors.team_id and tkc.year > 0
      and tkc.kit_type_slug in ('home', 'away', 'third', 'maillot')
    union all
    select left(season.code, 4)::integer, best.color
    from private.team_kit_counts tkc
    join public.seasons season on season.id = tkc.season_id and season.is_active
    cross join lateral (
      select jersey.colors[1] as color from public.jerseys jersey
      where jersey.team_id = tkc.team_id and jersey.season_id = tkc.season_id and jersey.year is null
        and jersey.kit_type_slug = tkc.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit 1) best
    where tkc.team_id = team_colors.team_id and tkc.year = 0
      and tkc.kit_type_slug in ('home', 'away', 'third', 'maillot')
  ) worn
  group by 1, 2
  order by 1, 3 desc, 2
$function$
;

CREATE OR REPLACE FUNCTION public.team_kits(team_id uuid)
 RETURNS TABLE(year integer, kit_type text, jerseys bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select coalesce(left(season.code, 4)::integer, tkc.year), private.kit_of(tkc.kit_type_slug),
    sum(tkc.jerseys)::bigint
  from private.team_kit_counts tkc
  left join public.seasons season on season.id = tkc.season_id and season.is_active
  where tkc.team_id = team_kits.team_id
    and (tkc.year > 0 or season.id is not null)
  group by 1, 2
  order by 1 desc, 2
$function$
;

CREATE OR REPLACE FUNCTION public.team_kits_near(team_id uuid, year_from integer, year_to integer, kit_type text DEFAULT NULL::text, max_results integer DEFAULT 6)
 RETURNS SETOF public.jerseys
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 6
 SET search_path TO ''
AS $function$
  -- First which years have jerseys; only the nearest are read.
  with near as (
    select tkc.year, tkc.season_id, tkc.kit_type_slug, dated.distance
    from private.team_kit_counts tkc
    left join public.seasons season on season.id = tkc.season_id and season.is_active
    cross join lateral (
      select coalesce(left(season.code, 4)::bigint, tkc.year) as worn) began
    cross join lateral (
      select greatest(year_from - began.worn, began.worn - year_to, 0) as distance) dated
    where tkc.team_id = team_kits_near.team_id
      and (tkc.year > 0 or season.id is not null)
      and private.kit_of(tkc.kit_type_slug) = coalesce(
        team_kits_near.kit_type, private.kit_of(tkc.kit_type_slug))
    order by dated.distance, tkc.kit_type_slug
    limit 60
  ), worn as (
    select near.distance, best.id, best.score
    from near cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_kits_near.team_id and jersey.year = near.year
        and jersey.kit_type_slug = near.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit least(greatest(coalesce(max_results, 6), 0), 24)) best
    where near.year > 0
    union all
    select near.distance, best.id, best.score
    from near cross join lateral (
      select jersey.id, jersey.score from public.jerseys jersey
      where jersey.team_id = team_kits_near.team_id and jersey.season_id = near.season_id
        and jersey.year is null
        and jersey.kit_type_slug = near.kit_type_slug and jersey.status = 'approved' and jersey.is_active
      order by jersey.score desc, jersey.id desc
      limit least(greatest(coalesce(max_results, 6), 0), 24)) best
    where near.year = 0
  )
  select jersey.*
  from worn join public.jerseys jersey on jersey.id = worn.id
  order by worn.distance, jersey.score desc, jersey.id desc
  limit least(greatest(coalesce(max_results, 6), 0), 24)
$function$
;

CREATE OR REPLACE FUNCTION public.teams_like(jersey_id uuid)
 RETURNS SETOF public.teams
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 3
 SET search_path TO ''
AS $function$
  select team.*
  from public.jerseys jersey
  cross join lateral private.resolve_team(
    jsonb_build_object('team', jersey.team), jersey.competition_id, jersey.league, jersey.season_id) resolved
  cross join lateral jsonb_array_elements(
    case when resolved ? 'id' then jsonb_build_array(resolved) else resolved #> '{refusal,candidates}' end)
    with ordinality likely (named, place)
  join public.teams team on team.id = (likely.named ->> 'id')::uuid and team.is_active
  where jersey.id = teams_like.jersey_id and public.is_reviewer(auth.uid())
    -- The nearest name of all may be a wholly other one.
    and (resolved #>> '{refusal,reason}' is distinct from 'unknown'
      or extensions.similarity(private.fold(team.name), private.fold(jersey.team)) >= 0.3)
  order by likely.place limit 3
$function$
;

REVOKE ALL ON FUNCTION "public"."teams_like"(uuid) FROM "anon";

CREATE OR REPLACE FUNCTION public.underived()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select min(since) from private.failed_changes where public.is_admin(auth.uid()) $function$
;

REVOKE ALL ON FUNCTION "public"."underived"() FROM "anon";

CREATE OR REPLACE FUNCTION public.undo(revision_id bigint DEFAULT NULL::bigint, batch_id uuid DEFAULT NULL::uuid, member uuid DEFAULT NULL::uuid, since timestamp with time zone DEFAULT NULL::timestamp with time zone, fields text[] DEFAULT NULL::text[], reason text DEFAULT NULL::text, dry_run boolean DEFAULT false, after jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  given constant text := private.tidy(undo.reason);
  -- Null is not true: what isn't a dry run needs a reason.
  is_dry constant boolean := coalesce(undo.dry_run, false);
  of_type text := coalesce(undo.after ->> 'target_type', 'jersey');
  total integer;
  batch bigint[];
  -- A decision of which nobody was told yet goes back as a whole.
  waits_again boolean;
  made record;
  next jsonb;
begin
  perform private.check_undo(undo.revision_id, undo.batch_id, undo.member, undo.fields, given, is_dry, undo.after);
  -- Counted once: an import of 20,000 jerseys has a hundred steps.
  total := coalesce((undo.after ->> 'total')::integer, (
    select count(*)
    from private.undoable_revisions(undo.revision_id, undo.batch_id, undo.member, undo.since, null, null, 100000)));
  if total = 0 and undo.member is null then
    raise sqlstate 'PT404' using message = 'revision_not_found', detail = 'There is no such change.';
  end if;
  if undo.fields is not null and (
    undo.fields = '{}' or array_position(undo.fields, null) is not null
    or not (select changes ?& undo.fields from public.revisions where id = undo.revision_id)) then
    raise sqlstate 'PT400' using message = 'revision_field_unknown', detail = 'The revision changed no such field.';
  end if;

  if is_dry then
    select array_agg(id) into batch
    from private.undoable_revisions(undo.revision_id, undo.batch_id, undo.member, undo.since, null, null, 200);
  else
    select step.batch, step.of_type into batch, of_type
    from private.begin_undoing(undo.revision_id, undo.batch_id, undo.member, undo.since, undo.after, of_type) step;
  end if;
  waits_again := undo.batch_id is not null and not is_dry and private.is_batch_fresh(batch);
  made := private.undo_changes(batch, undo.fields, given, is_dry, waits_again, undo.revision_id is not null);
  perform private.notify_undone(made.announced, undo.member, given);
  perform private.forget_decisions(made.fresh);
  perform private.count_undone_imports(made.departures);
  if not is_dry and undo.revision_id is null and made.fresh = '{}'
    and (of_type <> 'competition' or made.reached > batch[cardinality(batch)] or cardinality(batch) = 200) then
    next := jsonb_build_object('target_type', of_type, 'id', made.reached, 'batch_id', private.current_batch(), 'total', total);
    perform private.record_decision('undoings', private.current_batch(), auth.uid());
  end if;
  return jsonb_build_object(
    'batch_id', case when made.undone > cardinality(made.fresh) or undo.after ? 'batch_id' then private.current_batch() end,
    'total', total, 'undone', made.undone,
    'revisions', (
      select coalesce(jsonb_agg(item order by (item ->> 'id')::bigint desc), '[]') from unnest(made.seen) item),
    'next', next);
end $function$
;

CREATE OR REPLACE FUNCTION public.undo_decision(decided_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
  past private.decisions;
  moment timestamptz;
  told uuid[];
  notice public.notices;
begin
  perform private.check_reviewer();
  suggestion := private.lock_suggestion(decided_id);
  perform private.lock_target('jersey', decided_id);
  perform from public.reports where id = decided_id for update;
  select * into past from private.decisions decision where decision.row_id = decided_id and decision.decided_by = auth.uid();
  moment := past.was ->> 'at';
  if coalesce(moment <= clock_timestamp() - private.undo_time(), true) and not exists (
      select from private.reopenable where row_id = decided_id and decided_by = auth.uid())
    or exists (
      select from public.revisions revision where revision.target_id = coalesce(suggestion.target_id, decided_id) and revision.at = moment)
    or past.table_name = 'suggestions' and suggestion.afterwards is null and suggestion.status not in ('refused', 'partly')
    or past.table_name = 'reports' and past.was ->> 'status' <> 'open'
    -- What was hidden is shown again like any comment.
    or past.table_name = 'comments'
    or past.table_name = 'jerseys' and not exists (
      select from public.jerseys where id = decided_id and status = 'rejected' and edited_at is null) then
    raise sqlstate 'PT409' using
      message = 'undo_stays',
      detail = 'It isn''t the caller''s decision, was changed since, or made something public: see undo().';
  end if;
  perform private.begin_revision('none');
  if past.table_name = 'suggestions' then
    perform private.reopen_decision(decided_id);
  elsif past.table_name = 'reports' then
    update public.reports set status = 'open', resolution_note = null where id = decided_id;
  else
    perform private.write_fields('jersey', decided_id, past.was);
    perform private.record_decision('jerseys', decided_id, null);
  end if;
  perform private.end_revision();
  -- Others may have been told of another decision of the same statement.
  told := array[suggestion.member_id, (select author_id from public.jerseys where id = decided_id)] || array(
    select unnest(array[report.reporter_id, private.reported_author(report)]) from public.reports report where report.id = decided_id);
  delete from public.notices n_early
  where n_early.created_at = moment and n_early.due_at > clock_timestamp() and n_early.recipient_id = any (told);
  delete from public.notice_mails mail using public.notices n_late
  where n_late.id = mail.notice_id and n_late.created_at = moment and n_late.recipient_id = any (told);
  -- What their readers were told isn't so any more. The rows stay: the mails that have left name them.
  for notice in
    update public.notices n_told set in_account = false
    where n_told.created_at = moment and n_told.recipient_id = any (told) and n_told.in_account returning *
  loop
    perform private.notify(notice.recipient_id, notice.topic, 'reopened', notice.about, notice.jersey_id, notice.title);
  end loop;
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'undo_stays', detail = 'The same was reported again since.';
end $function$
;

CREATE OR REPLACE FUNCTION public.undo_import(import uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own public.collection_imports;
  kept jsonb;
  removed bigint;
  restored bigint;
  unwished bigint;
  withdrawn bigint;
  photos constant bigint := (select count(*) from public.copy_photos photo where photo.import_id = undo_import.import);
begin
  perform private.check_standing();
  own := private.own_import(import);
  if own.undone_at is not null or own.created_at < now() - interval '7 days' then
    raise sqlstate 'PT409' using
      message = case when own.undone_at is null then 'import_too_old' else 'import_undone' end,
      detail = 'An import is undone once, within seven days.';
  end if;
  -- In the order of locks: jerseys, whose counters votes move, the member, rows.
  delete from public.jersey_votes vote using private.imported_votes iv_brought
  left join public.jersey_redirects redirect on redirect.from_id = iv_brought.jersey_id
  where iv_brought.import_id = own.id and vote.voter_id = own.owner_id
    -- A merge moves a vote, or sets it aside where the member had one there already.
    and vote.jersey_id in (iv_brought.jersey_id, redirect.into_id)
    and vote.vote = iv_brought.vote and vote.cast_at = iv_brought.cast_at;
  get diagnostics withdrawn = row_count;
  perform private.lock_collections(array[own.owner_id]);
  delete from public.user_wishlists wishlist using private.imported_wishes iw_brought
  where iw_brought.import_id = own.id and wishlist.id = iw_brought.wish_id and private.wish_details(wishlist) = iw_brought.said;
  get diagnostics unwished = row_count;

  perform from public.copies copy
  join private.imported_lines line on line.copy_id = copy.id
  where line.import_id = own.id order by copy.id for update of copy;
  -- What its owner changed since, or gave a photo, stays and is named.
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', copy.id, 'title', coalesce(jersey.title, copy.former_jersey ->> 'title')) order by copy.id), '[]')
  into kept
  from private.imported_lines line
  join public.copies copy on copy.id = line.copy_id
  left join public.jerseys jersey on jersey.id = copy.jersey_id
  where line.import_id = own.id and private.is_changed_since(line, copy);

  restored := (select count(*) from private.write_details(array(
    select jsonb_populate_record(null::public.copies, line.before)
    from private.imported_lines line
    join public.copies copy on copy.id = line.copy_id
    where line.import_id = own.id and line.before is not null and not private.is_changed_since(line, copy))));
  delete from public.copies copy using private.imported_lines line
  where line.import_id = own.id and line.before is null and copy.id = line.copy_id
    and not private.is_changed_since(line, copy);
  get diagnostics removed = row_count;
  -- Photos that it brought to copies of an earlier import; those of its own copies go or stay with these.
  delete from public.copy_photos photo
  where photo.import_id = own.id and not exists (
    select from private.imported_lines line
    where line.import_id = own.id and line.copy_id = photo.copy_id and line.before is null);
  -- Later imports of the same file may add those that stay by their keys, not again.
  update public.collection_imports set undone_at = now(), finished_at = coalesce(finished_at, now())
  where id = own.id;
  delete from private.imported_lines where import_id = own.id;
  delete from private.imported_wishes where import_id = own.id;
  delete from private.imported_votes where import_id = own.id;
  return jsonb_build_object(
    'removed', removed, 'restored', restored, 'kept', kept, 'wishes', unwished, 'votes', withdrawn,
    'photos', photos - (select count(*) from public.copy_photos photo where photo.import_id = own.id));
end $function$
;

CREATE OR REPLACE FUNCTION public.undo_import_effects(import uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'listed', count(*) filter (where exists (
        select from public.list_items item join public.lists list on list.id = item.list_id
        where item.copy_id = copy.id and private.is_shown_list(list))),
      'shown', count(*) filter (where showcase.is_open
        and (jersey.id is not null or copy.jersey_id is null and private.is_shown_own(copy.former_jersey))))
    from public.collection_imports own
    join private.imported_lines line on line.import_id = own.id and line.before is null
    join public.copies copy on copy.id = line.copy_id and copy.removed_at is null and not private.is_changed_since(line, copy)
    left join public.jerseys jersey on jersey.id = copy.jersey_id and jersey.status = 'approved' and jersey.is_active
    left join public.showcases showcase on showcase.member_id = own.owner_id
    where own.id = undo_import_effects.import and own.owner_id = auth.uid());
end $function$
;

REVOKE ALL ON FUNCTION "public"."undo_import_effects"(uuid) FROM "anon";

CREATE OR REPLACE FUNCTION public.vote_totals()
 RETURNS TABLE(upvotes bigint, downvotes bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select upvotes, downvotes from private.vote_sums $function$
;

CREATE OR REPLACE FUNCTION public.want_review_mail(hour integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  here constant timestamp := now() at time zone 'Europe/Paris';
begin
  perform private.check_reviewer();
  perform private.count_write('letters', 1);
  insert into public.review_mails as mail (member_id, hour) values (auth.uid(), want_review_mail.hour)
  on conflict on constraint review_mails_pkey do update set
    hour = excluded.hour,
    retry_at = null,
    -- An hour that has passed comes tomorrow.
    day = case when extract(hour from here) >= excluded.hour then greatest(mail.day, here::date) else mail.day end;
end $function$
;

REVOKE ALL ON FUNCTION "public"."want_review_mail"(integer) FROM "anon";

CREATE OR REPLACE FUNCTION public.withdraw_suggestion(suggestion_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  suggestion public.suggestions;
begin
  perform private.check_standing();
  suggestion := private.lock_suggestion(withdraw_suggestion.suggestion_id);
  if suggestion.member_id is distinct from auth.uid() then
    raise sqlstate 'PT404' using message = 'suggestion_not_found', detail = 'There is no such suggestion of yours.';
  end if;
  if suggestion.status <> 'open' then
    raise sqlstate 'PT409' using
      message = 'suggestion_decided', detail = jsonb_build_object('status', suggestion.status)::text;
  end if;
  -- A contested one is as it was decided: what was accepted of it stays, what was refused counts.
  update public.suggestions s_own
  set status = case when suggestion.contested_at is null then 'withdrawn' else private.outcome_of(suggestion.verdicts) end
  where s_own.id = suggestion.id;
  delete from public.jersey_images image where image.suggestion_id = suggestion.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.worker_state()
 RETURNS TABLE(waiting bigint, lag_seconds double precision, failed bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*), coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::double precision,
    (select count(*) from private.failed_changes)
  from private.changes where at <= now()
$function$
;

REVOKE ALL ON FUNCTION "public"."worker_state"() FROM "anon";

REVOKE ALL ON FUNCTION "public"."worker_state"() FROM "authenticated";

CREATE VIEW "private"."catalogue_facts" AS  SELECT jersey.id AS jersey_id,
    jersey.competition_id,
    COALESCE(jersey.team_id, private.nil()) AS team_id,
    (LEAST(GREATEST(COALESCE(jersey.year, ("left"(season.code, 4))::integer), 1850), 2100))::smallint AS year,
    (private.kit_of(jersey.kit_type_slug) COLLATE "C") AS kit,
    COALESCE(jersey.brand_id, private.nil()) AS brand_id,
    (COALESCE(jersey.colors[1], ''::text) COLLATE "C") AS color,
    (COALESCE(jersey.pattern, ''::text) COLLATE "C") AS pattern,
    (EXISTS ( SELECT
           FROM public.jersey_images image
          WHERE ((image.jersey_id = jersey.id) AND (image.suggestion_id IS NULL) AND (image.contributor_id IS DISTINCT FROM private.demonstration())))) AS has_photo,
    (COALESCE(jersey.sponsor, ''::text) COLLATE "C") AS sponsor,
    jersey.created_at,
    (jersey.score)::double precision AS best,
    COALESCE(private.told_owners(jersey.id), 0) AS owned
   FROM (public.jerseys jersey
     JOIN public.seasons season ON ((season.id = jersey.season_id)))
  WHERE ((jersey.status = 'approved'::text) AND jersey.is_active);;

CREATE OR REPLACE FUNCTION private.refresh_catalogue_counts(facts private.catalogue_facts[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with counted as (
    select m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo, count(entry.jersey_id) as jerseys
    from (
      select distinct competition_id, year, kit, brand_id, color, pattern, has_photo
      from unnest(facts) where competition_id is not null) m
    left join private.catalogue_entries entry
      on entry.cell = private.cell_number(m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo)
      and (entry.competition_id, entry.year, entry.kit, entry.brand_id, entry.color, entry.pattern, entry.has_photo)
        = (m.competition_id, m.year, m.kit, m.brand_id, m.color, m.pattern, m.has_photo)
    group by 1, 2, 3, 4, 5, 6, 7
  ), gone as (
    delete from private.catalogue_cells cell using counted
    where counted.jerseys = 0
      and (cell.competition_id, cell.year, cell.kit, cell.brand_id, cell.color, cell.pattern, cell.has_photo)
        = (counted.competition_id, counted.year, counted.kit, counted.brand_id, counted.color, counted.pattern, counted.has_photo)
  )
  insert into private.catalogue_cells as cell (competition_id, year, kit, brand_id, color, pattern, has_photo, jerseys)
  select * from counted where jerseys > 0
  -- Cells that are read together lie together.
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict on constraint catalogue_cells_pkey do update set jerseys = excluded.jerseys
  where cell.jerseys <> excluded.jerseys;

  with counted as (
    select m.team_id, m.competition_id, count(entry.jersey_id) as jerseys
    from (select distinct team_id, competition_id from unnest(facts) where competition_id is not null) m
    left join private.catalogue_entries entry
      on (entry.team_id, entry.competition_id) = (m.team_id, m.competition_id)
    group by 1, 2
  ), gone as (
    delete from private.catalogue_teams team using counted
    where counted.jerseys = 0 and (team.team_id, team.competition_id) = (counted.team_id, counted.competition_id)
  )
  insert into private.catalogue_teams as team (team_id, competition_id, jerseys)
  select * from counted where jerseys > 0
  on conflict on constraint catalogue_teams_pkey do update set jerseys = excluded.jerseys
  where team.jerseys <> excluded.jerseys;
$function$
;

CREATE VIEW "private"."open_brands" WITH (security_invoker=true) AS  SELECT id,
    name
   FROM public.brands;;

CREATE VIEW "private"."open_competitions" WITH (security_invoker=true) AS  SELECT id,
    league,
    sport,
    name,
    slug,
    country
   FROM public.competitions
  WHERE is_active;;

CREATE VIEW "private"."open_jerseys" WITH (security_invoker=true) AS  SELECT id,
    league,
    competition_id,
    season_id,
    team_id,
    team,
    title,
    year,
    kit_type,
    colors,
    pattern,
    brand_id,
    brand,
    sponsor,
    edition,
    product_codes,
    price,
    external_link,
    private.open_time(created_at) AS created_at
   FROM public.jerseys
  WHERE ((status = 'approved'::text) AND is_active);;

CREATE VIEW "private"."open_line_ups" WITH (security_invoker=true) AS  SELECT competition_id,
    season_id,
    team_id
   FROM public.team_seasons;;

CREATE VIEW "private"."open_photos" WITH (security_invoker=true) AS  SELECT image.id,
    image.jersey_id,
    image."position",
    image.kind,
    image.licence,
    COALESCE(profile.display_name, profile.username) AS credit
   FROM (public.jersey_images image
     LEFT JOIN public.profiles profile ON ((profile.id = image.contributor_id)))
  WHERE ((image.licence = 'CC-BY-SA-4.0'::text) AND (image.suggestion_id IS NULL) AND (image.path IS NOT NULL));;

CREATE VIEW "private"."open_redirects" WITH (security_invoker=true) AS  SELECT kind,
    id AS from_id,
    into_id
   FROM public.public_changes
  WHERE (change = 'merged'::text);;

CREATE VIEW "private"."open_seasons" WITH (security_invoker=true) AS  SELECT id,
    code,
    name
   FROM public.seasons
  WHERE is_active;;

CREATE VIEW "private"."open_teams" WITH (security_invoker=true) AS  SELECT id,
    competition_id,
    name,
    short_name,
    slug,
    city,
    country,
    founded_year,
    colors,
    ARRAY( SELECT ta.alias
           FROM public.team_aliases ta
          WHERE (ta.team_id = team.id)
          ORDER BY (ta.folded COLLATE "C"), (ta.alias COLLATE "C")) AS aliases
   FROM public.teams team
  WHERE is_active;;

CREATE VIEW "private"."public_things" AS  SELECT 'jersey'::text AS kind,
    jerseys.id
   FROM public.jerseys
  WHERE ((jerseys.status = 'approved'::text) AND jerseys.is_active)
UNION ALL
 SELECT 'team'::text AS kind,
    teams.id
   FROM public.teams
  WHERE teams.is_active
UNION ALL
 SELECT 'competition'::text AS kind,
    competitions.id
   FROM public.competitions
  WHERE competitions.is_active
UNION ALL
 SELECT 'season'::text AS kind,
    seasons.id
   FROM public.seasons
  WHERE seasons.is_active
UNION ALL
 SELECT 'brand'::text AS kind,
    brands.id
   FROM public.brands
UNION ALL
 SELECT 'list'::text AS kind,
    list.id
   FROM public.lists list
  WHERE private.is_shown_list(list.*);;

CREATE VIEW "private"."reopenable" AS  SELECT decision.row_id,
    decision.decided_by,
    ((decision.was ->> 'at'::text))::timestamp with time zone AS decided_at,
    refused.kind,
    refused.target_type,
    refused.target_id,
    refused.title
   FROM (private.decisions decision
     CROSS JOIN LATERAL ( SELECT 'new'::text AS kind,
            'jersey'::text AS target_type,
            jersey.id AS target_id,
            jersey.title
           FROM public.jerseys jersey
          WHERE ((decision.table_name = 'jerseys'::text) AND (jersey.id = decision.row_id) AND (jersey.status = 'rejected'::text) AND (jersey.edited_at IS NULL) AND jersey.is_active)
        UNION ALL
         SELECT suggestion.kind,
            suggestion.target_type,
            suggestion.target_id,
            suggestion.title
           FROM (public.suggestions suggestion
             CROSS JOIN LATERAL ( SELECT private.target_row(suggestion.target_type, suggestion.target_id) AS version) present)
          WHERE ((decision.table_name = 'suggestions'::text) AND (suggestion.id = decision.row_id) AND (suggestion.status = 'refused'::text) AND (suggestion.afterwards IS NULL) AND (suggestion.contested_at IS NULL) AND (suggestion.member_id IS NOT NULL) AND ((present.version ->> 'is_active'::text) = 'true'::text) AND (COALESCE((present.version ->> 'status'::text), 'approved'::text) = 'approved'::text) AND (NOT (EXISTS ( SELECT
                   FROM public.suggestions s_other
                  WHERE ((s_other.member_id = suggestion.member_id) AND (s_other.target_id = suggestion.target_id) AND (s_other.status = 'open'::text))))))
        UNION ALL
         SELECT 'report'::text AS kind,
            report.target_type,
            report.target_id,
            COALESCE(jersey.title, report.reported_name) AS title
           FROM ((public.reports report
             LEFT JOIN public.comments comment ON ((comment.id = report.comment_id)))
             LEFT JOIN public.jerseys jersey ON ((jersey.id = COALESCE(report.jersey_id, comment.jersey_id))))
          WHERE ((decision.table_name = 'reports'::text) AND (report.id = decision.row_id) AND (report.status = 'dismissed'::text) AND ((decision.was ->> 'status'::text) = 'open'::text) AND COALESCE(jersey.is_active, true) AND (NOT (EXISTS ( SELECT
                   FROM public.reports r_again
                  WHERE ((r_again.reporter_id = report.reporter_id) AND (r_again.target_id = report.target_id) AND (r_again.status = 'open'::text))))))) refused)
  WHERE (((decision.was ->> 'at'::text))::timestamp with time zone > (now() - private.contest_time()));;

CREATE VIEW "private"."searchable" AS  SELECT 'jersey'::text AS kind,
    jersey.id,
    concat_ws(' '::text, jersey.title, jersey.team, team.short_name, cn.names, jersey.brand, jersey.sponsor, array_to_string(jersey.product_codes, ' '::text), array_to_string(ARRAY( SELECT private.code_key(code.code) AS code_key
           FROM unnest(jersey.product_codes) code(code)), ' '::text), jersey.edition, jersey.year, season.code, season.name, competition.name, private.kit_type_names(jersey.kit_type), private.pattern_names(jersey.pattern), private.saint_variant(jersey.team), other.names) AS text,
    ((private.tier_marks(private.tier(jersey.score)) || private.color_marks(jersey.colors)) || private.decade_mark(COALESCE(jersey.year, ("left"(season.code, 4))::integer))) AS marks
   FROM ((((((public.jerseys jersey
     JOIN public.competitions competition ON ((competition.id = jersey.competition_id)))
     JOIN public.seasons season ON ((season.id = jersey.season_id)))
     LEFT JOIN public.teams team ON ((team.id = jersey.team_id)))
     LEFT JOIN public.competitions c_home ON ((c_home.id = team.competition_id)))
     LEFT JOIN private.country_names cn ON (((cn.code = team.country) AND (c_home.slug = ANY (ARRAY['international-teams'::text, 'international-women'::text])))))
     LEFT JOIN LATERAL ( SELECT string_agg(team_aliases.telling, ' '::text) AS names
           FROM public.team_aliases
          WHERE (team_aliases.team_id = team.id)) other ON (true))
  WHERE ((jersey.status = 'approved'::text) AND jersey.is_active)
UNION ALL
 SELECT 'team'::text AS kind,
    team.id,
    concat_ws(' '::text, tn.names, other.names) AS text,
    '{}'::text[] AS marks
   FROM ((public.teams team
     JOIN private.team_names tn ON ((tn.id = team.id)))
     LEFT JOIN LATERAL ( SELECT string_agg(team_aliases.telling, ' '::text) AS names
           FROM public.team_aliases
          WHERE (team_aliases.team_id = team.id)) other ON (true))
  WHERE team.is_active
UNION ALL
 SELECT 'competition'::text AS kind,
    competitions.id,
    competitions.name AS text,
    '{}'::text[] AS marks
   FROM public.competitions
  WHERE competitions.is_active;;

CREATE VIEW "private"."team_kit_counts" AS  SELECT jerseys.team_id,
    jerseys.year,
    private.nil() AS season_id,
    jerseys.kit_type_slug,
    count(*) AS jerseys
   FROM public.jerseys
  WHERE ((jerseys.status = 'approved'::text) AND jerseys.is_active AND (jerseys.team_id IS NOT NULL) AND (jerseys.year IS NOT NULL))
  GROUP BY jerseys.team_id, jerseys.year, jerseys.kit_type_slug
UNION ALL
 SELECT jerseys.team_id,
    0 AS year,
    jerseys.season_id,
    jerseys.kit_type_slug,
    count(*) AS jerseys
   FROM public.jerseys
  WHERE ((jerseys.status = 'approved'::text) AND jerseys.is_active AND (jerseys.team_id IS NOT NULL) AND (jerseys.year IS NULL))
  GROUP BY jerseys.team_id, jerseys.season_id, jerseys.kit_type_slug;;

CREATE VIEW "private"."waiting" AS  SELECT jersey.id,
    'new'::text AS kind,
    'jersey'::text AS target_type,
    jersey.id AS target_id,
    COALESCE(jersey.edited_at, jersey.created_at) AS since,
    jersey.author_id AS member_id,
    false AS to_check,
    NULL::public.suggestions AS suggestion,
    NULL::public.reports AS report
   FROM public.jerseys jersey
  WHERE (jersey.is_active AND ((jersey.status = 'pending'::text) OR ((jersey.status = 'rejected'::text) AND (jersey.edited_at IS NOT NULL))))
UNION ALL
 SELECT suggestion.id,
    suggestion.kind,
    suggestion.target_type,
    suggestion.target_id,
    COALESCE(suggestion.contested_at, suggestion.created_at) AS since,
    suggestion.member_id,
    (suggestion.status <> 'open'::text) AS to_check,
    suggestion.*::public.suggestions AS suggestion,
    NULL::public.reports AS report
   FROM public.suggestions suggestion
  WHERE (((suggestion.status = 'open'::text) AND (suggestion.held_at IS NULL)) OR ((suggestion.status <> 'open'::text) AND suggestion.trusted AND (suggestion.afterwards IS NULL)))
UNION ALL
 SELECT report.id,
    'report'::text AS kind,
    report.target_type,
    report.target_id,
    report.created_at AS since,
    report.reporter_id AS member_id,
    false AS to_check,
    NULL::public.suggestions AS suggestion,
    report.*::public.reports AS report
   FROM public.reports report
  WHERE ((report.status = 'open'::text) AND private.stands_for_all(report.*))
UNION ALL
 SELECT comment.id,
    'comment'::text AS kind,
    'comment'::text AS target_type,
    comment.id AS target_id,
    comment.created_at AS since,
    comment.author_id AS member_id,
    false AS to_check,
    NULL::public.suggestions AS suggestion,
    NULL::public.reports AS report
   FROM public.comments comment
  WHERE (comment.is_hidden AND (comment.hidden_reason IS NULL));;

CREATE VIEW "public"."jersey_counts" AS  SELECT 'all'::text AS kind,
    ''::text AS key,
    COALESCE(sum(catalogue_teams.jerseys), (0)::bigint) AS jerseys
   FROM private.catalogue_teams
UNION ALL
 SELECT 'league'::text AS kind,
    competition.league AS key,
    sum(team.jerseys) AS jerseys
   FROM (private.catalogue_teams team
     JOIN public.competitions competition ON ((competition.id = team.competition_id)))
  GROUP BY competition.league
UNION ALL
 SELECT 'competition'::text AS kind,
    (catalogue_teams.competition_id)::text AS key,
    sum(catalogue_teams.jerseys) AS jerseys
   FROM private.catalogue_teams
  GROUP BY catalogue_teams.competition_id
UNION ALL
 SELECT 'team'::text AS kind,
    (catalogue_teams.team_id)::text AS key,
    sum(catalogue_teams.jerseys) AS jerseys
   FROM private.catalogue_teams
  WHERE (catalogue_teams.team_id <> '00000000-0000-0000-0000-000000000000'::uuid)
  GROUP BY catalogue_teams.team_id;;

CREATE VIEW "public"."sponsors" AS  SELECT sponsor AS name,
    count(*) AS jerseys
   FROM private.catalogue_entries
  WHERE (sponsor <> ''::text)
  GROUP BY sponsor;;

CREATE TRIGGER brands_changed AFTER INSERT OR DELETE OR UPDATE ON public.brands FOR EACH ROW EXECUTE FUNCTION private.note_thing('brand');

CREATE TRIGGER comments_forget_decision AFTER DELETE ON public.comments FOR EACH ROW EXECUTE FUNCTION private.forget_decision();

CREATE TRIGGER comments_notify_hidden AFTER UPDATE ON public.comments REFERENCING OLD TABLE AS was NEW TABLE AS becomes FOR EACH STATEMENT EXECUTE FUNCTION private.notify_comments_hidden();

CREATE TRIGGER comments_record_hiding AFTER UPDATE ON public.comments FOR EACH ROW WHEN (((new.hidden_reason IS DISTINCT FROM old.hidden_reason) AND (new.hidden_reason IS NOT NULL))) EXECUTE FUNCTION private.record_hiding();

CREATE TRIGGER competitions_changed AFTER INSERT OR DELETE OR UPDATE ON public.competitions FOR EACH ROW EXECUTE FUNCTION private.note_thing('competition');

CREATE TRIGGER competitions_end BEFORE DELETE ON public.competitions FOR EACH ROW EXECUTE FUNCTION private.end_target('competition');

CREATE TRIGGER competitions_search_jerseys AFTER UPDATE OF name ON public.competitions FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION private.note_jerseys('competition_id');

CREATE TRIGGER competitions_shown AFTER UPDATE OF is_active ON public.competitions FOR EACH ROW WHEN ((old.is_active <> new.is_active)) EXECUTE FUNCTION private.note_line_ups('competition_id');

CREATE TRIGGER copies_limit AFTER INSERT ON public.copies REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('owner_id', '20000', 'copies_per_owner', 'A collection has at most 20000 copies.');

CREATE TRIGGER copies_own_insert BEFORE INSERT ON public.copies FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND (new.former_jersey IS NOT NULL))) EXECUTE FUNCTION private.tidy_own_shirt();

CREATE TRIGGER copies_own_update BEFORE UPDATE OF former_jersey ON public.copies FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND (new.former_jersey IS DISTINCT FROM old.former_jersey))) EXECUTE FUNCTION private.tidy_own_shirt();

CREATE TRIGGER copy_photos_touch_insert AFTER INSERT ON public.copy_photos REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.touch_copies();

CREATE TRIGGER follows_limit AFTER INSERT ON public.follows REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('member_id', '500', 'follows_five_hundred', 'A member follows at most 500 teams, competitions, brands and lists.');

CREATE TRIGGER jersey_images_added AFTER INSERT ON public.jersey_images REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.after_images();

CREATE TRIGGER jersey_images_admit BEFORE INSERT OR DELETE OR UPDATE OF url ON public.jersey_images FOR EACH ROW EXECUTE FUNCTION private.before_image();

CREATE TRIGGER jersey_images_changed AFTER INSERT OR DELETE OR UPDATE ON public.jersey_images FOR EACH ROW EXECUTE FUNCTION private.after_image();

CREATE TRIGGER jersey_images_removed AFTER DELETE ON public.jersey_images REFERENCING OLD TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION private.after_images();

CREATE TRIGGER jersey_votes_admit BEFORE INSERT OR DELETE OR UPDATE ON public.jersey_votes FOR EACH ROW EXECUTE FUNCTION private.admit_vote();

CREATE TRIGGER jersey_votes_count AFTER INSERT OR DELETE OR UPDATE ON public.jersey_votes FOR EACH ROW EXECUTE FUNCTION private.count_vote();

CREATE TRIGGER jerseys_changed AFTER INSERT OR DELETE OR UPDATE OF author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, colors, pattern, sponsor, product_codes, description, external_link, price, status, moderation_note, moderated_at, edited_at, is_active, created_at ON public.jerseys FOR EACH ROW EXECUTE FUNCTION private.after_jersey();

CREATE TRIGGER jerseys_complete BEFORE INSERT OR DELETE OR UPDATE OF title, edition, sponsor, description, external_link, team, team_id, brand, brand_id, competition_id, season_id, colors, kit_type ON public.jerseys FOR EACH ROW EXECUTE FUNCTION private.before_jersey();

CREATE TRIGGER jerseys_standing BEFORE INSERT OR DELETE OR UPDATE OF league, competition_id, season_id, team_id, team, title, year, brand, brand_id, edition, kit_type, description, external_link, price, is_active, colors, pattern, sponsor, product_codes ON public.jerseys FOR EACH STATEMENT EXECUTE FUNCTION private.before_jerseys();

CREATE TRIGGER list_items_admit BEFORE INSERT ON public.list_items FOR EACH ROW WHEN ((new.jersey_id IS NOT NULL)) EXECUTE FUNCTION private.guard_gone('jersey_id');

CREATE TRIGGER list_items_limit AFTER INSERT ON public.list_items REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('list_id', '500', 'list_items_per_list', 'A list has at most 500 jerseys.');

CREATE TRIGGER lists_limit AFTER INSERT ON public.lists REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('member_id', '200', 'lists_per_member', 'A member has at most 200 lists.');

CREATE TRIGGER profiles_credited AFTER UPDATE OF username, display_name ON public.profiles FOR EACH ROW WHEN (((old.username IS DISTINCT FROM new.username) OR (old.display_name IS DISTINCT FROM new.display_name))) EXECUTE FUNCTION private.note_credited_jerseys();

CREATE TRIGGER seasons_changed AFTER INSERT OR DELETE OR UPDATE ON public.seasons FOR EACH ROW EXECUTE FUNCTION private.note_thing('season');

CREATE TRIGGER seasons_search_jerseys AFTER UPDATE OF code, name ON public.seasons FOR EACH ROW WHEN (((old.code IS DISTINCT FROM new.code) OR (old.name IS DISTINCT FROM new.name))) EXECUTE FUNCTION private.note_jerseys('season_id');

CREATE TRIGGER seasons_shown AFTER UPDATE OF is_active ON public.seasons FOR EACH ROW WHEN ((old.is_active <> new.is_active)) EXECUTE FUNCTION private.note_line_ups('season_id');

CREATE TRIGGER team_aliases_changed AFTER INSERT OR DELETE ON public.team_aliases FOR EACH ROW EXECUTE FUNCTION private.note_thing('team', 'team_id');

CREATE TRIGGER team_redirects_changed AFTER INSERT OR DELETE OR UPDATE ON public.team_redirects FOR EACH ROW EXECUTE FUNCTION private.note_thing('team', 'from_id');

CREATE TRIGGER team_seasons_changed AFTER INSERT OR DELETE OR UPDATE ON public.team_seasons FOR EACH ROW EXECUTE FUNCTION private.note_thing('team', 'team_id');

CREATE TRIGGER teams_changed AFTER INSERT OR DELETE OR UPDATE ON public.teams FOR EACH ROW EXECUTE FUNCTION private.note_thing('team');

CREATE TRIGGER teams_end BEFORE DELETE ON public.teams FOR EACH ROW EXECUTE FUNCTION private.end_target('team');

CREATE TRIGGER teams_search_jerseys AFTER UPDATE OF short_name, country, competition_id ON public.teams FOR EACH ROW WHEN (((old.short_name IS DISTINCT FROM new.short_name) OR (old.country IS DISTINCT FROM new.country) OR (old.competition_id <> new.competition_id))) EXECUTE FUNCTION private.note_jerseys('team_id');

CREATE TRIGGER user_wishlists_admit BEFORE INSERT ON public.user_wishlists FOR EACH ROW WHEN ((new.jersey_id IS NOT NULL)) EXECUTE FUNCTION private.guard_gone('jersey_id');

CREATE TRIGGER user_wishlists_limit AFTER INSERT ON public.user_wishlists REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('user_id', '20000', 'wishes_per_member', 'A wishlist has at most 20000 shirts.');

CREATE TRIGGER user_wishlists_tidy BEFORE INSERT OR UPDATE OF former_jersey ON public.user_wishlists FOR EACH ROW WHEN ((new.former_jersey IS NOT NULL)) EXECUTE FUNCTION private.tidy_own_wish();

CREATE POLICY "admins change brands" ON "public"."brands" FOR UPDATE TO "authenticated" USING (( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin));

CREATE POLICY "members edit their own comments, reviewers hide" ON "public"."comments" FOR UPDATE TO "authenticated" USING (((author_id = ( SELECT auth.uid() AS uid)) OR ( SELECT public.is_reviewer(( SELECT auth.uid() AS uid)) AS is_reviewer)));

CREATE POLICY "admins change competitions" ON "public"."competitions" FOR UPDATE TO "authenticated" USING (( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin));

CREATE POLICY "everyone reads active competitions, admins all" ON "public"."competitions" FOR SELECT TO "anon", "authenticated" USING ((is_active OR ( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin)));

CREATE POLICY "members add copies of jerseys they can read, or of none" ON "public"."copies" FOR INSERT TO "authenticated" WITH CHECK (((owner_id = ( SELECT auth.uid() AS uid)) AND ((jersey_id IS NULL) OR (EXISTS ( SELECT
   FROM public.jerseys
  WHERE (jerseys.id = copies.jersey_id))))));

CREATE POLICY "members change their own copies" ON "public"."copies" FOR UPDATE TO "authenticated" USING ((owner_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "members order photos of their own copies" ON "public"."copy_photos" FOR UPDATE TO "authenticated" USING ((EXISTS ( SELECT
   FROM public.copies
  WHERE (copies.id = copy_photos.copy_id))));

CREATE POLICY "everyone reads duels that have begun, reviewers all" ON "public"."daily_duels" FOR SELECT TO "anon", "authenticated" USING (((day <= ( SELECT private.day_at(now()) AS day_at)) OR ( SELECT public.is_reviewer(( SELECT auth.uid() AS uid)) AS is_reviewer)));

CREATE POLICY "everyone reads days that have begun, reviewers all" ON "public"."daily_shirts" FOR SELECT TO "anon", "authenticated" USING (((kind = 'shown'::text) AND ((day <= ( SELECT private.day_at(now()) AS day_at)) OR ( SELECT public.is_reviewer(( SELECT auth.uid() AS uid)) AS is_reviewer))));

CREATE POLICY "everyone reads which dumps there are" ON "public"."dumps" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "service role" ON "public"."dumps" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

CREATE POLICY "admins change images" ON "public"."jersey_images" FOR UPDATE TO "authenticated" USING (( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin));

CREATE POLICY "members delete images of their own jerseys, admins all" ON "public"."jersey_images" FOR DELETE TO "authenticated" USING ((( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin) OR ((EXISTS ( SELECT
   FROM public.jerseys
  WHERE ((jerseys.id = jersey_images.jersey_id) AND (jerseys.author_id = ( SELECT auth.uid() AS uid))))) AND ((suggestion_id IS NULL) OR (contributor_id = ( SELECT auth.uid() AS uid))))));

CREATE POLICY "members read images of jerseys they read" ON "public"."jersey_images" FOR SELECT TO "authenticated" USING (((EXISTS ( SELECT
   FROM public.jerseys
  WHERE (jerseys.id = jersey_images.jersey_id))) AND ((suggestion_id IS NULL) OR (contributor_id = ( SELECT auth.uid() AS uid)) OR ( SELECT public.is_reviewer(( SELECT auth.uid() AS uid)) AS is_reviewer))));

CREATE POLICY "everyone follows redirects to jerseys they read" ON "public"."jersey_redirects" FOR SELECT TO "anon", "authenticated" USING ((EXISTS ( SELECT
   FROM public.jerseys
  WHERE (jerseys.id = jersey_redirects.into_id))));

CREATE POLICY "members change their own jerseys, admins all" ON "public"."jerseys" FOR UPDATE TO "authenticated" USING (((author_id = ( SELECT auth.uid() AS uid)) OR ( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin)));

CREATE POLICY "members add jerseys they can read, and own shirts without a pag" ON "public"."list_items" FOR INSERT TO "authenticated" WITH CHECK (((list_id IN ( SELECT lists.id
   FROM public.lists
  WHERE (lists.member_id = ( SELECT auth.uid() AS uid)))) AND ((EXISTS ( SELECT
   FROM public.jerseys
  WHERE (jerseys.id = list_items.jersey_id))) OR (EXISTS ( SELECT
   FROM public.copies
  WHERE ((copies.id = list_items.copy_id) AND (copies.jersey_id IS NULL)))))));

CREATE POLICY "members change notes in their own lists" ON "public"."list_items" FOR UPDATE TO "authenticated" USING ((list_id IN ( SELECT lists.id
   FROM public.lists
  WHERE (lists.member_id = ( SELECT auth.uid() AS uid)))));

CREATE POLICY "members change their own lists" ON "public"."lists" FOR UPDATE TO "authenticated" USING ((member_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "members change their own settings" ON "public"."notice_settings" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "members update their own profile" ON "public"."profiles" FOR UPDATE TO "authenticated" USING ((id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "everyone reads what changed" ON "public"."public_changes" FOR SELECT TO "anon", "authenticated" USING (true);

CREATE POLICY "service role" ON "public"."public_changes" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

CREATE POLICY "reviewers resolve reports of others about others, admins all" ON "public"."reports" FOR UPDATE TO "authenticated" USING (private.may_settle(reports.*)) WITH CHECK ((( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin) OR ( SELECT public.is_reviewer(( SELECT auth.uid() AS uid)) AS is_reviewer)));

CREATE POLICY "members read their own hour" ON "public"."review_mails" FOR SELECT TO "authenticated" USING ((member_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "service role" ON "public"."review_mails" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

CREATE POLICY "everyone reads the history of what they read" ON "public"."revisions" FOR SELECT TO "anon", "authenticated" USING (
CASE target_type
    WHEN 'jersey'::text THEN (EXISTS ( SELECT
       FROM public.jerseys
      WHERE (jerseys.id = revisions.target_id)))
    WHEN 'team'::text THEN (EXISTS ( SELECT
       FROM public.teams
      WHERE (teams.id = revisions.target_id)))
    ELSE (EXISTS ( SELECT
       FROM public.competitions
      WHERE (competitions.id = revisions.target_id)))
END);

CREATE POLICY "admins change seasons" ON "public"."seasons" FOR UPDATE TO "authenticated" USING (( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin));

CREATE POLICY "everyone reads active seasons, admins all" ON "public"."seasons" FOR SELECT TO "anon", "authenticated" USING ((is_active OR ( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin)));

CREATE POLICY "everyone follows redirects to teams they read" ON "public"."team_redirects" FOR SELECT TO "anon", "authenticated" USING ((EXISTS ( SELECT
   FROM public.teams team
  WHERE (team.id = team_redirects.into_id))));

CREATE POLICY "service role" ON "public"."team_redirects" FOR ALL TO "service_role" USING (true) WITH CHECK (true);

CREATE POLICY "admins change team_seasons" ON "public"."team_seasons" FOR UPDATE TO "authenticated" USING (( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin));

CREATE POLICY "admins change teams" ON "public"."teams" FOR UPDATE TO "authenticated" USING (( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin));

CREATE POLICY "everyone reads active teams, admins all" ON "public"."teams" FOR SELECT TO "anon", "authenticated" USING ((is_active OR ( SELECT public.is_admin(( SELECT auth.uid() AS uid)) AS is_admin)));

CREATE POLICY "members change their own wishes" ON "public"."user_wishlists" FOR UPDATE TO "authenticated" USING ((user_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "members wish for jerseys they can read" ON "public"."user_wishlists" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND ((jersey_id IS NULL) OR (EXISTS ( SELECT
   FROM public.jerseys
  WHERE (jerseys.id = user_wishlists.jersey_id))))));

COMMENT ON COLUMN "private"."decisions"."was" IS 'What it was before (state; of a suggestion also verdicts and who had decided) and when it was decided (`at`). An undo puts that back';

COMMENT ON COLUMN "private"."moved_rows"."stored" IS 'Of an image its position and version, and of a submission''s the suggestion that it became; of a collected jersey the row, which its copies take along';

COMMENT ON COLUMN "public"."comments"."hidden_reason" IS 'Why it is hidden, as private.stored_reason() writes it. Null of a hidden one: it waits for a reviewer''s look';

COMMENT ON COLUMN "public"."copies"."former_jersey" IS 'What is known of a shirt without a page, because its owner says it (docs/product/collect.md 25.56) or its jersey was deleted: title, team, league, competition, season, year, kit_type, brand. It stays when a jersey is found for it, so that this can be undone';

COMMENT ON COLUMN "public"."daily_duels"."counted_at" IS 'When the answers of the day were counted; without figures there were none';

COMMENT ON COLUMN "public"."dumps"."manifest" IS 'What manifest.json beside the files says (app/open/domain/manifest.ts)';

COMMENT ON COLUMN "public"."dumps"."taken_at" IS 'The moment whose public rows the dump has';

COMMENT ON COLUMN "public"."jerseys"."moderated_by" IS 'Always null, so that a program which names it still gets an answer: visitors read this table. See private.decisions';

COMMENT ON COLUMN "public"."list_items"."copy_id" IS 'A shirt of its member that had no page. Once a jersey is found for it, that is shown (shown_items)';

COMMENT ON COLUMN "public"."notices"."comment_id" IS 'The comment that was hidden, shown or reported; null of several at once, and when it is deleted: then nothing is contested';

COMMENT ON COLUMN "public"."notices"."contested_at" IS 'When the recipient contested the decision that it tells';

COMMENT ON COLUMN "public"."notices"."done" IS 'What was done about the recipient''s report (`reports.done`)';

COMMENT ON COLUMN "public"."notices"."is_again" IS 'True if an earlier decision was contested: this one answers it';

COMMENT ON COLUMN "public"."reports"."done" IS 'What was done about it; null while it is open, and if there was nothing to do (`dismissed`)';

COMMENT ON COLUMN "public"."reports"."reported_name" IS 'Of a member or a list: the name or title that others saw when it was reported. It may have been replaced since. Of a jersey that was merged since: its title';

COMMENT ON COLUMN "public"."reports"."resolved_by" IS 'Always null: reporters read this table';

COMMENT ON COLUMN "public"."review_mails"."day" IS 'The day whose mail was claimed, or had nothing to tell';

COMMENT ON COLUMN "public"."review_mails"."hour" IS 'In Paris; null: none';

COMMENT ON COLUMN "public"."review_mails"."key" IS 'Of the link that ends the mails without signing in. Only their reader gets it';

COMMENT ON COLUMN "public"."showcases"."with_names" IS 'True if names and numbers on the shirts are shown with them';

COMMENT ON COLUMN "public"."suggestions"."changes" IS 'Column and wanted value; also `removed`, a list of ids of photos. `league` follows `competition_id`, `team` and `brand` stand beside `team_id` and `brand_id`: they have no verdict of their own';

COMMENT ON COLUMN "public"."suggestions"."source" IS 'Where it is from, or why; the jersey''s author needs none for texts and photos, nor do the photos of a merged submission';

COMMENT ON COLUMN "public"."user_wishlists"."former_jersey" IS 'What is wished for that the catalogue lacks, said as in a copy without a page; it stays when the wish becomes one for a jersey';

COMMENT ON FUNCTION "private"."accept_alike"(uuid[], uuid) IS 'Accepts those of these suggestions that say the same as what was done, and tells their members; `page`: of the jersey to look at';

COMMENT ON FUNCTION "private"."account_for_review"(uuid) IS 'When a member joined, and their suspensions, for reviewers';

COMMENT ON FUNCTION "private"."add_suggested_photos"(uuid, uuid, jsonb) IS 'Adds these photos to a suggestion, each under its id if no other has or had it';

COMMENT ON FUNCTION "private"."admit_vote"() IS 'Refuses the votes of a suspended member, and one on a jersey that is gone; dates a vote that is switched';

COMMENT ON FUNCTION "private"."admitted_image"(public.jersey_images, public.jersey_images, boolean) IS 'A photo as it is written. Null: its author may not delete it, but suggests that. `is_request`: a member writes it, no function';

COMMENT ON FUNCTION "private"."adopt_shirts"(uuid) IS 'Gives shirts without a page, owned or wished for, the jersey that has just become public, if team, season and kit type are the same and no other public one has them; owners are told';

COMMENT ON FUNCTION "private"."after_place"(text, private.catalogue_cursor) IS 'SQL for what comes after a place: $3 to $5 are its value, time and jersey';

COMMENT ON FUNCTION "private"."approval_stays"(public.revisions, boolean) IS 'Why an approval isn''t undone (see undo()); null if it can be';

COMMENT ON FUNCTION "private"."are_codes"(text[]) IS 'True for at most five style numbers of 2 to 30 characters, each once';

COMMENT ON FUNCTION "private"."candidate"(uuid, boolean) IS 'A jersey that a line may be about, how many copies of it the caller has, and the only one; null if the caller can''t read it';

COMMENT ON FUNCTION "private"."catalogue_limit"(text) IS 'Bounds of what one read of the catalogue costs, in cells (few) or jerseys';

COMMENT ON FUNCTION "private"."cell_number"(uuid, smallint, text, uuid, text, text, boolean) IS 'Leads from a cell to its entries. Two cells may share a number: who reads entries checks their facts';

COMMENT ON FUNCTION "private"."changed_values"(jsonb, jsonb, text[]) IS 'Which of these columns differ between two versions of a row, with both values; null if none does';

COMMENT ON FUNCTION "private"."check_corrections"(text, jsonb) IS 'Refuses corrections of what is rejected, or of no field; null: there are none';

COMMENT ON FUNCTION "private"."check_decidable"(public.suggestions) IS 'Refuses a decision on what is the caller''s own, was decided, is held, or waits for another reviewer';

COMMENT ON FUNCTION "private"."check_not_gone"(uuid) IS 'Refuses what is written about a jersey that was merged or removed; a merge under way is waited for';

COMMENT ON FUNCTION "private"."check_reference"(text, text, boolean) IS 'Raises what PostgreSQL does for a reference to no row';

COMMENT ON FUNCTION "private"."check_reviewer"() IS 'Refuses callers who are no reviewers, or may not write now';

COMMENT ON FUNCTION "private"."check_shape"(text, jsonb) IS 'Refuses changes that can be of no target of this type, whatever their values';

COMMENT ON FUNCTION "private"."check_suggested_photos"(text, uuid, jsonb, jsonb, uuid) IS 'Refuses photos that are no file of the member''s own, that the jersey has, or that find no room; `replaced`: the suggestion in whose place they come';

COMMENT ON FUNCTION "private"."check_suggestion"(text, jsonb, jsonb, jsonb, text[], text[], jsonb, jsonb, text) IS 'Refuses a suggestion that changes nothing, breaks a rule of the catalogue or names no source that it needs';

COMMENT ON FUNCTION "private"."check_undecided"(public.jerseys, jsonb) IS 'Refuses a decision on what was decided, or was changed since the reviewer saw it';

COMMENT ON FUNCTION "private"."check_verdicts"(text[], jsonb) IS 'Refuses verdicts that name not exactly what is pending, and refusals without a reason';

COMMENT ON FUNCTION "private"."club_called"(text, uuid[]) IS 'The only club among found teams whose names have words that begin so; null for less than four letters';

COMMENT ON FUNCTION "private"."clubs_nicknamed"(text) IS 'Clubs of leagues with nicknames whose name ends so';

COMMENT ON FUNCTION "private"."code_key"(text) IS 'What two style numbers are compared by: neither case nor separators';

COMMENT ON FUNCTION "private"."completed_jersey"(public.jerseys, public.jerseys) IS 'A jersey as it is stored: tidied, with the names of its team and brand, whose rows are held';

COMMENT ON FUNCTION "private"."contest_decision"(uuid, text, text) IS 'Opens a decision again for whom it goes against, once for each party: the author''s contest all its reports, a notifier''s their own';

COMMENT ON FUNCTION "private"."copy_details"(jsonb) IS 'What its owner says about a copy: all columns but these. app/collect/domain/copies/copy-details.ts has the same';

COMMENT ON FUNCTION "private"."correct_reported"(uuid, jsonb, text) IS 'Gives a public jersey other values at once, and takes photos off (`removed`, their ids): somebody reported it, and a reviewer whom it doesn''t concern agrees. The history names neither; who contributed a photo is told why it went';

COMMENT ON FUNCTION "private"."correctable_columns"(text) IS 'What can be corrected: the columns whose changes are in the history, and the names beside the ids';

COMMENT ON FUNCTION "private"."corrections_in_words"(jsonb, jsonb) IS 'What differs between two versions of a jersey: field, before and after, for people; null if they look the same';

COMMENT ON FUNCTION "private"."count_duels"(date) IS 'Counts the answers of the duels before a day; returns how many duels';

COMMENT ON FUNCTION "private"."count_facts"(private.catalogue_filter) IS 'Public jerseys with the facts of a filter, by the values of each fact under the other filters; teams, words and the own side play no part';

COMMENT ON FUNCTION "private"."count_sponsors"(private.catalogue_filter, private.catalogue_scope) IS 'Public jerseys by what stands on their front; nothing where too many have no other filter';

COMMENT ON FUNCTION "private"."count_teams"(private.catalogue_filter, bigint) IS 'Public jerseys with the facts of a filter by team, of which there are so many in all; nothing where other facts than sport and competition are asked of too many';

COMMENT ON FUNCTION "private"."count_vote"() IS 'Moves the counters of the jersey of a vote that came, changed or went';

COMMENT ON FUNCTION "private"."decidable_by"(uuid) IS 'What of the queue a reviewer can decide: the rows that aren''t `is_mine`. Every count that a reviewer sees is of these';

COMMENT ON FUNCTION "private"."decide_jersey"(public.jerseys, text, text, jsonb) IS 'Approves a jersey, with corrections, or rejects it';

COMMENT ON FUNCTION "private"."decide_suggestion"(public.suggestions, jsonb, jsonb, jsonb) IS 'Decides on a suggestion, which is locked: on each part that waits, or on one that was public at once; returns the state';

COMMENT ON FUNCTION "private"."default_colors"(text, uuid) IS 'The colours of a jersey for which nobody chose any';

COMMENT ON FUNCTION "private"."deletes_image"(public.jersey_images) IS 'False if an author''s deletion of a photo is suggested instead, because the jersey is approved';

COMMENT ON FUNCTION "private"."derived_rows"(uuid[]) IS 'What is derived from these ids now, as texts to compare';

COMMENT ON FUNCTION "private"."drop_empty_counts"() IS 'Deletes counts of the catalogue that no jersey is in; returns them';

COMMENT ON FUNCTION "private"."duel_state"(public.daily_duels, uuid) IS 'What a player knows of a duel: their choice, and the share so far, once they have answered or the result is there';

COMMENT ON FUNCTION "private"."end_empty_suggestion"(public.suggestions, text) IS 'Ends an open suggestion of which its member took back everything; `leaving`: the key of a photo that is being deleted';

COMMENT ON FUNCTION "private"."end_target"() IS 'Argument: the type of target';

COMMENT ON FUNCTION "private"."entry_conditions"(private.catalogue_filter, private.catalogue_scope) IS 'SQL for all that a filter asks of entries, teams and scope included: $1 and $2 are what this includes and excludes';

COMMENT ON FUNCTION "private"."fact_conditions"(private.catalogue_filter) IS 'SQL for a filter''s facts, of cells or entries';

COMMENT ON FUNCTION "private"."follow_images"(public.jersey_images[], boolean, boolean) IS 'What follows when photos were added or deleted: limits, the queue of rejected jerseys, their files';

COMMENT ON FUNCTION "private"."former_facts"(public.jerseys) IS 'What a copy keeps of its jersey when that is removed; `gone` until its owner says what it is';

COMMENT ON FUNCTION "private"."has_role"(uuid, text[]) IS 'True if the caller is this member and has one of these roles. False about anybody else: visitors must not learn who the administrators are';

COMMENT ON FUNCTION "private"."has_shape"(jsonb, text[]) IS 'True of an object of these columns with single values, and lists of texts where a fact is a list; null if nothing is given';

COMMENT ON FUNCTION "private"."hiding_as_report"(public.comments) IS 'A comment that a reviewer hid without any report, as a report that they have settled: so its author contests it like any other decision';

COMMENT ON FUNCTION "private"."invalidate_pages"(uuid) IS 'Tells servers that pages for which this row was read are outdated';

COMMENT ON FUNCTION "private"."is_comment_for_another"(uuid) IS 'True of a comment on which the caller''s decision is contested: somebody else hides or shows it';

COMMENT ON FUNCTION "private"."is_contested"(uuid) IS 'True while a decision against a comment that its author has contested waits';

COMMENT ON FUNCTION "private"."is_copy_of_line"(public.copies, jsonb, jsonb) IS 'False if a line says another team, season or kit than the shirt of this copy. `teams`: what the catalogue calls the team that it names';

COMMENT ON FUNCTION "private"."is_dump_due"() IS 'True from 3 o''clock in Paris until the night''s dump is made';

COMMENT ON FUNCTION "private"."is_for_another"(public.suggestions, uuid) IS 'True of a contested decision of this reviewer on a suggestion';

COMMENT ON FUNCTION "private"."is_former_franchise"(uuid) IS 'True for a club of a league of franchises that isn''t in the newest season with most line-ups';

COMMENT ON FUNCTION "private"."is_jersey_id_taken"(uuid) IS 'True for an id that a suggestion has, that leads to another jersey, or that another member''s jersey had';

COMMENT ON FUNCTION "private"."is_photo_id_taken"(uuid, uuid) IS 'True if a photo has this id, or one had it that a suggestion removes: its verdict would be about both';

COMMENT ON FUNCTION "private"."is_reason"(text, integer) IS 'True of a reason as it is stored: a name of the list, with words after a colon or without, or words alone, of which there are at least so many characters';

COMMENT ON FUNCTION "private"."is_report_for_another"(public.reports, uuid) IS 'True of a contested decision of this reviewer on a report';

COMMENT ON FUNCTION "private"."is_shirt_of"(jsonb, public.jerseys, text) IS 'True if what a member says of a shirt without a page, team, league, season and kit type, is what the jersey is';

COMMENT ON FUNCTION "private"."is_shown_own"(jsonb) IS 'True if what is said of a shirt without a page may be shown with its owner''s collection';

COMMENT ON FUNCTION "private"."is_used"(uuid, uuid) IS 'True if members did something with a jersey. `besides`: whose own collection, wishes and lists don''t count';

COMMENT ON FUNCTION "private"."jersey_facts"() IS 'The columns that members fill, in the order in which people read them';

COMMENT ON FUNCTION "private"."kit_type_names"(text) IS 'How the four languages call a kit type: at least the labels in app/shared/messages';

COMMENT ON FUNCTION "private"."limit_rows"() IS 'For an insertion, with its rows as `added`. Arguments: whose rows are limited (a column), to how many, the rule and its detail';

COMMENT ON FUNCTION "private"."list_cards"(uuid[]) IS 'Those of these lists that everybody sees, with how many shirts each has and the first four jerseys';

COMMENT ON FUNCTION "private"."list_facts"() IS 'The facts that are lists of texts';

COMMENT ON FUNCTION "private"."list_image"(public.jersey_images, public.jersey_images) IS 'Notes for the worker the jersey of a photo that everybody sees, or saw';

COMMENT ON FUNCTION "private"."lock_of_deriving"() IS 'The advisory lock that whoever derives holds until the transaction ends';

COMMENT ON FUNCTION "private"."lock_submission"(uuid) IS 'The jersey that is decided on, locked';

COMMENT ON FUNCTION "private"."lock_suggested"(text, uuid) IS 'The jersey, team or competition that a suggestion is about, as it is, locked; of a merged jersey the one that took its place';

COMMENT ON FUNCTION "private"."may_decide_anew"(uuid, uuid, timestamp with time zone) IS 'True of an administrator who decides on a contest of their own decision: after three days, or if nobody else can';

COMMENT ON FUNCTION "private"."may_settle"(public.reports) IS 'True if the caller decides on the report: an administrator, or a reviewer whom it doesn''t concern, but not who took the decision that is contested';

COMMENT ON FUNCTION "private"."movable_rows"() IS 'What a merge moves as it is: the table, its column of the jersey and its key, of which column a jersey has each value once, and whose the row is';

COMMENT ON FUNCTION "private"."move_counters"(uuid, integer, integer) IS 'Moves the counters of a jersey, and notes for the worker that its votes changed';

COMMENT ON FUNCTION "private"."move_team"(public.teams, public.teams) IS 'Gives everything of a team to another one, then deletes it';

COMMENT ON FUNCTION "private"."names_club"(text, uuid) IS 'True if a club is called so: by a whole name, by its first word or several of its names'' words if they are no city, by a nickname at its end, or by a city that has no other of its sport';

COMMENT ON FUNCTION "private"."names_in_line"(jsonb) IS 'What of a line names rows of the catalogue';

COMMENT ON FUNCTION "private"."names_of_lines"(jsonb) IS 'What the names in the lines of a batch mean, each once: most lines name the same, and the nearest to an unknown one take long to find';

COMMENT ON FUNCTION "private"."next_step"(private.catalogue_filter, private.catalogue_scope, text, private.catalogue_cursor) IS 'The next 25 jerseys of a walk: of the words, the own side or teams; of the cells that match, where these are few; else by looking at all jerseys in order';

COMMENT ON FUNCTION "private"."next_years"(private.catalogue_filter, text, private.catalogue_cursor) IS 'In an order by years, the filter with the years in which the next 25 jerseys after a place are';

COMMENT ON FUNCTION "private"."note_credited_jerseys"() IS 'Notes for the worker the jerseys whose free photos are credited to a member by another name now';

COMMENT ON FUNCTION "private"."note_departures"(uuid[], uuid, text, text) IS 'Notes what departs of jerseys that are merged or removed';

COMMENT ON FUNCTION "private"."note_jerseys"() IS 'Notes for the worker the jerseys that refer to a row, as their words, or years, are also its; others than public ones, too: one may be approved just now. Argument: their column';

COMMENT ON FUNCTION "private"."note_line_ups"() IS 'Notes for the worker the teams whose line-ups are shown, or hidden, with a season or competition. Argument: its column';

COMMENT ON FUNCTION "private"."note_thing"() IS 'Notes for the worker what changed, and tells servers that every page is outdated. Arguments: what kind of thing, and the column with its id';

COMMENT ON FUNCTION "private"."notify"(uuid, text, text, text, uuid, text, text, jsonb, text, boolean, uuid) IS 'Writes a notice and queues its mail, as the recipient''s settings say; both are due when the decision can''t be undone any more';

COMMENT ON FUNCTION "private"."notify_comments_hidden"() IS 'Tells authors why their comments are hidden, also if the reason changes, and that they are shown: once for all of one statement';

COMMENT ON FUNCTION "private"."notify_members_with_jersey"(uuid, text, uuid, text, text, uuid[]) IS 'Tells the author of a jersey, whose collection or wishlist has it, and who wanted it gone, also by a report. To be called while the rows are the jersey''s';

COMMENT ON FUNCTION "private"."notify_photos_gone"(public.jersey_images[], text) IS 'Tells those who contributed photos of a jersey that others took off';

COMMENT ON FUNCTION "private"."of_sponsors"(text[], uuid[]) IS 'Those of the jerseys that have one of the sponsors; null: any';

COMMENT ON FUNCTION "private"."open_files"(text) IS 'The files of a dump that have rows of a thing';

COMMENT ON FUNCTION "private"."open_rows"(uuid[]) IS 'What each file of a dump has of these things now';

COMMENT ON FUNCTION "private"."open_time"(timestamp with time zone) IS 'A time in ISO 8601, the same whatever the session''s time zone is';

COMMENT ON FUNCTION "private"."outcome_of"(jsonb) IS 'The state of a suggestion with these verdicts';

COMMENT ON FUNCTION "private"."own_facts"() IS 'The facts that the author of an approved jersey changes without a source';

COMMENT ON FUNCTION "private"."own_shirt"(jsonb) IS 'What others read of a shirt without a page';

COMMENT ON FUNCTION "private"."pattern_names"(text) IS 'How the four languages call a pattern: at least the labels in app/shared/messages; nothing for a plain shirt';

COMMENT ON FUNCTION "private"."patterns"() IS 'What the cloth of a jersey shows, in the order in which lists show it';

COMMENT ON FUNCTION "private"."photos_of"(uuid, uuid) IS 'The arrangement of a jersey''s public photos, with those that a suggestion adds: a list of id and kind, the cover first';

COMMENT ON FUNCTION "private"."pick_columns"(jsonb, text[]) IS 'A version of a row with these columns only';

COMMENT ON FUNCTION "private"."plain_facts"() IS 'The facts that are no row of the catalogue, and no name of one';

COMMENT ON FUNCTION "private"."public_columns"(text) IS 'The columns whose changes are in the history, in the order in which people read them. `team_id` and `brand_id` stand for the name beside them too';

COMMENT ON FUNCTION "private"."publish_pages"(uuid[]) IS 'Tells servers that the pages of these jerseys are outdated, of those that are public';

COMMENT ON FUNCTION "private"."publish_suggestion"(public.suggestions, text[]) IS 'Makes a small correction of a trusted member public at once';

COMMENT ON FUNCTION "private"."queue_file_deletion"(public.jersey_images[]) IS 'Files of deleted photos: deleted soon, or withheld and held as long as an undo may bring them back';

COMMENT ON FUNCTION "private"."read_jersey_line"(jsonb, jsonb) IS 'The row that a line stands for, and why it is refused';

COMMENT ON FUNCTION "private"."readable_verdicts"(public.suggestions, jsonb) IS 'Verdicts for their reader: field, before, after, accepted, reason, note; of a corrected field also what was suggested. To be called before they take effect on photos';

COMMENT ON FUNCTION "private"."reasons"() IS 'Why something is refused, removed, merged or undone; reasons.ts of the site has their words';

COMMENT ON FUNCTION "private"."rebuild_ids"(uuid, integer) IS 'The next ids from which something is derived, or was';

COMMENT ON FUNCTION "private"."rebuild_rows"(uuid[]) IS 'Derives everything from these ids again; what can''t be is in private.failed_changes';

COMMENT ON FUNCTION "private"."record_decision"(text, uuid, uuid, jsonb) IS 'Notes who decided on a row and what it was before; nobody, or who has left: forgets it';

COMMENT ON FUNCTION "private"."recount_jerseys"(uuid[]) IS 'Counts the votes of these jerseys again, but of one that is being deleted';

COMMENT ON FUNCTION "private"."refresh_catalogue"(uuid[]) IS 'Brings these jerseys into the catalogue as they are now, and counts the cells and teams that they leave or enter. Returns whether one came, went or has other facts';

COMMENT ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) IS 'Counts the cells and the teams again that jerseys with these facts are in';

COMMENT ON FUNCTION "private"."refresh_projection"(text, uuid[]) IS 'Derives a projection for these ids. Those that fail stay in private.failed_changes. Returns whether lists and counts changed';

COMMENT ON FUNCTION "private"."refresh_public_changes"(uuid[]) IS 'Gives the next numbers to those of these things that are public, or no longer are';

COMMENT ON FUNCTION "private"."refresh_tiers"(uuid[]) IS 'Marks the search documents of these jerseys with the tiers of their scores';

COMMENT ON FUNCTION "private"."refuse_id"(text, uuid) IS 'Raises what PostgreSQL does for an id that a row of the table has';

COMMENT ON FUNCTION "private"."removed_photos"(uuid, jsonb, jsonb) IS 'The public photos that are asked to go, with those that a suggestion removes already; null: none';

COMMENT ON FUNCTION "private"."removes_photo_of"(public.suggestions, uuid) IS 'True of a suggestion by which a photo of this member goes';

COMMENT ON FUNCTION "private"."report_for_file"(public.reports) IS 'A report in a member''s file, with the reader''s rights';

COMMENT ON FUNCTION "private"."require_admin"(text, text) IS 'Refuses callers who are no administrators; says that only these do what `purpose` says';

COMMENT ON FUNCTION "private"."require_reviewer"(text) IS 'Refuses callers who are no reviewers; says that only these do what they came for';

COMMENT ON FUNCTION "private"."return_wishes"(uuid) IS 'Wishes that a jersey adopted are for what their members said again, unless they have said so anew';

COMMENT ON FUNCTION "private"."said_text"(jsonb, text) IS 'A text among facts that a member sends, without hidden characters; null for anything else';

COMMENT ON FUNCTION "private"."save_suggestion"(public.suggestions, text, uuid, jsonb, jsonb, text[], jsonb, text[], text, boolean) IS 'Adds what the caller gives now to an open suggestion of theirs (`is_added`), puts it in its place, or makes one of it';

COMMENT ON FUNCTION "private"."says_else"(text, jsonb, jsonb) IS 'True if two versions of a row differ in a column for their readers: a team or brand of the catalogue in place of its typed name says the same';

COMMENT ON FUNCTION "private"."search_query"(text[], integer, boolean) IS 'All of the words. Attempt 1: as they are; 2: the last as a prefix; 3: each or its corrections. With colours: or the jerseys of the colours that they name. Marks of decades stay as they are';

COMMENT ON FUNCTION "private"."shirt_colors"(text, text[]) IS 'Base, second and trim colour of the shirt drawing, as #rrggbb (designFor() in app/shared/domain/shirt/design.ts)';

COMMENT ON FUNCTION "private"."shown_items"(uuid) IS 'What everybody sees of a list that is shown: public jerseys, also those that were found for a shirt, and shirts without a page whose words may be shown';

COMMENT ON FUNCTION "private"."stands_for_all"(public.reports) IS 'True of the oldest open report about a thing';

COMMENT ON FUNCTION "private"."state_columns"() IS 'The columns of a jersey that a decision writes';

COMMENT ON FUNCTION "private"."stored_reason"(jsonb) IS 'The reason of a verdict as one text: its name, which reasonOf() of the site reads, and the note';

COMMENT ON FUNCTION "private"."suggest_own"(public.jerseys, jsonb) IS 'What the author of an approved jersey writes directly (texts, `photos`, `removed`, or nothing yet of a photo) goes into their suggestion, whose id a photo gets; the jersey is locked';

COMMENT ON FUNCTION "private"."suggest_submitted"(uuid, uuid) IS 'A suggestion of a submission''s author for the photos that its merge takes to a public jersey; null of any other merge';

COMMENT ON FUNCTION "private"."suggest_texts"(public.jerseys, public.jerseys) IS 'Suggests the texts that an author''s update of an approved jersey changes; one that it sets to what is public stays in the suggestion as it is';

COMMENT ON FUNCTION "private"."suggestion_of_image"(uuid, uuid) IS 'The suggestion to which a photo belongs that an author adds; null: to the jersey, which is not approved';

COMMENT ON FUNCTION "private"."suggestion_words"(text, jsonb, jsonb, text[]) IS 'By column, the value before and after, for people';

COMMENT ON FUNCTION "private"."taken_down_titles"(uuid) IS 'Folded titles of a member''s shirts that aren''t shown: whoever says one again doesn''t show it again';

COMMENT ON FUNCTION "private"."target_row"(text, uuid) IS 'The row of a jersey (with its `photos`), team or competition; null if it was deleted';

COMMENT ON FUNCTION "private"."team_of_own"(jsonb) IS 'The team of a shirt without a page, as far as the catalogue has it, and its competition';

COMMENT ON FUNCTION "private"."teams_called"(text[]) IS 'Teams by a name, a short name or an alias, each with the name that calls it';

COMMENT ON FUNCTION "private"."tidied"(jsonb) IS 'An object with its texts tidied';

COMMENT ON FUNCTION "private"."tidy_own_shirt"() IS 'What its owner says of a shirt without a page, tidied; who found the jersey takes the jersey';

COMMENT ON FUNCTION "private"."tidy_own_wish"() IS 'What is said of a wished shirt without a page, tidied as in copies';

COMMENT ON FUNCTION "private"."told_owners"(uuid) IS 'How many members have a jersey in their collection; null below three, which nobody is told, and which give no place in an order (docs/product/collect.md 7.6)';

COMMENT ON FUNCTION "private"."undo_imported"(bigint[], text) IS 'Takes the jerseys of an import off the site that came by these revisions, all at once; returns the revisions that the database refuses to undo. The caller holds the locks';

COMMENT ON FUNCTION "private"."undo_photo"(public.revisions, boolean) IS 'Takes a photo out, or brings it back under its id if that is free; `waits_again`: it is suggested again';

COMMENT ON FUNCTION "private"."undoable_batch"() IS 'The batch of what the running request has done, if its caller may undo it; null if it did nothing';

COMMENT ON FUNCTION "private"."undoable_revisions"(bigint, uuid, uuid, timestamp with time zone, text, bigint, integer) IS 'What undo() is asked to take back, the newest first';

COMMENT ON FUNCTION "private"."unnumbered_changes"(uuid[]) IS 'What these things did since they got their last number. Those that are public have changed, if they had one as public already';

COMMENT ON FUNCTION "private"."untold_notice"(public.comments, text) IS 'A notice that a comment was hidden or shown (`comment_hidden`, `comment_shown`) of which its author was not told yet';

COMMENT ON FUNCTION "private"."version_for_review"(public.jerseys) IS 'What a decision on a submission is about: its fields, and the versions of its images in order';

COMMENT ON FUNCTION "private"."waiting_for"(uuid) IS 'How much of the queue a reviewer can decide, and since when: without what is their own, and what somebody else must decide';

COMMENT ON FUNCTION "private"."wanted_photos"(uuid, public.suggestions) IS 'The photos of a jersey as a suggestion wants them';

COMMENT ON FUNCTION "private"."was_public"(public.jersey_images) IS 'True of a deleted photo that an approved jersey showed';

COMMENT ON FUNCTION "private"."with_dependent_columns"(text[]) IS 'These columns and those that follow them: names beside ids, the league of a competition';

COMMENT ON FUNCTION "private"."withhold_photos"(uuid[]) IS 'Withholds the photos of jerseys that are hidden from the public';

COMMENT ON FUNCTION "private"."write_details"(public.copies[]) IS 'Gives copies the details of these rows, found by their ids; returns the copies as stored';

COMMENT ON FUNCTION "private"."write_fields"(text, uuid, jsonb) IS 'Gives a row these values by column, in one update; of a jersey also its state and the arrangement of its photos';

COMMENT ON FUNCTION "private"."write_revision"(text, uuid, jsonb, jsonb, text, uuid) IS 'Writes what begin_revision() said about these changes; nothing if it said `none`';

COMMENT ON FUNCTION "public"."adopt_team"(uuid, uuid) IS 'Gives a jersey whose team was typed a team of the catalogue, or as an administrator adds that team; also others of the league that are typed alike: those that wait, and for an administrator public ones';

COMMENT ON FUNCTION "public"."age_votes"() IS 'Forgets when votes were cast that are 30 days old: at most 1000 a call, returns how many';

COMMENT ON FUNCTION "public"."check_derived"() IS 'Fails if something could not be derived, or if what is derived from a hundred jerseys is not what it should be';

COMMENT ON FUNCTION "public"."check_dump"() IS 'Fails if the newest dump is older than 26 hours';

COMMENT ON FUNCTION "public"."claim_notice_mail"() IS 'The next mail that is due, if any, with its content; names the jersey only if the reader can open it';

COMMENT ON FUNCTION "public"."claim_review_mails"(integer) IS 'The daily mails that are due, of reviewers for whom something waits: how much they can decide, and since when';

COMMENT ON FUNCTION "public"."claim_visitor_report_mail"() IS 'The next mail that is due, if any, with a fresh token where its reader can act. The author''s never names the notifier';

COMMENT ON FUNCTION "public"."contest_notice"(uuid, text) IS 'Contests the decision that a notice tells (a report was acted on, a comment or list hidden), once and within 180 days: it waits for another reviewer';

COMMENT ON FUNCTION "public"."contest_report"(text, text) IS 'Contests a decision by the link of its mail';

COMMENT ON FUNCTION "public"."derive"(integer) IS 'Takes at most so many changes and derives what is only read: words and tiers of search, the catalogue, public changes, outdated pages. Returns how many it took. Servers call it after writes and every two seconds';

COMMENT ON FUNCTION "public"."fill_list"(uuid, jsonb, text) IS 'Adds the jerseys that a filter of catalogue_page() shows to a list of the caller, as far as there is room, in their order, of a collection also its shirts without a page; tells which, and whether some found no room';

COMMENT ON FUNCTION "public"."finish_dump"(text, timestamp with time zone, jsonb) IS 'Shows a dump whose files are stored, and lets go of those that are neither of the last seven nights nor the first of their month';

COMMENT ON FUNCTION "public"."finish_review_mail"(uuid, text, boolean) IS 'Records what a mail server refused for now: it is claimed again after an hour';

COMMENT ON FUNCTION "public"."hide_comments"(uuid, text) IS 'Hides all comments of a member, those that wait too; the member is told why, once. Returns how many';

COMMENT ON FUNCTION "public"."is_admin"(uuid) IS 'True if the caller is this user and an administrator; see private.has_role()';

COMMENT ON FUNCTION "public"."is_reviewer"(uuid) IS 'True if the caller is this user and a reviewer or an administrator; see private.has_role()';

COMMENT ON FUNCTION "public"."items_of_list"(uuid) IS 'The shirts of a public list in their order, each with its note: a public jersey, or what is said of one without a page';

COMMENT ON FUNCTION "public"."joining_photos"(uuid, uuid) IS 'Which photos a merge adds to the jersey that stays, in order: up to five of each contributor (of former members together) and twenty in all. Those of a submission are suggested to a public one';

COMMENT ON FUNCTION "public"."match_copies"(jsonb) IS 'For each line of a list: the caller''s copy that it was imported as, or the jerseys it may be about, as search finds them where nothing is certain; shirts without a page that say the same, or the copy of its id if that is another shirt by now (`kept`, with `is_other`), the sport of the team that it names, and by sports what the catalogue calls it (`teams`). `kind` is `wish` or `vote`, none for a copy; `is_copied` of a line whose id other lines have, too. At most 200 lines, of which 50 are searched';

COMMENT ON FUNCTION "public"."match_jerseys"(jsonb) IS 'What an import into the catalogue would do with each line, at most 200: new, there, duplicate with candidates, or refused with fields, reasons and nearest names. Of a line without a title also the names of its team and season, which make one. Changes nothing. For administrators';

COMMENT ON FUNCTION "public"."member_file"(uuid) IS 'What a reviewer may know of a member: when they joined, suspensions, and of jerseys, suggestions, comments and reports by and about them how many, how many were decided against, and the newest twenty. Nothing that the caller couldn''t read otherwise';

COMMENT ON FUNCTION "public"."member_state"() IS 'The caller''s names and roles, and how much they have and what waits: notices, copies, those taken out, wishes, submissions, and of a reviewer what they can decide';

COMMENT ON FUNCTION "public"."merge_teams"(uuid, uuid, boolean) IS 'Merges a team into another of its league: jerseys, line-ups, names, follows and its address. Answers how much moves, and how many open suggestions about it end; as a preview nothing does';

COMMENT ON FUNCTION "public"."moderate_jersey"(uuid, text, text) IS 'decide() on the submission of a jersey, or on what the author of an approved one wants changed, as a whole: `approved`, or `rejected` for the reason in `note`';

COMMENT ON FUNCTION "public"."move_in_list"(uuid, uuid, integer) IS 'Moves a shirt of a list of the caller to a place, counted from 1';

COMMENT ON FUNCTION "public"."my_decisions"() IS 'The caller''s refusals and dismissed reports that undo_decision() can put back, the latest first; what was decided together as one. Also comments and lists that they have hidden (`hidden`), which any reviewer can show again, and what they accepted (`accepted`)';

COMMENT ON FUNCTION "public"."nearest_sets"() IS 'Of the five teams of which the caller has most jerseys, the two whose sets are nearest to complete, with the newest jerseys that lack';

COMMENT ON FUNCTION "public"."open_changes"(bigint, integer) IS 'The public changes after a number, at most 200, in their order, each with all rows that a dump would have of the thing now: they take the place of those of before';

COMMENT ON FUNCTION "public"."order_images"(uuid, uuid[]) IS 'Puts all images of a jersey into this order; for its author and administrators. On an approved jersey, an author''s order is suggested';

COMMENT ON FUNCTION "public"."popular_teams"(integer) IS 'The teams with the most public jerseys, by count: what the empty search dialog offers';

COMMENT ON FUNCTION "public"."queue"(jsonb, jsonb, integer) IS 'What waits for reviewers, the oldest first, with all that a decision needs; `seen` goes back to decide(). Filter: kind (new, edit with photos, merge, removal, report, comment), league, days (at least so old), to_check (true: corrections that were public at once and nobody has looked at). After: since and id of the last row';

COMMENT ON FUNCTION "public"."queue_figures"() IS 'How much waits (reports and comments apart), and within how many hours the latest hundred were decided typically (the median; null before the first). For reviewers also of what they can decide since when, and how much of each kind; and how much is public and to be looked at';

COMMENT ON FUNCTION "public"."queue_unused_files"(interval) IS 'Queues for deletion the files that no image has shown for a while, and those of unfinished dumps; returns how many';

COMMENT ON FUNCTION "public"."rebuild"(uuid, integer) IS 'Derives everything from the next ids again. Returns the `last` of them, null when there are no more, and what was `wrong`: what, of which id, as it was and is';

COMMENT ON FUNCTION "public"."refresh_vote_sums"() IS 'Sums up the votes on all public jerseys. The server calls it every ten minutes';

COMMENT ON FUNCTION "public"."replace_image"(uuid, text) IS 'Puts another file of the caller in the place of an image, with its text, position, licence and likeness; for the author of both. Returns the new id. On an approved jersey it is suggested';

COMMENT ON FUNCTION "public"."replace_line_ups"(jsonb) IS 'Sets the teams of competitions in seasons, all or none: [{season_id, competition_id, teams, seen}]. In a season with a draft, a competition without a public line-up is changed in the draft, and leaves it without teams';

COMMENT ON FUNCTION "public"."reset_names"(uuid, text) IS 'Replaces the names of a member and closes their page with what they wrote on it, and the open reports about it; they are told why and may choose others';

COMMENT ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb, boolean) IS 'Makes the caller''s showcase what is given. `shirts`: a list of at most five of `copy_id`, `line`, `photo_id`, in their order';

COMMENT ON FUNCTION "public"."settle_reports"(uuid[], text, text, jsonb, uuid, text) IS 'Settles open reports about one thing, in one transaction with what is done about it: `corrected` (`changes`, with `removed` photos), `merged` (`into_id`), `removed` (perhaps with an urgency), `hidden`, `other` (elsewhere), or nothing. Returns the reports, and the batch by which undo() takes back what was done; undo_decision() opens a report again';

COMMENT ON FUNCTION "public"."showcase"(text) IS 'What a member says of themselves on their page, how many public jerseys they have, and how many copies of how many teams, `pageless` of them of shirts without a page, as showcase_own() shows them; no row unless they show it';

COMMENT ON FUNCTION "public"."showcase_names"(text, uuid[]) IS 'Name and number on a member''s copies of some public jerseys, of one that is shown first with its place; none unless they show their collection, and names with it';

COMMENT ON FUNCTION "public"."showcase_own"(text) IS 'The shirts without a page in a member''s collection: what they say of the jersey, name and number if they show these, and the place of those that they show first; none unless they show their collection';

COMMENT ON FUNCTION "public"."showcase_shirts"(text) IS 'The shirts that a member shows first: the public jersey, or null for one without a page, of which showcase_own() says more; a line about it, the file of the photo they chose for it in bucket `copies`. None unless they show their collection';

COMMENT ON FUNCTION "public"."stop_review_mails"(uuid) IS 'Switches off the daily mail whose key this is, without signing in; does not tell whether there is one';

COMMENT ON FUNCTION "public"."suggest"(text, uuid, jsonb, text, jsonb, uuid) IS 'Suggests other values for fields of a jersey, team or competition, and photos of a jersey, and that some of its photos go (`removed`, their ids), with a source; its author texts and photos without one. An own open one about the same is added to, or with `suggestion_id` replaced. A merged jersey''s goes to the one that took its place. Small corrections of a trusted member are public at once, and all of an administrator''s';

COMMENT ON FUNCTION "public"."suspend_member"(uuid, boolean, text) IS 'Bars an account from signing in and writing, for a reason that the member gets by mail, or lifts that; what it has published stays';

COMMENT ON FUNCTION "public"."teams_like"(uuid) IS 'The teams of the catalogue that a typed one may be, as an import finds them. For reviewers; nobody else gets a row';

COMMENT ON FUNCTION "public"."underived"() IS 'Since when something could not be derived; null if all could, and for everybody but administrators';

COMMENT ON FUNCTION "public"."undo_decision"(uuid) IS 'Puts back into the queue what the caller refused, checked or settled. Within private.undo_time() it is as if it had not been: nobody was told yet. Later only what my_decisions() lists, and the account says so in place of the notice';

COMMENT ON FUNCTION "public"."undo_import_effects"(uuid) IS 'How many of the copies that undo_import() would delete others see: in public lists (`listed`), and on the page of the caller (`shown`)';

COMMENT ON FUNCTION "public"."want_review_mail"(integer) IS 'The hour in Paris of the caller''s daily mail about the queue, 0 to 23; null switches it off';

COMMENT ON FUNCTION "public"."withdraw_suggestion"(uuid) IS 'Takes back an own open suggestion';

COMMENT ON FUNCTION "public"."worker_state"() IS 'How many changes the worker has yet to look at, for how long the oldest has waited, and how often a projection could not be derived';

COMMENT ON INDEX "private"."catalogue_entries_best" IS 'Catalogue, highest score first';

COMMENT ON INDEX "private"."catalogue_entries_newest" IS 'Catalogue, newest first';

COMMENT ON INDEX "private"."catalogue_entries_of_cell" IS 'Catalogue, a filter that shows few';

COMMENT ON INDEX "private"."catalogue_entries_of_sponsor" IS 'Catalogue, jerseys of chosen sponsors';

COMMENT ON INDEX "private"."catalogue_entries_of_team" IS 'Catalogue, jerseys of chosen teams; jerseys counted by team';

COMMENT ON INDEX "private"."catalogue_entries_owned" IS 'Catalogue, most owned first';

COMMENT ON INDEX "private"."catalogue_entries_year" IS 'Catalogue, by year, both ways';

COMMENT ON INDEX "public"."comments_of_author" IS 'A member''s comments, newest first: moderation';

COMMENT ON INDEX "public"."comments_waiting" IS 'Comments that wait for a reviewer''s look, oldest first: queue';

COMMENT ON INDEX "public"."copies_without_page" IS 'Shirts without a page of a team: a jersey that becomes public';

COMMENT ON INDEX "public"."dumps_latest" IS 'The newest dump, and those before it: page, job';

COMMENT ON INDEX "public"."jerseys_of_author" IS 'A member''s submissions of any status: account; how many there are: list of members';

COMMENT ON INDEX "public"."reports_of_reporter" IS 'A member''s own reports, newest first: contributions';

COMMENT ON INDEX "public"."revisions_of_former_photo" IS 'Whether a file is that of a photo that was removed: its deletion';

COMMENT ON INDEX "public"."user_wishlists_said_once" IS 'A shirt without a page is wished for once, in the same words: adding, imports';

COMMENT ON INDEX "public"."user_wishlists_without_page" IS 'Wishes that a new jersey may fulfil: private.adopt_shirts()';

COMMENT ON TABLE "private"."catalogue_cells" IS 'Entries counted by seven facts: a filter adds up the cells that match';

COMMENT ON TABLE "private"."catalogue_entries" IS 'Public jerseys with what the catalogue filters and orders by';

COMMENT ON TABLE "private"."catalogue_teams" IS 'Entries counted by team and competition; the nil UUID stands for no team';

COMMENT ON TABLE "private"."changes" IS 'What the worker has yet to look at: a jersey whose votes changed (vote), a jersey whose page shows something else (page), and what came, went or changed (jersey, team, competition, season, brand, list)';

COMMENT ON TABLE "private"."decisions" IS 'Who decided last on a jersey, a report or a suggestion, hid a comment, or undoes in steps (`undoings`, by batch): reviewer or administrator';

COMMENT ON TABLE "private"."duel_tallies" IS 'The answers so far of duels that aren''t over';

COMMENT ON TABLE "private"."failed_changes" IS 'From what a projection could not be derived, and why. It is tried again every minute, and holds up nothing else';

COMMENT ON TABLE "private"."search_documents" IS 'private.searchable as words: of jerseys by the worker, of others by triggers';

COMMENT ON TABLE "private"."vote_sums" IS 'One row: the votes on all public jerseys, as refresh_vote_sums() found them last';

COMMENT ON TABLE "public"."copies" IS 'Shirts that members own: their owner''s alone. their trigger copies_limit checks copies_per_owner';

COMMENT ON TABLE "public"."dumps" IS 'The dumps that can be downloaded; finish_dump() writes it';

COMMENT ON TABLE "public"."follows" IS 'What members follow, their own rows only. their trigger follows_limit checks follows_five_hundred';

COMMENT ON TABLE "public"."list_items" IS 'The shirts of a list. Their trigger list_items_limit checks list_items_per_list';

COMMENT ON TABLE "public"."lists" IS 'Lists of jerseys by members. Their trigger lists_limit checks lists_per_member. Others read them with list() and its like';

COMMENT ON TABLE "public"."public_changes" IS 'The newest change of everything that is or was public: it came, changed, went, or was merged into another. A later change has a greater number';

COMMENT ON TABLE "public"."review_mails" IS 'At which hour a reviewer gets the daily mail. Written by functions';

COMMENT ON TABLE "public"."team_redirects" IS 'Where the address of a merged team leads; merge_teams() writes it';

COMMENT ON TABLE "public"."user_roles" IS 'Roles of members beyond membership itself; private.has_role() reads it';

COMMENT ON VIEW "private"."catalogue_facts" IS 'What private.catalogue_entries should say now';

COMMENT ON VIEW "private"."open_brands" IS 'Brands';

COMMENT ON VIEW "private"."open_competitions" IS 'Active competitions';

COMMENT ON VIEW "private"."open_jerseys" IS 'Public jerseys: their facts';

COMMENT ON VIEW "private"."open_line_ups" IS 'Which team takes part in which competition in which season';

COMMENT ON VIEW "private"."open_photos" IS 'Photos of public jerseys that may be used elsewhere, with the name to cite';

COMMENT ON VIEW "private"."open_redirects" IS 'Merged jerseys and teams, each with the one that it became, which may have been merged later';

COMMENT ON VIEW "private"."open_seasons" IS 'Active seasons';

COMMENT ON VIEW "private"."open_teams" IS 'Active teams';

COMMENT ON VIEW "private"."public_things" IS 'What everybody may read';

COMMENT ON VIEW "private"."reopenable" IS 'Refusals and dismissed reports that can wait again, as nothing happened since: nothing of them became public, nobody contested, changed, decided or sent it again, and its page is there. As long as refused photos are stored';

COMMENT ON VIEW "private"."searchable" IS 'What a visitor may find, and the text it is found by';

COMMENT ON VIEW "private"."team_kit_counts" IS 'Public jerseys of a team by year and kit type; those without a year (0) by season';

COMMENT ON VIEW "private"."waiting" IS 'What waits for a reviewer, since when and by whom; `to_check`: it was public at once by trust, and nobody has looked at it';

COMMENT ON VIEW "public"."jersey_counts" IS 'Numbers of public jerseys, by kind: all, of a league, of a competition, of a team. The key is the league or the id, and empty for all; no row means 0';

COMMENT ON VIEW "public"."sponsors" IS 'What stands on the front of public jerseys, for suggestions in forms';

REVOKE ALL ON FUNCTION "private"."accept_alike"(uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."account_for_review"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."account_for_review"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."admit_vote"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."admitted_image"(public.jersey_images, public.jersey_images, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."admitted_image"(public.jersey_images, public.jersey_images, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."adopt_shirts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_images"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."after_jersey"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."before_jerseys"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."cell_number"(uuid, smallint, text, uuid, text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."changed_values"(jsonb, jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_corrections"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_image_count"(public.jersey_images[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_not_gone"(uuid) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."check_not_gone"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."check_not_gone"(uuid) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."check_not_gone"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."check_suggested_photos"(text, uuid, jsonb, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_suggestion"(text, jsonb, jsonb, jsonb, text[], text[], jsonb, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_undecided"(public.jerseys, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."club_called"(text, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."club_called"(text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."clubs_nicknamed"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clubs_nicknamed"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."contest_decision"(uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."copy_details"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correct_reported"(uuid, jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."correctable_columns"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."corrections_in_words"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_facts"(private.catalogue_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_sponsors"(private.catalogue_filter, private.catalogue_scope) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_vote"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decidable_by"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide_jersey"(public.jerseys, text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."decide_suggestion"(public.suggestions, jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."default_colors"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."deletes_image"(public.jersey_images) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."derived_rows"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."draw_kind"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_empty_counts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_empty_suggestion"(public.suggestions, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_target"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entry_conditions"(private.catalogue_filter, private.catalogue_scope) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."fact_conditions"(private.catalogue_filter) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_images"(public.jersey_images[], boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_images"(public.jersey_images[], boolean, boolean) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."has_role"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_shape"(jsonb, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hiding_as_report"(public.comments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_comment_for_another"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_comment_for_another"(uuid) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "private"."is_contested"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_copy_of_line"(public.copies, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_copy_of_line"(public.copies, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_dump_due"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_for_another"(public.suggestions, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_former_franchise"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_jersey_id_taken"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_photo_id_taken"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_reason"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_report_for_another"(public.reports, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_report_for_another"(public.reports, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."is_shirt_of"(jsonb, public.jerseys, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_shown_own"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_used"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."jersey_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."judged_line"(jsonb, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limit_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."line_list"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."list_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_merges"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."lock_merges"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_merges"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."lock_merges"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_of_deriving"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_submission"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_suggested"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_decide_anew"(uuid, uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_settle"(public.reports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_settle"(public.reports) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."movable_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_counters"(uuid, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_team"(public.teams, public.teams) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."names_club"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."names_club"(text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."names_in_line"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."names_of_lines"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_credited_jerseys"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_departures"(uuid[], uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_jerseys"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_line_ups"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_thing"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify"(uuid, text, text, text, uuid, text, text, jsonb, text, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_comments_hidden"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_members_with_jersey"(uuid, text, uuid, text, text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_photos_gone"(public.jersey_images[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."of_sponsors"(text[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."open_files"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_files"(text) TO "anon";

REVOKE ALL ON FUNCTION "private"."open_rows"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_rows"(uuid[]) TO "anon";

REVOKE ALL ON FUNCTION "private"."open_time"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_time"(timestamp with time zone) TO "anon";

REVOKE ALL ON FUNCTION "private"."own_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."own_shirt"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pattern_names"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."photos_of"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plain_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."publish_pages"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."publish_suggestion"(public.suggestions, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_jersey_line"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reasons"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rebuild_ids"(uuid, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rebuild_rows"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_hiding"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recount_jerseys"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_catalogue"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_catalogue_counts"(private.catalogue_facts[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_projection"(text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_public_changes"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refresh_tiers"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_id"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."removed_photos"(uuid, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."removes_photo_of"(public.suggestions, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."report_for_file"(public.reports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."report_for_file"(public.reports) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."reported_author"(public.reports) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."reported_author"(public.reports) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."require_admin"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_reviewer"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."resolve_names"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."return_wishes"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."save_suggestion"(public.suggestions, text, uuid, jsonb, jsonb, text[], jsonb, text[], text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."says_else"(text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shirt_colors"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shown_items"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."state_columns"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stored_reason"(jsonb) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."stored_reason"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."suggest_own"(public.jerseys, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."suggest_submitted"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."suggest_texts"(public.jerseys, public.jerseys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."suggestion_of_image"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."taken_down_titles"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."team_of_own"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."teams_called"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."teams_called"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."tidied"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tidy_own_shirt"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tidy_own_wish"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."told_owners"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_imported"(bigint[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undoable_batch"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undoable_revisions"(bigint, uuid, uuid, timestamp with time zone, text, bigint, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unnumbered_changes"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."untold_notice"(public.comments, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."waiting_for"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."waiting_for"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."wanted_photos"(uuid, public.suggestions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."was_public"(public.jersey_images) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withhold_photos"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."write_details"(public.copies[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."adopt_team"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."adopt_team"(uuid, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."adopt_team"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."check_derived"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."check_derived"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."check_dump"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."check_dump"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_notice_mail"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_notice_mail"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_review_mails"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_review_mails"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."claim_visitor_report_mail"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_visitor_report_mail"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."contest_notice"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."contest_notice"(uuid, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."contest_notice"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."derive"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."derive"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."fill_list"(uuid, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."fill_list"(uuid, jsonb, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."fill_list"(uuid, jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_dump"(text, timestamp with time zone, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_dump"(text, timestamp with time zone, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_review_mail"(uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_review_mail"(uuid, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."hide_comments"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."hide_comments"(uuid, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."hide_comments"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."items_of_list"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."items_of_list"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."items_of_list"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."member_file"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."member_file"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."member_file"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."member_state"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."member_state"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."member_state"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."merge_teams"(uuid, uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."merge_teams"(uuid, uuid, boolean) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."merge_teams"(uuid, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."moderate_jersey"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."moderate_jersey"(uuid, text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."moderate_jersey"(uuid, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."my_decisions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_decisions"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."my_decisions"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."nearest_sets"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."nearest_sets"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."nearest_sets"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."open_changes"(bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_changes"(bigint, integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."open_changes"(bigint, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."rebuild"(uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."rebuild"(uuid, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."refresh_vote_sums"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."refresh_vote_sums"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb, boolean) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."save_showcase"(boolean, boolean, text, uuid[], jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."settle_reports"(uuid[], text, text, jsonb, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."settle_reports"(uuid[], text, text, jsonb, uuid, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."settle_reports"(uuid[], text, text, jsonb, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."showcase_names"(text, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."showcase_names"(text, uuid[]) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."showcase_names"(text, uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."showcase_own"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."showcase_own"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."showcase_own"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."stop_review_mails"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."stop_review_mails"(uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."stop_review_mails"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."suspend_member"(uuid, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."suspend_member"(uuid, boolean, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."suspend_member"(uuid, boolean, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."teams_like"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."teams_like"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."teams_like"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."underived"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."underived"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."underived"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_import_effects"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_import_effects"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."undo_import_effects"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."want_review_mail"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."want_review_mail"(integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."want_review_mail"(integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."worker_state"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."worker_state"() TO "service_role";

REVOKE ALL ("hidden_reason") ON TABLE "public"."comments" FROM "authenticated";

GRANT UPDATE ("hidden_reason") ON TABLE "public"."comments" TO "authenticated";

REVOKE ALL ("former_jersey") ON TABLE "public"."copies" FROM "authenticated";

GRANT INSERT ("former_jersey"), UPDATE ("former_jersey") ON TABLE "public"."copies" TO "authenticated";

REVOKE ALL ON TABLE "public"."dumps" FROM "anon";

GRANT SELECT ON TABLE "public"."dumps" TO "anon";

REVOKE ALL ON TABLE "public"."dumps" FROM "authenticated";

GRANT SELECT ON TABLE "public"."dumps" TO "authenticated";

REVOKE ALL ON TABLE "public"."dumps" FROM "service_role";

GRANT SELECT ON TABLE "public"."dumps" TO "service_role";

REVOKE ALL ("pattern") ON TABLE "public"."jerseys" FROM "authenticated";

GRANT INSERT ("pattern"), UPDATE ("pattern") ON TABLE "public"."jerseys" TO "authenticated";

REVOKE ALL ("product_codes") ON TABLE "public"."jerseys" FROM "authenticated";

GRANT INSERT ("product_codes"), UPDATE ("product_codes") ON TABLE "public"."jerseys" TO "authenticated";

REVOKE ALL ("sponsor") ON TABLE "public"."jerseys" FROM "authenticated";

GRANT INSERT ("sponsor"), UPDATE ("sponsor") ON TABLE "public"."jerseys" TO "authenticated";

REVOKE ALL ("copy_id") ON TABLE "public"."list_items" FROM "authenticated";

GRANT INSERT ("copy_id") ON TABLE "public"."list_items" TO "authenticated";

REVOKE ALL ON TABLE "public"."public_changes" FROM "anon";

GRANT SELECT ON TABLE "public"."public_changes" TO "anon";

REVOKE ALL ON TABLE "public"."public_changes" FROM "authenticated";

GRANT SELECT ON TABLE "public"."public_changes" TO "authenticated";

REVOKE ALL ON TABLE "public"."public_changes" FROM "service_role";

GRANT SELECT ON TABLE "public"."public_changes" TO "service_role";

REVOKE ALL ON TABLE "public"."review_mails" FROM "authenticated";

GRANT SELECT ON TABLE "public"."review_mails" TO "authenticated";

REVOKE ALL ON TABLE "public"."team_redirects" FROM "anon";

GRANT SELECT ON TABLE "public"."team_redirects" TO "anon";

REVOKE ALL ON TABLE "public"."team_redirects" FROM "authenticated";

GRANT SELECT ON TABLE "public"."team_redirects" TO "authenticated";

REVOKE ALL ("former_jersey") ON TABLE "public"."user_wishlists" FROM "authenticated";

GRANT INSERT ("former_jersey"), UPDATE ("former_jersey") ON TABLE "public"."user_wishlists" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."user_wishlists" FROM "authenticated";

GRANT INSERT ("id") ON TABLE "public"."user_wishlists" TO "authenticated";

GRANT SELECT ON TABLE "private"."open_brands" TO "anon";

GRANT SELECT ON TABLE "private"."open_competitions" TO "anon";

GRANT SELECT ON TABLE "private"."open_jerseys" TO "anon";

GRANT SELECT ON TABLE "private"."open_line_ups" TO "anon";

GRANT SELECT ON TABLE "private"."open_photos" TO "anon";

GRANT SELECT ON TABLE "private"."open_redirects" TO "anon";

GRANT SELECT ON TABLE "private"."open_seasons" TO "anon";

GRANT SELECT ON TABLE "private"."open_teams" TO "anon";

REVOKE ALL ON TABLE "public"."jersey_counts" FROM "anon";

GRANT SELECT ON TABLE "public"."jersey_counts" TO "anon";

REVOKE ALL ON TABLE "public"."jersey_counts" FROM "authenticated";

GRANT SELECT ON TABLE "public"."jersey_counts" TO "authenticated";

REVOKE ALL ON TABLE "public"."jersey_counts" FROM "service_role";

GRANT SELECT ON TABLE "public"."jersey_counts" TO "service_role";

REVOKE ALL ON TABLE "public"."sponsors" FROM "anon";

GRANT SELECT ON TABLE "public"."sponsors" TO "anon";

REVOKE ALL ON TABLE "public"."sponsors" FROM "authenticated";

GRANT SELECT ON TABLE "public"."sponsors" TO "authenticated";

REVOKE ALL ON TABLE "public"."sponsors" FROM "service_role";

GRANT SELECT ON TABLE "public"."sponsors" TO "service_role";

set check_function_bodies = on;
-- end

ALTER TABLE "private"."standings" DROP CONSTRAINT "standings_jersey_id_fkey";
ALTER TABLE "private"."voters_due" DROP CONSTRAINT "voters_due_voter_id_fkey";
DROP TYPE "private"."vote_shift";
ALTER TABLE "public"."jersey_votes" DROP COLUMN "counts";
DROP TABLE "private"."outdated";
DROP TABLE "private"."pending_standings";
DROP TABLE "private"."voters_due";

-- The slots are one row now, which the listing of leaderboards fills.
update private.vote_sums set (upvotes, downvotes) = (
  select coalesce(sum(upvotes), 0), coalesce(sum(downvotes), 0) from public.jerseys where status = 'approved' and is_active);

-- Votes that start or stop counting just now.
insert into private.changes (kind, id) select distinct 'vote', jersey_id from public.jersey_votes;

do $$
begin
  if to_regnamespace('cron') is null or not has_schema_privilege(to_regnamespace('cron'), 'usage')
    or to_regprocedure('cron.unschedule(text)') is null then
    return;
  end if;
  perform cron.unschedule(jobname) from cron.job where jobname = 'maillotheque_recheck_due_voters';
end $$;
select private.schedule_jobs();
select private.refresh_catalogue(array(select id from public.jerseys));
DROP INDEX "public"."suggestions_of_author";

ALTER TABLE "public"."daily_duels" DROP CONSTRAINT "daily_duels_counts_from_three";
ALTER TABLE "public"."daily_duel_answers" DROP COLUMN "counts";
DROP TABLE "private"."leaderboards";
-- Duels that are open: all of their answers count from now on.
update private.duel_tallies tally set
  firsts = (select count(*) from public.daily_duel_answers answer where answer.day = tally.day and answer.choice = 'first'),
  seconds = (select count(*) from public.daily_duel_answers answer where answer.day = tally.day and answer.choice = 'second'),
  neithers = (select count(*) from public.daily_duel_answers answer where answer.day = tally.day and answer.choice = 'neither');
-- The catalogue's first order is the score, and it has one by owners.
insert into private.changes (kind, id) select 'vote', jersey_id from private.catalogue_entries;
select private.schedule_jobs();
-- Jerseys are found by the new words.
select private.refresh_search('jersey', array(select id from public.jerseys));
DROP INDEX "private"."catalogue_entries_rising";
DROP INDEX "private"."catalogue_entries_votes";
ALTER TABLE "private"."catalogue_entries" DROP COLUMN "rising";
ALTER TABLE "private"."catalogue_entries" DROP COLUMN "votes";
DROP TABLE "private"."standings";
-- Former names of franchises are teams of their own, which the seed loads.
delete from public.team_aliases alias using public.teams team
where team.id = alias.team_id and (team.slug, alias.alias) in (
  ('brooklyn-nets', 'New Jersey Nets'), ('charlotte-hornets', 'Charlotte Bobcats'), ('memphis-grizzlies', 'Vancouver Grizzlies'),
  ('new-orleans-pelicans', 'New Orleans Hornets'), ('oklahoma-city-thunder', 'Seattle SuperSonics'), ('oklahoma-city-thunder', 'Sonics'),
  ('washington-wizards', 'Washington Bullets'), ('arizona-cardinals', 'Phoenix Cardinals'), ('indianapolis-colts', 'Baltimore Colts'),
  ('las-vegas-raiders', 'Oakland Raiders'), ('los-angeles-chargers', 'San Diego Chargers'), ('los-angeles-rams', 'Saint Louis Rams'),
  ('tennessee-titans', 'Houston Oilers'), ('washington-commanders', 'Washington Redskins'), ('washington-commanders', 'Redskins'),
  ('washington-commanders', 'Washington Football Team'), ('washington-commanders', 'WFT'), ('anaheim-ducks', 'Mighty Ducks'),
  ('anaheim-ducks', 'Mighty Ducks of Anaheim'), ('calgary-flames', 'Atlanta Flames'), ('carolina-hurricanes', 'Hartford Whalers'),
  ('carolina-hurricanes', 'Whalers'), ('colorado-avalanche', 'Quebec Nordiques'), ('colorado-avalanche', 'Nordiques'),
  ('colorado-avalanche', 'Nordiques de Québec'), ('dallas-stars', 'Minnesota North Stars'), ('dallas-stars', 'North Stars'),
  ('utah-mammoth', 'Utah Hockey Club'), ('winnipeg-jets', 'Atlanta Thrashers'));
delete from public.team_seasons played using public.teams team, public.seasons season, (values
  ('brooklyn-nets', '2012-13'), ('charlotte-hornets', '2014-15'), ('new-orleans-pelicans', '2013-14'), ('las-vegas-raiders', '2020-21'),
  ('los-angeles-chargers', '2017-18'), ('los-angeles-rams', '2016-17'), ('washington-commanders', '2022-23'),
  ('utah-mammoth', '2025-26')) named (slug, first_season)
where team.id = played.team_id and team.slug = named.slug and team.competition_id = played.competition_id
  and season.id = played.season_id and season.code < named.first_season;
