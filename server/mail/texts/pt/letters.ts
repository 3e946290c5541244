import type { LetterTexts } from "../shapes.ts";

export const letters: LetterTexts = {
  kinds: {
    weekly: { subject: "Sua semana em camisas", body: "Veja o que mudou para você esta semana." },
  },
  parts: {
    wish: {
      one: "{count} camisa da sua lista de desejos tem foto",
      other: "{count} camisas da sua lista de desejos têm foto",
    },
    gap: {
      one: "{count} camisa que faltava nas suas séries chegou",
      other: "{count} camisas que faltavam nas suas séries chegaram",
    },
    jersey: {
      one: "{count} camisa nova do que você segue",
      other: "{count} camisas novas do que você segue",
    },
    photo: {
      one: "{count} camisa do que você segue tem uma foto nova",
      other: "{count} camisas do que você segue têm uma foto nova",
    },
    listed: {
      one: "{count} camisa adicionada às listas que você segue",
      other: "{count} camisas adicionadas às listas que você segue",
    },
  },
  set: {
    title: "Uma série completa na sua coleção",
    kits: { home: "Titular", away: "Reserva", third: "Terceira" },
  },
  bulk: {
    one: "E mais {count} camisa adicionada por uma importação",
    other: "E mais {count} camisas adicionadas por uma importação",
  },
  action: "Ver minhas novidades",
  why: "Você recebe esta mensagem porque pediu um e-mail por semana.",
  stop: "Não receber mais este e-mail",
  stopped: {
    question: "Não receber mais o e-mail semanal?",
    done: "Pronto: você não receberá mais o e-mail semanal. Pode reativá-lo na sua conta.",
  },
  settings: "Minhas preferências",
};
