import type { NoticeTexts } from "../shapes.ts";

export const notices: NoticeTexts = {
  kinds: {
    approved: {
      subject: "Su camiseta ya está publicada",
      body: "«{title}» se ha aprobado. Ya tiene página en el catálogo y los miembros pueden votarla.",
      action: "Ver la página",
    },
    corrected: {
      subject: "Su camiseta ya está publicada",
      body: "«{title}» se ha aprobado y ya tiene página en el catálogo.",
      changes: "Los revisores han corregido:",
      action: "Ver la página",
    },
    rejected: {
      subject: "Su camiseta no se ha aprobado",
      body: "Los revisores no han aprobado «{title}».",
      note: "Este es el motivo:",
      after: "Puede corregir la camiseta desde su cuenta: los revisores la volverán a examinar.",
      action: "Corregir mi camiseta",
    },
    merged: {
      subject: "Una camiseta se ha fusionado con otra",
      body: "«{title}» ya figuraba en el catálogo. Las dos páginas son ahora una sola, con los votos y comentarios de ambas.",
      note: "Este es el motivo:",
      action: "Ver la camiseta",
    },
    submission_merged: {
      subject: "Su camiseta ya se había enviado",
      body: "«{title}» ya se había enviado. Su camiseta se ha fusionado con la otra.",
      note: "Este es el motivo:",
      action: "Ver los detalles",
    },
    deleted: {
      subject: "Se ha eliminado su camiseta",
      body: "«{title}» se ha eliminado.",
      action: "Ver mis contribuciones",
    },
    upheld: {
      subject: "Se han tomado medidas tras su denuncia",
      body: "Gracias por denunciar «{title}». Los revisores han tomado medidas.",
      comment:
        "Gracias por denunciar un comentario sobre «{title}». Los revisores han tomado medidas.",
      member: "Gracias por denunciar al miembro «{title}». Un administrador ha tomado medidas.",
      note: "Respuesta de los revisores:",
      changes: "Los revisores han corregido:",
      action: "Ver mis contribuciones",
    },
    dismissed: {
      subject: "Su denuncia no requería ninguna medida",
      body: "Gracias por denunciar «{title}». Los revisores han examinado su denuncia y no han visto motivo para intervenir.",
      comment:
        "Gracias por denunciar un comentario sobre «{title}». Los revisores han examinado su denuncia y no han visto motivo para intervenir.",
      member:
        "Gracias por denunciar al miembro «{title}». Un administrador ha examinado su denuncia y no ha visto motivo para intervenir.",
      note: "Respuesta de los revisores:",
      action: "Ver mis contribuciones",
    },
    removed: {
      subject: "Se ha eliminado lo que usted denunció",
      body: "«{title}», que usted había denunciado, se ha eliminado.",
      comment: "El comentario sobre «{title}» que usted había denunciado se ha eliminado.",
      member: "La cuenta del miembro «{title}», que usted había denunciado, se ha eliminado.",
      action: "Ver mis contribuciones",
    },
    renamed: {
      subject: "Se ha sustituido su nombre",
      body: "El nombre «{title}» no respeta las reglas del sitio. Un administrador lo ha sustituido por uno neutro, ha dejado de mostrar su página de miembro y ha borrado los textos de esa página.",
      note: "Este es el motivo:",
      after:
        "Puede elegir otro nombre en su cuenta. Si esta decisión le parece equivocada, escriba a la dirección de contacto del sitio.",
      action: "Elegir un nombre",
    },
    suggestion_accepted: {
      subject: "Se ha aceptado su sugerencia",
      body: "Gracias por su sugerencia sobre «{title}». Un revisor la ha aceptado.",
      changes: "Aceptado:",
      action: "Ver los detalles",
    },
    suggestion_partly: {
      subject: "Se ha aceptado en parte su sugerencia",
      body: "Gracias por su sugerencia sobre «{title}». Un revisor ha aceptado una parte.",
      changes: "Aceptado:",
      refused: "Rechazado:",
      after:
        "Puede recurrir este rechazo en un plazo de treinta días: si es posible, lo examinará otro revisor.",
      action: "Ver mis contribuciones",
    },
    suggestion_refused: {
      subject: "Su sugerencia no se ha aceptado",
      body: "Gracias por su sugerencia sobre «{title}». No se ha aceptado.",
      refused: "Rechazado:",
      after:
        "Puede recurrir este rechazo en un plazo de treinta días: si es posible, lo examinará otro revisor.",
      action: "Ver mis contribuciones",
    },
    undone: {
      subject: "Se ha deshecho una de sus contribuciones",
      body: "Un revisor ha deshecho una de sus contribuciones a «{title}».",
      note: "Este es el motivo:",
      changes: "Deshecho:",
      action: "Ver los detalles",
    },
    taken_down: {
      subject: "Se ha retirado una camiseta del catálogo",
      body: "«{title}» se ha retirado del catálogo. Si tiene un ejemplar, sigue en su colección.",
      note: "Este es el motivo:",
      after: "Los revisores pueden deshacer la retirada durante 90 días.",
      action: "Ver mi cuenta",
    },
    brought_back: {
      subject: "Se ha recuperado una camiseta",
      body: "«{title}» se ha recuperado, con los votos, las fotos y los comentarios.",
      note: "Este es el motivo:",
      action: "Ver la página",
    },
    comment_hidden: {
      subject: "Decisión sobre su comentario",
      body: "Los revisores han ocultado su comentario en «{title}».",
      again: "Su comentario en «{title}» sigue oculto.",
      note: "Este es el motivo:",
      after:
        "Si corrige este comentario, se revisará de nuevo. También puede recurrir esta decisión una sola vez, en un plazo de 180 días, desde las notificaciones de su cuenta.",
      action: "Ver mis notificaciones",
    },
    comments_hidden: {
      subject: "Decisión sobre sus comentarios",
      body: "Los revisores han ocultado todos los comentarios de su cuenta «{title}».",
      note: "Este es el motivo:",
      after:
        "Si corrige un comentario, se revisará de nuevo. Para recurrir esta decisión, escriba a la dirección de contacto que figura en el aviso legal del sitio.",
      action: "Ver la dirección de contacto",
    },
    suspended: {
      subject: "Su cuenta está suspendida",
      body: "Un administrador ha suspendido su cuenta «{title}». Ya no puede iniciar sesión ni publicar. Sus camisetas públicas y sus comentarios no ocultos siguen en línea; su colección, sus listas y su año en camisetas dejan de mostrarse.",
      note: "Este es el motivo:",
      after:
        "Para recurrir esta decisión o pedir sus datos, escriba a la dirección de contacto del sitio.",
      action: "Ver la dirección de contacto",
    },
    reinstated: {
      subject: "Su cuenta ya no está suspendida",
      body: "Se ha levantado la suspensión de su cuenta «{title}»: puede iniciar sesión de nuevo.",
      action: "Ver mi cuenta",
    },
    owned: {
      subject: "Su camiseta ya tiene página",
      body: "«{title}» ha entrado en el catálogo. La camiseta sin página que usted había añadido a su colección está ahora vinculada a la página nueva y conserva todos sus detalles. Si la suya es otra, edite su ejemplar y desvincúlelo de esa página.",
      action: "Ver la página",
    },
    list_hidden: {
      subject: "Se ha ocultado una de sus listas",
      body: "Los revisores han ocultado su lista «{title}»: ahora solo usted la ve.",
      again: "Su lista «{title}» sigue oculta.",
      note: "Este es el motivo:",
      after:
        "Puede corregir esta lista y después recurrir la decisión una sola vez, en un plazo de 180 días, desde las notificaciones de su cuenta.",
      action: "Ver mis notificaciones",
    },
    list_shown: {
      subject: "Una de sus listas vuelve a ser visible",
      body: "Los revisores han vuelto a hacer visible su lista «{title}».",
      note: "Este es el motivo:",
      action: "Ver mis listas",
    },
    undone_all: {
      subject: "Se han deshecho varios de sus cambios",
      body: "Un revisor ha deshecho a la vez varios cambios hechos desde su cuenta «{title}». El historial de cada página los muestra.",
      note: "Este es el motivo:",
      action: "Ver mis contribuciones",
    },
  },
  photoAdded: "Añadir una foto",
  photoRemoved: "Retirar una foto",
  done: {
    corrected: "Se ha corregido la página de la camiseta.",
    merged: "La camiseta era un duplicado: su página se ha fusionado con otra.",
    removed: "Se ha retirado la camiseta del catálogo.",
    hidden: "Este contenido se ha ocultado.",
    suggested:
      "Las fotos que usted envió son ahora una sugerencia para la página de la otra camiseta: un revisor decidirá. Puede seguir esa sugerencia en sus contribuciones.",
  },
  stands: {
    hidden: "Este contenido está oculto.",
    shown: "Este contenido es visible.",
  },
  again: "Alguien recurrió la decisión anterior, que se ha vuelto a examinar.",
  why: "Recibe este mensaje porque tiene una cuenta en Maillothèque.",
  settings: "Elegir los mensajes que recibo",
};
