import type { LetterTexts } from "../shapes.ts";

export const letters: LetterTexts = {
  kinds: {
    weekly: { subject: "Your week in jerseys", body: "Here’s what’s new." },
  },
  parts: {
    wish: { one: "{count} jersey with a new photo", other: "{count} jerseys with a new photo" },
    gap: {
      one: "{count} jersey you’re missing",
      other: "{count} jerseys you’re missing",
    },
    jersey: { one: "{count} new jersey", other: "{count} new jerseys" },
    photo: {
      one: "{count} jersey with a new photo",
      other: "{count} jerseys with a new photo",
    },
    listed: { one: "{count} jersey added", other: "{count} jerseys added" },
  },
  notes: {
    wish: "New photo",
    gap: "You’re missing this one",
    jersey: "New jersey",
    photo: "New photo",
    listed: "Added to the list",
  },
  wishlist: "Your wishlist",
  others: { one: "and {count} more", other: "and {count} more" },
  rest: {
    one: "And {count} more update on the site",
    other: "And {count} more updates on the site",
  },
  set: "For these teams and kit types, you now have every jersey in the catalogue",
  bulk: {
    one: "{count} jersey added by import",
    other: "{count} jerseys added by import",
  },
  action: "See what’s new",
  why: "You’re receiving this email because you asked for the Monday email.",
  stop: "Stop receiving this email",
  stopped: {
    question: "Stop receiving the Monday email?",
    done: "Done: you will no longer receive the Monday email. You can turn it back on in your account.",
  },
  settings: "My settings",
};
