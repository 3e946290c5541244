import type { VisitorReportTexts } from "../shapes.ts";

export const visitorReports: VisitorReportTexts = {
  kinds: {
    confirm: {
      subject: "Confirm your report",
      body: "You reported “{title}”. Your report will count once you confirm it.",
      comment: "You reported a comment on “{title}”. Your report will count once you confirm it.",
      member: "You reported the member “{title}”. Your report will count once you confirm it.",
      list: "You reported the list “{title}”. Your report will count once you confirm it.",
    },
    upheld: {
      subject: "Your report was upheld",
      body: "Moderators looked at your report of “{title}” and agreed with you.",
      comment: "Moderators looked at your report of a comment on “{title}” and agreed with you.",
      member: "Moderators looked at your report of the member “{title}” and agreed with you.",
      list: "Moderators looked at your report of the list “{title}” and agreed with you.",
    },
    dismissed: {
      subject: "Your report was dismissed",
      body: "Moderators looked at your report of “{title}” and dismissed it.",
      comment: "Moderators looked at your report of a comment on “{title}” and dismissed it.",
      member: "Moderators looked at your report of the member “{title}” and dismissed it.",
      list: "Moderators looked at your report of the list “{title}” and dismissed it.",
    },
    removed: {
      subject: "What you reported is gone",
      body: "“{title}”, which you had reported, was deleted.",
      comment: "The comment that you reported on “{title}” was deleted.",
      member: "The account of the member “{title}”, which you had reported, was deleted.",
      list: "The list “{title}”, which you had reported, was deleted.",
    },
    author_upheld: {
      subject: "A report was upheld",
      body: "Somebody reported “{title}”, which you submitted. Moderators agreed with them.",
      comment: "Somebody reported your comment on “{title}”. Moderators agreed with them.",
      member: "Somebody reported you under the name “{title}”. Moderators agreed with them.",
      list: "Somebody reported your list “{title}”. Moderators agreed with them.",
    },
    author_dismissed: {
      subject: "A report was dismissed",
      body: "Somebody reported “{title}”, which you submitted. Moderators dismissed the report.",
      comment: "Somebody reported your comment on “{title}”. Moderators dismissed the report.",
      member: "Somebody reported you under the name “{title}”. Moderators dismissed the report.",
      list: "Somebody reported your list “{title}”. Moderators dismissed the report.",
    },
  },
  wrote: "You wrote:",
  reason: "Reason for the decision:",
  confirmAction: "Confirm the report",
  confirmAfter:
    "The link is valid for two days. If you haven’t reported anything, ignore this message: nothing will happen.",
  contestAction: "Object to the decision",
  contestAfter:
    "If you think this decision is wrong, you can object to it once, within 180 days, with this link.",
  seeAction: "See the page",
  why: {
    notifier: "You receive this message because a report names this address.",
    author: "You receive this message because a decision concerns what you published.",
  },
};
