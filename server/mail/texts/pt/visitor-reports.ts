import type { VisitorReportTexts } from "../shapes.ts";

export const visitorReports: VisitorReportTexts = {
  kinds: {
    confirm: {
      subject: "Confirme sua denúncia",
      body: "Você denunciou “{title}”. Sua denúncia só será analisada depois que você a confirmar.",
      comment:
        "Você denunciou um comentário sobre “{title}”. Sua denúncia só será analisada depois que você a confirmar.",
      member:
        "Você denunciou o membro “{title}”. Sua denúncia só será analisada depois que você a confirmar.",
      list: "Você denunciou a lista “{title}”. Sua denúncia só será analisada depois que você a confirmar.",
    },
    upheld: {
      subject: "Foram tomadas providências após sua denúncia",
      body: "Os revisores examinaram sua denúncia de “{title}” e tomaram providências.",
      comment:
        "Os revisores examinaram sua denúncia de um comentário sobre “{title}” e tomaram providências.",
      member: "Um administrador examinou sua denúncia do membro “{title}” e tomou providências.",
      list: "Os revisores examinaram sua denúncia da lista “{title}” e tomaram providências.",
    },
    dismissed: {
      subject: "Sua denúncia foi analisada: nenhuma providência foi necessária",
      body: "Os revisores examinaram sua denúncia de “{title}” e não viram motivo para agir.",
      comment:
        "Os revisores examinaram sua denúncia de um comentário sobre “{title}” e não viram motivo para agir.",
      member:
        "Um administrador examinou sua denúncia do membro “{title}” e não viu motivo para agir.",
      list: "Os revisores examinaram sua denúncia da lista “{title}” e não viram motivo para agir.",
    },
    removed: {
      subject: "O conteúdo que você denunciou foi excluído",
      body: "“{title}”, que você havia denunciado, foi excluída.",
      comment: "O comentário sobre “{title}” que você havia denunciado foi excluído.",
      member: "A conta do membro “{title}”, que você havia denunciado, foi excluída.",
      list: "A lista “{title}”, que você havia denunciado, foi excluída.",
    },
    author_upheld: {
      subject: "Foram tomadas providências após uma denúncia que envolve você",
      body: "Alguém denunciou “{title}”, que você enviou. Os revisores tomaram providências.",
      comment:
        "Alguém denunciou seu comentário sobre “{title}”. Os revisores tomaram providências.",
      member: "Alguém denunciou sua conta “{title}”. Um administrador tomou providências.",
      list: "Alguém denunciou sua lista “{title}”. Os revisores tomaram providências.",
    },
    author_dismissed: {
      subject: "Uma denúncia que envolve você não exigia nenhuma providência",
      body: "Alguém denunciou “{title}”, que você enviou. Os revisores não viram motivo para agir.",
      comment:
        "Alguém denunciou seu comentário sobre “{title}”. Os revisores não viram motivo para agir.",
      member: "Alguém denunciou sua conta “{title}”. Um administrador não viu motivo para agir.",
      list: "Alguém denunciou sua lista “{title}”. Os revisores não viram motivo para agir.",
    },
  },
  wrote: "Você escreveu:",
  reason: "Motivo da decisão:",
  confirmAction: "Confirmar a denúncia",
  confirmAfter:
    "O link é válido por dois dias. Se você não denunciou nada, ignore esta mensagem: nada acontecerá.",
  contestAction: "Contestar a decisão",
  contestAfter:
    "Se achar que esta decisão está errada, você pode contestá-la uma única vez, em até 180 dias, por este link.",
  seeAction: "Ver a página",
  why: {
    notifier:
      "Você está recebendo esta mensagem porque este endereço foi informado em uma denúncia.",
    author:
      "Você está recebendo esta mensagem porque uma decisão diz respeito ao que você publicou.",
  },
};
