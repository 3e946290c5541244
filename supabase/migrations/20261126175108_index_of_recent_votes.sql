DROP INDEX "public"."jersey_votes_recent";
