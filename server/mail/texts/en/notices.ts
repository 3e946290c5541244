import type { NoticeTexts } from "../shapes.ts";

export const notices: NoticeTexts = {
  kinds: {
    approved: {
      subject: "Your jersey is in the catalogue",
      body: "“{title}” has been approved. It now has its own page in the catalogue, and members can vote on it.",
      action: "See the page",
    },
    corrected: {
      subject: "Your jersey is in the catalogue",
      body: "“{title}” has been approved. It now has its own page in the catalogue, and members can vote on it.",
      changes: "The reviewers corrected:",
      action: "See the page",
    },
    rejected: {
      subject: "Your jersey was not approved",
      body: "The reviewers did not approve “{title}”.",
      note: "Here is why:",
      after: "You can correct the jersey in your account, and it will be looked at again.",
      action: "Correct my jersey",
    },
    merged: {
      subject: "A jersey was merged with another one",
      body: "“{title}” was merged into a jersey that was already in the catalogue. The two pages are now one, with the votes and comments of both.",
      note: "Here is why:",
      action: "See the jersey",
    },
    submission_merged: {
      subject: "Your jersey had already been submitted",
      body: "“{title}” had already been submitted. Your jersey was merged with the other one.",
      note: "Here is why:",
      action: "See the details",
    },
    deleted: {
      subject: "Your jersey was deleted",
      body: "“{title}” has been deleted.",
      action: "See my contributions",
    },
    upheld: {
      subject: "Your report was acted on",
      body: "Thank you for reporting “{title}”. The reviewers acted on your report.",
      comment:
        "Thank you for reporting a comment on “{title}”. The reviewers acted on your report.",
      member:
        "Thank you for reporting the member “{title}”. An administrator acted on your report.",
      note: "Their answer:",
      changes: "The reviewers corrected:",
      action: "See my contributions",
    },
    dismissed: {
      subject: "Your report needed no action",
      body: "Thank you for reporting “{title}”. The reviewers looked into it and saw no need to act.",
      comment:
        "Thank you for reporting a comment on “{title}”. The reviewers looked into it and saw no need to act.",
      member:
        "Thank you for reporting the member “{title}”. An administrator looked into it and saw no need to act.",
      note: "Their answer:",
      action: "See my contributions",
    },
    removed: {
      subject: "The content you reported was deleted",
      body: "“{title}”, which you had reported, has been deleted.",
      comment: "The comment on “{title}” that you had reported has been deleted.",
      member: "The account of the member “{title}”, which you had reported, has been deleted.",
      action: "See my contributions",
    },
    renamed: {
      subject: "Your name was replaced",
      body: "The name “{title}” does not follow the site’s rules. An administrator replaced it with a neutral one. If you had a member page, it was closed and cleared.",
      note: "Here is why:",
      after:
        "You can choose another name in your account. To appeal against this decision, write to the site’s contact address.",
      action: "Choose a name",
    },
    suggestion_accepted: {
      subject: "Your suggestion was accepted",
      body: "Thank you for your suggestion for “{title}”. It was accepted.",
      changes: "Accepted:",
      action: "See the details",
    },
    suggestion_partly: {
      subject: "Your suggestion was accepted in part",
      body: "Thank you for your suggestion for “{title}”. A reviewer accepted part of it.",
      changes: "Accepted:",
      refused: "Rejected:",
      after:
        "You can appeal against this rejection within thirty days: it will be looked at again, by another reviewer if possible.",
      action: "See my contributions",
    },
    suggestion_refused: {
      subject: "Your suggestion was not accepted",
      body: "Thank you for your suggestion for “{title}”. It was not accepted.",
      refused: "Rejected:",
      after:
        "You can appeal against this rejection within thirty days: it will be looked at again, by another reviewer if possible.",
      action: "See my contributions",
    },
    undone: {
      subject: "One of your contributions was undone",
      body: "A reviewer undid one of your contributions to “{title}”.",
      note: "Here is why:",
      changes: "Undone:",
      action: "See the details",
    },
    taken_down: {
      subject: "A jersey was removed from the catalogue",
      body: "“{title}” was removed from the catalogue. If you own it, it stays in your collection.",
      note: "Here is why:",
      after: "The reviewers have 90 days to undo the removal.",
      action: "See my account",
    },
    brought_back: {
      subject: "A jersey is back on the site",
      body: "“{title}” is back on the site, with its votes, photos and comments.",
      note: "Here is why:",
      action: "See the details",
    },
    comment_hidden: {
      subject: "Decision on your comment",
      body: "The reviewers have hidden your comment on “{title}”.",
      again: "Your comment on “{title}” stays hidden.",
      note: "Here is why:",
      after:
        "If you correct this comment, it will be checked again. You can also appeal against this decision once, within 180 days, from the notifications in your account.",
      action: "See my notifications",
    },
    comments_hidden: {
      subject: "Decision on your comments",
      body: "The reviewers have hidden all comments from your account “{title}”.",
      note: "Here is why:",
      after:
        "If you correct a comment, it will be checked again. To appeal against this decision, write to the site’s contact address, in the legal notice.",
      action: "See the contact address",
    },
    suspended: {
      subject: "Your account is suspended",
      body: "An administrator has suspended your account “{title}”. You can no longer sign in or post. Your public jerseys, and your comments that aren’t hidden, stay online; your collection, your lists and your year in jerseys are no longer shown.",
      note: "Here is why:",
      after:
        "To appeal against this decision or to ask for your data, write to the site’s contact address.",
      action: "See the contact address",
    },
    reinstated: {
      subject: "Your account is no longer suspended",
      body: "The suspension of your account “{title}” has been lifted: you can sign in again.",
      action: "See my account",
    },
    owned: {
      subject: "Your jersey now has a page",
      body: "“{title}” is now in the catalogue. The jersey in your collection that had no catalogue page has been linked to this new page, and keeps all its details. If yours is a different jersey, open it in your collection and unlink it from the catalogue page.",
      action: "See the page",
    },
    list_hidden: {
      subject: "One of your lists was hidden",
      body: "The reviewers have hidden your list “{title}”: only you can see it now.",
      again: "Your list “{title}” stays hidden.",
      note: "Here is why:",
      after:
        "You can correct this list, then appeal against the decision once, within 180 days, from the notifications in your account.",
      action: "See my notifications",
    },
    list_shown: {
      subject: "One of your lists is visible again",
      body: "The reviewers have made your list “{title}” visible again.",
      note: "Here is why:",
      action: "See my lists",
    },
    undone_all: {
      subject: "Several of your changes were undone",
      body: "A reviewer undid several changes made from your account “{title}”. Each page’s history shows them.",
      note: "Here is why:",
      action: "See my contributions",
    },
  },
  photoAdded: "Adding a photo",
  photoRemoved: "Removing a photo",
  done: {
    corrected: "The jersey’s page was corrected.",
    merged: "The jersey was a duplicate: its page was merged with another one.",
    removed: "The jersey was removed from the catalogue.",
    hidden: "This content was hidden.",
    suggested:
      "Your photos are now a suggestion for the other jersey’s page, and a reviewer will decide. You can follow that suggestion in your contributions.",
  },
  stands: {
    hidden: "This content is hidden.",
    shown: "This content is visible.",
  },
  again: "After an appeal, the earlier decision was looked at again.",
  why: "You’re receiving this email because you have a Maillothèque account.",
  settings: "Choose which emails I get",
};
