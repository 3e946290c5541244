import type { LetterTexts } from "../shapes.ts";

export const letters: LetterTexts = {
  kinds: {
    weekly: {
      subject: "Votre semaine en maillots",
      body: "Voici vos nouveautés de la semaine.",
    },
  },
  parts: {
    wish: {
      one: "{count} maillot a une nouvelle photo",
      other: "{count} maillots ont une nouvelle photo",
    },
    gap: {
      one: "{count} maillot qui vous manque",
      other: "{count} maillots qui vous manquent",
    },
    jersey: { one: "{count} nouveau maillot", other: "{count} nouveaux maillots" },
    photo: {
      one: "{count} maillot avec une nouvelle photo",
      other: "{count} maillots avec une nouvelle photo",
    },
    listed: { one: "{count} maillot ajouté", other: "{count} maillots ajoutés" },
  },
  notes: {
    wish: "Nouvelle photo",
    gap: "Il vous manque",
    jersey: "Nouveau maillot",
    photo: "Nouvelle photo",
    listed: "Ajouté à la liste",
  },
  wishlist: "Votre wishlist",
  others: { one: "et {count} autre", other: "et {count} autres" },
  rest: { one: "Et {count} autre nouveauté", other: "Et {count} autres nouveautés" },
  set: "Séries complètes : vous avez tous les maillots du catalogue pour ces équipes et ces types",
  bulk: {
    one: "{count} maillot ajouté par import",
    other: "{count} maillots ajoutés par import",
  },
  action: "Voir mes nouveautés",
  why: "Vous recevez ce message parce que vous avez demandé l’e-mail du lundi.",
  stop: "Ne plus recevoir cet e-mail",
  stopped: {
    question: "Ne plus recevoir l’e-mail du lundi ?",
    done: "C’est fait : vous ne recevrez plus l’e-mail du lundi. Vous pouvez le redemander dans votre compte.",
  },
  settings: "Mes réglages",
};
