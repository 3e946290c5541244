import type { NoticeTexts } from "./notice-texts.ts";

export const fr: NoticeTexts = {
  kinds: {
    approved: {
      subject: "Votre maillot est en ligne",
      body: "« {title} » a été validé. Il a maintenant sa page dans le catalogue, et tout le monde peut voter pour lui.",
      action: "Voir sa page",
    },
    corrected: {
      subject: "Votre maillot est en ligne",
      body: "« {title} » a été validé. Il a maintenant sa page dans le catalogue, et tout le monde peut voter pour lui.",
      changes: "La modération a corrigé :",
      action: "Voir sa page",
    },
    rejected: {
      subject: "Votre maillot n’a pas été validé",
      body: "La modération n’a pas validé « {title} ».",
      note: "Voici pourquoi :",
      after: "Vous pouvez le corriger depuis votre compte : il sera examiné de nouveau.",
      action: "Corriger mon maillot",
    },
    reverted: {
      subject: "Vos modifications ont été refusées",
      body: "La modération a refusé vos modifications de « {title} ». Le maillot reste tel qu’il était.",
      note: "Voici pourquoi :",
      action: "Voir sa page",
    },
    merged: {
      subject: "Votre maillot a été fusionné avec un autre",
      body: "« {title} » figurait déjà au catalogue. Les deux pages n’en font plus qu’une, avec leurs votes et leurs commentaires.",
      action: "Voir la page commune",
    },
    deleted: {
      subject: "Votre maillot a été supprimé",
      body: "La modération a supprimé « {title} » du catalogue.",
      action: "Voir mes maillots",
    },
    upheld: {
      subject: "Votre signalement a été retenu",
      body: "Merci d’avoir signalé « {title} ». La modération vous a donné raison.",
      comment:
        "Merci d’avoir signalé un commentaire sous « {title} ». La modération vous a donné raison.",
      note: "Sa réponse :",
      action: "Voir mes signalements",
    },
    dismissed: {
      subject: "Votre signalement est resté sans suite",
      body: "Merci d’avoir signalé « {title} ». La modération l’a examiné et n’y a pas donné suite.",
      comment:
        "Merci d’avoir signalé un commentaire sous « {title} ». La modération l’a examiné et n’y a pas donné suite.",
      note: "Sa réponse :",
      action: "Voir mes signalements",
    },
    removed: {
      subject: "Ce que vous aviez signalé a disparu",
      body: "« {title} », que vous aviez signalé, a été supprimé.",
      comment: "Le commentaire que vous aviez signalé sous « {title} » a été supprimé.",
      action: "Voir mes signalements",
    },
    renamed: {
      subject: "Votre nom a été remplacé",
      body: "Le nom « {title} » ne respecte pas les règles du site. La modération l’a remplacé par un nom neutre.",
      note: "Voici pourquoi :",
      after:
        "Vous pouvez en choisir un autre dans votre compte. Si cette décision vous semble fausse, écrivez à l’adresse de contact du site.",
      action: "Choisir un nom",
    },
  },
  why: "Vous recevez ce message parce que vous avez un compte Maillothèque.",
  settings: "Choisir les messages que je reçois",
};
