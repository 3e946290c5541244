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
      subject: "Your report was acted on",
      body: "Reviewers looked at your report about “{title}” and acted on it.",
      comment: "Reviewers looked at your report about a comment on “{title}” and acted on it.",
      member: "An administrator looked at your report about the member “{title}” and acted on it.",
      list: "Reviewers looked at your report about the list “{title}” and acted on it.",
    },
    dismissed: {
      subject: "Your report needed no action",
      body: "Reviewers looked at your report about “{title}” and saw no need to act.",
      comment:
        "Reviewers looked at your report about a comment on “{title}” and saw no need to act.",
      member:
        "An administrator looked at your report about the member “{title}” and saw no need to act.",
      list: "Reviewers looked at your report about the list “{title}” and saw no need to act.",
    },
    removed: {
      subject: "The content you reported was deleted",
      body: "“{title}”, which you had reported, was deleted.",
      comment: "The comment on “{title}” that you had reported was deleted.",
      member: "The account of the member “{title}”, which you had reported, was deleted.",
      list: "The list “{title}”, which you had reported, was deleted.",
    },
    author_upheld: {
      subject: "A report that concerns you was acted on",
      body: "Somebody reported “{title}”, which you submitted. Reviewers acted on the report.",
      comment: "Somebody reported your comment on “{title}”. Reviewers acted on the report.",
      member: "Somebody reported your account “{title}”. An administrator acted on the report.",
      list: "Somebody reported your list “{title}”. Reviewers acted on the report.",
    },
    author_dismissed: {
      subject: "A report that concerns you needed no action",
      body: "Somebody reported “{title}”, which you submitted. Reviewers saw no need to act.",
      comment: "Somebody reported your comment on “{title}”. Reviewers saw no need to act.",
      member: "Somebody reported your account “{title}”. An administrator saw no need to act.",
      list: "Somebody reported your list “{title}”. Reviewers saw no need to act.",
    },
  },
  wrote: "You wrote:",
  reason: "Reason for the decision:",
  confirmAction: "Confirm the report",
  confirmAfter:
    "The link is valid for two days. If you haven’t reported anything, ignore this message: nothing will happen.",
  contestAction: "Appeal against the decision",
  contestAfter:
    "If you think this decision is wrong, you can appeal against it once, within 180 days, with this link.",
  seeAction: "See the page",
  why: {
    notifier: "You’re receiving this email because this address was given in a report.",
    author: "You’re receiving this email because of a decision that concerns you.",
  },
};
