import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import type { Database } from "../../../shared/data/database.types.ts";
import { noticeKeys } from "./keys.ts";

type Row = Database["public"]["Tables"]["notice_settings"]["Row"];

export const TOPICS = ["jersey", "report", "suggestion"] as const satisfies Row["topic"][];
export type Topic = (typeof TOPICS)[number];

export const CHANNELS = ["by_mail", "in_account"] as const satisfies (keyof Row)[];
export type Channel = (typeof CHANNELS)[number];

/** Which notices a member wants, by topic and channel. */
export type NoticeSettings = Record<Topic, Record<Channel, boolean>>;

export function noticeSettings(userId: string) {
  return queryOptions({
    queryKey: noticeKeys.settings(userId),
    queryFn: async (): Promise<NoticeSettings> => {
      const client = await browserClient();
      const { data } = await client
        .from("notice_settings")
        .select("topic, by_mail, in_account")
        .eq("user_id", userId)
        .throwOnError();
      const of = (topic: Topic) => {
        const { by_mail = true, in_account = true } = data.find((row) => row.topic === topic) ?? {};
        return { by_mail, in_account };
      };
      return { jersey: of("jersey"), report: of("report"), suggestion: of("suggestion") };
    },
  });
}

export async function saveNoticeSetting(
  client: Client,
  userId: string,
  topic: Topic,
  channels: Record<Channel, boolean>,
): Promise<void> {
  await client
    .from("notice_settings")
    .upsert({ user_id: userId, topic, ...channels })
    .throwOnError();
}
