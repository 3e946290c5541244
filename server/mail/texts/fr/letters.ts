import type { LetterTexts } from "../shapes.ts";

export const letters: LetterTexts = {
  kinds: {
    weekly: {
      subject: "Votre semaine en maillots",
      body: "Voici ce qui a changé cette semaine pour vous.",
    },
  },
  parts: {
    wish: {
      one: "{count} maillot de votre wishlist a une photo",
      other: "{count} maillots de votre wishlist ont une photo",
    },
    gap: {
      one: "{count} maillot qui manquait à vos séries est arrivé",
      other: "{count} maillots qui manquaient à vos séries sont arrivés",
    },
    jersey: {
      one: "{count} nouveau maillot sur les pages que vous suivez",
      other: "{count} nouveaux maillots sur les pages que vous suivez",
    },
    photo: {
      one: "{count} maillot des pages que vous suivez a une nouvelle photo",
      other: "{count} maillots des pages que vous suivez ont une nouvelle photo",
    },
    listed: {
      one: "{count} maillot ajouté aux listes que vous suivez",
      other: "{count} maillots ajoutés aux listes que vous suivez",
    },
  },
  set: {
    title: "Série complète dans votre collection",
    kits: { home: "Domicile", away: "Extérieur", third: "Third" },
  },
  bulk: {
    one: "Et {count} autre maillot ajouté par un import",
    other: "Et {count} autres maillots ajoutés par un import",
  },
  action: "Voir mes nouveautés",
  why: "Vous recevez ce message parce que vous avez demandé un e-mail par semaine.",
  stop: "Ne plus recevoir cet e-mail",
  stopped: {
    question: "Ne plus recevoir l’e-mail hebdomadaire ?",
    done: "C’est fait : vous ne recevrez plus l’e-mail hebdomadaire. Vous pouvez le redemander dans votre compte.",
  },
  settings: "Mes préférences",
};
