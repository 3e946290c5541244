import type { MailTexts } from "@maillotheque/backend";

/** Part of every security mail. */
const SECURITY = {
  action: "Voir mon compte",
  afterword:
    "Si c’était bien vous, vous n’avez rien à faire. Sinon, choisissez aussitôt un nouveau mot de passe : quelqu’un a accès à votre compte.",
};

export const account: MailTexts = {
  kinds: {
    confirmation: {
      subject: "Confirmez votre adresse e-mail",
      body: [
        "Bienvenue sur Maillothèque, le catalogue des maillots de sport fait par celles et ceux qui les aiment.",
        "Confirmez votre adresse pour voter, compléter votre collection et proposer vos maillots.",
      ],
      action: "Confirmer mon adresse",
      afterword:
        "Si vous n’avez pas demandé de compte, ignorez ce message : sans confirmation, aucun compte n’est ouvert.",
    },
    invite: {
      subject: "Vous avez reçu une invitation",
      body: [
        "Vous avez reçu une invitation à rejoindre Maillothèque, le catalogue des maillots de sport fait par celles et ceux qui les aiment.",
      ],
      action: "Accepter l’invitation",
      afterword:
        "Si vous ne souhaitez pas de compte, ignorez ce message : sans confirmation, aucun n’est ouvert.",
    },
    "magic-link": {
      subject: "Votre lien de connexion",
      body: ["Voici le lien que vous avez demandé pour vous connecter à Maillothèque."],
      action: "Me connecter",
      afterword:
        "Si vous n’avez rien demandé, ignorez ce message : personne ne peut se connecter sans ce lien ou ce code.",
    },
    recovery: {
      subject: "Choisissez un nouveau mot de passe",
      body: [
        "Vous avez demandé à remplacer le mot de passe de votre compte Maillothèque.",
        "Suivez ce lien pour choisir un nouveau mot de passe.",
      ],
      action: "Choisir un mot de passe",
      afterword:
        "Si vous n’avez rien demandé, ignorez ce message : votre mot de passe reste le même.",
    },
    "email-change-current": {
      subject: "Confirmez le changement de votre adresse e-mail",
      body: [
        "Vous avez demandé que votre compte Maillothèque utilise désormais l’adresse {newEmail}.",
        "Pour votre sécurité, ce changement doit être confirmé depuis l’ancienne adresse et depuis la nouvelle. Ce message a été envoyé à l’ancienne.",
      ],
      action: "Confirmer le changement",
      afterword:
        "Si vous n’avez rien demandé, ne confirmez pas et changez votre mot de passe : quelqu’un a accès à votre compte.",
    },
    "email-change-new": {
      subject: "Confirmez votre nouvelle adresse e-mail",
      body: [
        "Cette adresse a été indiquée comme nouvelle adresse d’un compte Maillothèque.",
        "Pour votre sécurité, si le compte a déjà une adresse, ce changement doit aussi être confirmé depuis l’ancienne.",
      ],
      action: "Confirmer ma nouvelle adresse",
      afterword: "Si vous n’avez rien demandé, ignorez ce message : rien ne changera.",
    },
    reauthentication: {
      subject: "Votre code de vérification",
      body: [
        "Une opération sensible est demandée sur votre compte Maillothèque. Confirmez avec ce code qu’elle vient bien de vous.",
      ],
      afterword:
        "Si vous n’avez rien demandé, ne communiquez ce code à personne et changez votre mot de passe.",
    },
    "account-exists": {
      subject: "Vous avez déjà un compte",
      body: [
        "Quelqu’un, sans doute vous, a voulu utiliser cette adresse pour un compte Maillothèque. Un compte existe déjà avec cette adresse : rien n’a été modifié.",
        "Connectez-vous comme d’habitude. Si vous avez oublié votre mot de passe, la page de connexion permet d’en choisir un nouveau.",
      ],
      action: "Me connecter",
      afterword: "Si ce n’était pas vous, vous n’avez rien à faire.",
    },
    "password-changed": {
      ...SECURITY,
      subject: "Votre mot de passe a changé",
      body: [
        "Le mot de passe de votre compte Maillothèque vient d’être modifié. Vos autres appareils ont été déconnectés.",
      ],
    },
    "email-changed": {
      ...SECURITY,
      subject: "Votre adresse e-mail a changé",
      body: [
        "Votre compte Maillothèque utilise désormais l’adresse {newEmail}. Ce message est le dernier envoyé à l’ancienne.",
      ],
    },
    "phone-changed": {
      ...SECURITY,
      subject: "Votre numéro de téléphone a changé",
      body: ["Le numéro de téléphone de votre compte Maillothèque vient d’être modifié."],
    },
    "factor-added": {
      ...SECURITY,
      subject: "Moyen de vérification ajouté",
      body: [
        "Un moyen de vérification vient d’être ajouté à votre compte Maillothèque. À chaque connexion, un de vos moyens de vérification vous sera demandé.",
      ],
    },
    "factor-removed": {
      ...SECURITY,
      subject: "Moyen de vérification retiré",
      body: [
        "Un moyen de vérification de votre compte Maillothèque vient d’être retiré : il ne sera plus demandé à la connexion.",
      ],
    },
    "passkey-added": {
      ...SECURITY,
      subject: "Clé d’accès ajoutée",
      body: [
        "Une clé d’accès vient d’être ajoutée à votre compte Maillothèque. Vous pouvez vous connecter avec elle, sans mot de passe.",
      ],
      afterword:
        "Si c’était bien vous, vous n’avez rien à faire. Sinon, retirez cette clé et choisissez aussitôt un nouveau mot de passe : quelqu’un a accès à votre compte.",
    },
    "passkey-removed": {
      ...SECURITY,
      subject: "Clé d’accès retirée",
      body: [
        "Une clé d’accès vient d’être retirée de votre compte Maillothèque. Elle ne permet plus de se connecter.",
      ],
    },
    "identity-linked": {
      ...SECURITY,
      subject: "Nouveau moyen de connexion",
      body: ["Vous pouvez désormais aussi vous connecter à Maillothèque avec {provider}."],
      afterword:
        "Si c’était bien vous, vous n’avez rien à faire. Sinon, dissociez ce service et choisissez aussitôt un nouveau mot de passe : quelqu’un a accès à votre compte.",
    },
    "sign-in-attempts": {
      ...SECURITY,
      subject: "Quelqu’un essaie de se connecter à votre compte",
      body: [
        "Quelqu’un a saisi de nombreux mots de passe erronés pour votre compte Maillothèque. Aucun n’était le bon ; de nouvelles tentatives peuvent être bloquées pendant un moment.",
        "Si votre mot de passe est lui aussi refusé, demandez un lien de connexion par e-mail.",
      ],
      afterword:
        "Si c’était vous, vous n’avez rien à faire. Sinon, assurez-vous de n’utiliser votre mot de passe nulle part ailleurs et ajoutez un moyen de vérification.",
    },
    "identity-unlinked": {
      ...SECURITY,
      subject: "Moyen de connexion retiré",
      body: ["Vous ne pouvez plus vous connecter à Maillothèque avec {provider}."],
    },
  },
  orCode: "Ou saisissez ce code :",
  code: "Votre code :",
  orLink: "Si le bouton ne répond pas, copiez cette adresse dans votre navigateur :",
  sms: "Votre code Maillothèque : {code}. Ne le donnez à personne.",
  validity: "Valable une heure, une seule fois.",
  signature: "Maillothèque, le catalogue des maillots de sport, par celles et ceux qui les aiment",
  colon: "\u00a0:",
};
