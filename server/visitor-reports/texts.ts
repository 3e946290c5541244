import type { Language } from "../../app/i18n/languages.ts";
import { typesetAll } from "../../app/i18n/typeset.ts";
import type { ReportMail } from "./report-mail.ts";

/** `{title}` is replaced by the jersey's title. */
interface MailText {
  subject: string;
  body: string;
  comment: string;
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
    },
    notifier: {
      upheld: {
        subject: "Votre signalement a été retenu",
        body: "La modération a examiné votre signalement de « {title} » et vous a donné raison.",
        comment:
          "La modération a examiné votre signalement d’un commentaire sous « {title} » et vous a donné raison.",
      },
      dismissed: {
        subject: "Votre signalement est resté sans suite",
        body: "La modération a examiné votre signalement de « {title} » et n’y a pas donné suite.",
        comment:
          "La modération a examiné votre signalement d’un commentaire sous « {title} » et n’y a pas donné suite.",
      },
      removed: {
        subject: "Ce que vous aviez signalé a disparu",
        body: "« {title} », que vous aviez signalé, a été supprimé.",
        comment: "Le commentaire que vous aviez signalé sous « {title} » a été supprimé.",
      },
    },
    author: {
      upheld: {
        subject: "Un signalement a été retenu",
        body: "Une personne a signalé « {title} », que vous avez proposé. La modération lui a donné raison.",
        comment:
          "Une personne a signalé votre commentaire sous « {title} ». La modération lui a donné raison.",
      },
      dismissed: {
        subject: "Un signalement est resté sans suite",
        body: "Une personne a signalé « {title} », que vous avez proposé. La modération n’y a pas donné suite.",
        comment:
          "Une personne a signalé votre commentaire sous « {title} ». La modération n’y a pas donné suite.",
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
    },
    notifier: {
      upheld: {
        subject: "Your report was upheld",
        body: "Moderators looked at your report of “{title}” and agreed with you.",
        comment: "Moderators looked at your report of a comment on “{title}” and agreed with you.",
      },
      dismissed: {
        subject: "Your report was dismissed",
        body: "Moderators looked at your report of “{title}” and dismissed it.",
        comment: "Moderators looked at your report of a comment on “{title}” and dismissed it.",
      },
      removed: {
        subject: "What you reported is gone",
        body: "“{title}”, which you had reported, was deleted.",
        comment: "The comment that you reported on “{title}” was deleted.",
      },
    },
    author: {
      upheld: {
        subject: "A report was upheld",
        body: "Somebody reported “{title}”, which you submitted. Moderators agreed with them.",
        comment: "Somebody reported your comment on “{title}”. Moderators agreed with them.",
      },
      dismissed: {
        subject: "A report was dismissed",
        body: "Somebody reported “{title}”, which you submitted. Moderators dismissed the report.",
        comment: "Somebody reported your comment on “{title}”. Moderators dismissed the report.",
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
      subject: "Confirma tu denuncia",
      body: "Has denunciado «{title}». Tu denuncia cuenta en cuanto la confirmes.",
      comment:
        "Has denunciado un comentario sobre «{title}». Tu denuncia cuenta en cuanto la confirmes.",
    },
    notifier: {
      upheld: {
        subject: "Tu denuncia se ha aceptado",
        body: "La moderación ha examinado tu denuncia de «{title}» y te ha dado la razón.",
        comment:
          "La moderación ha examinado tu denuncia de un comentario sobre «{title}» y te ha dado la razón.",
      },
      dismissed: {
        subject: "Tu denuncia se ha desestimado",
        body: "La moderación ha examinado tu denuncia de «{title}» y la ha desestimado.",
        comment:
          "La moderación ha examinado tu denuncia de un comentario sobre «{title}» y la ha desestimado.",
      },
      removed: {
        subject: "Lo que denunciaste ya no está",
        body: "«{title}», que habías denunciado, se ha eliminado.",
        comment: "El comentario que habías denunciado sobre «{title}» se ha eliminado.",
      },
    },
    author: {
      upheld: {
        subject: "Se ha aceptado una denuncia",
        body: "Alguien ha denunciado «{title}», que tú enviaste. La moderación le ha dado la razón.",
        comment:
          "Alguien ha denunciado tu comentario sobre «{title}». La moderación le ha dado la razón.",
      },
      dismissed: {
        subject: "Se ha desestimado una denuncia",
        body: "Alguien ha denunciado «{title}», que tú enviaste. La moderación ha desestimado la denuncia.",
        comment:
          "Alguien ha denunciado tu comentario sobre «{title}». La moderación ha desestimado la denuncia.",
      },
    },
    wrote: "Escribiste:",
    reason: "Motivo de la decisión:",
    confirmAction: "Confirmar la denuncia",
    confirmAfter:
      "El enlace es válido durante dos días. Si no has denunciado nada, ignora este mensaje: no pasará nada.",
    contestAction: "Recurrir la decisión",
    contestAfter:
      "Si esta decisión te parece equivocada, puedes recurrirla una vez, durante 180 días, con este enlace.",
    seeAction: "Ver la página",
    why: {
      notifier: "Recibes este mensaje porque esta dirección figura en una denuncia.",
      author: "Recibes este mensaje porque una decisión afecta a lo que publicaste.",
    },
  },
  pt: {
    confirm: {
      subject: "Confirme sua denúncia",
      body: "Você denunciou “{title}”. Sua denúncia vale assim que você a confirmar.",
      comment:
        "Você denunciou um comentário sobre “{title}”. Sua denúncia vale assim que você a confirmar.",
    },
    notifier: {
      upheld: {
        subject: "Sua denúncia foi aceita",
        body: "A moderação examinou sua denúncia de “{title}” e deu razão a você.",
        comment:
          "A moderação examinou sua denúncia de um comentário sobre “{title}” e deu razão a você.",
      },
      dismissed: {
        subject: "Sua denúncia foi arquivada",
        body: "A moderação examinou sua denúncia de “{title}” e a arquivou.",
        comment: "A moderação examinou sua denúncia de um comentário sobre “{title}” e a arquivou.",
      },
      removed: {
        subject: "O que você denunciou não está mais aqui",
        body: "“{title}”, que você havia denunciado, foi excluído.",
        comment: "O comentário que você havia denunciado sobre “{title}” foi excluído.",
      },
    },
    author: {
      upheld: {
        subject: "Uma denúncia foi aceita",
        body: "Alguém denunciou “{title}”, que você enviou. A moderação deu razão a essa pessoa.",
        comment:
          "Alguém denunciou seu comentário sobre “{title}”. A moderação deu razão a essa pessoa.",
      },
      dismissed: {
        subject: "Uma denúncia foi arquivada",
        body: "Alguém denunciou “{title}”, que você enviou. A moderação arquivou a denúncia.",
        comment:
          "Alguém denunciou seu comentário sobre “{title}”. A moderação arquivou a denúncia.",
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

/** All mails about reports by visitors. */
export const REPORT_MAIL_TEXTS: Record<Language, ReportMailTexts> = {
  fr: typesetAll(TEXTS.fr, "fr"),
  en: typesetAll(TEXTS.en, "en"),
  es: typesetAll(TEXTS.es, "es"),
  pt: typesetAll(TEXTS.pt, "pt"),
};
