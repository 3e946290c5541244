import type { MailTexts } from "@maillotheque/backend";

/** Part of every security mail. */
const SECURITY = {
  action: "Ver minha conta",
  afterword:
    "Se foi você, não é preciso fazer nada. Se não foi, escolha logo uma nova senha: alguém tem acesso à sua conta.",
};

export const account: MailTexts = {
  kinds: {
    confirmation: {
      subject: "Confirme seu e-mail",
      body: [
        "Boas-vindas à Maillothèque, o catálogo colaborativo de camisas esportivas.",
        "Confirme seu e-mail para votar, completar sua coleção e enviar suas camisas.",
      ],
      action: "Confirmar meu e-mail",
      afterword:
        "Se você não pediu uma conta, ignore esta mensagem: sem confirmação, nenhuma conta é aberta.",
    },
    invite: {
      subject: "Você recebeu um convite",
      body: [
        "Você recebeu um convite para a Maillothèque, o catálogo colaborativo de camisas esportivas.",
      ],
      action: "Aceitar o convite",
      afterword:
        "Se você não quer uma conta, ignore esta mensagem: sem confirmação, a conta não é aberta.",
    },
    "magic-link": {
      subject: "Seu link de acesso",
      body: ["Este é o link que você pediu para entrar na Maillothèque."],
      action: "Entrar",
      afterword:
        "Se você não pediu nada, ignore esta mensagem: ninguém entra sem este link ou este código.",
    },
    recovery: {
      subject: "Escolha uma nova senha",
      body: [
        "Você pediu para trocar a senha da sua conta na Maillothèque.",
        "Use este link para escolher uma nova.",
      ],
      action: "Escolher uma senha",
      afterword: "Se você não pediu nada, ignore esta mensagem: sua senha continua a mesma.",
    },
    "email-change-current": {
      subject: "Confirme a mudança do seu e-mail",
      body: [
        "Você pediu para mudar o e-mail da sua conta na Maillothèque para {newEmail}.",
        "Para sua segurança, a mudança deve ser confirmada pelo endereço antigo e pelo novo. Você está recebendo esta mensagem no endereço antigo.",
      ],
      action: "Confirmar a mudança",
      afterword:
        "Se você não pediu nada, não confirme e troque sua senha: alguém tem acesso à sua conta.",
    },
    "email-change-new": {
      subject: "Confirme seu novo e-mail",
      body: [
        "Este endereço foi indicado como o novo e-mail de uma conta na Maillothèque.",
        "Para sua segurança, a mudança deve ser confirmada por este endereço e, se a conta já tinha outro, também pelo antigo.",
      ],
      action: "Confirmar meu novo e-mail",
      afterword: "Se você não pediu nada, ignore esta mensagem: nada vai mudar.",
    },
    reauthentication: {
      subject: "Seu código de verificação",
      body: [
        "Alguém pediu uma mudança importante na sua conta na Maillothèque. Se foi você, confirme com este código.",
      ],
      afterword: "Se você não pediu nada, não passe este código a ninguém e troque sua senha.",
    },
    "account-exists": {
      subject: "Você já tem uma conta",
      body: [
        "Alguém, provavelmente você, tentou usar este endereço de e-mail para uma conta na Maillothèque. Já existe uma com este endereço: nada foi alterado.",
        "Entre como de costume. Se esqueceu sua senha, escolha outra na página de login.",
      ],
      action: "Entrar",
      afterword: "Se não foi você, não é preciso fazer nada.",
    },
    "password-changed": {
      ...SECURITY,
      subject: "Sua senha foi alterada",
      body: [
        "A senha da sua conta na Maillothèque acabou de ser alterada. Seus outros dispositivos foram desconectados.",
      ],
    },
    "email-changed": {
      ...SECURITY,
      subject: "Seu e-mail foi alterado",
      body: [
        "A partir de agora, sua conta na Maillothèque usa o e-mail {newEmail}. Esta é a última mensagem enviada ao antigo.",
      ],
    },
    "phone-changed": {
      ...SECURITY,
      subject: "Seu número de telefone foi alterado",
      body: ["O número de telefone da sua conta na Maillothèque acabou de ser alterado."],
    },
    "factor-added": {
      ...SECURITY,
      subject: "Método de verificação adicionado",
      body: [
        "Um método de verificação acabou de ser adicionado à sua conta na Maillothèque. A cada acesso, um dos seus métodos será pedido.",
      ],
    },
    "factor-removed": {
      ...SECURITY,
      subject: "Método de verificação removido",
      body: [
        "Um método de verificação acabou de ser removido da sua conta na Maillothèque: ele não será mais pedido quando você entrar.",
      ],
    },
    "passkey-added": {
      ...SECURITY,
      subject: "Chave de acesso adicionada",
      body: [
        "Uma chave de acesso acabou de ser criada: com ela, você entra na sua conta na Maillothèque sem senha.",
      ],
      afterword:
        "Se foi você, não é preciso fazer nada. Se não foi, alguém tem acesso à sua conta: remova a chave e escolha logo uma nova senha.",
    },
    "passkey-removed": {
      ...SECURITY,
      subject: "Chave de acesso removida",
      body: [
        "Uma chave de acesso acabou de ser removida: ela não serve mais para entrar na sua conta na Maillothèque.",
      ],
    },
    "identity-linked": {
      ...SECURITY,
      subject: "Uma nova forma de entrar",
      body: ["Agora você também pode entrar na sua conta na Maillothèque com {provider}."],
      afterword:
        "Se foi você, não é preciso fazer nada. Se não foi, desfaça esse vínculo e escolha logo uma nova senha: alguém tem acesso à sua conta.",
    },
    "sign-in-attempts": {
      ...SECURITY,
      subject: "Alguém está tentando entrar na sua conta",
      body: [
        "Alguém tentou muitas senhas para entrar na sua conta na Maillothèque. Nenhuma estava correta. Novas tentativas, pelo menos as que vierem da mesma rede, serão recusadas por algum tempo.",
        "Se sua senha também for recusada, peça um link de acesso por e-mail.",
      ],
      afterword:
        "Se foi você, não é preciso fazer nada. Se não foi, não use sua senha em nenhum outro lugar e adicione um método de verificação.",
    },
    "identity-unlinked": {
      ...SECURITY,
      subject: "Uma forma de entrar foi removida",
      body: ["Você não pode mais entrar na sua conta na Maillothèque com {provider}."],
    },
  },
  orCode: "Ou digite este código:",
  code: "Seu código:",
  orLink: "Se o botão não responder, copie e cole este endereço no navegador:",
  sms: "Seu código da Maillothèque: {code}. Não o compartilhe com ninguém.",
  validity: "Válido por uma hora, para um único uso.",
  signature: "Maillothèque, o catálogo colaborativo de camisas esportivas",
};
