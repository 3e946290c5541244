import type { VisitorReportTexts } from "../shapes.ts";

export const visitorReports: VisitorReportTexts = {
  kinds: {
    confirm: {
      subject: "Confirmez votre signalement",
      body: "Vous avez signalé « {title} ». Votre signalement sera pris en compte dès que vous l’aurez confirmé.",
      comment:
        "Vous avez signalé un commentaire sous « {title} ». Votre signalement sera pris en compte dès que vous l’aurez confirmé.",
      member:
        "Vous avez signalé le membre « {title} ». Votre signalement sera pris en compte dès que vous l’aurez confirmé.",
      list: "Vous avez signalé la liste « {title} ». Votre signalement sera pris en compte dès que vous l’aurez confirmé.",
    },
    upheld: {
      subject: "Votre signalement a été retenu",
      body: "La modération a examiné votre signalement de « {title} » et vous a donné raison.",
      comment:
        "La modération a examiné votre signalement d’un commentaire sous « {title} » et vous a donné raison.",
      member:
        "La modération a examiné votre signalement du membre « {title} » et vous a donné raison.",
      list: "La modération a examiné votre signalement de la liste « {title} » et vous a donné raison.",
    },
    dismissed: {
      subject: "Votre signalement est resté sans suite",
      body: "La modération a examiné votre signalement de « {title} » et n’y a pas donné suite.",
      comment:
        "La modération a examiné votre signalement d’un commentaire sous « {title} » et n’y a pas donné suite.",
      member:
        "La modération a examiné votre signalement du membre « {title} » et n’y a pas donné suite.",
      list: "La modération a examiné votre signalement de la liste « {title} » et n’y a pas donné suite.",
    },
    removed: {
      subject: "Ce que vous aviez signalé a disparu",
      body: "« {title} », que vous aviez signalé, a été supprimé.",
      comment: "Le commentaire que vous aviez signalé sous « {title} » a été supprimé.",
      member: "Le compte du membre « {title} », que vous aviez signalé, a été supprimé.",
      list: "La liste « {title} », que vous aviez signalée, a été supprimée.",
    },
    author_upheld: {
      subject: "Un signalement a été retenu",
      body: "Une personne a signalé « {title} », que vous avez proposé. La modération lui a donné raison.",
      comment:
        "Une personne a signalé votre commentaire sous « {title} ». La modération lui a donné raison.",
      member:
        "Une personne vous a signalé sous le nom « {title} ». La modération lui a donné raison.",
      list: "Une personne a signalé votre liste « {title} ». La modération lui a donné raison.",
    },
    author_dismissed: {
      subject: "Un signalement est resté sans suite",
      body: "Une personne a signalé « {title} », que vous avez proposé. La modération n’y a pas donné suite.",
      comment:
        "Une personne a signalé votre commentaire sous « {title} ». La modération n’y a pas donné suite.",
      member:
        "Une personne vous a signalé sous le nom « {title} ». La modération n’y a pas donné suite.",
      list: "Une personne a signalé votre liste « {title} ». La modération n’y a pas donné suite.",
    },
  },
  wrote: "Vous avez écrit :",
  reason: "Motif de la décision :",
  confirmAction: "Confirmer le signalement",
  confirmAfter:
    "Le lien est valable deux jours. Si vous n’avez rien signalé, ignorez ce message : rien ne se passera.",
  contestAction: "Contester la décision",
  contestAfter:
    "Si cette décision vous semble injustifiée, vous pouvez la contester une fois, pendant 180 jours, par ce lien.",
  seeAction: "Voir la page",
  why: {
    notifier: "Vous recevez ce message parce que cette adresse figure dans un signalement.",
    author: "Vous recevez ce message parce qu’une décision concerne ce que vous avez publié.",
  },
};
