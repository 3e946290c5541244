import type { LetterTexts } from "../shapes.ts";

export const letters: LetterTexts = {
  kinds: {
    weekly: {
      subject: "Su semana en camisetas",
      body: "Estas son sus novedades de la última semana.",
    },
  },
  parts: {
    wish: {
      one: "{count} camiseta tiene una foto nueva",
      other: "{count} camisetas tienen una foto nueva",
    },
    gap: {
      one: "{count} camiseta que le falta, nueva en el catálogo",
      other: "{count} camisetas nuevas de las que le faltan",
    },
    jersey: { one: "{count} camiseta nueva", other: "{count} camisetas nuevas" },
    photo: {
      one: "{count} camiseta con una foto nueva",
      other: "{count} camisetas con una foto nueva",
    },
    listed: { one: "{count} camiseta añadida", other: "{count} camisetas añadidas" },
  },
  notes: {
    wish: "Foto nueva",
    gap: "Le falta",
    jersey: "Camiseta nueva",
    photo: "Foto nueva",
    listed: "Añadida a la lista",
  },
  wishlist: "Su lista de deseos",
  others: { one: "y {count} más", other: "y {count} más" },
  rest: { one: "Y {count} novedad más", other: "Y {count} novedades más" },
  set: "Colecciones completas: ya tiene todas las camisetas del catálogo de estos equipos y tipos",
  bulk: {
    one: "{count} camiseta añadida mediante importación",
    other: "{count} camisetas añadidas mediante importación",
  },
  action: "Ver mis novedades",
  why: "Recibe este mensaje porque pidió el correo del lunes.",
  stop: "Dejar de recibir este correo",
  stopped: {
    question: "¿Dejar de recibir el correo del lunes?",
    done: "Hecho: ya no recibirá el correo del lunes. Puede volver a activarlo en su cuenta.",
  },
  settings: "Mis ajustes",
};
