import type { MemberFilter } from "./members.ts";

export const memberKeys = {
  all: ["members"] as const,
  file: (memberId: string) => [...memberKeys.all, "file", memberId] as const,
  list: (text: string, filter: MemberFilter) => [...memberKeys.all, text, filter] as const,
};
