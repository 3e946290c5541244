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
      subject: "Votre signalement a été suivi d’effet",
      body: "Les relecteurs ont examiné votre signalement de « {title} » et y ont donné suite.",
      comment:
        "Les relecteurs ont examiné votre signalement d’un commentaire sous « {title} » et y ont donné suite.",
      member:
        "Un administrateur a examiné votre signalement du membre « {title} » et y a donné suite.",
      list: "Les relecteurs ont examiné votre signalement de la liste « {title} » et y ont donné suite.",
    },
    dismissed: {
      subject: "Votre signalement n’appelait pas de suite",
      body: "Les relecteurs ont examiné votre signalement de « {title} » et n’y ont pas donné suite.",
      comment:
        "Les relecteurs ont examiné votre signalement d’un commentaire sous « {title} » et n’y ont pas donné suite.",
      member:
        "Un administrateur a examiné votre signalement du membre « {title} » et n’y a pas donné suite.",
      list: "Les relecteurs ont examiné votre signalement de la liste « {title} » et n’y ont pas donné suite.",
    },
    removed: {
      subject: "Le contenu que vous aviez signalé a été supprimé",
      body: "« {title} », que vous aviez signalé, a été supprimé.",
      comment: "Le commentaire que vous aviez signalé sous « {title} » a été supprimé.",
      member: "Le compte du membre « {title} », que vous aviez signalé, a été supprimé.",
      list: "La liste « {title} », que vous aviez signalée, a été supprimée.",
    },
    author_upheld: {
      subject: "Un signalement vous concernant a été suivi d’effet",
      body: "Une personne a signalé « {title} », que vous avez proposé. Les relecteurs y ont donné suite.",
      comment:
        "Une personne a signalé votre commentaire sous « {title} ». Les relecteurs y ont donné suite.",
      member: "Une personne a signalé votre compte « {title} ». Un administrateur y a donné suite.",
      list: "Une personne a signalé votre liste « {title} ». Les relecteurs y ont donné suite.",
    },
    author_dismissed: {
      subject: "Un signalement vous concernant est resté sans suite",
      body: "Une personne a signalé « {title} », que vous avez proposé. Les relecteurs n’y ont pas donné suite.",
      comment:
        "Une personne a signalé votre commentaire sous « {title} ». Les relecteurs n’y ont pas donné suite.",
      member:
        "Une personne a signalé votre compte « {title} ». Un administrateur n’y a pas donné suite.",
      list: "Une personne a signalé votre liste « {title} ». Les relecteurs n’y ont pas donné suite.",
    },
  },
  wrote: "Vous avez écrit :",
  reason: "Motif de la décision :",
  confirmAction: "Confirmer le signalement",
  confirmAfter:
    "Le lien est valable deux jours. Si vous n’avez rien signalé, ignorez ce message : rien ne se passera.",
  contestAction: "Contester la décision",
  contestAfter:
    "Si cette décision vous semble injustifiée, vous pouvez la contester une seule fois, dans les 180 jours, en suivant ce lien.",
  seeAction: "Voir la page",
  why: {
    notifier: "Vous recevez ce message parce que cette adresse a été indiquée dans un signalement.",
    author: "Vous recevez ce message parce qu’une décision concerne ce que vous avez publié.",
  },
};
