import type { NoticeTexts } from "../shapes.ts";

export const notices: NoticeTexts = {
  kinds: {
    approved: {
      subject: "Votre maillot est en ligne",
      body: "« {title} » a été validé. Il a maintenant sa page au catalogue, et les membres peuvent voter.",
      action: "Voir la page",
    },
    corrected: {
      subject: "Votre maillot est en ligne",
      body: "« {title} » a été validé. Il a maintenant sa page au catalogue, et les membres peuvent voter.",
      changes: "Les relecteurs ont corrigé :",
      action: "Voir la page",
    },
    rejected: {
      subject: "Votre maillot n’a pas été validé",
      body: "Les relecteurs n’ont pas validé « {title} ».",
      note: "Voici pourquoi :",
      after: "Vous pouvez corriger votre maillot depuis votre compte : il sera examiné de nouveau.",
      action: "Corriger mon maillot",
    },
    merged: {
      subject: "Un maillot a été fusionné avec un autre",
      body: "« {title} » était déjà au catalogue. Les deux pages n’en font plus qu’une, avec leurs votes et leurs commentaires.",
      note: "Voici pourquoi :",
      action: "Voir le maillot",
    },
    submission_merged: {
      subject: "Votre maillot avait déjà été proposé",
      body: "« {title} » avait déjà été proposé : votre maillot a été fusionné avec l’autre.",
      note: "Voici pourquoi :",
      action: "Voir le détail",
    },
    deleted: {
      subject: "Votre maillot a été supprimé",
      body: "« {title} » a été supprimé.",
      action: "Voir mes contributions",
    },
    upheld: {
      subject: "Votre signalement a été suivi d’effet",
      body: "Merci d’avoir signalé « {title} ». Les relecteurs y ont donné suite.",
      comment:
        "Merci d’avoir signalé un commentaire sous « {title} ». Les relecteurs y ont donné suite.",
      member: "Merci d’avoir signalé le membre « {title} ». Un administrateur y a donné suite.",
      note: "Voici la réponse :",
      changes: "Les relecteurs ont corrigé :",
      action: "Voir mes contributions",
    },
    dismissed: {
      subject: "Votre signalement n’appelait pas de suite",
      body: "Merci d’avoir signalé « {title} ». Les relecteurs ont examiné votre signalement et n’y ont pas donné suite.",
      comment:
        "Merci d’avoir signalé un commentaire sous « {title} ». Les relecteurs ont examiné votre signalement et n’y ont pas donné suite.",
      member:
        "Merci d’avoir signalé le membre « {title} ». Un administrateur a examiné votre signalement et n’y a pas donné suite.",
      note: "Voici la réponse :",
      action: "Voir mes contributions",
    },
    removed: {
      subject: "Le contenu que vous aviez signalé a été supprimé",
      body: "« {title} », que vous aviez signalé, a été supprimé.",
      comment: "Le commentaire que vous aviez signalé sous « {title} » a été supprimé.",
      member: "Le compte du membre « {title} », que vous aviez signalé, a été supprimé.",
      action: "Voir mes contributions",
    },
    renamed: {
      subject: "Votre nom a été remplacé",
      body: "Le nom « {title} » ne respecte pas les règles du site. Un administrateur l’a remplacé par un nom neutre ; votre page a été fermée et ses textes ont été effacés.",
      note: "Voici pourquoi :",
      after:
        "Vous pouvez choisir un autre nom dans votre compte. Si cette décision vous semble injustifiée, écrivez à l’adresse de contact du site.",
      action: "Choisir un nom",
    },
    suggestion_accepted: {
      subject: "Votre suggestion a été acceptée",
      body: "Merci de votre suggestion pour « {title} ». Elle a été acceptée.",
      changes: "Accepté :",
      action: "Voir le détail",
    },
    suggestion_partly: {
      subject: "Votre suggestion a été acceptée en partie",
      body: "Merci de votre suggestion pour « {title} ». Un relecteur en a accepté une partie.",
      changes: "Accepté :",
      refused: "Refusé :",
      after:
        "Vous pouvez contester ce refus pendant trente jours : il sera réexaminé, par un autre relecteur si possible.",
      action: "Voir mes contributions",
    },
    suggestion_refused: {
      subject: "Votre suggestion n’a pas été acceptée",
      body: "Merci de votre suggestion pour « {title} ». Elle n’a pas été acceptée.",
      refused: "Refusé :",
      after:
        "Vous pouvez contester ce refus pendant trente jours : il sera réexaminé, par un autre relecteur si possible.",
      action: "Voir mes contributions",
    },
    undone: {
      subject: "Une de vos contributions a été annulée",
      body: "Un relecteur a annulé une de vos contributions à « {title} ».",
      note: "Voici pourquoi :",
      changes: "Annulé :",
      action: "Voir le détail",
    },
    taken_down: {
      subject: "Un maillot a été retiré du catalogue",
      body: "« {title} » a été retiré du catalogue. Si vous en possédez un exemplaire, il reste dans votre collection.",
      note: "Voici pourquoi :",
      after: "Les relecteurs peuvent annuler ce retrait pendant 90 jours.",
      action: "Voir mon compte",
    },
    brought_back: {
      subject: "Un maillot est de retour",
      body: "« {title} » est de retour, avec ses votes, ses photos et ses commentaires.",
      note: "Voici pourquoi :",
      action: "Voir le détail",
    },
    comment_hidden: {
      subject: "Décision sur votre commentaire",
      body: "Les relecteurs ont masqué votre commentaire sous « {title} ».",
      again: "Votre commentaire sous « {title} » reste masqué.",
      note: "Voici pourquoi :",
      after:
        "Si vous corrigez ce commentaire, il sera relu. Vous pouvez aussi contester cette décision une seule fois, dans un délai de 180 jours, depuis les notifications de votre compte.",
      action: "Voir mes notifications",
    },
    comments_hidden: {
      subject: "Décision sur vos commentaires",
      body: "Les relecteurs ont masqué tous les commentaires de votre compte « {title} ».",
      note: "Voici pourquoi :",
      after:
        "Si vous corrigez un commentaire, il sera relu. Pour contester cette décision, écrivez à l’adresse de contact indiquée dans les mentions légales.",
      action: "Voir l’adresse de contact",
    },
    suspended: {
      subject: "Votre compte est suspendu",
      body: "Un administrateur a suspendu votre compte « {title} ». Vous ne pouvez plus vous connecter ni publier. Vos maillots publics et vos commentaires non masqués restent en ligne ; votre collection, vos listes et votre année en maillots ne sont plus montrées.",
      note: "Voici pourquoi :",
      after:
        "Pour contester cette décision ou demander vos données, écrivez à l’adresse de contact du site.",
      action: "Voir l’adresse de contact",
    },
    reinstated: {
      subject: "Votre compte n’est plus suspendu",
      body: "La suspension de votre compte « {title} » est levée : vous pouvez de nouveau vous connecter.",
      action: "Voir mon compte",
    },
    owned: {
      subject: "Votre maillot a maintenant sa page",
      body: "« {title} » est entré au catalogue. Le maillot sans page que vous aviez ajouté à votre collection lui est maintenant rattaché : tous les détails que vous aviez saisis sont conservés. Si le vôtre est différent, modifiez votre exemplaire et détachez-le de cette page.",
      action: "Voir la page",
    },
    list_hidden: {
      subject: "Une de vos listes a été masquée",
      body: "Les relecteurs ont masqué votre liste « {title} » : elle n’est plus visible que de vous.",
      again: "Votre liste « {title} » reste masquée.",
      note: "Voici pourquoi :",
      after:
        "Vous pouvez corriger cette liste, puis contester la décision une seule fois, dans un délai de 180 jours, depuis les notifications de votre compte.",
      action: "Voir mes notifications",
    },
    list_shown: {
      subject: "Une de vos listes est de nouveau visible",
      body: "Votre liste « {title} » est de nouveau visible.",
      note: "Voici pourquoi :",
      action: "Voir mes listes",
    },
    undone_all: {
      subject: "Plusieurs de vos modifications ont été annulées",
      body: "Un relecteur a annulé en une fois plusieurs modifications faites depuis votre compte « {title} ». L’historique de chaque page les montre.",
      note: "Voici pourquoi :",
      action: "Voir mes contributions",
    },
  },
  photoAdded: "Ajout d’une photo",
  photoRemoved: "Retrait d’une photo",
  done: {
    corrected: "La page du maillot a été corrigée.",
    merged: "Le maillot était un doublon : sa page a été fusionnée avec une autre.",
    removed: "Le maillot a été retiré du catalogue.",
    hidden: "Ce contenu a été masqué.",
    suggested:
      "Vos photos sont devenues une suggestion pour la page de l’autre maillot : un relecteur décidera. Vous pouvez suivre cette suggestion dans vos contributions.",
  },
  stands: {
    hidden: "Ce contenu est masqué.",
    shown: "Ce contenu est visible.",
  },
  again: "La décision précédente avait été contestée. Elle a été réexaminée.",
  why: "Vous recevez ce message parce que vous avez un compte Maillothèque.",
  settings: "Choisir les messages que je reçois",
};
