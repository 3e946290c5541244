import type { LetterTexts } from "../shapes.ts";

export const letters: LetterTexts = {
  kinds: {
    weekly: {
      subject: "Sua semana em camisas",
      body: "Veja o que mudou para você na última semana.",
    },
  },
  parts: {
    wish: { one: "{count} camisa tem uma foto nova", other: "{count} camisas têm uma foto nova" },
    gap: {
      one: "{count} camisa que falta na sua coleção",
      other: "{count} camisas que faltam na sua coleção",
    },
    jersey: { one: "{count} camisa nova", other: "{count} camisas novas" },
    photo: {
      one: "{count} camisa com uma foto nova",
      other: "{count} camisas com uma foto nova",
    },
    listed: { one: "{count} camisa adicionada", other: "{count} camisas adicionadas" },
  },
  notes: {
    wish: "Foto nova",
    gap: "Falta na sua coleção",
    jersey: "Camisa nova",
    photo: "Foto nova",
    listed: "Adicionada à lista",
  },
  wishlist: "Sua lista de desejos",
  others: { one: "e mais {count}", other: "e mais {count}" },
  rest: { one: "E mais {count} novidade", other: "E mais {count} novidades" },
  set: "Você completou estas séries: agora tem todas as camisas do catálogo destes times e tipos",
  bulk: {
    one: "{count} camisa adicionada por importação",
    other: "{count} camisas adicionadas por importação",
  },
  action: "Ver minhas novidades",
  why: "Você está recebendo esta mensagem porque pediu o e-mail de segunda-feira.",
  stop: "Parar de receber este e-mail",
  stopped: {
    question: "Parar de receber o e-mail de segunda-feira?",
    done: "Pronto: você não receberá mais o e-mail de segunda-feira. Você pode reativá-lo na sua conta.",
  },
  settings: "Minhas configurações",
};
