import type { LetterTexts } from "../shapes.ts";

export const letters: LetterTexts = {
  kinds: {
    weekly: {
      subject: "Su semana en camisetas",
      body: "Esto es lo que ha cambiado para usted esta semana.",
    },
  },
  parts: {
    wish: {
      one: "{count} camiseta de su lista de deseos tiene foto",
      other: "{count} camisetas de su lista de deseos tienen foto",
    },
    gap: {
      one: "Ha llegado {count} camiseta que faltaba en sus series",
      other: "Han llegado {count} camisetas que faltaban en sus series",
    },
    jersey: {
      one: "{count} camiseta nueva en las páginas que sigue",
      other: "{count} camisetas nuevas en las páginas que sigue",
    },
    photo: {
      one: "{count} camiseta de las páginas que sigue tiene una foto nueva",
      other: "{count} camisetas de las páginas que sigue tienen una foto nueva",
    },
    listed: {
      one: "{count} camiseta añadida a las listas que sigue",
      other: "{count} camisetas añadidas a las listas que sigue",
    },
  },
  set: {
    title: "Una serie completa en su colección",
    kits: { home: "Local", away: "Visitante", third: "Tercera" },
  },
  bulk: {
    one: "Y {count} camiseta más añadida por una importación",
    other: "Y {count} camisetas más añadidas por una importación",
  },
  action: "Ver mis novedades",
  why: "Recibe este mensaje porque pidió un correo a la semana.",
  stop: "Dejar de recibir este correo",
  stopped: {
    question: "¿Dejar de recibir el correo semanal?",
    done: "Hecho: ya no recibirá el correo semanal. Puede volver a activarlo en su cuenta.",
  },
  settings: "Mis preferencias",
};
