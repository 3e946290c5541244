import type { NoticeTexts } from "./notice-texts.ts";

export const en: NoticeTexts = {
  kinds: {
    approved: {
      subject: "Your jersey is online",
      body: "“{title}” has been approved. It now has its page in the catalogue, and everyone can vote for it.",
      action: "See its page",
    },
    corrected: {
      subject: "Your jersey is online",
      body: "“{title}” has been approved. It now has its page in the catalogue, and everyone can vote for it.",
      changes: "The moderators corrected:",
      action: "See its page",
    },
    rejected: {
      subject: "Your jersey was not approved",
      body: "The moderators did not approve “{title}”.",
      note: "Here is why:",
      after: "You can correct it in your account, and it will be looked at again.",
      action: "Correct my jersey",
    },
    reverted: {
      subject: "Your changes were refused",
      body: "The moderators refused your changes to “{title}”. The jersey stays as it was.",
      note: "Here is why:",
      action: "See its page",
    },
    merged: {
      subject: "Your jersey was merged with another one",
      body: "“{title}” was in the catalogue already. The two pages are now one, with the votes and comments of both.",
      action: "See the shared page",
    },
    deleted: {
      subject: "Your jersey was deleted",
      body: "The moderators deleted “{title}” from the catalogue.",
      action: "See my jerseys",
    },
    upheld: {
      subject: "Your report was upheld",
      body: "Thank you for reporting “{title}”. The moderators agree with you.",
      comment: "Thank you for reporting a comment on “{title}”. The moderators agree with you.",
      note: "Their answer:",
      action: "See my reports",
    },
    dismissed: {
      subject: "Your report was dismissed",
      body: "Thank you for reporting “{title}”. The moderators looked into it and saw no need to act.",
      comment:
        "Thank you for reporting a comment on “{title}”. The moderators looked into it and saw no need to act.",
      note: "Their answer:",
      action: "See my reports",
    },
    removed: {
      subject: "What you reported is gone",
      body: "“{title}”, which you had reported, has been deleted.",
      comment: "The comment on “{title}” that you had reported has been deleted.",
      action: "See my reports",
    },
    renamed: {
      subject: "Your name was reset",
      body: "The name “{title}” does not follow the rules of the site. Moderators replaced it with a neutral one.",
      note: "Here is why:",
      after:
        "You can choose another one in your account. If you think this decision is wrong, write to the contact address of the site.",
      action: "Choose a name",
    },
  },
  why: "You receive this message because you have a Maillothèque account.",
  settings: "Choose which messages I get",
};
