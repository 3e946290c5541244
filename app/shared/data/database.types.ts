// Generated from the database's schema by `npm run types`. A test fails when it is out of date.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/** What neither visitors nor members may write. */
type Nothing = Record<never, never>;

export type Database = {
  public: {
    Tables: {
      audit_log: {
        Row: {
          action: "insert" | "update" | "delete";
          actor_id: string | null;
          after: Json | null;
          at: string;
          before: Json | null;
          id: number;
          row_id: string;
          table_name: string;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      brands: {
        Row: {
          id: string;
          name: string;
          priority: number;
          search_text: string;
          updated_at: string;
        };
        Insert: { id?: string; name: string; priority?: number; updated_at?: string };
        Update: { id?: string; name?: string; priority?: number; updated_at?: string };
        Relationships: [];
      };
      catalogue_imports: {
        Row: {
          added: number;
          admin_id: string | null;
          already_there: number;
          batches: number;
          created_at: string;
          duplicates: number;
          file_key: string;
          file_name: string;
          finished_at: string | null;
          id: string;
          kept: number;
          line_count: number;
          refused: number;
          removed: number;
          status: "approved" | "pending";
          undone_at: string | null;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      collection_imports: {
        Row: {
          added: number;
          changed: number;
          created_at: string;
          file_name: string;
          finished_at: string | null;
          id: string;
          line_count: number;
          owner_id: string;
          photos: number;
          undone_at: string | null;
          votes: number;
          wishes: number;
        };
        Insert: { file_name?: string; id?: string; line_count: number };
        Update: Nothing;
        Relationships: [];
      };
      comments: {
        Row: {
          author_id: string;
          body: string;
          created_at: string;
          edited_at: string | null;
          hidden_reason: string | null;
          id: string;
          is_hidden: boolean;
          jersey_id: string;
        };
        Insert: { author_id?: string; body: string; jersey_id: string };
        Update: { body?: string; hidden_reason?: string | null; is_hidden?: boolean };
        Relationships: [
          {
            foreignKeyName: "comments_author_id_fkey";
            columns: ["author_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "comments_jersey_id_fkey";
            columns: ["jersey_id"];
            isOneToOne: false;
            referencedRelation: "jerseys";
            referencedColumns: ["id"];
          },
        ];
      };
      competitions: {
        Row: {
          country: string | null;
          id: string;
          is_active: boolean;
          league: "NBA" | "NFL" | "NHL" | "SOCCER" | "ESPORT";
          name: string;
          priority: number;
          search_text: string;
          slug: string;
          sport: "NBA" | "NFL" | "NHL" | "SOCCER" | "ESPORT";
          updated_at: string;
        };
        Insert: {
          country?: string | null;
          id?: string;
          is_active?: boolean;
          league: "NBA" | "NFL" | "NHL" | "SOCCER" | "ESPORT";
          name: string;
          priority?: number;
          slug?: string;
          sport?: "NBA" | "NFL" | "NHL" | "SOCCER" | "ESPORT";
          updated_at?: string;
        };
        Update: {
          country?: string | null;
          id?: string;
          is_active?: boolean;
          league?: "NBA" | "NFL" | "NHL" | "SOCCER" | "ESPORT";
          name?: string;
          priority?: number;
          slug?: string;
          sport?: "NBA" | "NFL" | "NHL" | "SOCCER" | "ESPORT";
          updated_at?: string;
        };
        Relationships: [];
      };
      copies: {
        Row: {
          bought_from: string | null;
          bought_on: string | null;
          certificate: string | null;
          condition: "new_with_tags" | "new" | "very_good" | "good" | "worn" | "damaged" | null;
          created_at: string;
          currency: string | null;
          former_jersey: Json | null;
          id: string;
          import_key: string | null;
          is_signed: boolean;
          jersey_id: string | null;
          lent_since: string | null;
          lent_to: string | null;
          notes: string | null;
          owner_id: string;
          price: number | null;
          printed_name: string | null;
          printed_number: string | null;
          removed_at: string | null;
          signed_by: string | null;
          size: string | null;
          size_scale: "adult" | "women" | "youth" | null;
          storage_place: string | null;
          updated_at: string;
          version: "replica" | "player_issue" | "match_worn" | "other" | null;
        };
        Insert: {
          bought_from?: string | null;
          bought_on?: string | null;
          certificate?: string | null;
          condition?: "new_with_tags" | "new" | "very_good" | "good" | "worn" | "damaged" | null;
          currency?: string | null;
          former_jersey?: Json | null;
          id?: string;
          is_signed?: boolean;
          jersey_id?: string | null;
          lent_since?: string | null;
          lent_to?: string | null;
          notes?: string | null;
          price?: number | null;
          printed_name?: string | null;
          printed_number?: string | null;
          signed_by?: string | null;
          size?: string | null;
          size_scale?: "adult" | "women" | "youth" | null;
          storage_place?: string | null;
          version?: "replica" | "player_issue" | "match_worn" | "other" | null;
        };
        Update: {
          bought_from?: string | null;
          bought_on?: string | null;
          certificate?: string | null;
          condition?: "new_with_tags" | "new" | "very_good" | "good" | "worn" | "damaged" | null;
          currency?: string | null;
          former_jersey?: Json | null;
          is_signed?: boolean;
          jersey_id?: string | null;
          lent_since?: string | null;
          lent_to?: string | null;
          notes?: string | null;
          price?: number | null;
          printed_name?: string | null;
          printed_number?: string | null;
          removed_at?: string | null;
          signed_by?: string | null;
          size?: string | null;
          size_scale?: "adult" | "women" | "youth" | null;
          storage_place?: string | null;
          version?: "replica" | "player_issue" | "match_worn" | "other" | null;
        };
        Relationships: [
          {
            foreignKeyName: "copies_jersey_id_fkey";
            columns: ["jersey_id"];
            isOneToOne: false;
            referencedRelation: "jerseys";
            referencedColumns: ["id"];
          },
        ];
      };
      copy_photos: {
        Row: {
          copy_id: string;
          created_at: string;
          id: string;
          import_id: string | null;
          is_shown: boolean;
          path: string;
          position: number;
        };
        Insert: {
          copy_id: string;
          id?: string;
          import_id?: string | null;
          path: string;
          position?: number;
        };
        Update: { is_shown?: boolean; position?: number };
        Relationships: [
          {
            foreignKeyName: "copy_photos_copy_id_fkey";
            columns: ["copy_id"];
            isOneToOne: false;
            referencedRelation: "copies";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "copy_photos_import_id_fkey";
            columns: ["import_id"];
            isOneToOne: false;
            referencedRelation: "collection_imports";
            referencedColumns: ["id"];
          },
        ];
      };
      daily_duel_answers: {
        Row: {
          choice: "first" | "second" | "neither";
          day: string;
          player_id: string;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "daily_duel_answers_player_id_fkey";
            columns: ["player_id"];
            isOneToOne: false;
            referencedRelation: "daily_players";
            referencedColumns: ["id"];
          },
        ];
      };
      daily_duels: {
        Row: {
          counted_at: string | null;
          day: string;
          first_facts: Json;
          first_id: string;
          firsts: number | null;
          kind: "rivalry" | "competition" | "decade";
          neithers: number | null;
          second_facts: Json;
          second_id: string;
          seconds: number | null;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      daily_guesses: {
        Row: {
          day: string;
          on_day: boolean;
          player_id: string;
          state: "open" | "won" | "lost";
          tries: Json;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "daily_guesses_player_id_fkey";
            columns: ["player_id"];
            isOneToOne: false;
            referencedRelation: "daily_players";
            referencedColumns: ["id"];
          },
        ];
      };
      daily_players: {
        Row: {
          id: string;
          last_played_at: string;
          moves: number;
          token_hash: string | null;
          user_id: string | null;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      daily_shirts: {
        Row: {
          day: string;
          facts: Json;
          jersey_id: string;
          kind: "shown" | "guess";
          swaps: number;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      dumps: {
        Row: {
          id: string;
          manifest: Json;
          taken_at: string;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      follows: {
        Row: {
          created_at: string;
          member_id: string;
          target_id: string;
          target_type: "team" | "competition" | "brand" | "list";
        };
        Insert: { target_id: string; target_type: "team" | "competition" | "brand" | "list" };
        Update: Nothing;
        Relationships: [];
      };
      gone_jerseys: {
        Row: {
          batch_id: string;
          gone_at: string;
          into_id: string | null;
          jersey_id: string;
          kind: "merge" | "removal";
          reason: string;
          season: string | null;
          team: string;
          title: string;
          undo_until: string | null;
          urgency: "offensive" | "unlawful" | null;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      jersey_counts: {
        Row: {
          jerseys: number | null;
          key: string | null;
          kind: string | null;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      jersey_images: {
        Row: {
          alt: string | null;
          contributor_id: string | null;
          id: string;
          jersey_id: string;
          kind: "front" | "back" | "detail" | "label" | "worn" | null;
          licence: "CC-BY-SA-4.0" | "shown-here-only";
          likeness: string | null;
          path: string | null;
          position: number;
          rights_stated: boolean;
          suggestion_id: string | null;
          url: string;
          version: string;
        };
        Insert: {
          alt?: string | null;
          id?: string;
          jersey_id: string;
          licence?: "CC-BY-SA-4.0" | "shown-here-only";
          likeness?: string | null;
          position?: number;
          rights_stated?: boolean;
          url: string;
        };
        Update: {
          alt?: string | null;
          licence?: "CC-BY-SA-4.0" | "shown-here-only";
          position?: number;
          url?: string;
        };
        Relationships: [
          {
            foreignKeyName: "jersey_images_contributor_id_fkey";
            columns: ["contributor_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "jersey_images_jersey_id_fkey";
            columns: ["jersey_id"];
            isOneToOne: false;
            referencedRelation: "jerseys";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "jersey_images_suggestion_id_fkey";
            columns: ["suggestion_id"];
            isOneToOne: false;
            referencedRelation: "suggestions";
            referencedColumns: ["id"];
          },
        ];
      };
      jersey_redirects: {
        Row: {
          created_at: string;
          from_id: string;
          into_id: string;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "jersey_redirects_into_id_fkey";
            columns: ["into_id"];
            isOneToOne: false;
            referencedRelation: "jerseys";
            referencedColumns: ["id"];
          },
        ];
      };
      jersey_votes: {
        Row: {
          cast_at: string | null;
          jersey_id: string;
          vote: "up" | "down";
          voter_id: string;
        };
        Insert: { jersey_id: string; vote: "up" | "down"; voter_id?: string };
        Update: { jersey_id?: string; vote?: "up" | "down"; voter_id?: string };
        Relationships: [
          {
            foreignKeyName: "jersey_votes_jersey_id_fkey";
            columns: ["jersey_id"];
            isOneToOne: false;
            referencedRelation: "jerseys";
            referencedColumns: ["id"];
          },
        ];
      };
      jerseys: {
        Row: {
          author_id: string | null;
          brand: string | null;
          brand_id: string | null;
          colors: (
            | "white"
            | "black"
            | "grey"
            | "red"
            | "burgundy"
            | "brown"
            | "orange"
            | "yellow"
            | "green"
            | "teal"
            | "sky"
            | "blue"
            | "purple"
            | "pink"
          )[];
          competition_id: string;
          created_at: string;
          description: string | null;
          downvotes: number;
          edited_at: string | null;
          edition: string | null;
          external_link: string | null;
          id: string;
          is_active: boolean;
          kit_type:
            | "home"
            | "away"
            | "third"
            | "fourth"
            | "goalkeeper"
            | "prematch"
            | "training"
            | "anniversary"
            | "other"
            | null;
          kit_type_slug: string;
          league: "NBA" | "NFL" | "NHL" | "SOCCER" | "ESPORT";
          moderated_at: string | null;
          moderated_by: string | null;
          moderation_note: string | null;
          pattern:
            | "plain"
            | "stripes"
            | "pinstripes"
            | "hoops"
            | "band"
            | "chest_band"
            | "sash"
            | "halves"
            | "diagonal"
            | "quarters"
            | "chevron"
            | "cross"
            | "checks"
            | "gradient"
            | "graphic"
            | null;
          price: number | null;
          product_codes: string[];
          score: number;
          search_text: string;
          season_id: string;
          sponsor: string | null;
          status: "pending" | "approved" | "rejected";
          team: string;
          team_id: string | null;
          team_slug: string;
          title: string;
          upvotes: number;
          year: number | null;
        };
        Insert: {
          author_id?: string | null;
          brand?: string | null;
          brand_id?: string | null;
          colors?: (
            | "white"
            | "black"
            | "grey"
            | "red"
            | "burgundy"
            | "brown"
            | "orange"
            | "yellow"
            | "green"
            | "teal"
            | "sky"
            | "blue"
            | "purple"
            | "pink"
          )[];
          competition_id: string;
          description?: string | null;
          edition?: string | null;
          external_link?: string | null;
          id?: string;
          kit_type?:
            | "home"
            | "away"
            | "third"
            | "fourth"
            | "goalkeeper"
            | "prematch"
            | "training"
            | "anniversary"
            | "other"
            | null;
          league: "NBA" | "NFL" | "NHL" | "SOCCER" | "ESPORT";
          pattern?:
            | "plain"
            | "stripes"
            | "pinstripes"
            | "hoops"
            | "band"
            | "chest_band"
            | "sash"
            | "halves"
            | "diagonal"
            | "quarters"
            | "chevron"
            | "cross"
            | "checks"
            | "gradient"
            | "graphic"
            | null;
          price?: number | null;
          product_codes?: string[];
          season_id: string;
          sponsor?: string | null;
          team?: string;
          team_id?: string | null;
          title: string;
          year?: number | null;
        };
        Update: {
          brand?: string | null;
          brand_id?: string | null;
          colors?: (
            | "white"
            | "black"
            | "grey"
            | "red"
            | "burgundy"
            | "brown"
            | "orange"
            | "yellow"
            | "green"
            | "teal"
            | "sky"
            | "blue"
            | "purple"
            | "pink"
          )[];
          competition_id?: string;
          description?: string | null;
          edition?: string | null;
          external_link?: string | null;
          is_active?: boolean;
          kit_type?:
            | "home"
            | "away"
            | "third"
            | "fourth"
            | "goalkeeper"
            | "prematch"
            | "training"
            | "anniversary"
            | "other"
            | null;
          league?: "NBA" | "NFL" | "NHL" | "SOCCER" | "ESPORT";
          pattern?:
            | "plain"
            | "stripes"
            | "pinstripes"
            | "hoops"
            | "band"
            | "chest_band"
            | "sash"
            | "halves"
            | "diagonal"
            | "quarters"
            | "chevron"
            | "cross"
            | "checks"
            | "gradient"
            | "graphic"
            | null;
          price?: number | null;
          product_codes?: string[];
          season_id?: string;
          sponsor?: string | null;
          team?: string;
          team_id?: string | null;
          title?: string;
          year?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "jerseys_author_id_fkey";
            columns: ["author_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "jerseys_brand_id_fkey";
            columns: ["brand_id"];
            isOneToOne: false;
            referencedRelation: "brands";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "jerseys_competition_id_fkey";
            columns: ["competition_id", "league"];
            isOneToOne: false;
            referencedRelation: "competitions";
            referencedColumns: ["id", "league"];
          },
          {
            foreignKeyName: "jerseys_season_id_fkey";
            columns: ["season_id"];
            isOneToOne: false;
            referencedRelation: "seasons";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "jerseys_team_id_fkey";
            columns: ["team_id"];
            isOneToOne: false;
            referencedRelation: "teams";
            referencedColumns: ["id"];
          },
        ];
      };
      letters: {
        Row: {
          attempts: number;
          claimed_at: string | null;
          covered_until: string;
          is_wanted: boolean;
          key: string;
          member_id: string;
          problem: string | null;
          retry_at: string | null;
          week: string;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      list_items: {
        Row: {
          copy_id: string | null;
          created_at: string;
          id: string;
          jersey_id: string | null;
          list_id: string;
          note: string | null;
          place: number;
        };
        Insert: {
          copy_id?: string | null;
          jersey_id?: string | null;
          list_id: string;
          note?: string | null;
          place: number;
        };
        Update: { note?: string | null };
        Relationships: [
          {
            foreignKeyName: "list_items_copy_id_fkey";
            columns: ["copy_id"];
            isOneToOne: false;
            referencedRelation: "copies";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "list_items_jersey_id_fkey";
            columns: ["jersey_id"];
            isOneToOne: false;
            referencedRelation: "jerseys";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "list_items_list_id_fkey";
            columns: ["list_id"];
            isOneToOne: false;
            referencedRelation: "lists";
            referencedColumns: ["id"];
          },
        ];
      };
      lists: {
        Row: {
          changed_at: string;
          created_at: string;
          description: string | null;
          id: string;
          is_hidden: boolean;
          is_public: boolean;
          member_id: string;
          title: string;
        };
        Insert: { description?: string | null; is_public?: boolean; title: string };
        Update: { description?: string | null; is_public?: boolean; title?: string };
        Relationships: [];
      };
      notice_settings: {
        Row: {
          by_mail: boolean;
          in_account: boolean;
          topic: "jersey" | "report" | "suggestion";
          user_id: string;
        };
        Insert: {
          by_mail?: boolean;
          in_account?: boolean;
          topic: "jersey" | "report" | "suggestion";
          user_id?: string;
        };
        Update: {
          by_mail?: boolean;
          in_account?: boolean;
          topic?: "jersey" | "report" | "suggestion";
          user_id?: string;
        };
        Relationships: [];
      };
      notices: {
        Row: {
          about: "jersey" | "comment" | "profile" | "list" | "team" | "competition";
          changes: Json | null;
          comment_id: string | null;
          contested_at: string | null;
          created_at: string;
          done: "corrected" | "merged" | "removed" | "hidden" | "other" | null;
          due_at: string;
          id: string;
          in_account: boolean;
          is_again: boolean;
          jersey_id: string | null;
          note: string | null;
          outcome:
            | "approved"
            | "corrected"
            | "rejected"
            | "reverted"
            | "partly_reverted"
            | "merged"
            | "submission_merged"
            | "deleted"
            | "upheld"
            | "dismissed"
            | "removed"
            | "report_upheld"
            | "report_dismissed"
            | "renamed"
            | "suggestion_accepted"
            | "suggestion_partly"
            | "suggestion_refused"
            | "undone"
            | "taken_down"
            | "brought_back"
            | "list_hidden"
            | "list_shown"
            | "comment_hidden"
            | "comment_shown"
            | "reopened"
            | "suspended"
            | "reinstated"
            | "owned";
          read_at: string | null;
          recipient_id: string;
          title: string;
          topic: "jersey" | "report" | "suggestion";
        };
        Insert: Nothing;
        Update: { read_at?: string | null };
        Relationships: [
          {
            foreignKeyName: "notices_comment_id_fkey";
            columns: ["comment_id"];
            isOneToOne: false;
            referencedRelation: "comments";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "notices_jersey_id_fkey";
            columns: ["jersey_id"];
            isOneToOne: false;
            referencedRelation: "jerseys";
            referencedColumns: ["id"];
          },
        ];
      };
      profiles: {
        Row: {
          display_name: string | null;
          id: string;
          joined_on: string;
          username: string;
        };
        Insert: Nothing;
        Update: { display_name?: string | null; username?: string };
        Relationships: [];
      };
      public_changes: {
        Row: {
          at: string;
          change: "came" | "changed" | "went" | "merged";
          id: string;
          into_id: string | null;
          kind: "jersey" | "team" | "competition" | "season" | "brand" | "list";
          number: number;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      report_contests: {
        Row: {
          author_id: string | null;
          body: string;
          created_at: string;
          note: string | null;
          outcome: string;
          party: "notifier" | "author";
          report_id: string;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "report_contests_report_id_fkey";
            columns: ["report_id"];
            isOneToOne: false;
            referencedRelation: "reports";
            referencedColumns: ["id"];
          },
        ];
      };
      reports: {
        Row: {
          category:
            | "wrong_information"
            | "wrong_image"
            | "duplicate"
            | "offensive"
            | "name"
            | "rights"
            | "other"
            | null;
          comment_id: string | null;
          created_at: string;
          done: "corrected" | "merged" | "removed" | "hidden" | "other" | null;
          id: string;
          jersey_id: string | null;
          profile_id: string | null;
          reason: string | null;
          reported_name: string | null;
          reporter_id: string | null;
          resolution_note: string | null;
          resolved_at: string | null;
          resolved_by: string | null;
          status: "open" | "upheld" | "dismissed";
          target_id: string;
          target_type: "jersey" | "comment" | "profile" | "list";
        };
        Insert: {
          category?:
            | "wrong_information"
            | "wrong_image"
            | "duplicate"
            | "offensive"
            | "name"
            | "rights"
            | "other"
            | null;
          reason?: string | null;
          reporter_id?: string | null;
          target_id: string;
          target_type: "jersey" | "comment" | "profile" | "list";
        };
        Update: { resolution_note?: string | null; status?: "open" | "upheld" | "dismissed" };
        Relationships: [
          {
            foreignKeyName: "reports_comment_id_fkey";
            columns: ["comment_id"];
            isOneToOne: false;
            referencedRelation: "comments";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "reports_jersey_id_fkey";
            columns: ["jersey_id"];
            isOneToOne: false;
            referencedRelation: "jerseys";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "reports_reporter_id_fkey";
            columns: ["reporter_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      review_mails: {
        Row: {
          day: string;
          hour: number | null;
          key: string;
          member_id: string;
          retry_at: string | null;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      revisions: {
        Row: {
          at: string;
          batch_id: string;
          changes: Json;
          contributor_id: string | null;
          id: number;
          kind:
            | "approved"
            | "edit"
            | "suggestion"
            | "trusted"
            | "correction"
            | "undo"
            | "merge"
            | "photo"
            | "removal"
            | "imported"
            | "line_up";
          reason: string | null;
          stored: Json | null;
          suggestion_id: string | null;
          target_id: string;
          target_type: "jersey" | "team" | "competition";
          undoes: number | null;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "revisions_contributor_id_fkey";
            columns: ["contributor_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      roll_over_competitions: {
        Row: {
          competition_id: string;
          id: number;
          roll_over_id: string;
          source_season_id: string | null;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "roll_over_competitions_competition_id_fkey";
            columns: ["competition_id"];
            isOneToOne: false;
            referencedRelation: "competitions";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "roll_over_competitions_roll_over_id_fkey";
            columns: ["roll_over_id"];
            isOneToOne: false;
            referencedRelation: "roll_overs";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "roll_over_competitions_source_season_id_fkey";
            columns: ["source_season_id"];
            isOneToOne: false;
            referencedRelation: "seasons";
            referencedColumns: ["id"];
          },
        ];
      };
      roll_over_teams: {
        Row: {
          competition_id: string;
          id: number;
          roll_over_id: string;
          team_id: string;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "roll_over_teams_line_up_fkey";
            columns: ["roll_over_id", "competition_id"];
            isOneToOne: false;
            referencedRelation: "roll_over_competitions";
            referencedColumns: ["roll_over_id", "competition_id"];
          },
          {
            foreignKeyName: "roll_over_teams_team_id_fkey";
            columns: ["team_id"];
            isOneToOne: false;
            referencedRelation: "teams";
            referencedColumns: ["id"];
          },
        ];
      };
      roll_overs: {
        Row: {
          created_season: boolean;
          id: string;
          published_at: string | null;
          season_id: string;
          showed_season: boolean;
          updated_at: string;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "roll_overs_season_id_fkey";
            columns: ["season_id"];
            isOneToOne: false;
            referencedRelation: "seasons";
            referencedColumns: ["id"];
          },
        ];
      };
      seasons: {
        Row: {
          code: string;
          id: string;
          is_active: boolean;
          name: string;
          search_text: string;
          updated_at: string;
        };
        Insert: {
          code: string;
          id?: string;
          is_active?: boolean;
          name: string;
          updated_at?: string;
        };
        Update: {
          code?: string;
          id?: string;
          is_active?: boolean;
          name?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      showcase_shirts: {
        Row: {
          copy_id: string;
          line: string | null;
          member_id: string;
          photo_id: string | null;
          place: number;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "showcase_shirts_copy_id_fkey";
            columns: ["copy_id"];
            isOneToOne: true;
            referencedRelation: "copies";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "showcase_shirts_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "showcases";
            referencedColumns: ["member_id"];
          },
          {
            foreignKeyName: "showcase_shirts_photo_id_fkey";
            columns: ["photo_id"];
            isOneToOne: false;
            referencedRelation: "copy_photos";
            referencedColumns: ["id"];
          },
        ];
      };
      showcases: {
        Row: {
          about: string | null;
          is_open: boolean;
          member_id: string;
          teams: string[];
          with_names: boolean;
          with_wishes: boolean;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      sponsors: {
        Row: {
          jerseys: number | null;
          name: string | null;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      suggestions: {
        Row: {
          afterwards: "seen" | "undone" | null;
          changes: Json;
          contest: string | null;
          contested_at: string | null;
          created_at: string;
          decided_at: string | null;
          edited_at: string;
          held_at: string | null;
          id: string;
          kind: string;
          member_id: string | null;
          source: string | null;
          status: "open" | "accepted" | "partly" | "refused" | "withdrawn" | "outdated";
          target_id: string;
          target_type: "jersey" | "team" | "competition";
          title: string;
          trusted: boolean;
          verdicts: Json;
          was: Json;
          words: Json;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "suggestions_member_id_fkey";
            columns: ["member_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      team_aliases: {
        Row: {
          alias: string;
          folded: string;
          id: string;
          language: "fr" | "en" | "es" | "pt" | null;
          team_id: string;
          telling: string;
        };
        Insert: {
          alias: string;
          id?: string;
          language?: "fr" | "en" | "es" | "pt" | null;
          team_id: string;
        };
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "team_aliases_team_id_fkey";
            columns: ["team_id"];
            isOneToOne: false;
            referencedRelation: "teams";
            referencedColumns: ["id"];
          },
        ];
      };
      team_redirects: {
        Row: {
          created_at: string;
          from_id: string;
          into_id: string;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "team_redirects_into_id_fkey";
            columns: ["into_id"];
            isOneToOne: false;
            referencedRelation: "teams";
            referencedColumns: ["id"];
          },
        ];
      };
      team_seasons: {
        Row: {
          competition_id: string;
          id: number;
          season_id: string;
          team_id: string;
        };
        Insert: { competition_id: string; season_id: string; team_id: string };
        Update: { competition_id?: string; season_id?: string; team_id?: string };
        Relationships: [
          {
            foreignKeyName: "team_seasons_competition_id_fkey";
            columns: ["competition_id"];
            isOneToOne: false;
            referencedRelation: "competitions";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "team_seasons_season_id_fkey";
            columns: ["season_id"];
            isOneToOne: false;
            referencedRelation: "seasons";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "team_seasons_team_id_fkey";
            columns: ["team_id"];
            isOneToOne: false;
            referencedRelation: "teams";
            referencedColumns: ["id"];
          },
        ];
      };
      teams: {
        Row: {
          city: string | null;
          colors: string[];
          competition_id: string;
          country: string | null;
          founded_year: number | null;
          id: string;
          is_active: boolean;
          name: string;
          search_text: string;
          short_name: string | null;
          slug: string;
          updated_at: string;
        };
        Insert: {
          city?: string | null;
          colors?: string[];
          competition_id: string;
          country?: string | null;
          founded_year?: number | null;
          id?: string;
          is_active?: boolean;
          name: string;
          short_name?: string | null;
          slug?: string;
          updated_at?: string;
        };
        Update: {
          city?: string | null;
          colors?: string[];
          competition_id?: string;
          country?: string | null;
          founded_year?: number | null;
          id?: string;
          is_active?: boolean;
          name?: string;
          short_name?: string | null;
          slug?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "teams_competition_id_fkey";
            columns: ["competition_id"];
            isOneToOne: false;
            referencedRelation: "competitions";
            referencedColumns: ["id"];
          },
        ];
      };
      user_collections: {
        Row: {
          created_at: string;
          id: string;
          jersey_id: string;
          user_id: string;
        };
        Insert: { jersey_id: string; user_id?: string };
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "user_collections_jersey_id_fkey";
            columns: ["jersey_id"];
            isOneToOne: false;
            referencedRelation: "jerseys";
            referencedColumns: ["id"];
          },
        ];
      };
      user_roles: {
        Row: {
          role: "admin" | "reviewer";
          user_id: string;
        };
        Insert: { role: "admin" | "reviewer"; user_id: string };
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "user_roles_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      user_wishlists: {
        Row: {
          created_at: string;
          currency: string | null;
          former_jersey: Json | null;
          highest_price: number | null;
          id: string;
          jersey_id: string | null;
          note: string | null;
          size: string | null;
          size_scale: "adult" | "women" | "youth" | null;
          user_id: string;
        };
        Insert: {
          currency?: string | null;
          former_jersey?: Json | null;
          highest_price?: number | null;
          id?: string;
          jersey_id?: string | null;
          note?: string | null;
          size?: string | null;
          size_scale?: "adult" | "women" | "youth" | null;
          user_id?: string;
        };
        Update: {
          currency?: string | null;
          former_jersey?: Json | null;
          highest_price?: number | null;
          note?: string | null;
          size?: string | null;
          size_scale?: "adult" | "women" | "youth" | null;
        };
        Relationships: [
          {
            foreignKeyName: "user_wishlists_jersey_id_fkey";
            columns: ["jersey_id"];
            isOneToOne: false;
            referencedRelation: "jerseys";
            referencedColumns: ["id"];
          },
        ];
      };
      visitor_reports: {
        Row: {
          category:
            | "wrong_information"
            | "wrong_image"
            | "duplicate"
            | "offensive"
            | "name"
            | "rights"
            | "other";
          closed_at: string | null;
          confirmed_at: string | null;
          created_at: string;
          email: string;
          from_anyone: boolean;
          id: string;
          lang: "fr" | "en" | "es" | "pt";
          name: string | null;
          origin: string;
          reason: string;
          report_id: string | null;
          target_id: string;
          target_type: "jersey" | "comment" | "profile" | "list";
          title: string;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [
          {
            foreignKeyName: "visitor_reports_report_id_fkey";
            columns: ["report_id"];
            isOneToOne: true;
            referencedRelation: "reports";
            referencedColumns: ["id"];
          },
        ];
      };
      visits: {
        Row: {
          member_id: string;
          seen_at: string;
          since: string;
        };
        Insert: Nothing;
        Update: Nothing;
        Relationships: [];
      };
      year_links: {
        Row: {
          created_at: string;
          key: string;
          member_id: string;
          year: number;
        };
        Insert: { year: number };
        Update: Nothing;
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: {
      adopt_team: {
        Args: { jersey_id: string; team_id?: string };
        Returns: string;
      };
      answer_duel: {
        Args: { day: string; choice: string; player?: string };
        Returns: Json;
      };
      arrange_copy_photos: {
        Args: { copy: string; version: string; photos: Json | object };
        Returns: string;
      };
      begin_catalogue_import: {
        Args: {
          import: string;
          file_name: string;
          file_key: string;
          line_count: number;
          status: string;
        };
        Returns: Database["public"]["Tables"]["catalogue_imports"]["Row"];
      };
      cancel_email_change: {
        Args: never;
        Returns: undefined;
      };
      catalogue_counts: {
        Args: { filter: Json | object };
        Returns: {
          facet: string | null;
          value: string | null;
          jerseys: number | null;
        }[];
      };
      catalogue_page: {
        Args: { filter: Json | object; sort?: string; after?: string };
        Returns: Json;
      };
      catalogue_values: {
        Args: { filter: Json | object };
        Returns: {
          facet: string | null;
          value: string | null;
          label: string | null;
        }[];
      };
      claim_daily: {
        Args: { player: string };
        Returns: undefined;
      };
      competition_seasons: {
        Args: { competition_id: string };
        Returns: Database["public"]["Tables"]["seasons"]["Row"][];
        SetofOptions: {
          from: "*";
          to: "seasons";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      confirm_visitor_report: {
        Args: { token: string };
        Returns: undefined;
      };
      contest_notice: {
        Args: { notice_id: string; words: string };
        Returns: undefined;
      };
      contest_report: {
        Args: { token: string; reason: string };
        Returns: undefined;
      };
      contest_suggestion: {
        Args: { suggestion_id: string; words: string };
        Returns: undefined;
      };
      contributors: {
        Args: { jersey_id: string };
        Returns: {
          username: string | null;
          display_name: string | null;
          revisions: number | null;
        }[];
      };
      create_recovery_codes: {
        Args: never;
        Returns: string[];
      };
      decide: {
        Args: {
          id: string;
          verdicts: Json | object;
          seen: Json | object;
          corrections?: Json | object;
        };
        Returns: Json;
      };
      delete_account: {
        Args: never;
        Returns: undefined;
      };
      discard_roll_over: {
        Args: { roll_over_id: string };
        Returns: undefined;
      };
      export_jerseys: {
        Args: { after_at?: string; after_id?: string; page_size?: number };
        Returns: Json;
      };
      fill_list: {
        Args: { list_id: string; filter: Json | object; sort?: string };
        Returns: {
          added: string[] | null;
          is_full: boolean | null;
        }[];
      };
      guess_days: {
        Args: { from: string; to: string };
        Returns: {
          day: string | null;
          palette: string[] | null;
        }[];
      };
      guess_game: {
        Args: { day?: string; player?: string };
        Returns: Json;
      };
      held_of_list: {
        Args: { list_id: string };
        Returns: {
          jersey_id: string | null;
          is_held: boolean | null;
          is_wished: boolean | null;
        }[];
      };
      hide_comments: {
        Args: { member_id: string; reason: string };
        Returns: number;
      };
      hide_list: {
        Args: { list_id: string; reason: string; hidden?: boolean };
        Returns: undefined;
      };
      history: {
        Args: { target_type: string; target_id: string; before_id?: number; page_size?: number };
        Returns: {
          id: number | null;
          at: string | null;
          kind: string | null;
          changes: Json | null;
          reason: string | null;
          username: string | null;
          display_name: string | null;
          undoes: number | null;
          is_undoable: boolean | null;
          batch_id: string | null;
          batch_size: number | null;
        }[];
      };
      import_copies: {
        Args: { import: string; lines: Json | object; is_last?: boolean };
        Returns: Json;
      };
      import_jerseys: {
        Args: { import: string; batch: number; lines: Json | object; is_last?: boolean };
        Returns: Json;
      };
      is_admin: {
        Args: { user_id: string };
        Returns: boolean;
      };
      is_reviewer: {
        Args: { user_id: string };
        Returns: boolean;
      };
      items_of_list: {
        Args: { list_id: string };
        Returns: {
          place: number | null;
          jersey_id: string | null;
          note: string | null;
          own: Json | null;
        }[];
      };
      joining_photos: {
        Args: { from_id: string; into_id: string };
        Returns: string[];
      };
      kits_beside: {
        Args: { jersey_id: string };
        Returns: Database["public"]["Tables"]["jerseys"]["Row"][];
        SetofOptions: {
          from: "*";
          to: "jerseys";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      line_up_sizes: {
        Args: { competition_ids: string[]; in_season?: string };
        Returns: {
          competition_id: string | null;
          season_id: string | null;
          teams: number | null;
        }[];
      };
      line_ups: {
        Args: { competition_ids: string[]; in_season?: string };
        Returns: Database["public"]["Tables"]["team_seasons"]["Row"][];
        SetofOptions: {
          from: "*";
          to: "team_seasons";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      list: {
        Args: { list_id: string };
        Returns: {
          id: string | null;
          title: string | null;
          description: string | null;
          member_id: string | null;
          username: string | null;
          display_name: string | null;
          jerseys: number | null;
          covers: string[] | null;
          changed_at: string | null;
        }[];
      };
      list_members: {
        Args: {
          query?: string;
          after?: string;
          joined_before?: string;
          before?: string;
          administrators?: boolean;
          suspended?: boolean;
          size?: number;
        };
        Returns: {
          id: string | null;
          username: string | null;
          display_name: string | null;
          joined_at: string | null;
          is_administrator: boolean | null;
          is_suspended: boolean | null;
          jerseys: number | null;
          rejected: number | null;
        }[];
      };
      lists_of_member: {
        Args: { username: string };
        Returns: {
          id: string | null;
          title: string | null;
          description: string | null;
          member_id: string | null;
          username: string | null;
          display_name: string | null;
          jerseys: number | null;
          covers: string[] | null;
          changed_at: string | null;
        }[];
      };
      lists_with: {
        Args: { jersey_id: string };
        Returns: {
          id: string | null;
          title: string | null;
          description: string | null;
          member_id: string | null;
          username: string | null;
          display_name: string | null;
          jerseys: number | null;
          covers: string[] | null;
          changed_at: string | null;
        }[];
      };
      match_copies: {
        Args: { lines: Json | object };
        Returns: Json;
      };
      match_jerseys: {
        Args: { lines: Json | object };
        Returns: Json;
      };
      member_file: {
        Args: { member_id: string };
        Returns: Json;
      };
      member_state: {
        Args: never;
        Returns: {
          username: string | null;
          display_name: string | null;
          is_reviewer: boolean | null;
          is_admin: boolean | null;
          unread: number | null;
          copies: number | null;
          removed: number | null;
          wishes: number | null;
          waiting: number | null;
          to_review: number | null;
        }[];
      };
      merge_effects: {
        Args: { jersey_id: string };
        Returns: {
          votes: number | null;
          collections: number | null;
          comments: number | null;
          photos: number | null;
        }[];
      };
      merge_jerseys: {
        Args: {
          from_id: string;
          into_id: string;
          reason: string;
          seen?: string[];
          urgency?: string;
        };
        Returns: string;
      };
      merge_teams: {
        Args: { from_id: string; into_id: string; preview?: boolean };
        Returns: Json;
      };
      moderate_jersey: {
        Args: { jersey_id: string; decision: string; note?: string };
        Returns: Database["public"]["Tables"]["jerseys"]["Row"];
      };
      move_in_list: {
        Args: { list_id: string; jersey_id: string; place: number };
        Returns: undefined;
      };
      my_changes: {
        Args: never;
        Returns: {
          since: string | null;
          kind: string | null;
          jersey_id: string | null;
          team_id: string | null;
          kit_type: string | null;
          amount: number | null;
        }[];
      };
      my_decisions: {
        Args: never;
        Returns: {
          ids: string[] | null;
          kind: string | null;
          target_type: string | null;
          target_id: string | null;
          title: string | null;
          decided_at: string | null;
        }[];
      };
      my_duel: {
        Args: { day: string; player?: string };
        Returns: Json;
      };
      my_sessions: {
        Args: never;
        Returns: {
          id: string | null;
          created_at: string | null;
          refreshed_at: string | null;
          user_agent: string | null;
          ip: string | null;
          aal: string | null;
          is_current: boolean | null;
        }[];
      };
      my_trust: {
        Args: never;
        Returns: {
          decided: number | null;
          recent: number | null;
          recent_accepted: number | null;
          undone: number | null;
          is_trusted: boolean | null;
        }[];
      };
      my_year: {
        Args: { year: number };
        Returns: {
          shirts: number | null;
          seasons: number | null;
          first_year: number | null;
          last_year: number | null;
          team_id: string | null;
          team_shirts: number | null;
          oldest: string | null;
          rarest: string | null;
          rarest_owners: number | null;
          colors: Json | null;
          covers: string[] | null;
          contributions: number | null;
        }[];
      };
      nearest_sets: {
        Args: never;
        Returns: {
          team_id: string | null;
          held: number | null;
          total: number | null;
          missing: string[] | null;
        }[];
      };
      open_changes: {
        Args: { after: number; at_most?: number };
        Returns: {
          number: number | null;
          kind: string | null;
          id: string | null;
          change: string | null;
          into_id: string | null;
          at: string | null;
          rows: Json | null;
        }[];
      };
      order_images: {
        Args: { jersey_id: string; image_ids: string[] };
        Returns: undefined;
      };
      popular_teams: {
        Args: { max_results?: number };
        Returns: Database["public"]["Tables"]["teams"]["Row"][];
        SetofOptions: {
          from: "*";
          to: "teams";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      publish_roll_over: {
        Args: { roll_over_id: string; seen: string };
        Returns: undefined;
      };
      queue: {
        Args: { filter?: Json | object; after?: Json | object; page_size?: number };
        Returns: {
          id: string | null;
          kind: string | null;
          target_type: string | null;
          target_id: string | null;
          title: string | null;
          league: string | null;
          since: string | null;
          seen: Json | null;
          is_mine: boolean | null;
          member_id: string | null;
          username: string | null;
          display_name: string | null;
          joined_at: string | null;
          accepted: number | null;
          detail: Json | null;
        }[];
      };
      queue_figures: {
        Args: never;
        Returns: {
          waiting: number | null;
          typical_hours: number | null;
          oldest: string | null;
          by_kind: Json | null;
          to_check: number | null;
        }[];
      };
      recovery_codes_left: {
        Args: never;
        Returns: number;
      };
      redeem_recovery_code: {
        Args: { code: string };
        Returns: boolean;
      };
      removal_reason: {
        Args: { jersey_id: string };
        Returns: {
          removed_at: string | null;
          reason: string | null;
        }[];
      };
      remove_jersey: {
        Args: { jersey_id: string; reason: string; urgency?: string };
        Returns: string;
      };
      removed_jersey: {
        Args: { jersey_id: string };
        Returns: {
          title: string | null;
          team: string | null;
          season: string | null;
        }[];
      };
      rename_factor: {
        Args: { factor_id: string; name: string };
        Returns: undefined;
      };
      replace_image: {
        Args: { image_id: string; url: string };
        Returns: string;
      };
      replace_line_ups: {
        Args: { line_ups: Json | object };
        Returns: undefined;
      };
      reset_names: {
        Args: { user_id: string; reason: string };
        Returns: undefined;
      };
      revoke_session: {
        Args: { session_id: string };
        Returns: boolean;
      };
      same_pictures: {
        Args: { jersey_id: string };
        Returns: {
          other_id: string | null;
          distance: number | null;
        }[];
      };
      save_showcase: {
        Args: {
          is_open: boolean;
          with_wishes?: boolean;
          about?: string;
          teams?: string[];
          shirts?: Json | object;
          with_names?: boolean;
        };
        Returns: undefined;
      };
      search_competitions: {
        Args: { query: string; max_results?: number };
        Returns: Database["public"]["Tables"]["competitions"]["Row"][];
        SetofOptions: {
          from: "*";
          to: "competitions";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      search_jerseys: {
        Args: { query: string; max_results?: number };
        Returns: Database["public"]["Tables"]["jerseys"]["Row"][];
        SetofOptions: {
          from: "*";
          to: "jerseys";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      search_teams: {
        Args: { query: string; max_results?: number; lang?: string };
        Returns: Database["public"]["Tables"]["teams"]["Row"][];
        SetofOptions: {
          from: "*";
          to: "teams";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      season_kits: {
        Args: { competition_id: string; season_id: string };
        Returns: {
          team_id: string | null;
          team_slug: string | null;
          kit_type: string | null;
          jerseys: number | null;
        }[];
      };
      season_wall: {
        Args: { competition_id: string; season_id: string };
        Returns: Database["public"]["Tables"]["jerseys"]["Row"][];
        SetofOptions: {
          from: "*";
          to: "jerseys";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      season_walls: {
        Args: never;
        Returns: {
          id: string | null;
          competition_id: string | null;
          code: string | null;
        }[];
      };
      send_visitor_report: {
        Args: {
          target_type: string;
          target_id: string;
          category: string;
          reason: string;
          name: string;
          email: string;
          lang: string;
        };
        Returns: undefined;
      };
      settle_reports: {
        Args: {
          report_ids: string[];
          done?: string;
          note?: string;
          changes?: Json | object;
          into_id?: string;
          urgency?: string;
        };
        Returns: Json;
      };
      shared_year: {
        Args: { key: string };
        Returns: {
          username: string | null;
          display_name: string | null;
          year: number | null;
          shirts: number | null;
          seasons: number | null;
          first_year: number | null;
          last_year: number | null;
          team_id: string | null;
          team_shirts: number | null;
          oldest: string | null;
          rarest: string | null;
          rarest_owners: number | null;
          colors: Json | null;
          covers: string[] | null;
          contributions: number | null;
        }[];
      };
      shelf_counts: {
        Args: { jersey_id: string };
        Returns: {
          collectors: number | null;
          wishers: number | null;
        }[];
      };
      showcase: {
        Args: { username: string };
        Returns: {
          about: string | null;
          teams: string[] | null;
          with_wishes: boolean | null;
          jerseys: number | null;
          copies: number | null;
          copy_teams: number | null;
          pageless: number | null;
        }[];
      };
      showcase_collection: {
        Args: { username: string };
        Returns: Database["public"]["Tables"]["jerseys"]["Row"][];
        SetofOptions: {
          from: "*";
          to: "jerseys";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      showcase_names: {
        Args: { username: string; jerseys: string[] };
        Returns: {
          jersey_id: string | null;
          place: number | null;
          printed: string | null;
        }[];
      };
      showcase_own: {
        Args: { username: string };
        Returns: {
          title: string | null;
          team: string | null;
          league: string | null;
          season: string | null;
          year: number | null;
          kit_type: string | null;
          colors: string[] | null;
          country: string | null;
          competition: string | null;
          printed_name: string | null;
          printed_number: string | null;
          place: number | null;
        }[];
      };
      showcase_sets: {
        Args: { username: string };
        Returns: {
          team_id: string | null;
          kit_type: string | null;
          held: number | null;
          jerseys: number | null;
        }[];
      };
      showcase_shirts: {
        Args: { username: string };
        Returns: {
          place: number | null;
          jersey_id: string | null;
          line: string | null;
          photo: string | null;
        }[];
      };
      showcase_wishes: {
        Args: { username: string };
        Returns: Database["public"]["Tables"]["jerseys"]["Row"][];
        SetofOptions: {
          from: "*";
          to: "jerseys";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      start_roll_over: {
        Args: { code: string; name: string; competitions: string[] };
        Returns: Database["public"]["Tables"]["roll_overs"]["Row"];
      };
      stop_letters: {
        Args: { key: string };
        Returns: undefined;
      };
      stop_notice_mails: {
        Args: { notice_id: string };
        Returns: undefined;
      };
      stop_review_mails: {
        Args: { key: string };
        Returns: undefined;
      };
      suggest: {
        Args: {
          target_type: string;
          target_id: string;
          changes: Json | object;
          source: string;
          photos?: Json | object;
          suggestion_id?: string;
        };
        Returns: Database["public"]["Tables"]["suggestions"]["Row"];
      };
      suggest_teams: {
        Args: { query: string; max_results?: number };
        Returns: Database["public"]["Tables"]["teams"]["Row"][];
        SetofOptions: {
          from: "*";
          to: "teams";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      suspend_member: {
        Args: { user_id: string; suspended?: boolean; reason?: string };
        Returns: undefined;
      };
      swap_daily_shirt: {
        Args: { day: string; jersey_id?: string };
        Returns: undefined;
      };
      takes_visitor_reports: {
        Args: never;
        Returns: boolean;
      };
      team_colors: {
        Args: { team_id: string };
        Returns: {
          decade: number | null;
          color: string | null;
          kits: number | null;
        }[];
      };
      team_decade: {
        Args: { team_id: string; decade: number };
        Returns: Database["public"]["Tables"]["jerseys"]["Row"][];
        SetofOptions: {
          from: "*";
          to: "jerseys";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      team_kits: {
        Args: { team_id: string };
        Returns: {
          year: number | null;
          kit_type: string | null;
          jerseys: number | null;
        }[];
      };
      team_kits_near: {
        Args: {
          team_id: string;
          year_from: number;
          year_to: number;
          kit_type?: string;
          max_results?: number;
        };
        Returns: Database["public"]["Tables"]["jerseys"]["Row"][];
        SetofOptions: {
          from: "*";
          to: "jerseys";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      teams_like: {
        Args: { jersey_id: string };
        Returns: Database["public"]["Tables"]["teams"]["Row"][];
        SetofOptions: {
          from: "*";
          to: "teams";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      try_guess: {
        Args: { day: string; team_id: string; decade: number; player?: string };
        Returns: Json;
      };
      underived: {
        Args: never;
        Returns: string;
      };
      undo: {
        Args: {
          revision_id?: number;
          batch_id?: string;
          member?: string;
          since?: string;
          fields?: string[];
          reason?: string;
          dry_run?: boolean;
          after?: Json | object;
        };
        Returns: Json;
      };
      undo_decision: {
        Args: { decided_id: string };
        Returns: undefined;
      };
      undo_import: {
        Args: { import: string };
        Returns: Json;
      };
      undo_import_effects: {
        Args: { import: string };
        Returns: Json;
      };
      undone_revisions: {
        Args: { revision_ids: number[] };
        Returns: {
          id: number | null;
          is_whole: boolean | null;
        }[];
      };
      vote_totals: {
        Args: never;
        Returns: {
          upvotes: number | null;
          downvotes: number | null;
        }[];
      };
      want_letter: {
        Args: { wanted: boolean };
        Returns: undefined;
      };
      want_review_mail: {
        Args: { hour: number };
        Returns: undefined;
      };
      withdraw_suggestion: {
        Args: { suggestion_id: string };
        Returns: undefined;
      };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};

type PublicTables = Database["public"]["Tables"];

/** A row as it is read. */
export type Tables<T extends keyof PublicTables> = PublicTables[T]["Row"];
/** A row as it is inserted. */
export type TablesInsert<T extends keyof PublicTables> = PublicTables[T]["Insert"];
