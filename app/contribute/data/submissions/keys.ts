export const submissionKeys = {
  all: ["submissions"] as const,
  mine: (userId: string) => [...submissionKeys.all, userId] as const,
  list: (userId: string, length: number) => [...submissionKeys.mine(userId), length] as const,
  totals: (userId: string) => [...submissionKeys.mine(userId), "totals"] as const,
  sent: (id: string, userId: string) => [...submissionKeys.mine(userId), "sent", id] as const,
  sameKits: (kit: object | undefined) => [...submissionKeys.all, "same kits", kit] as const,
  edit: (id: string, userId: string) => [...submissionKeys.all, "edit", id, userId] as const,
};
