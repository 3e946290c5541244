import type { VisitorReportTexts } from "../shapes.ts";

export const visitorReports: VisitorReportTexts = {
  kinds: {
    confirm: {
      subject: "Confirme su denuncia",
      body: "Ha denunciado «{title}». Tramitaremos su denuncia en cuanto la confirme.",
      comment:
        "Ha denunciado un comentario sobre «{title}». Tramitaremos su denuncia en cuanto la confirme.",
      member: "Ha denunciado al miembro «{title}». Tramitaremos su denuncia en cuanto la confirme.",
      list: "Ha denunciado la lista «{title}». Tramitaremos su denuncia en cuanto la confirme.",
    },
    upheld: {
      subject: "Se han tomado medidas tras su denuncia",
      body: "Los revisores han examinado su denuncia de «{title}» y han tomado medidas.",
      comment:
        "Los revisores han examinado su denuncia de un comentario sobre «{title}» y han tomado medidas.",
      member:
        "Un administrador ha examinado su denuncia contra el miembro «{title}» y ha tomado medidas.",
      list: "Los revisores han examinado su denuncia de la lista «{title}» y han tomado medidas.",
    },
    dismissed: {
      subject: "Su denuncia no requería ninguna medida",
      body: "Los revisores han examinado su denuncia de «{title}» y no han visto motivo para intervenir.",
      comment:
        "Los revisores han examinado su denuncia de un comentario sobre «{title}» y no han visto motivo para intervenir.",
      member:
        "Un administrador ha examinado su denuncia contra el miembro «{title}» y no ha visto motivo para intervenir.",
      list: "Los revisores han examinado su denuncia de la lista «{title}» y no han visto motivo para intervenir.",
    },
    removed: {
      subject: "Se ha eliminado lo que usted denunció",
      body: "«{title}», que usted había denunciado, se ha eliminado.",
      comment: "El comentario sobre «{title}» que usted había denunciado se ha eliminado.",
      member: "La cuenta del miembro «{title}», que usted había denunciado, se ha eliminado.",
      list: "La lista «{title}», que usted había denunciado, se ha eliminado.",
    },
    author_upheld: {
      subject: "Se han tomado medidas tras una denuncia que le afecta",
      body: "Alguien ha denunciado «{title}», que usted envió. Los revisores han tomado medidas.",
      comment:
        "Alguien ha denunciado su comentario sobre «{title}». Los revisores han tomado medidas.",
      member: "Alguien ha denunciado su cuenta «{title}». Un administrador ha tomado medidas.",
      list: "Alguien ha denunciado su lista «{title}». Los revisores han tomado medidas.",
    },
    author_dismissed: {
      subject: "Una denuncia que le afecta no requería ninguna medida",
      body: "Alguien ha denunciado «{title}», que usted envió. Los revisores no han visto motivo para intervenir.",
      comment:
        "Alguien ha denunciado su comentario sobre «{title}». Los revisores no han visto motivo para intervenir.",
      member:
        "Alguien ha denunciado su cuenta «{title}». Un administrador no ha visto motivo para intervenir.",
      list: "Alguien ha denunciado su lista «{title}». Los revisores no han visto motivo para intervenir.",
    },
  },
  wrote: "Usted escribió:",
  reason: "Motivo de la decisión:",
  confirmAction: "Confirmar la denuncia",
  confirmAfter:
    "El enlace es válido durante dos días. Si no ha denunciado nada, ignore este mensaje: no pasará nada.",
  contestAction: "Recurrir la decisión",
  contestAfter:
    "Si esta decisión le parece equivocada, puede recurrirla una sola vez, en un plazo de 180 días, con este enlace.",
  seeAction: "Ver la página",
  why: {
    notifier: "Recibe este mensaje porque esta dirección de correo se ha indicado en una denuncia.",
    author: "Recibe este mensaje porque una decisión afecta a lo que usted publicó.",
  },
};
