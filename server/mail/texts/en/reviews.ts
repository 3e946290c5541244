import type { ReviewMailTexts } from "../shapes.ts";

export const reviews: ReviewMailTexts = {
  kinds: { waiting: { subject: "Review queue" } },
  amount: { one: "{count} request waiting", other: "{count} requests waiting" },
  body: {
    one: "{count} request has been waiting for your decision since {date}.",
    other: "{count} requests have been waiting for your decision, the oldest since {date}.",
  },
  action: "Open the queue",
  why: "You’re receiving this email, at most once a day, because you are a reviewer.",
  stop: "Stop receiving this email",
  stopped: {
    question: "Stop receiving the review queue email?",
    done: "Done: you will no longer receive the review queue email. You can turn it back on in your account.",
  },
  settings: "Choose the time",
};
