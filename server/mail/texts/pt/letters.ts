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
      one: "{count} camisa nova nas páginas que você segue",
      other: "{count} camisas novas nas páginas que você segue",
    },
    photo: {
      one: "{count} camisa das páginas que você segue tem uma foto nova",
      other: "{count} camisas das páginas que você segue têm uma foto nova",
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
  stop: "Parar de receber este e-mail",
  stopped: {
    question: "Parar de receber o e-mail semanal?",
    done: "Pronto: você não receberá mais o e-mail semanal. Pode reativá-lo na sua conta.",
  },
  settings: "Minhas preferências",
};
