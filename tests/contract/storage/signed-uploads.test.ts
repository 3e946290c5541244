import { picture } from "@maillotheque/backend/testing";
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
let [before, after]: Buffer<ArrayBuffer>[] = [];
beforeAll(async () => {
  fixture = await startStorageFixture();
  [before, after] = [await picture("webp", 400, 400), await picture("webp", 410, 410)];
});
afterAll(() => fixture.close());

const options = { contentType: "image/webp" };
const query = (text: string, values: unknown[] = []) =>
  fixture.site.backend.pool.query(text, values);

let name: string;
beforeEach(() => void (name = fixture.name()));

type Persona = "owner" | "admin";

async function signed(persona: Persona, upsert = false): Promise<string> {
  const { data, error } = await fixture[persona].jerseys.createSignedUploadUrl(name, { upsert });
  expect(error).toBeNull();
  return data!.token;
}

/** Sends a file by a signed address, as anybody who got the address. */
const redeem = (token: string, file = after!) =>
  fixture.visitor.jerseys.uploadToSignedUrl(name, token, file, options);

/** The width of the stored picture, by which the two are told apart. */
const storedWidth = async () => {
  const { data } = await fixture.visitor.jerseys.download(name);
  return data && (await sharp(await data.arrayBuffer()).metadata()).width;
};

/** Makes a jersey show the file. */
const show = () =>
  query(
    `with season as (
       insert into seasons (code, name) values ('2024-25', '2024-2025')
       on conflict (code) do update set name = excluded.name returning id),
     competition as (
       insert into competitions (league, name) values ('SOCCER', $1) returning id),
     jersey as (
       insert into jerseys (league, competition_id, season_id, team, title, author_id)
       select 'SOCCER', competition.id, season.id, 'Lens', 'Rayé', $2 from competition, season
       returning id)
     insert into jersey_images (jersey_id, url)
     select id, '/storage/v1/object/public/jerseys/' || $3 from jersey`,
    [randomUUID(), fixture.owner.id, name],
  );

describe("a signed address", () => {
  test("stores and replaces a file while its signer may", async () => {
    const [first, second] = [await signed("owner"), await signed("owner", true)];
    expect((await redeem(first, before)).error).toBeNull();
    expect((await redeem(second)).error).toBeNull();
    expect(await storedWidth()).toBe(410);
    const { rows } = await query("select owner_id from storage.objects where name = $1", [name]);
    expect(rows).toEqual([{ owner_id: fixture.owner.id }]);
  });

  test("made while the file was unused doesn't replace it once a jersey shows it", async () => {
    await fixture.owner.jerseys.upload(name, before!, options);
    const token = await signed("owner", true);
    await show();
    expect((await redeem(token)).error).toMatchObject({ statusCode: "403" });
    expect(await storedWidth()).toBe(400);
  });

  test("made before the file existed doesn't take the place of a missing file", async () => {
    const token = await signed("owner");
    await show();
    expect((await redeem(token)).error).toMatchObject({ statusCode: "403" });
  });

  test("made before a suspension stores nothing during it", async () => {
    const token = await signed("owner");
    const suspend = (until: string | null) =>
      query("update auth.users set banned_until = $2 where id = $1", [fixture.owner.id, until]);
    await suspend("2999-01-01");
    expect((await redeem(token)).error).toMatchObject({ statusCode: "403" });
    await suspend(null);
    expect((await redeem(token)).error).toBeNull();
  });

  test("made by an administrator isn't redeemed with rights since taken", async () => {
    const token = await signed("admin");
    await query("delete from user_roles where user_id = $1", [fixture.admin.id]);
    expect((await redeem(token)).error).toMatchObject({ statusCode: "403" });
    await query("insert into user_roles (user_id, role) values ($1, 'admin')", [fixture.admin.id]);
    expect((await redeem(token)).error).toBeNull();
  });

  test("made by an administrator needs the second factor that its session had shown", async () => {
    const token = await signed("admin");
    const factor =
      "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')";
    await query(factor, [fixture.admin.id]);
    expect((await redeem(token)).error).toMatchObject({ statusCode: "403" });
    await query("delete from auth.mfa_factors where user_id = $1", [fixture.admin.id]);
  });

  test("is worth nothing when its account is gone", async () => {
    const { id, jerseys } = fixture.stranger;
    const path = `${id}/${randomUUID()}.webp`;
    const { data } = await jerseys.createSignedUploadUrl(path);
    await query("delete from auth.users where id = $1", [id]);
    const { error } = await fixture.visitor.jerseys.uploadToSignedUrl(
      path,
      data!.token,
      after!,
      options,
    );
    expect(error).toMatchObject({ statusCode: "403" });
  });
});
