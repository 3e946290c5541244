import type { LetterTexts } from "../shapes.ts";

export const letters: LetterTexts = {
  kinds: {
    weekly: { subject: "Your week in jerseys", body: "Here is what changed for you this week." },
  },
  parts: {
    wish: {
      one: "{count} jersey on your wishlist has a photo",
      other: "{count} jerseys on your wishlist have a photo",
    },
    gap: {
      one: "{count} jersey missing from your sets has arrived",
      other: "{count} jerseys missing from your sets have arrived",
    },
    jersey: {
      one: "{count} new jersey on the pages you follow",
      other: "{count} new jerseys on the pages you follow",
    },
    photo: {
      one: "{count} jersey on the pages you follow has a new photo",
      other: "{count} jerseys on the pages you follow have a new photo",
    },
    listed: {
      one: "{count} jersey added to the lists you follow",
      other: "{count} jerseys added to the lists you follow",
    },
  },
  set: {
    title: "A complete set in your collection",
    kits: { home: "Home", away: "Away", third: "Third" },
  },
  bulk: {
    one: "And {count} more jersey added by an import",
    other: "And {count} more jerseys added by an import",
  },
  action: "See what is new",
  why: "You receive this message because you asked for one email a week.",
  stop: "Stop receiving this email",
  stopped: {
    question: "Stop receiving the weekly email?",
    done: "Done: you will no longer receive the weekly email. You can turn it back on in your account.",
  },
  settings: "My preferences",
};
