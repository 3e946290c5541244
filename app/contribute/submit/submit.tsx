import type { ComponentProps } from "react";

import { SubmitForm } from "./submit-form.tsx";
import { Submitted } from "./submitted.tsx";

/** The submission form, or the message about the jersey that was just submitted with it. */
export function Submit({
  sentId,
  ...form
}: ComponentProps<typeof SubmitForm> & { sentId: string | undefined }) {
  return sentId ? (
    <Submitted key={sentId} jerseyId={sentId} userId={form.userId} />
  ) : (
    <SubmitForm {...form} />
  );
}
