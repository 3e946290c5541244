import type { VisitorReportTexts } from "../shapes.ts";

export const visitorReports: VisitorReportTexts = {
  kinds: {
    confirm: {
      subject: "Confirme sua denúncia",
      body: "Você denunciou “{title}”. Sua denúncia valerá assim que você a confirmar.",
      comment:
        "Você denunciou um comentário sobre “{title}”. Sua denúncia valerá assim que você a confirmar.",
      member: "Você denunciou o membro “{title}”. Sua denúncia valerá assim que você a confirmar.",
      list: "Você denunciou a lista “{title}”. Sua denúncia valerá assim que você a confirmar.",
    },
    upheld: {
      subject: "Sua denúncia foi aceita",
      body: "A moderação examinou sua denúncia de “{title}” e deu razão a você.",
      comment:
        "A moderação examinou sua denúncia de um comentário sobre “{title}” e deu razão a você.",
      member: "A moderação examinou sua denúncia do membro “{title}” e deu razão a você.",
      list: "A moderação examinou sua denúncia da lista “{title}” e deu razão a você.",
    },
    dismissed: {
      subject: "Sua denúncia foi arquivada",
      body: "A moderação examinou sua denúncia de “{title}” e a arquivou.",
      comment: "A moderação examinou sua denúncia de um comentário sobre “{title}” e a arquivou.",
      member: "A moderação examinou sua denúncia do membro “{title}” e a arquivou.",
      list: "A moderação examinou sua denúncia da lista “{title}” e a arquivou.",
    },
    removed: {
      subject: "O que você denunciou não está mais aqui",
      body: "“{title}”, que você havia denunciado, foi excluída.",
      comment: "O comentário sobre “{title}” que você havia denunciado foi excluído.",
      member: "A conta do membro “{title}”, que você havia denunciado, foi excluída.",
      list: "A lista “{title}”, que você havia denunciado, foi excluída.",
    },
    author_upheld: {
      subject: "Uma denúncia foi aceita",
      body: "Alguém denunciou “{title}”, que você enviou. A moderação deu razão a essa pessoa.",
      comment:
        "Alguém denunciou seu comentário sobre “{title}”. A moderação deu razão a essa pessoa.",
      member: "Alguém denunciou você com o nome “{title}”. A moderação deu razão a essa pessoa.",
      list: "Alguém denunciou sua lista “{title}”. A moderação deu razão a essa pessoa.",
    },
    author_dismissed: {
      subject: "Uma denúncia foi arquivada",
      body: "Alguém denunciou “{title}”, que você enviou. A moderação arquivou a denúncia.",
      comment: "Alguém denunciou seu comentário sobre “{title}”. A moderação arquivou a denúncia.",
      member: "Alguém denunciou você com o nome “{title}”. A moderação arquivou a denúncia.",
      list: "Alguém denunciou sua lista “{title}”. A moderação arquivou a denúncia.",
    },
  },
  wrote: "Você escreveu:",
  reason: "Motivo da decisão:",
  confirmAction: "Confirmar a denúncia",
  confirmAfter:
    "O link é válido por dois dias. Se você não denunciou nada, ignore esta mensagem: nada acontecerá.",
  contestAction: "Contestar a decisão",
  contestAfter:
    "Se achar que esta decisão está errada, você pode contestá-la uma vez, durante 180 dias, por este link.",
  seeAction: "Ver a página",
  why: {
    notifier: "Você recebe esta mensagem porque este endereço consta em uma denúncia.",
    author: "Você recebe esta mensagem porque uma decisão diz respeito ao que você publicou.",
  },
};
