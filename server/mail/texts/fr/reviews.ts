import type { ReviewMailTexts } from "../shapes.ts";

export const reviews: ReviewMailTexts = {
  kinds: { waiting: { subject: "File de relecture" } },
  amount: { one: "{count} demande attend", other: "{count} demandes attendent" },
  body: {
    one: "{count} demande attend votre décision depuis le {date}.",
    other: "{count} demandes attendent votre décision, la plus ancienne depuis le {date}.",
  },
  action: "Ouvrir la file",
  why: "Vous recevez ce message, une fois par jour au plus, parce que vous avez les droits de relecteur.",
  stop: "Ne plus recevoir cet e-mail",
  stopped: {
    question: "Ne plus recevoir l’e-mail sur la file de relecture ?",
    done: "C’est fait : vous ne recevrez plus l’e-mail sur la file. Vous pouvez le redemander dans votre compte.",
  },
  settings: "Choisir l’heure d’envoi",
};
