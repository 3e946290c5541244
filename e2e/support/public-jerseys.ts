import type { Session } from "@supabase/supabase-js";
import sharp from "sharp";

import type { Site } from "../../tests/support/site.ts";
import { createAdministrator } from "./administrators.ts";
import { clientOf, decide, submitJersey } from "./jerseys.ts";
import { createMember } from "./members.ts";

/** An approved jersey of 1998, by a member of its own if not by `author`, with photos of these colours; returns its id. */
export async function publicJersey(
  site: Site,
  fields: Record<string, unknown>,
  { author, photos = [] }: { author?: Session; photos?: string[] } = {},
): Promise<string> {
  const by = author ?? (await createMember(site, "author"));
  const id = await submitJersey(site, by, { year: 1998, ...fields });
  for (const [position, colour] of photos.entries()) {
    await addPhoto(site, by, id, { position }, colour);
  }
  await decide(site, await createAdministrator(site, "admin"), id);
  return id;
}

/** Uploads a photo in one colour to the member's folder; returns its address. */
export async function uploadPhoto(site: Site, member: Session, background: string) {
  const create = { width: 900, height: 900, channels: 3, background } as const;
  const path = `${member.user.id}/${background}-${crypto.randomUUID()}.webp`;
  const { error } = await clientOf(site, member)
    .storage.from("jerseys")
    .upload(path, await sharp({ create }).webp().toBuffer(), { contentType: "image/webp" });
  if (error) throw error;
  return `/storage/v1/object/public/jerseys/${path}`;
}

/** Adds a photo to the member's own jersey; returns its id. */
export async function addPhoto(
  site: Site,
  author: Session,
  jersey_id: string,
  fields: object,
  colour = "navy",
): Promise<string> {
  const url = await uploadPhoto(site, author, colour);
  const { data } = await clientOf(site, author)
    .from("jersey_images")
    .insert({ jersey_id, url, ...fields })
    .select("id")
    .single()
    .throwOnError();
  return data.id;
}
