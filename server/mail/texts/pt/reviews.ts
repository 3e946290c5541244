import type { ReviewMailTexts } from "../shapes.ts";

export const reviews: ReviewMailTexts = {
  kinds: { waiting: { subject: "Fila de revisão" } },
  amount: { one: "{count} pedido pendente", other: "{count} pedidos pendentes" },
  body: {
    one: "{count} pedido espera sua decisão desde {date}.",
    other: "{count} pedidos esperam sua decisão, o mais antigo desde {date}.",
  },
  action: "Abrir a fila",
  why: "Você recebe esta mensagem, no máximo uma vez por dia, porque é revisor.",
  stop: "Parar de receber este e-mail",
  stopped: {
    question: "Parar de receber o e-mail sobre a fila de revisão?",
    done: "Pronto: você não receberá mais o e-mail sobre a fila. Você pode reativá-lo na sua conta.",
  },
  settings: "Escolher a hora",
};
