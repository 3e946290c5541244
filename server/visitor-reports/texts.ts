import type { Language } from "../../app/i18n/languages.ts";
import { typesetAll } from "../../app/i18n/typeset.ts";
import type { ReportMail } from "./report-mail.ts";

/** `{title}` is replaced by the jersey's title, or the member's name. */
interface MailText {
  subject: string;
  body: string;
  comment: string;
  member: string;
}

export interface ReportMailTexts {
  confirm: MailText;
  notifier: Record<Exclude<ReportMail["kind"], "confirm">, MailText>;
  author: Record<"upheld" | "dismissed", MailText>;
  /** Before what the notifier wrote. */
  wrote: string;
  /** Before the reason of the decision. */
  reason: string;
  confirmAction: string;
  confirmAfter: string;
  contestAction: string;
  contestAfter: string;
  seeAction: string;
  why: Record<ReportMail["party"], string>;
}

const TEXTS: Record<Language, ReportMailTexts> = {
  fr: {
    confirm: {
      subject: "Confirmez votre signalement",
      body: "Vous avez signalé « {title} ». Votre signalement compte dès que vous l’aurez confirmé.",
      comment:
        "Vous avez signalé un commentaire sous « {title} ». Votre signalement compte dès que vous l’aurez confirmé.",
      member:
        "Vous avez signalé le membre « {title} ». Votre signalement compte dès que vous l’aurez confirmé.",
    },
    notifier: {
      upheld: {
        subject: "Votre signalement a été retenu",
        body: "La modération a examiné votre signalement de « {title} » et vous a donné raison.",
        comment:
          "La modération a examiné votre signalement d’un commentaire sous « {title} » et vous a donné raison.",
        member:
          "La modération a examiné votre signalement du membre « {title} » et vous a donné raison.",
      },
      dismissed: {
        subject: "Votre signalement est resté sans suite",
        body: "La modération a examiné votre signalement de « {title} » et n’y a pas donné suite.",
        comment:
          "La modération a examiné votre signalement d’un commentaire sous « {title} » et n’y a pas donné suite.",
        member:
          "La modération a examiné votre signalement du membre « {title} » et n’y a pas donné suite.",
      },
      removed: {
        subject: "Ce que vous aviez signalé a disparu",
        body: "« {title} », que vous aviez signalé, a été supprimé.",
        comment: "Le commentaire que vous aviez signalé sous « {title} » a été supprimé.",
        member: "Le compte du membre « {title} », que vous aviez signalé, a été supprimé.",
      },
    },
    author: {
      upheld: {
        subject: "Un signalement a été retenu",
        body: "Une personne a signalé « {title} », que vous avez proposé. La modération lui a donné raison.",
        comment:
          "Une personne a signalé votre commentaire sous « {title} ». La modération lui a donné raison.",
        member:
          "Une personne vous a signalé sous le nom « {title} ». La modération lui a donné raison.",
      },
      dismissed: {
        subject: "Un signalement est resté sans suite",
        body: "Une personne a signalé « {title} », que vous avez proposé. La modération n’y a pas donné suite.",
        comment:
          "Une personne a signalé votre commentaire sous « {title} ». La modération n’y a pas donné suite.",
        member:
          "Une personne vous a signalé sous le nom « {title} ». La modération n’y a pas donné suite.",
      },
    },
    wrote: "Vous avez écrit :",
    reason: "Motif de la décision :",
    confirmAction: "Confirmer le signalement",
    confirmAfter:
      "Le lien est valable deux jours. Si vous n’avez rien signalé, ignorez ce message : rien ne se passera.",
    contestAction: "Contester la décision",
    contestAfter:
      "Si cette décision vous semble fausse, vous pouvez la contester une fois, pendant 180 jours, par ce lien.",
    seeAction: "Voir la page",
    why: {
      notifier: "Vous recevez ce message parce que cette adresse figure dans un signalement.",
      author: "Vous recevez ce message parce qu’une décision concerne ce que vous avez publié.",
    },
  },
  en: {
    confirm: {
      subject: "Confirm your report",
      body: "You reported “{title}”. Your report counts as soon as you have confirmed it.",
      comment:
        "You reported a comment on “{title}”. Your report counts as soon as you have confirmed it.",
      member:
        "You reported the member “{title}”. Your report counts as soon as you have confirmed it.",
    },
    notifier: {
      upheld: {
        subject: "Your report was upheld",
        body: "Moderators looked at your report of “{title}” and agreed with you.",
        comment: "Moderators looked at your report of a comment on “{title}” and agreed with you.",
        member: "Moderators looked at your report of the member “{title}” and agreed with you.",
      },
      dismissed: {
        subject: "Your report was dismissed",
        body: "Moderators looked at your report of “{title}” and dismissed it.",
        comment: "Moderators looked at your report of a comment on “{title}” and dismissed it.",
        member: "Moderators looked at your report of the member “{title}” and dismissed it.",
      },
      removed: {
        subject: "What you reported is gone",
        body: "“{title}”, which you had reported, was deleted.",
        comment: "The comment that you reported on “{title}” was deleted.",
        member: "The account of the member “{title}”, which you had reported, was deleted.",
      },
    },
    author: {
      upheld: {
        subject: "A report was upheld",
        body: "Somebody reported “{title}”, which you submitted. Moderators agreed with them.",
        comment: "Somebody reported your comment on “{title}”. Moderators agreed with them.",
        member: "Somebody reported you under the name “{title}”. Moderators agreed with them.",
      },
      dismissed: {
        subject: "A report was dismissed",
        body: "Somebody reported “{title}”, which you submitted. Moderators dismissed the report.",
        comment: "Somebody reported your comment on “{title}”. Moderators dismissed the report.",
        member: "Somebody reported you under the name “{title}”. Moderators dismissed the report.",
      },
    },
    wrote: "You wrote:",
    reason: "Reason for the decision:",
    confirmAction: "Confirm the report",
    confirmAfter:
      "The link is valid for two days. If you reported nothing, ignore this message: nothing will happen.",
    contestAction: "Contest the decision",
    contestAfter:
      "If you think this decision is wrong, you can contest it once, within 180 days, with this link.",
    seeAction: "See the page",
    why: {
      notifier: "You receive this message because a report names this address.",
      author: "You receive this message because a decision concerns what you published.",
    },
  },
  es: {
    confirm: {
      subject: "Confirme su denuncia",
      body: "Ha denunciado «{title}». Su denuncia cuenta en cuanto la confirme.",
      comment:
        "Ha denunciado un comentario sobre «{title}». Su denuncia cuenta en cuanto la confirme.",
      member: "Ha denunciado al miembro «{title}». Su denuncia cuenta en cuanto la confirme.",
    },
    notifier: {
      upheld: {
        subject: "Su denuncia ha sido aceptada",
        body: "La moderación ha examinado su denuncia de «{title}» y le ha dado la razón.",
        comment:
          "La moderación ha examinado su denuncia de un comentario sobre «{title}» y le ha dado la razón.",
        member:
          "La moderación ha examinado su denuncia del miembro «{title}» y le ha dado la razón.",
      },
      dismissed: {
        subject: "Su denuncia ha sido desestimada",
        body: "La moderación ha examinado su denuncia de «{title}» y la ha desestimado.",
        comment:
          "La moderación ha examinado su denuncia de un comentario sobre «{title}» y la ha desestimado.",
        member: "La moderación ha examinado su denuncia del miembro «{title}» y la ha desestimado.",
      },
      removed: {
        subject: "Lo que denunció ya no está",
        body: "«{title}», que usted había denunciado, ha sido eliminada.",
        comment: "El comentario sobre «{title}» que usted había denunciado ha sido eliminado.",
        member: "La cuenta del miembro «{title}», que usted había denunciado, ha sido eliminada.",
      },
    },
    author: {
      upheld: {
        subject: "Se ha aceptado una denuncia",
        body: "Alguien ha denunciado «{title}», que usted envió. La moderación ha dado la razón a esa persona.",
        comment:
          "Alguien ha denunciado su comentario sobre «{title}». La moderación ha dado la razón a esa persona.",
        member:
          "Alguien le ha denunciado con el nombre «{title}». La moderación ha dado la razón a esa persona.",
      },
      dismissed: {
        subject: "Se ha desestimado una denuncia",
        body: "Alguien ha denunciado «{title}», que usted envió. La moderación ha desestimado la denuncia.",
        comment:
          "Alguien ha denunciado su comentario sobre «{title}». La moderación ha desestimado la denuncia.",
        member:
          "Alguien le ha denunciado con el nombre «{title}». La moderación ha desestimado la denuncia.",
      },
    },
    wrote: "Usted escribió:",
    reason: "Motivo de la decisión:",
    confirmAction: "Confirmar la denuncia",
    confirmAfter:
      "El enlace es válido durante dos días. Si no ha denunciado nada, ignore este mensaje: no pasará nada.",
    contestAction: "Recurrir la decisión",
    contestAfter:
      "Si esta decisión le parece equivocada, puede recurrirla una vez, durante 180 días, con este enlace.",
    seeAction: "Ver la página",
    why: {
      notifier: "Recibe este mensaje porque esta dirección figura en una denuncia.",
      author: "Recibe este mensaje porque una decisión afecta a lo que usted publicó.",
    },
  },
  pt: {
    confirm: {
      subject: "Confirme sua denúncia",
      body: "Você denunciou “{title}”. Sua denúncia vale assim que você a confirmar.",
      comment:
        "Você denunciou um comentário sobre “{title}”. Sua denúncia vale assim que você a confirmar.",
      member: "Você denunciou o membro “{title}”. Sua denúncia vale assim que você a confirmar.",
    },
    notifier: {
      upheld: {
        subject: "Sua denúncia foi aceita",
        body: "A moderação examinou sua denúncia de “{title}” e deu razão a você.",
        comment:
          "A moderação examinou sua denúncia de um comentário sobre “{title}” e deu razão a você.",
        member: "A moderação examinou sua denúncia do membro “{title}” e deu razão a você.",
      },
      dismissed: {
        subject: "Sua denúncia foi arquivada",
        body: "A moderação examinou sua denúncia de “{title}” e a arquivou.",
        comment: "A moderação examinou sua denúncia de um comentário sobre “{title}” e a arquivou.",
        member: "A moderação examinou sua denúncia do membro “{title}” e a arquivou.",
      },
      removed: {
        subject: "O que você denunciou não está mais aqui",
        body: "“{title}”, que você havia denunciado, foi excluída.",
        comment: "O comentário sobre “{title}” que você havia denunciado foi excluído.",
        member: "A conta do membro “{title}”, que você havia denunciado, foi excluída.",
      },
    },
    author: {
      upheld: {
        subject: "Uma denúncia foi aceita",
        body: "Alguém denunciou “{title}”, que você enviou. A moderação deu razão a essa pessoa.",
        comment:
          "Alguém denunciou seu comentário sobre “{title}”. A moderação deu razão a essa pessoa.",
        member: "Alguém denunciou você com o nome “{title}”. A moderação deu razão a essa pessoa.",
      },
      dismissed: {
        subject: "Uma denúncia foi arquivada",
        body: "Alguém denunciou “{title}”, que você enviou. A moderação arquivou a denúncia.",
        comment:
          "Alguém denunciou seu comentário sobre “{title}”. A moderação arquivou a denúncia.",
        member: "Alguém denunciou você com o nome “{title}”. A moderação arquivou a denúncia.",
      },
    },
    wrote: "Você escreveu:",
    reason: "Motivo da decisão:",
    confirmAction: "Confirmar a denúncia",
    confirmAfter:
      "O link é válido por dois dias. Se você não denunciou nada, ignore esta mensagem: nada acontecerá.",
    contestAction: "Contestar a decisão",
    contestAfter:
      "Se esta decisão parece errada, você pode contestá-la uma vez, durante 180 dias, por este link.",
    seeAction: "Ver a página",
    why: {
      notifier: "Você recebe esta mensagem porque este endereço consta em uma denúncia.",
      author: "Você recebe esta mensagem porque uma decisão diz respeito ao que você publicou.",
    },
  },
};

/** All mails about visitors' reports. */
export const REPORT_MAIL_TEXTS: Record<Language, ReportMailTexts> = {
  fr: typesetAll(TEXTS.fr, "fr"),
  en: typesetAll(TEXTS.en, "en"),
  es: typesetAll(TEXTS.es, "es"),
  pt: typesetAll(TEXTS.pt, "pt"),
};
