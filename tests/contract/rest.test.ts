import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startBackendFixture, type BackendFixture } from "../support/backend-fixture.ts";

let fixture: BackendFixture;
let author: Awaited<ReturnType<BackendFixture["member"]>>;
let voter: Awaited<ReturnType<BackendFixture["member"]>>;
const ids: Record<string, string> = {};

/** The reads and writes that the site makes, on the product's tables. */
beforeAll(async () => {
  fixture = await startBackendFixture();
  [author, voter] = await Promise.all([account("auteur"), account("votante")]);
  const made = async (key: string, text: string, values: unknown[] = []) => {
    const { rows } = await fixture.sql(`${text} returning id`, values);
    ids[key] = (rows[0] as { id: string }).id;
  };
  await made(
    "competition",
    "insert into competitions (league, name, priority) values ('SOCCER', 'Ligue 1', 5)",
  );
  await made("season", "insert into seasons (code, name) values ('2024-25', '2024-2025')");
  await made("team", "insert into teams (name, competition_id) values ('AS Saint-Étienne', $1)", [
    ids.competition,
  ]);
  await fixture.sql("insert into team_seasons (team_id, season_id) values ($1, $2)", [
    ids.team,
    ids.season,
  ]);
  await made("brand", "insert into brands (name, priority) values ('Le Coq Sportif', 3)");
});
afterAll(() => fixture.close());

async function account(username: string): Promise<Awaited<ReturnType<BackendFixture["member"]>>> {
  const id = randomUUID();
  await fixture.sql("insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)", [
    id,
    `${username}@example.test`,
    { username },
  ]);
  return fixture.member(id);
}

async function submit(title: string): Promise<string> {
  const { data, error } = await author.client
    .from("jerseys")
    .insert({
      author_id: author.id,
      league: "SOCCER",
      competition_id: ids.competition,
      season_id: ids.season,
      team_id: ids.team,
      team: "AS Saint-Étienne",
      title,
      year: 1976,
      brand_id: ids.brand,
      kit_type: "home",
      price: 19.99,
    })
    .select("id")
    .single();
  expect(error).toBeNull();
  return data?.id as string;
}

/** Decides like an administrator, through the owner's connection. */
const approve = (id: string) =>
  fixture.sql("update jerseys set status = 'approved' where id = $1", [id]);

describe("the life of a jersey", () => {
  test("submitted with an image, then public", async () => {
    ids.jersey = await submit("Maillot vert, poteaux carrés");
    const visitor = () =>
      fixture.anon.from("jerseys").select("id, title").eq("id", ids.jersey!).maybeSingle();
    expect((await visitor()).data).toBeNull();
    const own = await author.client.from("jerseys").select("status").eq("id", ids.jersey).single();
    expect(own.data).toEqual({ status: "pending" });
    await approve(ids.jersey);
    expect((await visitor()).data?.title).toBe("Maillot vert, poteaux carrés");
  });

  test("is in trends and latest, and has details with related rows", async () => {
    const { data, error, count } = await fixture.anon
      .from("jerseys")
      .select(
        "id, title, team, league, score, teams(name, competitions(name)), competitions(name), seasons(code), brands(name), jersey_images(url, alt), profiles(username, display_name)",
        { count: "exact" },
      )
      .eq("status", "approved")
      .eq("is_active", true)
      .eq("league", "SOCCER")
      .order("score", { ascending: false })
      .order("position", { referencedTable: "jersey_images" })
      .limit(1, { referencedTable: "jersey_images" })
      .limit(24);
    expect(error).toBeNull();
    expect(count).toBe(1);
    expect(data?.[0]).toMatchObject({
      teams: { name: "AS Saint-Étienne", competitions: { name: "Ligue 1" } },
      seasons: { code: "2024-25" },
      brands: { name: "Le Coq Sportif" },
      jersey_images: [],
      profiles: { username: "auteur" },
    });
  });

  test("search of jerseys, teams and competitions", async () => {
    const jerseys = await fixture.anon
      .from("jerseys")
      .select("id, title, team, kit_type, year, jersey_images(url, alt)")
      .eq("status", "approved")
      .eq("is_active", true)
      .or("title.ilike.%vert%,team.ilike.%vert%")
      .limit(5);
    expect(jerseys.data).toHaveLength(1);
    const comma = await fixture.anon
      .from("jerseys")
      .select("id")
      .or('title.ilike."%vert, pot%",team.eq.x');
    expect(comma.data).toHaveLength(1);
    const teams = await fixture.anon
      .from("teams")
      .select("id, name")
      .eq("is_active", true)
      .or("name.ilike.%étienne%,short_name.ilike.%étienne%")
      .limit(3);
    expect(teams.data).toEqual([{ id: ids.team, name: "AS Saint-Étienne" }]);
    const competitions = await fixture.anon
      .from("competitions")
      .select("name")
      .ilike("name", "%ligue%")
      .limit(3);
    expect(competitions.data).toHaveLength(1);
  });

  test("the three counters", async () => {
    const counts = await Promise.all(
      ["competitions", "teams", "jerseys"].map(async (table) => {
        const { count } = await fixture.anon
          .from(table)
          .select("*", { count: "exact", head: true });
        return count;
      }),
    );
    expect(counts).toEqual([1, 1, 1]);
  });

  test("lists of the catalogue", async () => {
    const competitions = await fixture.anon
      .from("competitions")
      .select()
      .eq("is_active", true)
      .order("league")
      .order("priority", { ascending: false })
      .order("name");
    expect(competitions.data).toHaveLength(1);
    const seasons = await fixture.anon.from("seasons").select().order("code", { ascending: false });
    expect(seasons.data?.[0]?.code).toBe("2024-25");
    const teams = await fixture.anon
      .from("team_seasons")
      .select("teams!inner(*)")
      .eq("season_id", ids.season!);
    expect(teams.data).toHaveLength(1);
    const joined = await fixture.anon
      .from("teams")
      .select("name, competition:competitions(name)")
      .eq("competition_id", ids.competition!);
    expect(joined.data).toEqual([{ name: "AS Saint-Étienne", competition: { name: "Ligue 1" } }]);
  });
});

describe("members", () => {
  const vote = (value: string) =>
    voter.client
      .from("jersey_votes")
      .upsert(
        { jersey_id: ids.jersey, voter_id: voter.id, vote: value },
        { onConflict: "jersey_id,voter_id" },
      );
  const counters = async () => {
    const { data } = await fixture.anon
      .from("jerseys")
      .select("upvotes, downvotes, score")
      .eq("id", ids.jersey!)
      .single();
    return data;
  };

  test("vote up, switch to down, and withdraw", async () => {
    expect(await vote("up")).toMatchObject({ status: 201, error: null });
    expect(await counters()).toEqual({ upvotes: 1, downvotes: 0, score: 1 });
    expect(await vote("down")).toMatchObject({ status: 200, error: null });
    expect(await counters()).toEqual({ upvotes: 0, downvotes: 1, score: -1 });
    const own = await voter.client
      .from("jersey_votes")
      .select("vote")
      .in("jersey_id", [ids.jersey]);
    expect(own.data).toEqual([{ vote: "down" }]);
    const removed = await voter.client
      .from("jersey_votes")
      .delete()
      .eq("jersey_id", ids.jersey)
      .eq("voter_id", voter.id);
    expect(removed.status).toBe(204);
    expect(await counters()).toEqual({ upvotes: 0, downvotes: 0, score: 0 });
  });

  test("toggle in parallel at random, with exact counters at the end", async () => {
    const members = await Promise.all(
      Array.from({ length: 12 }, (_, index) => account(`fan_${index}`)),
    );
    await Promise.all(
      members.map(async ({ id, client }, index) => {
        for (let round = 0; round < 6; round += 1) {
          const value = (index * 7 + round * 3) % 5 < 3 ? "up" : "down";
          const { error } = await client
            .from("jersey_votes")
            .upsert({ jersey_id: ids.jersey, voter_id: id, vote: value });
          expect(error).toBeNull();
        }
      }),
    );
    const { rows } = await fixture.sql(
      "select count(*) filter (where vote = 'up')::int upvotes, count(*) filter (where vote = 'down')::int downvotes from jersey_votes where jersey_id = $1",
      [ids.jersey],
    );
    expect(await counters()).toMatchObject(rows[0]);
  });

  test("collect a jersey once; a second time is a conflict", async () => {
    const add = () =>
      voter.client.from("user_collections").insert({ user_id: voter.id, jersey_id: ids.jersey });
    expect((await add()).status).toBe(201);
    expect(await add()).toMatchObject({ status: 409, error: { code: "23505" } });
    const { data } = await voter.client
      .from("user_collections")
      .select("id, jerseys(title, score, teams(name))")
      .order("created_at", { ascending: false });
    expect(data).toMatchObject([{ jerseys: { title: "Maillot vert, poteaux carrés" } }]);
    const visitor = await fixture.anon.from("user_collections").insert({ jersey_id: ids.jersey });
    expect(visitor).toMatchObject({ status: 401, error: { code: "42501" } });
  });

  test("change and delete only their own rows", async () => {
    const stranger = await voter.client
      .from("jerseys")
      .update({ title: "Volé" })
      .eq("id", ids.jersey)
      .select("id");
    expect(stranger.data).toEqual([]);
    const own = await author.client
      .from("jerseys")
      .update({ description: "1976", edition: "Finale" })
      .eq("id", ids.jersey)
      .select("description")
      .single();
    // The jersey is approved: the answer is what is public, and what its author wants waits.
    expect(own.data).toEqual({ description: null });
    const { rows } = await fixture.sql(
      "select changes from suggestions where target_id = $1 and status = 'open'",
      [ids.jersey],
    );
    expect(rows).toEqual([{ changes: { description: "1976", edition: "Finale" } }]);
    const forbidden = await author.client
      .from("jerseys")
      .update({ upvotes: 99 })
      .eq("id", ids.jersey);
    expect(forbidden).toMatchObject({ status: 403, error: { code: "42501" } });
    const another = await submit("Maillot à retirer");
    const removed = await author.client.from("jerseys").delete().eq("id", another).select("id");
    expect(removed.data).toEqual([{ id: another }]);
  });

  test("report, and ask whether they are administrators", async () => {
    const report = await voter.client.from("reports").insert({
      reporter_id: voter.id,
      target_type: "jersey",
      target_id: ids.jersey,
      reason: "Flou",
    });
    expect(report.status).toBe(201);
    const before = await author.client.rpc("is_admin", { user_id: author.id });
    expect(before.data).toBe(false);
    await fixture.sql("insert into user_roles (user_id, role) values ($1, 'admin')", [author.id]);
    const after = await author.client.rpc("is_admin", { user_id: author.id });
    expect(after.data).toBe(true);
  });

  test("are told why they can't do what administrators do", async () => {
    const pending = await submit("Maillot en attente");
    const decide = (client: typeof voter.client) =>
      client.rpc("moderate_jersey", { jersey_id: pending, decision: "approved" });
    expect(await decide(voter.client)).toMatchObject({ status: 403, error: { code: "42501" } });
    expect(await decide(author.client)).toMatchObject({
      data: { id: pending, status: "approved" },
    });
    expect(await decide(author.client)).toMatchObject({
      status: 409,
      error: { message: "jersey_already_decided" },
    });
  });

  test("send a write twelve times in parallel, and it happens once", async () => {
    const jersey_id = await submit("Maillot pressé");
    const atOnce = async (send: (n: number) => PromiseLike<{ status: number }>) =>
      (await Promise.all(Array.from({ length: 12 }, (_, n) => send(n))))
        .map(({ status }) => status)
        .sort();
    const first = (done: number, count: number, refused: number) =>
      Array.from({ length: 12 }, (_, n) => (n < count ? done : refused));
    const image = (n: number) => ({
      jersey_id,
      url: author.client.storage.from("jerseys").getPublicUrl(`${author.id}/${n}.webp`).data
        .publicUrl,
    });
    await fixture.sql(
      `insert into storage.objects (bucket_id, name)
       select 'jerseys', $1::text || '/' || n || '.webp' from generate_series(0, 11) n`,
      [author.id],
    );
    expect(await atOnce((n) => author.client.from("jersey_images").insert(image(n)))).toEqual(
      first(201, 5, 400),
    );
    const decision = { jersey_id, decision: "approved" };
    expect(await atOnce(() => author.client.rpc("moderate_jersey", decision))).toEqual(
      first(200, 1, 409),
    );
    const target = { target_type: "jersey", target_id: jersey_id };
    expect(await atOnce(() => voter.client.from("reports").insert(target))).toEqual(
      first(201, 1, 409),
    );
    expect(await atOnce(() => voter.client.from("user_wishlists").insert({ jersey_id }))).toEqual(
      first(201, 1, 409),
    );
  });
});
