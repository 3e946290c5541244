import type { NoticeTexts } from "./notice-texts.ts";

export const pt: NoticeTexts = {
  kinds: {
    approved: {
      subject: "Sua camisa está no ar",
      body: "“{title}” foi aprovada. Agora ela tem sua página no catálogo, e todos podem votar nela.",
      action: "Ver a página",
    },
    corrected: {
      subject: "Sua camisa está no ar",
      body: "“{title}” foi aprovada. Agora ela tem sua página no catálogo, e todos podem votar nela.",
      changes: "A moderação corrigiu:",
      action: "Ver a página",
    },
    rejected: {
      subject: "Sua camisa não foi aprovada",
      body: "A moderação não aprovou “{title}”.",
      note: "O motivo:",
      after: "Você pode corrigi-la na sua conta: ela será examinada novamente.",
      action: "Corrigir minha camisa",
    },
    reverted: {
      subject: "Suas alterações foram recusadas",
      body: "A moderação recusou suas alterações em “{title}”. A camisa continua como estava.",
      note: "O motivo:",
      action: "Ver a página",
    },
    merged: {
      subject: "Sua camisa se juntou a outra",
      body: "“{title}” já estava no catálogo. As duas páginas agora são uma só, com os votos e comentários de ambas.",
      action: "Ver a página comum",
    },
    deleted: {
      subject: "Sua camisa foi excluída",
      body: "A moderação excluiu “{title}” do catálogo.",
      action: "Ver minhas camisas",
    },
    upheld: {
      subject: "Sua denúncia foi aceita",
      body: "Agradecemos sua denúncia de “{title}”. A moderação concorda com você.",
      comment:
        "Agradecemos sua denúncia de um comentário sobre “{title}”. A moderação concorda com você.",
      member: "Agradecemos sua denúncia do membro “{title}”. A moderação concorda com você.",
      note: "A resposta:",
      action: "Ver minhas denúncias",
    },
    dismissed: {
      subject: "Sua denúncia foi arquivada",
      body: "Agradecemos sua denúncia de “{title}”. A moderação examinou o caso e não viu motivo para agir.",
      comment:
        "Agradecemos sua denúncia de um comentário sobre “{title}”. A moderação examinou o caso e não viu motivo para agir.",
      member:
        "Agradecemos sua denúncia do membro “{title}”. A moderação examinou o caso e não viu motivo para agir.",
      note: "A resposta:",
      action: "Ver minhas denúncias",
    },
    removed: {
      subject: "O que você denunciou não existe mais",
      body: "“{title}”, que você havia denunciado, foi excluída.",
      comment: "O comentário sobre “{title}” que você havia denunciado foi excluído.",
      member: "A conta do membro “{title}”, que você havia denunciado, foi excluída.",
      action: "Ver minhas denúncias",
    },
    renamed: {
      subject: "Seu nome foi redefinido",
      body: "O nome “{title}” não respeita as regras do site. A moderação o substituiu por um nome neutro.",
      note: "Este é o motivo:",
      after:
        "Você pode escolher outro na sua conta. Se esta decisão parece errada, escreva para o endereço de contato do site.",
      action: "Escolher um nome",
    },
    suggestion_accepted: {
      subject: "Sua sugestão foi aceita",
      body: "Agradecemos sua sugestão sobre “{title}”. Ela foi aceita, e a página está atualizada.",
      changes: "Aceito:",
      action: "Ver a página",
    },
    suggestion_partly: {
      subject: "Sua sugestão foi aceita em parte",
      body: "Agradecemos sua sugestão sobre “{title}”. A revisão aceitou uma parte.",
      changes: "Aceito:",
      refused: "Recusado:",
      after: "Você pode contestar esta recusa uma vez, durante trinta dias: outra pessoa decidirá.",
      action: "Ver minhas sugestões",
    },
    suggestion_refused: {
      subject: "Sua sugestão foi recusada",
      body: "Agradecemos sua sugestão sobre “{title}”. Ela não foi aceita.",
      refused: "Recusado:",
      after: "Você pode contestar esta recusa uma vez, durante trinta dias: outra pessoa decidirá.",
      action: "Ver minhas sugestões",
    },
    undone: {
      subject: "Uma das suas alterações foi desfeita",
      body: "A revisão desfez uma das suas alterações em “{title}”.",
      note: "O motivo:",
      changes: "Desfeito:",
      action: "Ver a página",
    },
    undone_all: {
      subject: "Suas alterações foram desfeitas",
      body: "A revisão desfez de uma vez várias alterações da sua conta “{title}”. O histórico de cada página mostra isso.",
      note: "O motivo:",
      action: "Ver minhas sugestões",
    },
  },
  fields: {
    image: "Foto",
    name: "Nome",
    short_name: "Nome curto",
    city: "Cidade",
    country: "País",
    founded_year: "Ano de fundação",
  },
  photo: "uma foto",
  reasons: {
    wrong: "Está errado",
    unsure: "Nada o confirma",
    no_source: "A fonte não basta",
    duplicate: "Já está dito em outro lugar",
    rights: "Os direitos não estão claros",
    other: "Outro motivo",
    gone: "A página saiu do catálogo",
  },
  why: "Você recebe esta mensagem porque tem uma conta na Maillothèque.",
  settings: "Escolher as mensagens que recebo",
};
