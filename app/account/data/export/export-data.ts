import { awaitAll } from "../../../shared/data/await-all.ts";
import { allRows } from "../../../shared/data/all-rows.ts";
import type { Client } from "../../../shared/data/client.ts";
import { JERSEY_FIELDS } from "../../../shared/domain/facts/jersey.ts";
import { endToken } from "../../../shared/session/live-token.ts";

/**
 * All stored data of a member, by list. What it lacks and why is in docs/operations.md; a test
 * compares both with the tables.
 */
export async function readAccountExport(client: Client, userId: string) {
  const access = await awaitAll({
    account: readAccount(client),
    sessions: client
      .rpc("my_sessions")
      .throwOnError()
      .then(({ data }) => data),
    passkeys: readPasskeys(client),
  });
  return { ...access, ...(await readOwnRows(client, userId)) };
}

/** The rows of a member, by list: all of their export but what opens the account. */
export function readOwnRows(client: Client, userId: string) {
  const named = "jersey:jerseys(title, team, year)" as const;
  return awaitAll({
    roles: allRows((from, to) =>
      client
        .from("user_roles")
        .select("role")
        .eq("user_id", userId)
        .order("role")
        .range(from, to)
        .throwOnError(),
    ),
    profile: allRows((from, to) =>
      client.from("profiles").select("*").eq("id", userId).range(from, to).throwOnError(),
    ),
    jerseys: allRows((from, to) =>
      client
        .from("jerseys")
        .select(
          `id, ${JERSEY_FIELDS}, status, moderation_note, upvotes, downvotes, score, created_at, images:jersey_images(url, alt, licence, rights_stated)`,
        )
        .eq("author_id", userId)
        .is("jersey_images.suggestion_id", null)
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
    // Those on jerseys of others are there by a merge.
    images: allRows((from, to) =>
      client
        .from("jersey_images")
        .select(`jersey_id, url, alt, kind, licence, rights_stated, ${named}`)
        .eq("contributor_id", userId)
        .is("suggestion_id", null)
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
    suggestions: allRows((from, to) =>
      client
        .from("suggestions")
        .select(
          "kind, target_type, target_id, title, changes, was, words, source, status, trusted, afterwards, verdicts, contest, created_at, edited_at, decided_at, contested_at, held_at, photos:jersey_images(url, alt, kind, licence, rights_stated)",
        )
        .eq("member_id", userId)
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
    contributions: allRows((from, to) =>
      client
        .from("revisions")
        .select("target_type, target_id, at, kind, changes, reason")
        .eq("contributor_id", userId)
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
    votes: allRows((from, to) =>
      client
        .from("jersey_votes")
        .select(`jersey_id, vote, cast_at, ${named}`)
        .eq("voter_id", userId)
        .order("jersey_id")
        .range(from, to)
        .throwOnError(),
    ),
    collection: allRows((from, to) =>
      client
        .from("user_collections")
        .select(`jersey_id, created_at, ${named}`)
        .eq("user_id", userId)
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
    // Those that were removed too: they are stored for thirty days.
    copies: allRows((from, to) =>
      client
        .from("copies")
        .select(`*, photos:copy_photos(path, is_shown), ${named}`)
        .eq("owner_id", userId)
        .order("id")
        .order("position", { referencedTable: "copy_photos" })
        .range(from, to)
        .throwOnError(),
    ),
    imports: allRows((from, to) =>
      client
        .from("collection_imports")
        .select("file_name, line_count, added, changed, created_at, finished_at, undone_at")
        .eq("owner_id", userId)
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
    wishlist: allRows((from, to) =>
      client
        .from("user_wishlists")
        .select(
          `jersey_id, former_jersey, created_at, size_scale, size, highest_price, currency, note, ${named}`,
        )
        .eq("user_id", userId)
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
    showcase: allRows((from, to) =>
      client
        .from("showcases")
        .select("is_open, with_wishes, with_names, about, teams")
        .eq("member_id", userId)
        .range(from, to)
        .throwOnError(),
    ),
    shownShirts: allRows((from, to) =>
      client
        .from("showcase_shirts")
        .select("place, copy_id, line, photo_id")
        .eq("member_id", userId)
        .order("place")
        .range(from, to)
        .throwOnError(),
    ),
    lists: allRows((from, to) =>
      client
        .from("lists")
        .select(
          `id, title, description, is_public, is_hidden, created_at, changed_at, items:list_items(jersey_id, copy_id, note, ${named})`,
        )
        .eq("member_id", userId)
        .order("id")
        .order("place", { referencedTable: "list_items" })
        .range(from, to)
        .throwOnError(),
    ),
    yearLinks: allRows((from, to) =>
      client
        .from("year_links")
        .select("year, key, created_at")
        .eq("member_id", userId)
        .order("year")
        .range(from, to)
        .throwOnError(),
    ),
    follows: allRows((from, to) =>
      client
        .from("follows")
        .select("target_type, target_id, created_at")
        .eq("member_id", userId)
        .order("target_id")
        .range(from, to)
        .throwOnError(),
    ),
    // When they last looked at what changed.
    visit: allRows((from, to) =>
      client
        .from("visits")
        .select("seen_at, since")
        .eq("member_id", userId)
        .range(from, to)
        .throwOnError(),
    ),
    letter: allRows((from, to) =>
      client
        .from("letters")
        .select("is_wanted, covered_until, week")
        .eq("member_id", userId)
        .range(from, to)
        .throwOnError(),
    ),
    review_mail: allRows((from, to) =>
      client
        .from("review_mails")
        .select("hour, day")
        .eq("member_id", userId)
        .range(from, to)
        .throwOnError(),
    ),
    daily: allRows((from, to) =>
      client
        .from("daily_players")
        .select(
          "last_played_at, guesses:daily_guesses(day, tries, state, on_day), duels:daily_duel_answers(day, choice)",
        )
        .eq("user_id", userId)
        .range(from, to)
        .throwOnError(),
    ),
    comments: allRows((from, to) =>
      client
        .from("comments")
        .select(`id, jersey_id, body, created_at, edited_at, is_hidden, ${named}`)
        .eq("author_id", userId)
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
    reports: allRows((from, to) =>
      client
        .from("reports")
        .select("target_type, target_id, category, reason, status, resolution_note, created_at")
        .eq("reporter_id", userId)
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
    contests: allRows((from, to) =>
      client
        .from("report_contests")
        .select("body, outcome, note, created_at")
        .eq("author_id", userId)
        .order("report_id")
        .range(from, to)
        .throwOnError(),
    ),
    notices: allRows((from, to) =>
      client
        .from("notices")
        .select("topic, outcome, about, title, note, changes, created_at, read_at")
        .eq("recipient_id", userId)
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
    noticeSettings: allRows((from, to) =>
      client
        .from("notice_settings")
        .select("topic, by_mail, in_account")
        .eq("user_id", userId)
        .order("topic")
        .range(from, to)
        .throwOnError(),
    ),
  });
}

/** The account itself, with what opens it. Secrets aren't among it. */
async function readAccount({ auth }: Client) {
  const { data, error } = await auth.getUser();
  if (error) throw error;
  const { id, email, phone, created_at, last_sign_in_at, user_metadata } = data.user;
  return {
    ...{ id, email, phone, created_at, last_sign_in_at, user_metadata },
    identities: (data.user.identities ?? []).map((identity) => ({
      provider: identity.provider,
      identity_data: identity.identity_data,
      created_at: identity.created_at,
      last_sign_in_at: identity.last_sign_in_at,
    })),
    factors: (data.user.factors ?? []).map((factor) => ({
      type: factor.factor_type,
      name: factor.friendly_name,
      status: factor.status,
      created_at: factor.created_at,
    })),
  };
}

async function readPasskeys({ auth }: Client) {
  const { data, error } = await auth.passkey.list();
  // A site at an IP address has none.
  if (error?.status === 404) return [];
  if (error) throw error;
  return data;
}

export type AccountExport = Awaited<ReturnType<typeof readAccountExport>>;

/** Deletes the signed-in member's account for good; see the database's function. */
export async function deleteAccount(client: Client): Promise<void> {
  const { data } = await client.auth.getSession();
  await client.rpc("delete_account").throwOnError();
  if (data.session) endToken(data.session.access_token);
}
