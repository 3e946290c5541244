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
      member: "Thank you for reporting the member “{title}”. The moderators agree with you.",
      note: "Their answer:",
      action: "See my reports",
    },
    dismissed: {
      subject: "Your report was dismissed",
      body: "Thank you for reporting “{title}”. The moderators looked into it and saw no need to act.",
      comment:
        "Thank you for reporting a comment on “{title}”. The moderators looked into it and saw no need to act.",
      member:
        "Thank you for reporting the member “{title}”. The moderators looked into it and saw no need to act.",
      note: "Their answer:",
      action: "See my reports",
    },
    removed: {
      subject: "What you reported is gone",
      body: "“{title}”, which you had reported, has been deleted.",
      comment: "The comment on “{title}” that you had reported has been deleted.",
      member: "The account of the member “{title}”, which you had reported, has been deleted.",
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
    suggestion_accepted: {
      subject: "Your suggestion was accepted",
      body: "Thank you. Your suggestion on “{title}” was accepted, and the page is up to date.",
      changes: "Accepted:",
      action: "See its page",
    },
    suggestion_partly: {
      subject: "Your suggestion was accepted in part",
      body: "Thank you for your suggestion on “{title}”. A reviewer accepted part of it.",
      changes: "Accepted:",
      refused: "Refused:",
      after: "You can contest this refusal once, within thirty days: another reviewer will decide.",
      action: "See my suggestions",
    },
    suggestion_refused: {
      subject: "Your suggestion was refused",
      body: "Thank you for your suggestion on “{title}”. It was not accepted.",
      refused: "Refused:",
      after: "You can contest this refusal once, within thirty days: another reviewer will decide.",
      action: "See my suggestions",
    },
    undone: {
      subject: "One of your changes was undone",
      body: "A reviewer undid one of your changes to “{title}”.",
      note: "Here is why:",
      changes: "Undone:",
      action: "See its page",
    },
    undone_all: {
      subject: "Your changes were undone",
      body: "A reviewer undid several changes of your account “{title}” at once. The history of each page says so.",
      note: "Here is why:",
      action: "See my suggestions",
    },
  },
  fields: {
    image: "Photo",
    name: "Name",
    short_name: "Short name",
    city: "City",
    country: "Country",
    founded_year: "Year of foundation",
  },
  photo: "a photo",
  reasons: {
    wrong: "It is wrong",
    unsure: "Nothing confirms it",
    no_source: "The source isn’t enough",
    duplicate: "It is said elsewhere already",
    rights: "The rights aren’t clear",
    other: "Another reason",
    gone: "The page has left the catalogue",
  },
  why: "You receive this message because you have a Maillothèque account.",
  settings: "Choose which messages I get",
};
