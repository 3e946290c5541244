import type { MailTexts } from "@maillotheque/backend";

/** Part of every security mail. */
const SECURITY = {
  action: "Ver mi cuenta",
  afterword:
    "Si ha sido usted, no tiene que hacer nada. Si no, elija enseguida una nueva contraseña: alguien tiene acceso a su cuenta.",
};

export const account: MailTexts = {
  kinds: {
    confirmation: {
      subject: "Confirme su correo",
      body: [
        "Le damos la bienvenida a Maillothèque, el catálogo colaborativo de camisetas deportivas.",
        "Confirme su correo para votar, completar su colección y enviar sus camisetas.",
      ],
      action: "Confirmar mi correo",
      afterword:
        "Si no ha pedido una cuenta, ignore este mensaje: sin confirmación no se abre ninguna.",
    },
    invite: {
      subject: "Tiene una invitación",
      body: [
        "Ha recibido una invitación a Maillothèque, el catálogo colaborativo de camisetas deportivas.",
      ],
      action: "Aceptar la invitación",
      afterword:
        "Si no quiere una cuenta, ignore este mensaje: sin confirmación no se abre ninguna.",
    },
    "magic-link": {
      subject: "Su enlace de acceso",
      body: ["Este es el enlace que ha pedido para iniciar sesión en Maillothèque."],
      action: "Iniciar sesión",
      afterword:
        "Si no ha pedido nada, ignore este mensaje: nadie puede usar este acceso sin el enlace o el código.",
    },
    recovery: {
      subject: "Elija una nueva contraseña",
      body: [
        "Ha pedido cambiar la contraseña de su cuenta de Maillothèque.",
        "Pulse el botón para elegir una contraseña nueva.",
      ],
      action: "Elegir una contraseña",
      afterword: "Si no ha pedido nada, ignore este mensaje: su contraseña sigue siendo la misma.",
    },
    "email-change-current": {
      subject: "Confirme el cambio de su correo",
      body: [
        "Ha pedido que su cuenta de Maillothèque use a partir de ahora el correo {newEmail}.",
        "Por su seguridad, el cambio debe confirmarse desde la dirección antigua y desde la nueva. Este es el mensaje para la dirección antigua.",
      ],
      action: "Confirmar el cambio",
      afterword:
        "Si no ha pedido nada, no confirme el cambio. Elija enseguida una nueva contraseña: alguien tiene acceso a su cuenta.",
    },
    "email-change-new": {
      subject: "Confirme su nuevo correo",
      body: [
        "Esta dirección se ha indicado como el nuevo correo de una cuenta de Maillothèque.",
        "Por su seguridad, el cambio debe confirmarse desde la dirección nueva y, si había una antigua, también desde ella. Este mensaje es el de la nueva.",
      ],
      action: "Confirmar mi nuevo correo",
      afterword: "Si no ha pedido nada, ignore este mensaje: nada cambiará.",
    },
    reauthentication: {
      subject: "Su código de verificación",
      body: [
        "En su cuenta de Maillothèque se ha solicitado una operación que requiere verificación. Confirme con este código que ha sido usted.",
      ],
      afterword: "Si no ha pedido nada, no dé este código a nadie y cambie su contraseña.",
    },
    "account-exists": {
      subject: "Ya tiene una cuenta",
      body: [
        "Alguien, seguramente usted, ha querido usar esta dirección de correo para una cuenta de Maillothèque. Ya existe una con esta dirección: no se ha modificado nada.",
        "Inicie sesión como siempre. Si no recuerda su contraseña, la página de inicio de sesión permite elegir una nueva.",
      ],
      action: "Iniciar sesión",
      afterword: "Si no ha sido usted, no tiene que hacer nada.",
    },
    "password-changed": {
      ...SECURITY,
      subject: "Su contraseña ha cambiado",
      body: [
        "Se acaba de cambiar la contraseña de su cuenta de Maillothèque. Se ha cerrado la sesión en sus otros dispositivos.",
      ],
    },
    "email-changed": {
      ...SECURITY,
      subject: "Su correo ha cambiado",
      body: [
        "Su cuenta de Maillothèque usa a partir de ahora el correo {newEmail}. Este es el último mensaje que enviamos al anterior.",
      ],
    },
    "phone-changed": {
      ...SECURITY,
      subject: "Su número de teléfono ha cambiado",
      body: ["Se acaba de cambiar el número de teléfono de su cuenta de Maillothèque."],
    },
    "factor-added": {
      ...SECURITY,
      subject: "Método de verificación añadido",
      body: [
        "Se acaba de añadir un método de verificación a su cuenta de Maillothèque. Al iniciar sesión se le pedirá uno de sus métodos.",
      ],
    },
    "factor-removed": {
      ...SECURITY,
      subject: "Método de verificación eliminado",
      body: [
        "Se acaba de eliminar un método de verificación de su cuenta de Maillothèque: ya no se le pedirá al iniciar sesión.",
      ],
    },
    "passkey-added": {
      ...SECURITY,
      subject: "Llave de acceso añadida",
      body: [
        "Se acaba de crear una llave de acceso: con ella puede entrar en su cuenta de Maillothèque sin contraseña.",
      ],
      afterword:
        "Si ha sido usted, no tiene que hacer nada. Si no, alguien tiene acceso a su cuenta: quite la llave y elija enseguida una nueva contraseña.",
    },
    "passkey-removed": {
      ...SECURITY,
      subject: "Llave de acceso eliminada",
      body: [
        "Se acaba de eliminar una llave de acceso: ya no sirve para entrar en su cuenta de Maillothèque.",
      ],
    },
    "identity-linked": {
      ...SECURITY,
      subject: "Una nueva forma de iniciar sesión",
      body: ["Ahora también puede entrar en su cuenta de Maillothèque con {provider}."],
      afterword:
        "Si ha sido usted, no tiene que hacer nada. Si no, alguien tiene acceso a su cuenta: desvincule ese servicio y elija enseguida una nueva contraseña.",
    },
    "sign-in-attempts": {
      ...SECURITY,
      subject: "Alguien intenta iniciar sesión en su cuenta",
      body: [
        "Alguien ha probado muchas contraseñas para su cuenta de Maillothèque. Ninguna era correcta, y durante un tiempo se rechazan nuevos intentos.",
        "Si también se rechaza su contraseña, pida un enlace de acceso por correo.",
      ],
      afterword:
        "Si ha sido usted, no tiene que hacer nada. Si no, asegúrese de no usar su contraseña en ningún otro sitio y añada un método de verificación.",
    },
    "identity-unlinked": {
      ...SECURITY,
      subject: "Se ha quitado una forma de iniciar sesión",
      body: ["Ya no puede entrar en su cuenta de Maillothèque con {provider}."],
    },
  },
  orCode: "O introduzca este código:",
  code: "Su código:",
  orLink: "Si el botón no responde, copie esta dirección en su navegador:",
  sms: "Su código de Maillothèque: {code}. No se lo dé a nadie.",
  validity: "Válido durante una hora y para un solo uso.",
  signature: "Maillothèque, el catálogo colaborativo de camisetas deportivas",
};
