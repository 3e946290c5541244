import type { NoticeTexts } from "./notice-texts.ts";

export const es: NoticeTexts = {
  kinds: {
    approved: {
      subject: "Su camiseta ya está en línea",
      body: "«{title}» ha sido aprobada. Ya tiene su página en el catálogo y todo el mundo puede votarla.",
      action: "Ver su página",
    },
    corrected: {
      subject: "Su camiseta ya está en línea",
      body: "«{title}» ha sido aprobada. Ya tiene su página en el catálogo y todo el mundo puede votarla.",
      changes: "La moderación corrigió:",
      action: "Ver su página",
    },
    rejected: {
      subject: "Su camiseta no ha sido aprobada",
      body: "La moderación no ha aprobado «{title}».",
      note: "Este es el motivo:",
      after: "Puede corregirla desde su cuenta: se volverá a examinar.",
      action: "Corregir mi camiseta",
    },
    reverted: {
      subject: "Sus cambios han sido rechazados",
      body: "La moderación ha rechazado sus cambios en «{title}». La camiseta sigue como estaba.",
      note: "Este es el motivo:",
      action: "Ver su página",
    },
    merged: {
      subject: "Su camiseta se ha unido a otra",
      body: "«{title}» ya figuraba en el catálogo. Las dos páginas son ahora una sola, con los votos y comentarios de ambas.",
      action: "Ver la página común",
    },
    deleted: {
      subject: "Su camiseta ha sido eliminada",
      body: "La moderación ha eliminado «{title}» del catálogo.",
      action: "Ver mis camisetas",
    },
    upheld: {
      subject: "Su denuncia ha sido aceptada",
      body: "Gracias por denunciar «{title}». La moderación le da la razón.",
      comment: "Gracias por denunciar un comentario sobre «{title}». La moderación le da la razón.",
      member: "Gracias por denunciar al miembro «{title}». La moderación le da la razón.",
      note: "Su respuesta:",
      action: "Ver mis denuncias",
    },
    dismissed: {
      subject: "Su denuncia ha sido desestimada",
      body: "Gracias por denunciar «{title}». La moderación ha examinado su denuncia y no ha visto motivo para intervenir.",
      comment:
        "Gracias por denunciar un comentario sobre «{title}». La moderación ha examinado su denuncia y no ha visto motivo para intervenir.",
      member:
        "Gracias por denunciar al miembro «{title}». La moderación ha examinado su denuncia y no ha visto motivo para intervenir.",
      note: "Su respuesta:",
      action: "Ver mis denuncias",
    },
    removed: {
      subject: "Lo que denunció ya no existe",
      body: "«{title}», que usted había denunciado, ha sido eliminada.",
      comment: "El comentario sobre «{title}» que usted había denunciado ha sido eliminado.",
      member: "La cuenta del miembro «{title}», que usted había denunciado, ha sido eliminada.",
      action: "Ver mis denuncias",
    },
    renamed: {
      subject: "Su nombre se ha restablecido",
      body: "El nombre «{title}» no respeta las reglas del sitio. La moderación lo ha sustituido por uno neutro.",
      note: "Este es el motivo:",
      after:
        "Puede elegir otro en su cuenta. Si esta decisión le parece equivocada, escriba a la dirección de contacto del sitio.",
      action: "Elegir un nombre",
    },
    suggestion_accepted: {
      subject: "Su sugerencia ha sido aceptada",
      body: "Gracias. Su sugerencia sobre «{title}» ha sido aceptada y la página está al día.",
      changes: "Aceptado:",
      action: "Ver su página",
    },
    suggestion_partly: {
      subject: "Su sugerencia ha sido aceptada en parte",
      body: "Gracias por su sugerencia sobre «{title}». La revisión ha aceptado una parte.",
      changes: "Aceptado:",
      refused: "Rechazado:",
      after: "Puede impugnar este rechazo una vez, durante treinta días: decidirá otra persona.",
      action: "Ver mis sugerencias",
    },
    suggestion_refused: {
      subject: "Su sugerencia ha sido rechazada",
      body: "Gracias por su sugerencia sobre «{title}». No ha sido aceptada.",
      refused: "Rechazado:",
      after: "Puede impugnar este rechazo una vez, durante treinta días: decidirá otra persona.",
      action: "Ver mis sugerencias",
    },
    undone: {
      subject: "Se ha deshecho uno de sus cambios",
      body: "La revisión ha deshecho uno de sus cambios en «{title}».",
      note: "Este es el motivo:",
      changes: "Deshecho:",
      action: "Ver su página",
    },
    undone_all: {
      subject: "Se han deshecho sus cambios",
      body: "La revisión ha deshecho a la vez varios cambios de su cuenta «{title}». El historial de cada página lo indica.",
      note: "Este es el motivo:",
      action: "Ver mis sugerencias",
    },
  },
  fields: {
    image: "Foto",
    name: "Nombre",
    short_name: "Nombre corto",
    city: "Ciudad",
    country: "País",
    founded_year: "Año de fundación",
  },
  photo: "una foto",
  reasons: {
    wrong: "Es inexacto",
    unsure: "Nada lo confirma",
    no_source: "La fuente no basta",
    duplicate: "Ya está dicho en otra parte",
    rights: "Los derechos no están claros",
    other: "Otro motivo",
    gone: "La página ya no está en el catálogo",
  },
  why: "Recibe este mensaje porque tiene una cuenta en Maillothèque.",
  settings: "Elegir los mensajes que recibo",
};
