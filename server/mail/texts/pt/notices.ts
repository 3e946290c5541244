import type { NoticeTexts } from "../shapes.ts";

export const notices: NoticeTexts = {
  kinds: {
    approved: {
      subject: "Sua camisa está no ar",
      body: "“{title}” foi aprovada. Agora ela tem página no catálogo, e os membros podem votar nela.",
      action: "Ver a página",
    },
    corrected: {
      subject: "Sua camisa está no ar",
      body: "“{title}” foi aprovada e já tem página no catálogo.",
      changes: "Os revisores corrigiram:",
      action: "Ver a página",
    },
    rejected: {
      subject: "Sua camisa não foi aprovada",
      body: "Os revisores não aprovaram “{title}”.",
      note: "O motivo:",
      after: "Você pode corrigir a camisa na sua conta: os revisores a examinarão novamente.",
      action: "Corrigir minha camisa",
    },
    merged: {
      subject: "Uma camisa foi mesclada com outra",
      body: "“{title}” já estava no catálogo. As duas páginas agora são uma só, com os votos e comentários de ambas.",
      note: "O motivo:",
      action: "Ver a camisa",
    },
    submission_merged: {
      subject: "Sua camisa já tinha sido enviada",
      body: "“{title}” já tinha sido enviada. Sua camisa foi mesclada com a outra.",
      note: "O motivo:",
      action: "Ver os detalhes",
    },
    deleted: {
      subject: "Sua camisa foi excluída",
      body: "“{title}” foi excluída.",
      action: "Ver minhas contribuições",
    },
    upheld: {
      subject: "Tomamos providências após sua denúncia",
      body: "Agradecemos sua denúncia de “{title}”. Os revisores tomaram providências.",
      comment:
        "Agradecemos sua denúncia de um comentário sobre “{title}”. Os revisores tomaram providências.",
      member: "Agradecemos sua denúncia do membro “{title}”. Um administrador tomou providências.",
      note: "A resposta:",
      changes: "Os revisores corrigiram:",
      action: "Ver minhas contribuições",
    },
    dismissed: {
      subject: "Sua denúncia foi analisada: nenhuma providência foi necessária",
      body: "Agradecemos sua denúncia de “{title}”. Os revisores examinaram o caso e não viram motivo para agir.",
      comment:
        "Agradecemos sua denúncia de um comentário sobre “{title}”. Os revisores examinaram o caso e não viram motivo para agir.",
      member:
        "Agradecemos sua denúncia do membro “{title}”. Um administrador examinou o caso e não viu motivo para agir.",
      note: "A resposta:",
      action: "Ver minhas contribuições",
    },
    removed: {
      subject: "O conteúdo que você denunciou foi excluído",
      body: "“{title}”, que você havia denunciado, foi excluída.",
      comment: "O comentário sobre “{title}” que você havia denunciado foi excluído.",
      member: "A conta do membro “{title}”, que você havia denunciado, foi excluída.",
      action: "Ver minhas contribuições",
    },
    renamed: {
      subject: "Seu nome foi substituído",
      body: "O nome “{title}” não respeita as regras do site. Um administrador o substituiu por um nome neutro. Se sua página era pública, ela não é mais mostrada.",
      note: "O motivo:",
      after:
        "Você pode escolher outro nome na sua conta. Se achar que esta decisão está errada, escreva para o endereço de contato do site.",
      action: "Escolher um nome",
    },
    suggestion_accepted: {
      subject: "Sua sugestão foi aceita",
      body: "Agradecemos sua sugestão sobre “{title}”. Ela foi aceita.",
      changes: "Aceito:",
      action: "Ver os detalhes",
    },
    suggestion_partly: {
      subject: "Sua sugestão foi aceita em parte",
      body: "Agradecemos sua sugestão sobre “{title}”. Um revisor aceitou uma parte.",
      changes: "Aceito:",
      refused: "Recusado:",
      after:
        "Você pode contestar esta recusa em até trinta dias: ela será reexaminada, se possível por outro revisor.",
      action: "Ver minhas contribuições",
    },
    suggestion_refused: {
      subject: "Sua sugestão não foi aceita",
      body: "Agradecemos sua sugestão sobre “{title}”. Ela não foi aceita.",
      refused: "Recusado:",
      after:
        "Você pode contestar esta recusa em até trinta dias: ela será reexaminada, se possível por outro revisor.",
      action: "Ver minhas contribuições",
    },
    undone: {
      subject: "Uma contribuição sua foi desfeita ou retirada",
      body: "Um revisor desfez ou retirou uma contribuição sua em “{title}”.",
      note: "O motivo:",
      changes: "Desfeito ou retirado:",
      action: "Ver os detalhes",
    },
    taken_down: {
      subject: "Uma camisa foi retirada do catálogo",
      body: "“{title}” foi retirada do catálogo. Se você tem um exemplar, ele continua na sua coleção.",
      note: "O motivo:",
      after: "Um revisor pode desfazer a retirada em até 90 dias.",
      action: "Ver minha conta",
    },
    brought_back: {
      subject: "Uma camisa está de volta",
      body: "“{title}” está de volta, com os votos, as fotos e os comentários.",
      note: "O motivo:",
      action: "Ver os detalhes",
    },
    comment_hidden: {
      subject: "Decisão sobre seu comentário",
      body: "Os revisores ocultaram seu comentário em “{title}”.",
      again: "Seu comentário em “{title}” continua oculto.",
      note: "O motivo:",
      after:
        "Se você corrigir este comentário, ele será revisado novamente. Você também pode contestar esta decisão uma única vez, em até 180 dias, nas notificações da sua conta.",
      action: "Ver minhas notificações",
    },
    comments_hidden: {
      subject: "Decisão sobre seus comentários",
      body: "Os revisores ocultaram todos os comentários da sua conta “{title}”.",
      note: "O motivo:",
      after:
        "Se você corrigir um comentário, ele será revisado novamente. Para contestar esta decisão, escreva para o endereço de contato que consta no aviso legal do site.",
      action: "Ver o endereço de contato",
    },
    suspended: {
      subject: "Sua conta está suspensa",
      body: "Um administrador suspendeu sua conta “{title}”. Você não pode mais entrar nem publicar. Suas camisas públicas e seus comentários não ocultos continuam no ar; sua coleção, suas listas e seu ano em camisas deixam de aparecer.",
      note: "O motivo:",
      after:
        "Para contestar esta decisão ou pedir seus dados, escreva para o endereço de contato do site.",
      action: "Ver o endereço de contato",
    },
    reinstated: {
      subject: "Sua conta não está mais suspensa",
      body: "A suspensão da sua conta “{title}” foi encerrada: você pode entrar novamente.",
      action: "Ver minha conta",
    },
    owned: {
      subject: "Sua camisa agora tem página",
      body: "“{title}” entrou no catálogo. A camisa sem página que você adicionou à sua coleção agora está vinculada à nova página e mantém todos os detalhes. Se a sua for outra, edite seu exemplar e desvincule-o dessa página.",
      action: "Ver a página",
    },
    list_hidden: {
      subject: "Uma das suas listas foi ocultada",
      body: "Os revisores ocultaram sua lista “{title}”: agora ela é visível só para você.",
      again: "Sua lista “{title}” continua oculta.",
      note: "O motivo:",
      after:
        "Você pode corrigir esta lista e depois contestar a decisão uma única vez, em até 180 dias, nas notificações da sua conta.",
      action: "Ver minhas notificações",
    },
    list_shown: {
      subject: "Uma das suas listas voltou a ser visível",
      body: "Os revisores tornaram sua lista “{title}” visível novamente.",
      note: "O motivo:",
      action: "Ver minhas listas",
    },
    undone_all: {
      subject: "Várias das suas alterações foram desfeitas",
      body: "Um revisor desfez de uma vez várias alterações feitas pela sua conta “{title}”. O histórico de cada página as mostra.",
      note: "O motivo:",
      action: "Ver minhas contribuições",
    },
  },
  photoAdded: "Adição de uma foto",
  photoRemoved: "Retirada de uma foto",
  done: {
    corrected: "A página da camisa foi corrigida.",
    merged: "A camisa estava repetida: ela foi mesclada com outra.",
    removed: "A camisa foi retirada do catálogo.",
    hidden: "Este conteúdo foi ocultado.",
    suggested:
      "As fotos que você enviou agora são uma sugestão para a página da outra camisa: um revisor vai decidir. Você pode acompanhar essa sugestão nas suas contribuições.",
  },
  stands: {
    hidden: "Este conteúdo está oculto.",
    shown: "Este conteúdo está visível.",
  },
  again: "A decisão anterior tinha sido contestada e foi examinada novamente.",
  why: "Você está recebendo esta mensagem porque tem uma conta na Maillothèque.",
  settings: "Escolher as mensagens que recebo",
};
