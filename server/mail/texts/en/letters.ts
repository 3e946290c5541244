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
      one: "{count} jersey that your sets lacked is here",
      other: "{count} jerseys that your sets lacked are here",
    },
    jersey: {
      one: "{count} new jersey of what you follow",
      other: "{count} new jerseys of what you follow",
    },
    photo: {
      one: "{count} jersey of what you follow has a new photo",
      other: "{count} jerseys of what you follow have a new photo",
    },
    listed: {
      one: "{count} jersey added to lists that you follow",
      other: "{count} jerseys added to lists that you follow",
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
  why: "You get this message because you asked for one email a week.",
  stop: "Stop this email",
  stopped: {
    question: "Stop the weekly email?",
    done: "Done: you will no longer get the weekly email. You can switch it on again in your account.",
  },
  settings: "My preferences",
};
