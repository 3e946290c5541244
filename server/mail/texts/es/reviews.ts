import type { ReviewMailTexts } from "../shapes.ts";

export const reviews: ReviewMailTexts = {
  kinds: { waiting: { subject: "Cola de revisión" } },
  amount: { one: "{count} solicitud pendiente", other: "{count} solicitudes pendientes" },
  body: {
    one: "{count} solicitud espera su decisión desde el {date}.",
    other: "{count} solicitudes esperan su decisión, la más antigua desde el {date}.",
  },
  action: "Abrir la cola",
  why: "Recibe este mensaje, como máximo una vez al día, porque es revisor.",
  stop: "Dejar de recibir este correo",
  stopped: {
    question: "¿Dejar de recibir el correo sobre la cola de revisión?",
    done: "Hecho: ya no recibirá el correo sobre la cola. Puede volver a activarlo en su cuenta.",
  },
  settings: "Elegir la hora",
};
